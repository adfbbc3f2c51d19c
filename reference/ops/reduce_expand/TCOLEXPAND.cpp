// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/replication.hpp"

namespace assay::ops {

OpSpec TCOLEXPAND() {
  constexpr const char* page = "TCOLEXPAND page";
  // The page asks for types of so many bytes, and lists some: which counts, it does not say.
  const vocabulary::Elements of_one_byte{e4m3, e5m2, e8m0, hif8, e2m1, e1m2, i4};
  return {
      .mnemonic = "TCOLEXPAND",
      .summary = "First row of the source in every row.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src},
          .lead = "dst",
          .constraints =
              joined(replication_types(page, of_one_byte),
                     Constraints{vocabulary::layout_is("src", {TileLayout::ND})
                                     .unchecked_on({cpu})
                                     .from(page, "src is ND"),
                                 equal_columns("src", "dst", page, {a5}),
                                 region_not_empty("src", page, {.on = devices, .refused = {a5}})}),
          .results = {replicated(Placement::row_vector)},
          .scenarios = {wide_copies(), copy_of_one_row()},
          .copies_in = {"single_row"},
          .plans = {"ends"},
      }},
      .decisions = {"002-outside-the-valid-region", "036-replication"},
      .ambiguities =
          {{"the page asks for a type of 1, 2, 4 or, on A5, 8 bytes, and lists such types; floats "
            "of "
            "8 bits and what shares a byte are of one byte and not in the list",
            "constraint dst.element: the list is legal, these are not tried"},
           {"A5 alone checks that src has the valid columns of dst; A2A3 compares dst with itself",
            "constraint src.same_valid_columns: promised refusal on a5 alone"},
           {"the A5 header handles 64 columns of 8-byte elements, the page all",
            "decision 036: all; erratum E-TCOLEXPAND-001"},
           {"A2A3 overwrites the rest of a row's last 32-byte block, A5 and the CPU keep it",
            "decision 002: unspecified outside the valid region"}},
      .notes = {"a2a3: returns without a word where an extent is zero",
                "cpu: returns without a word where dst is empty"},
      .errata = errata_of_replication("TCOLEXPAND", Placement::row_vector),
  };
}

}  // namespace assay::ops
