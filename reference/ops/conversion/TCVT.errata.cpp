// SPDX-License-Identifier: Apache-2.0
// What implementations are known to do instead of what TCVT promises.
#include <functional>
#include <utility>

#include "reference/ops/conversion/settled.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr const char* implementation = "pto-cpu";
constexpr const char* source = "include/pto/cpu/TCvt.hpp";

using Change = std::function<void(Conversion&, const Call&)>;

bool same(const Acceptable& a, const Acceptable& b) {
  return a.accept == b.accept && a.value == b.value && a.low == b.low && a.high == b.high;
}

/// Where `change` alone makes a difference, what comes out once `change` and `besides` are made.
Result instead(Change change, Change besides = nullptr) {
  return per_element({{"src"}}, [=](const ElementContext& cell) {
    const std::uint64_t bits = cell.arguments[0].bits;
    Conversion conversion = conversion_of(cell.call);
    const Acceptable promise = converted(conversion, bits);
    change(conversion, cell.call);
    const Acceptable changed = converted(conversion, bits);
    if (same(promise, changed) || !besides) return changed;
    besides(conversion, cell.call);
    return converted(conversion, bits);
  });
}

void ignores_policy(Conversion& conversion, const Call& call) {
  conversion.roundings = {rounding_of_cpu_headers(conversion.pair, mode_of(call))};
}

void stays(Conversion& conversion, const Call&) { conversion.as_is = true; }

void clamps_in_source(Conversion& conversion, const Call&) {
  conversion.detours.source_limits = true;
}

void clamps_as_double(Conversion& conversion, const Call&) {
  conversion.detours.double_clamp = true;
}

void goes_by_f32(Conversion& conversion, const Call&) { conversion.detours.by_f32 = true; }

/// All that the headers do to values besides rounding.
void takes_detours(Conversion& conversion, const Call&) { conversion.detours = {true, true, true}; }

bool is_wide(ElementType type) { return is_integer(type) && bits_of(type) == 64; }
bool saturates(const Call& call) { return saturations_of(call).front() == Saturation::on; }
bool keeps_type(const Pair& pair) { return pair.from == f32 && pair.to == f32; }

Erratum of_cpu_headers(std::string number, std::string title, std::string where,
                       std::function<bool(const Call&)> among, Result result) {
  Erratum made;
  made.number = std::move(number);
  made.title = std::move(title);
  made.implementation = implementation;
  made.source = source;
  made.targets = {Target::cpu};
  made.where = std::move(where);
  made.among = std::move(among);
  made.results = {std::move(result)};
  return made;
}

}  // namespace

std::vector<Erratum> tcvt_errata() {
  std::vector<Erratum> all{
      of_cpu_headers(
          "E-TCVT-001", "RoundMode is ignored where the result is a float: always to nearest even",
          "floats and integers to floats, but for float to float",
          [](const Call& call) { return is_float(pair_of(call).to) && !keeps_type(pair_of(call)); },
          instead(ignores_policy, takes_detours)),
      of_cpu_headers(
          "E-TCVT-002", "float to float copies, whatever RoundMode asks for",
          "float to float with another mode than CAST_NONE",
          [](const Call& call) { return keeps_type(pair_of(call)); },
          instead(stays, takes_detours)),
      of_cpu_headers(
          "E-TCVT-003", "CAST_ODD goes to the nearest whole number, ties to the odd one",
          "floats to integers with CAST_ODD",
          [](const Call& call) {
            const Pair pair = pair_of(call);
            return is_float(pair.from) && is_integer(pair.to) && mode_of(call) == CastMode::odd;
          },
          instead(ignores_policy, takes_detours)),
      of_cpu_headers(
          "E-TCVT-004",
          "SaturationMode ON clamps in the type of the source, where the limit may be another "
          "number",
          "floats with ON",
          [](const Call& call) { return is_float(pair_of(call).from) && saturates(call); },
          instead(clamps_in_source)),
      of_cpu_headers(
          "E-TCVT-005",
          "SaturationMode ON passes 64-bit integers through double, which loses digits",
          "64-bit integers with ON, beyond 2^53 in magnitude",
          [](const Call& call) { return is_wide(pair_of(call).from) && saturates(call); },
          instead(clamps_as_double)),
      of_cpu_headers(
          "E-TCVT-006", "wide integers become 16-bit floats by way of f32: rounded twice",
          "integers of 32 and 64 bits to half and bfloat16",
          [](const Call& call) {
            const Pair pair = pair_of(call);
            return is_integer(pair.from) && bits_of(pair.from) >= 32 && is_float(pair.to) &&
                   bits_of(pair.to) == 16;
          },
          instead(goes_by_f32)),
  };
  all[5].severity = Severity::minor;
  return all;
}

}  // namespace assay::ops
