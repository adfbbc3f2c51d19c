// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {

OpSpec TADDS() {
  constexpr const char* page = "TADDS page";
  return {
      .mnemonic = "TADDS",
      .summary = "Sum of every element and a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(
              type_lists("src", page, {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}),
              dst_has_type_of("src", page), tiles_with_scalar("src", page, {.row_major = devices}),
              regions_with_scalar("src", page), scalar_argument()),
          .results = {with_scalar(sum({{"src"}, {"scalar"}}))},
          .scenarios = {inexact_scalar(), neutral_scalar(Neutral::negative_zero)},
          .copies_in = {neutral_name},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "020-scalar-arguments",
                    "039-row-major-on-the-cpu"},
      .ambiguities =
          {{"the English A5 list asks for equal columns alone, the Chinese page and the header for "
            "rows and columns",
            "constraint src.same_valid_region: a breach must be refused on devices"},
           {"pages claim row-major tiles and static bounds for A2A3, its header asserts neither",
            "constraints src.row_major, dst.row_major: no promised refusal on devices; static "
            "bounds "
            "are rules of the Tile class everywhere"},
           overflow_is_open()},
      .notes = {},
      .errata = {untouched_from_column_64("E-TADDS-001"),
                 unchecked(a2a3, "E-TADDS-002", "TAddS.hpp", "dst.location"),
                 unchecked(a2a3, "E-TADDS-003", "TAddS.hpp", "*.row_major"),
                 unchecked(a5, "E-TADDS-004", "TAddS.hpp", "*.row_major")},
  };
}

}  // namespace assay::ops
