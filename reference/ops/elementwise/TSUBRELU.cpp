// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/evaluate.hpp"
#include "reference/ops/elementwise/fused.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TSUBRELU page";

Readings difference(const ElementContext& cell) {
  const numerics::Real exact = cell.arguments[0].real() - cell.arguments[1].real();
  return {numerics::encode(cell.to, exact, numerics::RoundMode::nearest_even)};
}

/// C++ subtracts 8 and 16 bits as int, so that the clamp may come before the result is cut off.
Acceptable integer_difference_clamped(const ElementContext& cell) {
  const numerics::Wide exact = numerics::integer_value(cell.to, cell.arguments[0].bits) -
                               numerics::integer_value(cell.to, cell.arguments[1].bits);
  const numerics::Wide cut = numerics::integer_value(cell.to, numerics::wrapped(cell.to, exact));
  const std::uint64_t clamped_last = numerics::wrapped(cell.to, cut < 0 ? 0 : cut);
  if (bits_of(cell.to) > 16) return exactly(clamped_last);
  return either(clamped_last, numerics::wrapped(cell.to, exact < 0 ? 0 : exact));
}

Result clamped_difference() {
  const ElementFunction floating = [](const ElementContext& cell) {
    return clamped_reading(cell, difference(cell));
  };
  return by_kind(per_element({{"src0"}, {"src1"}}, floating),
                 per_element({{"src0"}, {"src1"}}, integer_difference_clamped));
}

}  // namespace

OpSpec TSUBRELU() {
  return {
      .mnemonic = "TSUBRELU",
      .family = "elementwise",
      .summary = "Difference of two tiles, or zero where that is negative.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints = joined(element_types("src0", page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
                                one_element_type({"src1", "dst"}, "src0", page),
                                vec_tiles({"dst", "src0", "src1"}, page),
                                equal_regions({"src0", "src1"}, page, every_target)),
          .results = {clamped_difference()},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities =
          {{"the Chinese page calls it ternary and has a rule on a scalar that is not there",
            "constraints: those of the headers"},
           {"the CPU turns a NaN into +0 here and keeps it in its instruction that only clamps",
            "decision 018: +0 on cpu, target-defined on devices"},
           {"the English page says that shapes are not checked; headers check them in debug builds",
            "constraints src0.same_valid_region and src1.same_valid_region: refused"}},
      .notes = {"a2a3, a5: Vec is documented and not asserted"},
  };
}

}  // namespace assay::ops
