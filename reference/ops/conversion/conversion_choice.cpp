// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/conversion/conversion_choice.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/numerics/real.hpp"
#include "reference/ops/semantics.hpp"

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

bool reaches(Target target, ElementType to) {
  return std::ranges::any_of(sources(target), [=](ElementType from) {
    const auto& list = destinations(target, from);
    return std::ranges::find(list, to) != list.end();
  });
}

numerics::Wide brought_into(ElementType from, ElementType to, numerics::Wide value) {
  if (numerics::fits(to, value)) return value;
  const numerics::Wide low = numerics::integer_value(to, numerics::wrapped(to, value));
  return numerics::fits(from, low) ? low : ~low;
}

double largest_of(ElementType type) {
  if (!is_integer(type)) return numerics::as_double(type, numerics::largest_finite(type, false));
  return std::ldexp(1.0, bits_of(type) - (is_signed(type) ? 1 : 0)) - 1;
}

/// The same digits under a smaller exponent. What no type holds becomes a number as well.
double brought_into(ElementType to, double value) {
  const double limit = largest_of(to);
  const bool only_positive = is_integer(to) && !is_signed(to);
  const double size = std::isfinite(value) ? std::fabs(value) : limit / 4;
  const double within =
      size <= limit ? size : std::ldexp(size, std::ilogb(limit) - std::ilogb(size) - 1);
  return only_positive ? within : std::copysign(within, value);
}

std::uint64_t brought_into(ElementType from, ElementType to, std::uint64_t bits) {
  if (is_integer(from)) {
    const numerics::Wide value = numerics::integer_value(from, bits);
    if (is_integer(to)) return numerics::wrapped(from, brought_into(from, to, value));
    const auto limit = static_cast<numerics::Wide>(std::min(largest_of(to), 0x1p100));
    return numerics::wrapped(from, value % limit);
  }
  if (numerics::is_nan(from, bits) && !is_integer(to)) return bits;
  const double value = numerics::as_double(from, bits);
  const double near = brought_into(to, value);
  if (near == value) return bits;
  return numerics::encode(from, numerics::Real(near), numerics::RoundMode::nearest_even);
}

Side side_of(const ChosenReadings& readings, Choice choice) {
  return readings.of(choice) == 0 ? Side::first : Side::second;
}

}  // namespace

void seldom_beyond(const Call& call, std::vector<ElementArray>& contents) {
  const bool saturates =
      has_attribute(*call.form, saturation_name) && call.attribute(saturation_name) == "ON";
  ElementArray& elements = contents[call.form->index_of("src")];
  const ElementType from = elements.type(), to = call.tile("dst").type.element;
  if (saturates) return;
  for_each_valid(call.tile("src"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    if (index % 8 == 7 || index >= elements.size()) return;
    elements.set(index, brought_into(from, to, elements[index]));
  });
}

Attribute round_mode_attribute() { return {rounding_name, mode_names()}; }
Attribute saturation_mode_attribute() { return {saturation_name, {"ON", "OFF"}}; }
Attribute unset_control_attribute() { return {control_name, {"false"}}; }

Pair pair_of(const Call& call) {
  return {call.target, call.tile("src").type.element, call.tile("dst").type.element};
}

std::vector<Saturation> saturations_of(const Call& call) {
  if (!has_attribute(*call.form, saturation_name)) return {Saturation::off, Saturation::on};
  return {call.attribute(saturation_name) == "ON" ? Saturation::on : Saturation::off};
}

CastMode mode_of(const Call& call) {
  const auto found = std::ranges::find(mode_names(), call.attribute(rounding_name));
  return static_cast<CastMode>(found - mode_names().begin());
}

Conversion conversion_of(const Call& call, const ChosenReadings& readings) {
  const Pair pair = pair_of(call);
  const CastMode mode = mode_of(call);
  Conversion made{pair, rounding_of(pair, mode), saturations_of(call), mode == CastMode::none};
  if (pair.target == Target::a2a3 && narrows_by_int32(pair)) {
    made.narrowing = call.form->has("tmp") ? Narrowing::by_int32 : Narrowing::native;
  }
  made.hif8_ties = side_of(readings, Choice::hif8_ties);
  made.directed_overflow = side_of(readings, Choice::directed_overflow);
  if (made.saturations.size() > 1) {
    const bool clamps = readings.of(Choice::default_saturation) == default_clamps;
    made.saturations = {clamps ? Saturation::on : Saturation::off};
  }
  return made;
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

namespace {

/// The same with each SaturationMode; none if the source does not convert to the type.
void add_saturated(std::vector<Scenario>& scenarios) {
  const std::vector<Scenario> alone = scenarios;
  const std::vector<std::string> modes = saturation_mode_attribute().values;
  for (std::size_t mode = 0; mode < modes.size(); ++mode) {
    for (Scenario one : alone) {
      const ElementType to = *element_named(one.name.substr(std::string_view("to ").size()));
      one.name += " " + modes[mode];
      one.text += ", with SaturationMode " + modes[mode];
      one.apply = [mode, to, apply = one.apply](Call& call, Draw& draw) {
        const auto& list = destinations(call.target, pair_of(call).from);
        if (std::ranges::find(list, to) == list.end()) draw.pick(std::span<const ElementType>());
        apply(call, draw);
        call.attributes.at(1) = static_cast<int>(mode);
      };
      scenarios.push_back(std::move(one));
    }
  }
}

}  // namespace

std::vector<Scenario> every_destination(bool with_modes) {
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
  if (with_modes) add_saturated(scenarios);
  return scenarios;
}

}  // namespace assay::ops
