// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/errata/errata.hpp"
#include "reference/ops/elementwise/fused.hpp"

namespace assay::ops {
namespace {

constexpr const char* tmuladddst_page = "TMULADDDST page";

Result sum_of_products() {
  return per_element({{"src0"}, {"src1"}, {"dst"}}, [](const ElementContext& cell) {
    const auto& x = cell.arguments;
    return any_reading(cell, multiply_add(cell, x[0], x[1], x[2]));
  });
}

}  // namespace

OpSpec TMULADDDST() {
  return {
      .mnemonic = "TMULADDDST",
      .summary = "src0 * src1 added to dst.",
      .forms = {{
          .name = "plain",
          .operands = {accumulator, src0, src1},
          .lead = "src0",
          .constraints = joined(
              element_types("src0", tmuladddst_page,
                            {.a2a3 = {f16, f32}, .a5 = {f16, f32}, .listed = every_target}),
              one_element_type({"src1", "dst"}, "src0", tmuladddst_page),
              vec_tiles({"dst", "src0", "src1"}, tmuladddst_page, {.row_major = every_target}),
              equal_regions({"src0", "src1"}, tmuladddst_page, no_target)),
          .results = {sum_of_products()},
          .plans = {"cancellation", "moderate"},
      }},
      .decisions = {"002-outside-the-valid-region", "018-steps-and-clamps"},
      .ambiguities =
          {{"no document says whether the product is rounded before the addition",
            "decision 018: rounded once, as the formal draft has it; erratum E-TMULADDDST-001"},
           {"the Chinese page adds rules on Vec, static and run-time shapes and a scalar that is "
            "not there; headers assert row-major, types and shapes alone",
            "constraints: those of the headers; Vec is a rule whose breach need not be refused"}},
      .notes = {"dst is read: it must have been written before",
                "a2a3, a5: Vec is documented and not asserted",
                "the page says that it does not validate valid regions"},
      .errata = tmuladddst_errata(),
  };
}

}  // namespace assay::ops
