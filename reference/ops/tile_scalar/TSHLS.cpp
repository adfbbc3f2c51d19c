// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/shift_by_scalar.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TSHLS page";

Acceptable element(const ElementContext& cell) { return shifted_left(cell, Amount::in_scalar); }

std::vector<Ambiguity> ambiguities() {
  auto list = shift_ambiguities();
  list.push_back(
      {"A5 is reported to carry from the low to the high word of 64 bits with an arithmetic "
       "shift",
       "decision 021: the carry with and without sign are both accepted on a5"});
  return list;
}

}  // namespace

OpSpec TSHLS() {
  return {
      .mnemonic = "TSHLS",
      .family = "tile_scalar",
      .summary = "Every element shifted left by a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(
              type_lists("src", page,
                         {.a2a3 = {i16, u16, i32, u32}, .a5 = every_integer, .cpu = every_integer}),
              dst_has_type_of("src", page),
              tiles_with_scalar("src", page, {.dst_in_vec = {a5, cpu}}),
              regions_with_scalar("src", page, {.rows = {a5}}), scalar_argument(),
              Constraints{not_negative(page), square_region()}),
          .results = {with_scalar(
              per_element({{"src"}, {"scalar"}}, or_untouched_from_column_64(element)))},
          .scenarios = {within_width()},
          .plans = {"shifts"},
          .usual_rows = 8,
      }},
      .decisions = {"002-outside-the-valid-region", "020-scalar-arguments", "021-shift-amounts"},
      .ambiguities = ambiguities(),
      .notes = {"negative amounts are documented as unsupported and checked nowhere",
                "a2a3: no 8-bit types, unlike the shifts by a tile",
                "a5: 64-bit integers are shifted in halves, 64 columns of a row at most",
                "a2a3: the location of dst is not asserted"},
  };
}

}  // namespace assay::ops
