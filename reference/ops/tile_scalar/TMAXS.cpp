// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {

OpSpec TMAXS() {
  constexpr const char* page = "TMAXS page";
  return {
      .mnemonic = "TMAXS",
      .summary = "Larger one of every element and a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(
              type_lists("src", page, {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}),
              dst_has_type_of("src", page),
              tiles_with_scalar("src", page, {.row_major = devices, .row_major_on_cpu = true}),
              regions_with_scalar("src", page, {.rows = {a2a3}}), scalar_argument()),
          .results = {with_scalar(per_element({{"src"}, {"scalar"}}, larger))},
          .scenarios = {beyond_64_columns()},
          .plans = {"ties"},
      }},
      .decisions = {"002-outside-the-valid-region", "016-nan-and-zero-of-selections",
                    "020-scalar-arguments", "039-one-layout-with-a-scalar"},
      .ambiguities =
          {{"no page has a rule for NaN",
            "decision 016: the tile's element on cpu; on devices any NaN where both are NaN, else "
            "target-defined"},
           {"the A5 header compares columns alone, pages want rows and columns",
            "constraint src.same_valid_rows: kept everywhere, refused on a2a3"},
           {"row-major is documented for the maximum and not for the minimum, and asserted by no "
            "device header",
            "constraints src.row_major and dst.row_major: kept on devices, no promised refusal"}},
      .notes = {"a5: the element type of src is not compared with that of dst"},
      .errata = {untouched_from_column_64("E-TMAXS-001"),
                 unchecked(a2a3, "E-TMAXS-002", "TMaxS.hpp", "*.row_major"),
                 unchecked(a5, "E-TMAXS-003", "TMaxs.hpp", "*.row_major")},
  };
}

}  // namespace assay::ops
