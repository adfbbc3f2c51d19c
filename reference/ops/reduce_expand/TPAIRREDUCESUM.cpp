// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/reduce_expand/shared/pair_sums.hpp"

namespace assay::ops {
namespace {

constexpr const char* tpairreducesum_page = "TPAIRREDUCESUM page";

}  // namespace

OpSpec TPAIRREDUCESUM() {
  return {
      .mnemonic = "TPAIRREDUCESUM",
      .summary = "Sums of neighbours in every row, one after the other, then zeros.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src0},
          .lead = "src0",
          .constraints = joined(
              element_types("src0", tpairreducesum_page, {.a2a3 = {f16, f32}, .a5 = {f16, f32}}),
              one_element_type({"dst"}, "src0", tpairreducesum_page, devices),
              vec_tiles({"dst", "src0"}, tpairreducesum_page),
              equal_regions({"src0"}, tpairreducesum_page, devices), Constraints{some_column()}),
          .results = {pair_sums()},
          .plans = {"cancellation", "nearties", "rare"},
      }},
      .decisions = {"002-outside-the-valid-region", "038-sums-of-neighbours"},
      .ambiguities =
          {{"the page counts a missing neighbour as 0, devices leave it out with its sum",
            "decision 038: a sum with 0; errata E-TPAIRREDUCESUM-001 and 003"},
           {"the page fills the upper half with 0, devices write sums alone",
            "decision 038: 0; errata E-TPAIRREDUCESUM-001 to 003"},
           {"A5 packs sums of all rows one after the other where no column is left out",
            "decision 038: row by row; erratum E-TPAIRREDUCESUM-002"},
           {"elements outside the valid region are called inactive and treated as 0",
            "decision 038: of a source; what is outside in dst is open (002)"},
           {"no page says whether rows of pairs may be without columns, as no reduced axis may be",
            "constraint src0.columns: no case has such rows (decision 156)"}},
      .notes = {"a2a3, a5: the conventions want tiles in Vec, the page does not say so"},
      .errata = tpairreducesum_errata(),
  };
}

}  // namespace assay::ops
