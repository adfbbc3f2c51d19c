// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/shared/padding.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

using namespace vocabulary;

OpSpec TFILLPAD_EXPAND() {
  constexpr const char* page = "TFILLPAD page";
  return {
      .mnemonic = "TFILLPAD_EXPAND",
      .summary = "Copies a tile into a larger one and fills the rest of it with its pad.",
      .forms = {{
          .name = "vec",
          .operands = {dst, src},
          .lead = "src",
          .constraints =
              joined(padded_tiles(),
                     Constraints{valid_within_shape("src").from("Tile class", "static bounds"),
                                 larger_shape().from(page, "Rows and Cols of dst are no smaller"),
                                 covers_source().at(launch).from(page, "what is valid is kept")}),
          .results = {padded()},
          .scenarios = padding_scenarios(),
      }},
      .may_refuse = {small_floats_on_cpu(table_of_layouts)},
      .decisions = {"104-fills"},
      .ambiguities = padding_ambiguities(),
      .notes = padding_notes(),
      .errata = tfillpad_expand_errata(),
  };
}

}  // namespace assay::ops
