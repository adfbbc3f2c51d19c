// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/fused.hpp"

namespace assay::ops {

OpSpec TFUSEDMULADDRELU() {
  constexpr const char* page = "TFUSEDMULADDRELU page";
  return {
      .mnemonic = "TFUSEDMULADDRELU",
      .summary = "src0 * dst + src1, or zero where that is negative.",
      .forms = {{
          .name = "plain",
          .operands = {accumulator, src0, src1},
          .lead = "src0",
          .constraints =
              joined(element_types("src0", page,
                                   {.a2a3 = {f16, f32}, .a5 = {f16, f32}, .listed = every_target}),
                     one_element_type({"src1", "dst"}, "src0", page),
                     vec_tiles({"dst", "src0", "src1"}, page, {.row_major = every_target}),
                     equal_regions({"src0", "src1"}, page, no_target)),
          .results = {per_element({{"src0"}, {"src1"}, {"dst"}},
                                  [](const ElementContext& cell) {
                                    const auto& x = cell.arguments;
                                    return clamped_reading(cell,
                                                           multiply_add(cell, x[0], x[2], x[1]));
                                  })},
          .plans = {"cancellation", "moderate"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities =
          {{"the formulas of both pages have no clamp; the name, the Chinese text and the "
            "manual's list of instructions have one",
            "decision 018: clamped"},
           {"the Chinese formula exchanges dst and src1", "decision 018: src0 * dst + src1"},
           {"no document says whether the product is rounded before the addition",
            "decision 018: rounded once, as the name and the formal draft have it; "
            "erratum E-TFUSEDMULADDRELU-001"}},
      .notes = {"dst is read: it must have been written before",
                "a2a3, a5: Vec is documented and not asserted",
                "the page says that it does not validate valid regions"},
      .errata = tfusedmuladdrelu_errata(),
  };
}

}  // namespace assay::ops
