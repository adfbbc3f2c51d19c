// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/functions.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TEXP page";

Result power_of_e() {
  const Result floating =
      subnormal_or_zero(rounded({.function = Function::exponential, .accuracy = "exponential"}));
  return by_kind(floating, per_element({{"src"}}, [](const ElementContext& cell) {
                   return whole_part(cell, numerics::exponential(cell.arguments[0].real()));
                 }));
}

}  // namespace

OpSpec TEXP() {
  return {
      .mnemonic = "TEXP",
      .family = "elementwise",
      .summary = "e to the power of every element.",
      .precision = "ExpAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src},
          .lead = "src",
          .constraints = joined(element_types("src", page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
                                one_element_type({"dst"}, "src", page),
                                vec_tiles({"dst", "src"}, page, {.in_vec = devices}),
                                equal_regions({"src"}, page, every_target)),
          .results = {power_of_e()},
          .plans = {"moderate", "nearties"},
      }),
      .decisions = {"002-outside-the-valid-region", "017-accuracy-of-functions"},
      .ambiguities =
          {{"A5 may flush subnormal results with PrecisionType DEFAULT: that is what "
            "HIGH_PRECISION repairs",
            "decision 017: a subnormal result may be 0 on a2a3 and on a5 but for the precise form"},
           {"the page says nothing on special values, while those of logarithms and roots call "
            "them target-defined",
            "decision 017: the limits of IEEE 754, which every source expects"}},
      .notes = {"a2a3, cpu: PrecisionType is accepted and ignored",
                "cpu: computed in double and converted, for integers by truncation"},
  };
}

}  // namespace assay::ops
