// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/classify.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tabs_page = "TABS page";

/// Floats lose their sign bit, whatever they are; a way through a wider format makes a NaN quiet
/// (Choice::signalling_nans).
Acceptable magnitude(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  if (is_integer(x.type)) {
    const numerics::Wide value = numerics::integer_value(x.type, x.bits);
    return overflowing(cell, value < 0 ? -value : value);
  }
  const std::uint64_t cleared = x.bits & (mask_of(x.type) >> 1);
  const bool quieted = numerics::is_nan(x.type, x.bits) &&
                       cell.readings.of(Choice::signalling_nans) == signalling_quieted;
  return exactly(quieted ? cleared | numerics::quiet_nan(x.type) : cleared);
}

}  // namespace

OpSpec TABS() {
  return {
      .mnemonic = "TABS",
      .summary = "Absolute value of every element.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src},
          .lead = "src",
          .constraints = joined(
              element_types(
                  "src", tabs_page,
                  {.a2a3 = {f16, f32}, .a5 = {i8, i16, i32, f16, f32}, .listed = every_target}),
              one_element_type({"dst"}, "src", tabs_page),
              vec_tiles({"dst", "src"}, tabs_page, {.in_vec = devices}),
              equal_regions({"src"}, tabs_page, devices)),
          .results = {depending_on(
              {Choice::signalling_nans},
              with_overflow(no_arithmetic(per_element({{"src"}}, magnitude))))},
          .plans = {"domain"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow",
                    "016-nan-and-zero-of-selections"},
      .ambiguities =
          {{"the CPU gives -0 for -0, since it tests for less than zero",
            "decision 016: the sign bit is clear; erratum E-TABS-001"},
           {"the CPU takes integers and bf16 that A2A3 refuses, and the Chinese page omits i8 and "
            "bf16 for the CPU",
            "constraint src.element, target by target, as the English page lists them"},
           {"a cost model documents u8, which no header takes",
            "constraint src.element: u8 must be refused on devices, whose lists lack it"},
           {"the absolute value of the most negative integer is not said",
            "decision 014: it wraps, and so stays what it is"}},
      .notes = {"cpu: valid regions are not compared; the region of dst counts"},
      .errata = tabs_errata(),
  };
}

}  // namespace assay::ops
