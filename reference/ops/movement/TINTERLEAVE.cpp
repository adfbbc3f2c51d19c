// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/interleaving.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

using namespace vocabulary;

OpSpec TINTERLEAVE() {
  constexpr const char* page = "TINTERLEAVE page";
  return {
      .mnemonic = "TINTERLEAVE",
      .summary = "Weaves two tiles into two halves, element by element.",
      .forms = {{
          .name = "plain",
          .operands = {dst1, dst0, src1, src0},
          .lead = "dst0",
          .targets = {a5, cpu},
          .constraints = joined(
              woven_tiles({"dst0", "src0"}, page),
              Constraints{invariant(one_tile_type("dst1", "dst0")).from(page, "one TileDataDst"),
                          invariant(one_tile_type("src1", "src0")).from(page, "one TileDataSrc")},
              woven_regions({"dst0", "dst1", "src0", "src1"}, page)),
          .results = {moved(woven(true), "dst1"), moved(woven(false), "dst0")},
          .scenarios = interleaving_scenarios({"dst0", "dst1", "src0", "src1"}),
      }},
      .decisions = {"002-outside-the-valid-region"},
      .ambiguities = {{"the introduction gives dst0 the even positions, the formula the first half",
                       "the formula, which the note on the order of parameters repeats"}},
      .notes = {"a2a3 has no such instruction"},
  };
}

}  // namespace assay::ops
