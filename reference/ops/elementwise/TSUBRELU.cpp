// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/evaluate.hpp"
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/fused.hpp"

namespace assay::ops {
namespace {

constexpr const char* tsubrelu_page = "TSUBRELU page";

PossibleBits difference(const ElementContext& cell) {
  const numerics::Real exact = cell.arguments[0].real() - cell.arguments[1].real();
  return {numerics::encode(cell.to, exact, numerics::RoundMode::nearest_even)};
}

Result clamped_difference() {
  return per_element({{"src0"}, {"src1"}}, [](const ElementContext& cell) {
    return clamped_reading(cell, difference(cell));
  });
}

}  // namespace

OpSpec TSUBRELU() {
  return {
      .mnemonic = "TSUBRELU",
      .summary = "Difference of two tiles, or zero where that is negative.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0, src1},
          .lead = "src0",
          .constraints =
              joined(element_types("src0", tsubrelu_page,
                                   {.a2a3 = {f16, f32}, .a5 = {f16, f32}, .listed = every_target}),
                     one_element_type({"src1", "dst"}, "src0", tsubrelu_page),
                     vec_tiles({"dst", "src0", "src1"}, tsubrelu_page, {.row_major = every_target}),
                     equal_regions({"src0", "src1"}, tsubrelu_page, no_target)),
          .results = {clamped_difference()},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities =
          {{"the Chinese page calls it ternary and has a rule on a scalar that is not there",
            "constraints: those of the headers"},
           {"the CPU turns a NaN into +0 here and keeps it in its instruction that only clamps",
            "decision 018: a NaN stays one; erratum E-TSUBRELU-001"},
           {"the English page says that shapes are not checked; headers check them in debug builds",
            "constraints src0.same_valid_region and src1.same_valid_region: a breach need not be "
            "refused"}},
      .notes = {"a2a3, a5: Vec is documented and not asserted"},
      .errata = tsubrelu_errata(),
  };
}

}  // namespace assay::ops
