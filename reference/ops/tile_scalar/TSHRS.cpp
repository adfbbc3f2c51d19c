// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_errata.hpp"
#include "reference/ops/tile_scalar/shift_by_scalar.hpp"

namespace assay::ops {

OpSpec TSHRS() {
  constexpr const char* page = "TSHRS page";
  return {
      .mnemonic = "TSHRS",
      .summary = "Every element shifted right by a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints =
              joined(type_lists("src", page, {.a2a3 = {i16, u16, i32, u32}, .a5 = every_integer}),
                     dst_has_type_of("src", page, every_target), tiles_with_scalar("src", page),
                     regions_with_scalar("src", page), scalar_argument(),
                     Constraints{amount_below_width(page)}),
          .results = {with_scalar(per_element({{"src"}, {"scalar"}}, shifted_right))},
          .scenarios = {within_width(), neutral_scalar(Neutral::zero)},
          .copies_in = {neutral_name},
          .plans = {"shifts"},
          .usual_rows = 8,
      }},
      .decisions = {"002-outside-the-valid-region", "020-scalar-arguments", "021-shift-amounts"},
      .ambiguities = shift_ambiguities(),
      .notes = {"amounts of the width and more and negative ones are forbidden and checked nowhere",
                "a2a3: no 8-bit types, unlike the shifts by a tile"},
      .errata = {untouched_from_column_64("E-TSHRS-001"),
                 square_regions_alone("E-TSHRS-002", "include/pto/npu/a2a3/TBitwiseSOp.hpp"),
                 unchecked(a2a3, "E-TSHRS-003", "TBitwiseSOp.hpp", "dst.location"),
                 unchecked(a5, "E-TSHRS-004", "TShrS.hpp", "dst.same_element")},
  };
}

}  // namespace assay::ops
