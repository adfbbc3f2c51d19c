// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/partial/partial_search.hpp"

namespace assay::ops {

OpSpec TPARTARGMIN() {
  constexpr const char* page = "TPARTARGMIN page";
  return {
      .mnemonic = "TPARTARGMIN",
      .summary = "Smaller of two values where both tiles have one, with the index that it carries.",
      .forms = {{
          .name = "plain",
          .operands = {value_out, value_of_src0, value_of_src1, index_out, index_of_src0,
                       index_of_src1},
          .lead = "dstVal",
          .constraints = search_constraints(page),
          .results = {selected_value(false), selected_index(false)},
          .scenarios = partial_scenarios(value_tiles),
          .plans = {"ties", "twins"},
      }},
      .decisions = {"002-outside-the-valid-region", "195-partial-regions"},
      .ambiguities = search_ambiguities("TPARTARGMIN"),
      .notes = {"indices are copied and never compared"},
      .errata = search_errata("TPARTARGMIN", false),
  };
}

}  // namespace assay::ops
