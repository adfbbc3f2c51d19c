// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {

OpSpec TSUBS() {
  constexpr const char* page = "TSUBS page";
  return {
      .mnemonic = "TSUBS",
      .summary = "Every element less a scalar.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, scalar},
          .lead = "src",
          .constraints = joined(
              type_lists("src", page, {.a2a3 = {i16, i32, f16, f32}, .a5 = arithmetic_elements}),
              dst_has_type_of("src", page, every_target), tiles_with_scalar("src", page),
              regions_with_scalar("src", page), scalar_argument()),
          .results = {with_scalar(difference({{"src"}, {"scalar"}}))},
          .scenarios = {inexact_scalar(), least_scalar(), neutral_scalar(Neutral::zero)},
          .copies_in = {neutral_name},
          .plans = {"cancellation", "nearties"},
      }},
      .decisions = {"002-outside-the-valid-region", "014-integer-overflow", "020-scalar-arguments",
                    "039-row-major-on-the-cpu"},
      .ambiguities =
          {{"A2A3 is reported to negate the scalar as a float, which loses bits above 2^24",
            "decision 020: the difference; erratum E-TSUBS-002"},
           {"no source asks for row-major tiles here, though the sum's pages do and devices "
            "address "
            "rows",
            "constraints src.row_major and dst.row_major: kept on devices, no promised refusal"},
           overflow_is_open()},
      .notes = {},
      .errata =
          followed(tsubs_errata(), {unchecked(a2a3, "E-TSUBS-003", "TSubS.hpp", "dst.location"),
                                    unchecked(a5, "E-TSUBS-004", "TSubS.hpp", "dst.same_element")}),
  };
}

}  // namespace assay::ops
