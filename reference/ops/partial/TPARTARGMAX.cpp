// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/partial/partial_search.hpp"

namespace assay::ops {

OpSpec TPARTARGMAX() {
  constexpr const char* page = "TPARTARGMAX page";
  return {
      .mnemonic = "TPARTARGMAX",
      .summary = "Greater of two values where both tiles have one, with the index that it carries.",
      .forms = {{
          .name = "plain",
          .operands = {value_out, value_of_src0, value_of_src1, index_out, index_of_src0,
                       index_of_src1},
          .lead = "dstVal",
          .constraints = search_constraints(page),
          .results = {selected_value(true), selected_index(true)},
          .scenarios = partial_scenarios(value_tiles),
          .plans = {"ties", "twins"},
      }},
      .decisions = {"002-outside-the-valid-region", "195-partial-regions"},
      .ambiguities = search_ambiguities("TPARTARGMAX"),
      .notes = {"indices are copied and never compared"},
      .errata = search_errata("TPARTARGMAX", true),
  };
}

}  // namespace assay::ops
