// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/joining.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

OpSpec TCONCAT() {
  constexpr const char* page = "TCONCAT page";
  return {
      .mnemonic = "TCONCAT",
      .summary = "Puts the columns of one tile after those of another.",
      .forms = {{
                    .name = "plain",
                    .operands = {dst, src0, src1},
                    .lead = "src0",
                    .constraints = joined(joined_tiles(page), joined_regions(page)),
                    .results = {joined_whole()},
                },
                joined_by_counts("indexed", page),
                joined_by_counts("counted", page)},
      .decisions = {"002-outside-the-valid-region", "105-joined-tiles"},
      .ambiguities = joining_ambiguities(),
      .notes = joining_notes(),
      .errata = tconcat_errata(),
  };
}

}  // namespace assay::ops
