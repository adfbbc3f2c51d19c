// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/denied_calls.hpp"
#include "reference/ops/movement/shared/in_place.hpp"
#include "reference/ops/movement/shared/padding.hpp"
#include "reference/ops/movement/shared/table_moves.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {

using namespace vocabulary;

OpSpec TFILLPAD() {
  constexpr const char* page = "TFILLPAD page";
  return {
      .mnemonic = "TFILLPAD",
      .summary = "Copies a tile and fills the rest of dst with its pad.",
      .forms = {{.name = "vec",
                 .operands = {dst, src},
                 .lead = "src",
                 .constraints = joined(
                     padded_tiles(),
                     Constraints{
                         invariant(valid_within_shape("src")).from("Tile class", "static bounds"),
                         one_shape().from(page, "Rows and Cols of both are equal"),
                         covers_source().at(launch).from(page, "what is valid is kept")}),
                 .results = {padded()},
                 .scenarios = padding_scenarios()},
                {.name = "mat",
                 .operands = {{"dst", Role::in_out, OperandKind::tile}},
                 .lead = "dst",
                 .attributes = {{"src", {"dst"}}},
                 .constraints = padded_in_mat(),
                 .results = {padded_around()}}},
      .may_refuse = {small_floats_on_cpu(table_of_layouts)},
      .decisions = {"104-fills"},
      .ambiguities = padding_ambiguities(),
      .notes = padding_notes(),
      .errata = tfillpad_errata(),
  };
}

}  // namespace assay::ops
