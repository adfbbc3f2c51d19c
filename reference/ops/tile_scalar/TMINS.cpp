// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {

OpSpec TMINS() {
  constexpr const char* page = "TMINS page";
  return {
      .mnemonic = "TMINS",
      .summary = "Smaller one of every element and a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(
              type_lists("src", page, {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}),
              dst_has_type_of("src", page, every_target),
              tiles_with_scalar("src", page, in_vec_everywhere(no_target)),
              regions_with_scalar("src", page, {.rows = {a2a3}}), scalar_argument()),
          .results = {with_scalar(growing(extreme_of_two({{"src"}, {"scalar"}}, false)))},
          .scenarios = {beyond_64_columns()},
          .plans = {"ties"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections",
                    "020-scalar-arguments", "039-row-major-on-the-cpu"},
      .ambiguities =
          {{"no page has a rule for NaN",
            "decision 016: the number, and of zeros the one that is not greater; erratum "
            "E-TMINS-004"},
           {"the A5 header compares columns alone, and so do pages",
            "constraint src.same_valid_rows: kept everywhere, refused on a2a3"},
           {"row-major is documented for the maximum and not for the minimum, and asserted by no "
            "device header",
            "constraints src.row_major and dst.row_major: kept on devices, no promised refusal"}},
      .notes = {"a5: the element type of src is not compared with that of dst"},
      .errata = {untouched_from_column_64("E-TMINS-001"),
                 unchecked(a2a3, "E-TMINS-002", "TMins.hpp", "dst.location"),
                 unchecked(a5, "E-TMINS-003", "TMins.hpp", "dst.same_element"),
                 picks_on_cpu("E-TMINS-004", smaller)},
  };
}

}  // namespace assay::ops
