// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/functions.hpp"

namespace assay::ops {

OpSpec TEXP() {
  constexpr const char* page = "TEXP page";
  return {
      .mnemonic = "TEXP",
      .summary = "e to the power of every element.",
      .precision = "ExpAlgorithm",
      .forms = plain_and_precise({
          .operands = {dst, src},
          .lead = "src",
          .constraints = joined(element_types("src", page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
                                one_element_type({"dst"}, "src", page),
                                vec_tiles({"dst", "src"}, page, {.in_vec = devices}),
                                equal_regions({"src"}, page, devices)),
          .results = {one_signed(
              rounded({.function = Function::exponential, .accuracy = "exponential"}))},
          .plans = {"moderate", "nearties"},
      }),
      .decisions = {"002-outside-the-valid-region", "017-accuracy-of-functions"},
      .ambiguities =
          {{"A5 may flush subnormal results with PrecisionType DEFAULT: that is what "
            "HIGH_PRECISION repairs",
            "decision 017: subnormal results are numbers; errata E-TEXP-001 and E-TEXP-002"},
           {"the page says nothing on special values, while those of logarithms and roots call "
            "them target-defined",
            "decision 017: the limits of IEEE 754, which every source expects"}},
      .notes = {"a2a3, cpu: PrecisionType is accepted and ignored",
                "cpu: computed in double and converted"},
      .errata = texp_errata(),
  };
}

}  // namespace assay::ops
