// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {

OpSpec TMULS() {
  constexpr const char* page = "TMULS page";
  return {
      .mnemonic = "TMULS",
      .summary = "Every element times a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(
              type_lists("src", page,
                         {.a2a3 = {i16, i32, f16, f32},
                          .a5 = {i16, u16, i32, u32, i64, u64, f16, bf16, f32}}),
              dst_has_type_of("src", page), tiles_with_scalar("src", page, {.row_major = devices}),
              regions_with_scalar("src", page, {.rows = {a2a3}}), scalar_argument()),
          .results = {with_scalar(product({{"src"}, {"scalar"}}))},
          .scenarios = {inexact_scalar(), neutral_scalar(Neutral::one)},
          .copies_in = {neutral_name},
          .plans = {"nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "020-scalar-arguments",
                    "039-row-major-on-the-cpu"},
      .ambiguities = {{"A5 compares valid columns alone, A2A3 rows and columns",
                       "constraint src.same_valid_rows: kept everywhere, refused on a2a3"},
                      {"A5 has no 8-bit types here, unlike sums and differences with a scalar",
                       "constraint src.element on a5: the header's list"},
                      layout_is_documented_only(),
                      overflow_is_open()},
      .notes = {},
      .errata = {untouched_from_column_64("E-TMULS-001"),
                 unchecked(a2a3, "E-TMULS-002", "TMulS.hpp", "dst.location"),
                 unchecked(a2a3, "E-TMULS-003", "TMulS.hpp", "*.row_major"),
                 unchecked(a5, "E-TMULS-004", "TMulS.hpp", "*.row_major")},
  };
}

}  // namespace assay::ops
