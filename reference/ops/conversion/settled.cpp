// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/conversion/settled.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

constexpr const char* rounding_name = "RoundMode";
constexpr const char* saturation_name = "SaturationMode";
constexpr const char* control_name = "NeedSetCtrl";

bool has_attribute(const Form& form, std::string_view name) {
  return std::ranges::find(form.attributes, name, &Attribute::name) != form.attributes.end();
}

const std::vector<std::string>& mode_names() {
  static const std::vector<std::string> names{"CAST_NONE", "CAST_RINT",  "CAST_ROUND", "CAST_FLOOR",
                                              "CAST_CEIL", "CAST_TRUNC", "CAST_ODD"};
  return names;
}

std::vector<Saturation> with_other(Saturation first) {
  return {first, first == Saturation::on ? Saturation::off : Saturation::on};
}

bool reaches(Target target, ElementType to) {
  return std::ranges::any_of(sources(target), [=](ElementType from) {
    const auto& list = destinations(target, from);
    return std::ranges::find(list, to) != list.end();
  });
}

}  // namespace

Attribute round_mode_attribute() { return {rounding_name, mode_names()}; }
Attribute saturation_mode_attribute() { return {saturation_name, {"ON", "OFF"}}; }
Attribute unset_control_attribute() { return {control_name, {"false"}}; }

Pair pair_of(const Call& call) {
  return {call.target, call.tile("src").type.element, call.tile("dst").type.element};
}

std::vector<Saturation> saturations_of(const Call& call) {
  const Pair pair = pair_of(call);
  Saturation first = usual_saturation(pair);
  bool open = saturation_is_ambient(pair) || has_attribute(*call.form, control_name);
  if (has_attribute(*call.form, saturation_name)) {
    const bool on = call.attribute(saturation_name) == "ON";
    // Without tmp A2A3 forwards OFF for the six pairs alone; pages say that it is forwarded.
    const bool dropped =
        pair.target == Target::a2a3 && !call.form->has("tmp") && !usually_wraps(pair) && !on;
    if (!dropped) first = on ? Saturation::on : Saturation::off;
    open = open || dropped;
  }
  return open ? with_other(first) : std::vector{first};
}

CastMode mode_of(const Call& call) {
  const auto found = std::ranges::find(mode_names(), call.attribute(rounding_name));
  return static_cast<CastMode>(found - mode_names().begin());
}

Conversion conversion_of(const Call& call) {
  const Pair pair = pair_of(call);
  const CastMode mode = mode_of(call);
  const bool as_is = pair.target == Target::cpu && mode == CastMode::none;
  return {pair, roundings(pair, mode), saturations_of(call), as_is};
}

std::vector<Scenario> every_round_mode() {
  std::vector<Scenario> scenarios;
  for (std::size_t mode = 0; mode < mode_names().size(); ++mode) {
    scenarios.push_back(
        {.name = "mode " + mode_names()[mode].substr(5),
         .text = "RoundMode is " + mode_names()[mode],
         .apply = [mode](Call& call, Draw&) { call.attributes.at(0) = static_cast<int>(mode); }});
  }
  return scenarios;
}

std::vector<Scenario> every_destination() {
  std::vector<Scenario> scenarios;
  for (const ElementFormat& format : all_formats()) {
    TargetSet where = no_target;
    for (const Target target : all_targets) {
      if (reaches(target, format.type)) where = where.with(target);
    }
    if (where == no_target) continue;
    const ElementType to = format.type;
    scenarios.push_back({.name = "to " + std::string(format.name),
                         .text = "dst is of " + std::string(format.manual_name) +
                                 " where the source converts to it",
                         .targets = where,
                         .apply = [to](Call& call, Draw&) {
                           const auto& list = destinations(call.target, pair_of(call).from);
                           if (std::ranges::find(list, to) == list.end()) return;
                           TileType& type = call.tile("dst").type;
                           type.element = to;
                           make_well_formed(type);
                         }});
  }
  return scenarios;
}

}  // namespace assay::ops
