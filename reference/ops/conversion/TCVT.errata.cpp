// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TCVT.
#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <utility>

#include "reference/ops/conversion/conversion_choice.hpp"
#include "reference/ops/conversion/small_floats.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

using Change = std::function<void(Conversion&, const Call&)>;
using Concern = std::function<bool(const Call&)>;

bool same(const Acceptable& a, const Acceptable& b) {
  return a.accept == b.accept && a.value == b.value && a.low == b.low && a.high == b.high;
}

/// If `change` alone makes a difference, the result after both `change` and `besides`.
Result instead(const Change& change, const Change& besides = nullptr) {
  return per_element({{"src"}}, [=](const ElementContext& cell) {
    const std::uint64_t bits = cell.arguments[0].bits;
    Conversion conversion = conversion_of(cell.call, cell.readings);
    const Acceptable promise = converted(conversion, bits);
    change(conversion, cell.call);
    const Acceptable changed = converted(conversion, bits);
    if (same(promise, changed) || !besides) return changed;
    besides(conversion, cell.call);
    return converted(conversion, bits);
  });
}

/// As instead(), with or without what else the implementation does.
Result either_way(const Change& change, const Change& besides) {
  return per_element({{"src"}}, [=](const ElementContext& cell) {
    const std::uint64_t bits = cell.arguments[0].bits;
    Conversion conversion = conversion_of(cell.call, cell.readings);
    const Acceptable promise = converted(conversion, bits);
    change(conversion, cell.call);
    const Acceptable changed = converted(conversion, bits);
    if (same(promise, changed)) return promise;
    const Conversion alone = conversion;
    besides(conversion, cell.call);
    return converted(std::array{alone, conversion}, bits);
  });
}

Erratum erratum(std::string number, std::string title, std::string where, Concern among,
                Result result) {
  Erratum made;
  made.number = std::move(number);
  made.title = std::move(title);
  made.where = std::move(where);
  made.among = std::move(among);
  made.results = {std::move(result)};
  return made;
}

std::vector<Erratum> errata_of(Target target, const char* implementation, const char* source,
                               std::vector<Erratum> all) {
  for (Erratum& one : all) {
    one.targets = {target};
    one.implementation = implementation;
    one.source = source;
  }
  return all;
}

bool is_one_of(ElementType type, std::initializer_list<ElementType> list) {
  return std::ranges::find(list, type) != list.end();
}

bool keeps_type(const Pair& pair) { return pair.from == f32 && pair.to == f32; }
bool is_cut(const Pair& pair) { return is_float(pair.from) && is_integer(pair.to); }
bool keeps_type_of(const Call& call) { return keeps_type(pair_of(call)); }
bool is_odd(const Call& call) { return mode_of(call) == CastMode::odd; }
bool is_settled(const Call& call) { return saturations_of(call).size() == 1; }
bool is_off(const Call& call) {
  return is_settled(call) && saturations_of(call).front() == Saturation::off;
}
bool is_on(const Call& call) { return is_settled(call) && !is_off(call); }

// ---- the CPU headers ----

Rounding rounding_on_cpu(const Pair& pair, CastMode asked) {
  if (!is_cut(pair)) return Rounding::nearest_even;
  return asked == CastMode::odd ? Rounding::nearest_odd : rounding_of(pair, asked);
}

void ignores_policy(Conversion& conversion, const Call& call) {
  conversion.rounding = rounding_on_cpu(conversion.pair, mode_of(call));
}

void stays(Conversion& conversion, const Call&) { conversion.as_is = true; }

void clamps_in_source(Conversion& conversion, const Call&) {
  conversion.deviations.source_limits = true;
}

void goes_by_double(Conversion& conversion, const Call&) { conversion.deviations.by_double = true; }

void casts(Conversion& conversion, const Call&) { conversion.deviations.undefined_cast = true; }

/// All that the headers do to values except rounding.
void takes_deviations(Conversion& conversion, const Call&) {
  conversion.deviations = {
      .source_limits = true, .by_double = true, .by_f32 = true, .undefined_cast = true};
}

bool is_wide(ElementType type) { return is_integer(type) && bits_of(type) == 64; }

/// The number as a double, rounded as requested: this is correct wherever headers honour the
/// policy. If the policy changes nothing, these headers also have its nearest neighbour; elsewhere
/// that is E-TCVT-001.
Result through_double() {
  return per_element({{"src"}}, [](const ElementContext& cell) {
    const std::uint64_t bits = cell.arguments[0].bits;
    Conversion asked = conversion_of(cell.call, cell.readings);
    Conversion nearest = asked;
    ignores_policy(nearest, cell.call);
    const bool is_alike = same(converted(asked, bits), converted(nearest, bits));
    goes_by_double(asked, cell.call);
    goes_by_double(nearest, cell.call);
    return is_alike ? converted(std::array{asked, nearest}, bits) : converted(asked, bits);
  });
}

std::vector<Erratum> rounding_of_cpu_headers() {
  return {
      erratum(
          "E-TCVT-001", "RoundMode is ignored where the result is a float: always to nearest even",
          "floats and integers to floats, but for float to float and for floats of 8 bits",
          [](const Call& call) {
            const Pair pair = pair_of(call);
            return is_float(pair.to) && !has_small_float(pair) && !keeps_type(pair);
          },
          either_way(ignores_policy, takes_deviations)),
      erratum("E-TCVT-002", "float to float copies, whatever RoundMode asks for",
              "float to float with another mode than CAST_NONE", keeps_type_of,
              instead(stays, takes_deviations)),
      erratum(
          "E-TCVT-003", "CAST_ODD goes to the nearest whole number, ties to the odd one",
          "floats to integers with CAST_ODD",
          [](const Call& call) { return is_cut(pair_of(call)) && is_odd(call); },
          instead(ignores_policy, takes_deviations)),
  };
}

std::vector<Erratum> range_of_cpu_headers() {
  return {
      erratum(
          "E-TCVT-004",
          "SaturationMode ON clamps in the type of the source, where the limit may be another "
          "number; NaN becomes the upper one",
          "floats with ON, but for those of 8 bits",
          [](const Call& call) {
            const Pair pair = pair_of(call);
            return is_float(pair.from) && !has_small_float(pair) && is_on(call);
          },
          instead(clamps_in_source)),
      erratum(
          "E-TCVT-005", "64-bit integers become floats by way of double, which loses digits",
          "64-bit integers to floats",
          [](const Call& call) {
            return is_wide(pair_of(call).from) && is_float(pair_of(call).to);
          },
          through_double()),
      erratum(
          "E-TCVT-007",
          "without saturation NaN and infinities are cast as C++ does, which leaves it undefined",
          "floats to integers, but with ON",
          [](const Call& call) { return is_cut(pair_of(call)) && !is_on(call); }, instead(casts)),
  };
}

/// The casts of 8-bit floats are the types' own.
Result as_small_float(Acceptable becomes(const Pair& pair, std::uint64_t bits)) {
  return per_element({{"src"}}, [=](const ElementContext& cell) {
    return becomes(pair_of(cell.call), cell.arguments[0].bits);
  });
}

std::vector<Erratum> small_floats_of_cpu_headers() {
  const auto among = [](auto is_concerned) {
    return [=](const Call& call) { return is_concerned(pair_of(call)) && !is_on(call); };
  };
  return {
      erratum("E-TCVT-020",
              "e4m3 and e5m2 get digits cut off, whatever RoundMode asks for, wrap beyond their "
              "range, and lose subnormals and the sign of 0",
              "float to e4m3 and e5m2, but with ON", among([](const Pair& pair) {
                return is_one_of(pair.to, {e4m3, e5m2});
              }),
              as_small_float(cast_to_fp8)),
      erratum(
          "E-TCVT-021", "SaturationMode ON makes 0 of everything: 8-bit floats have no limits",
          "from and to 8-bit floats with ON",
          [](const Call& call) { return has_small_float(pair_of(call)) && is_on(call); },
          as_small_float([](const Pair&, std::uint64_t) { return exactly(0); })),
      erratum("E-TCVT-022", "NaN and infinities of e4m3 and e5m2 are read as numbers, -0 as 0",
              "e4m3 and e5m2 to float, but with ON", among([](const Pair& pair) {
                return is_one_of(pair.from, {e4m3, e5m2});
              }),
              as_small_float(cast_from_fp8)),
      erratum("E-TCVT-023",
              "HiFloat8 is made by a table that has other numbers for 44 codes, whatever RoundMode "
              "asks for; NaN becomes -infinity",
              "float and half to HiFloat8, but with ON",
              among([](const Pair& pair) { return pair.to == hif8; }),
              as_small_float(cast_to_hif8)),
      erratum("E-TCVT-024", "44 codes of HiFloat8 are read as other numbers",
              "HiFloat8 to float, but with ON",
              among([](const Pair& pair) { return pair.from == hif8; }),
              as_small_float(cast_from_hif8)),
  };
}

// ---- what both device headers do ----

/// Pairs that they do not saturate unless requested.
bool is_left_wrapping(const Pair& pair) {
  return narrows_by_int32(pair) || (pair.from == f16 && pair.to == u8) ||
         (pair.from == i64 && pair.to == i32) || (pair.from == i32 && pair.to == i16);
}

/// CAST_ODD is the same as no mode, except for float to half.
bool drops_odd(const Call& call) {
  const Pair pair = pair_of(call);
  return is_odd(call) && !(pair.from == f32 && pair.to == f16);
}

void ignores_odd(Conversion& conversion, const Call& call) {
  if (drops_odd(call)) conversion.rounding = rounding_of(conversion.pair, CastMode::none);
}

bool is_whole_without_mode(const Call& call) {
  return keeps_type_of(call) && mode_of(call) == CastMode::none;
}

void makes_whole(Conversion& conversion, const Call&) { conversion.as_is = false; }

/// Among floats to integers, those that do not saturate.
bool is_left_special(const Call& call) {
  const Pair pair = pair_of(call);
  return is_cut(pair) && is_left_wrapping(pair) && !is_on(call);
}

void zeroes_special(Conversion& conversion, const Call& call) {
  if (!is_left_special(call)) return;
  conversion.deviations.zero_for_special = true;
  if (call.form->name != "ambient") conversion.saturations = {Saturation::off};
}

const char* const odd_title = "CAST_ODD is honoured for float to half alone: as without a mode";
const char* const odd_where = "CAST_ODD, but for float to half";
const char* const whole_title = "without a mode float to float goes to the nearest whole number";
const char* const whole_where = "float to float with CAST_NONE";
const char* const zero_title = "without saturation NaN and infinities become 0 or all ones";

// ---- the A2A3 headers ----

bool is_scaled(const Call& call) { return pair_of(call).from == i32 && pair_of(call).to == f16; }

void rounds_scaled(Conversion& conversion, const Call& call) {
  if (is_scaled(call)) conversion.rounding = Rounding::nearest_even;
}

/// Multiplied by 1 in float, and then rounded to half.
void scales_as_f32(Conversion& conversion, const Call& call) {
  rounds_scaled(conversion, call);
  if (is_scaled(call)) conversion.deviations.by_f32 = true;
}

bool is_forced_on(const Call& call) {
  return is_off(call) && !call.form->has("tmp") && !is_left_wrapping(pair_of(call));
}

void forces_on(Conversion& conversion, const Call& call) {
  if (is_forced_on(call)) conversion.saturations = {Saturation::on};
}

void does_as_a2a3(Conversion& conversion, const Call& call) {
  ignores_odd(conversion, call);
  scales_as_f32(conversion, call);
  makes_whole(conversion, call);
  forces_on(conversion, call);
  zeroes_special(conversion, call);
}

std::vector<Erratum> of_a2a3_headers() {
  return {
      erratum(
          "E-TCVT-008", odd_title, odd_where,
          [](const Call& call) { return drops_odd(call) && !is_scaled(call); },
          either_way(ignores_odd, does_as_a2a3)),
      erratum("E-TCVT-009",
              "int32 to half ignores RoundMode: to nearest even by a scale of 1, maybe in float",
              "int32 to half", is_scaled, either_way(rounds_scaled, does_as_a2a3)),
      erratum("E-TCVT-010", whole_title, whole_where, is_whole_without_mode,
              either_way(makes_whole, does_as_a2a3)),
      erratum("E-TCVT-011",
              "without tmp SaturationMode OFF is replaced by ON for all but six pairs",
              "OFF without tmp", is_forced_on, either_way(forces_on, does_as_a2a3)),
      erratum("E-TCVT-012", zero_title, "half to uint8, but with ON", is_left_special,
              instead(zeroes_special)),
  };
}

// ---- the A5 headers ----

bool is_to_fp8(const Call& call) { return is_one_of(pair_of(call).to, {e4m3, e5m2}); }
bool is_to_hif8(const Call& call) { return pair_of(call).to == hif8; }

void ignores_mode_to_small(Conversion& conversion, const Call& call) {
  if (is_to_fp8(call)) conversion.rounding = Rounding::nearest_even;
  if (is_to_hif8(call)) conversion.rounding = Rounding::nearest_away;
}

/// Pairs for which no control bit is set.
bool is_left_ambient(const Call& call) {
  const Pair pair = pair_of(call);
  const bool concerned =
      is_one_of(pair.to, {e4m3, e5m2, hif8}) || (pair.from == i16 && pair.to == u32);
  return is_settled(call) && concerned;
}

void leaves_bits(Conversion& conversion, const Call& call) {
  if (is_left_ambient(call)) conversion.saturations = {Saturation::on, Saturation::off};
}

void does_as_a5(Conversion& conversion, const Call& call) {
  ignores_odd(conversion, call);
  ignores_mode_to_small(conversion, call);
  makes_whole(conversion, call);
  leaves_bits(conversion, call);
  zeroes_special(conversion, call);
}

bool has_odd_row(const Call& call) {
  return bits_of(pair_of(call).to) == 4 && call.tile("dst").valid_cols % 2 != 0;
}

/// The half byte that a row ends with keeps the zero that its row was filled with.
Result half_byte_lost() {
  return per_element({{"src"}}, [](const ElementContext& cell) {
    if (cell.col == cell.call.tile("dst").valid_cols - 1) return exactly(0);
    return converted(conversion_of(cell.call, cell.readings), cell.arguments[0].bits);
  });
}

std::vector<Erratum> of_a5_headers() {
  return {
      erratum("E-TCVT-013", "a packed row of odd length loses its last half byte: 0 is stored",
              "bfloat16 to 4 bits, an odd number of valid columns", has_odd_row, half_byte_lost()),
      erratum(
          "E-TCVT-014", odd_title, odd_where,
          [](const Call& call) { return drops_odd(call) && !is_to_fp8(call) && !is_to_hif8(call); },
          either_way(ignores_odd, does_as_a5)),
      erratum("E-TCVT-015", "RoundMode is ignored for fp8: always to nearest even",
              "float to e4m3 and e5m2", is_to_fp8, either_way(ignores_mode_to_small, does_as_a5)),
      erratum("E-TCVT-016", "RoundMode is ignored for HiFloat8: to nearest, ties away from zero",
              "float and half to HiFloat8", is_to_hif8,
              either_way(ignores_mode_to_small, does_as_a5)),
      erratum("E-TCVT-017", whole_title, whole_where, is_whole_without_mode,
              either_way(makes_whole, does_as_a5)),
      erratum("E-TCVT-018",
              "SaturationMode sets no control bit: what the unit was left with decides",
              "to fp8 and HiFloat8, int16 to uint32, with ON and OFF", is_left_ambient,
              either_way(leaves_bits, does_as_a5)),
      erratum("E-TCVT-019", zero_title,
              "float to int16, half to int16, int8 and uint8, but with ON", is_left_special,
              instead(zeroes_special)),
  };
}

}  // namespace

std::vector<Erratum> tcvt_errata() {
  std::vector<Erratum> all;
  const auto add = [&](std::vector<Erratum> more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  const char* const cpu = "include/pto/cpu/TCvt.hpp";
  all.push_back(counting_columns_in_16_bits("E-TCVT-025", "TCvt.hpp"));  // first, as for folds
  add(errata_of(Target::cpu, "pto-cpu", cpu, rounding_of_cpu_headers()));
  add(errata_of(Target::cpu, "pto-cpu", cpu, range_of_cpu_headers()));
  add(errata_of(Target::cpu, "pto-cpu", "include/pto/cpu/MXTypes.hpp, include/pto/cpu/Hifloat8.hpp",
                small_floats_of_cpu_headers()));
  add(errata_of(Target::a2a3, "pto-a2a3", "include/pto/npu/a2a3/TCvt.hpp", of_a2a3_headers()));
  add(errata_of(Target::a5, "pto-a5", "include/pto/npu/a5/TCvt.hpp", of_a5_headers()));
  return all;
}

}  // namespace assay::ops
