// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/shared/in_place.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

using namespace vocabulary;

OpSpec TFILLPAD_INPLACE() {
  return {
      .mnemonic = "TFILLPAD_INPLACE",
      .summary = "Keeps what is valid in a tile and fills the rest of it with its pad.",
      .forms = {{
                    .name = "one",
                    .operands = {{"dst", Role::in_out, OperandKind::tile}},
                    .lead = "dst",
                    .attributes = {{"src", {"dst"}}},
                    .constraints = padded_in_place(),
                    .results = {padded_around()},
                    .scenarios = {sign_as_pad()},
                },
                {
                    .name = "two",
                    .operands = {dst, src},
                    .lead = "src",
                    .constraints = padded_upon_source(),
                    .results = {padded_around()},
                    .scenarios = padding_scenarios(),
                }},
      .may_refuse = {small_floats_on_cpu(table_of_layouts)},
      .decisions = {"104-fills"},
      .ambiguities = in_place_ambiguities(),
      .notes = padding_notes(),
      .errata = tfillpad_inplace_errata(),
  };
}

}  // namespace assay::ops
