// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* tcolexpandexpdif_page = "TCOLEXPANDEXPDIF page";
const Types types{.a2a3 = {f16, f32}, .a5 = {f16, f32}, .listed = every_target};

}  // namespace

OpSpec TCOLEXPANDEXPDIF() {
  return {
      .mnemonic = "TCOLEXPANDEXPDIF",
      .summary = "e to the power of the difference of a tile and one row for all rows.",
      .forms = {{.name = "plain",
                 .operands = {dst, src0, src1},
                 .lead = "src0",
                 .constraints = tiles_by_columns(types, tcolexpandexpdif_page),
                 .results = {spread_exponential(
                     arguments_of(src1_is_spread, Placement::row_vector))},
                 .scenarios = {more_than_255_rows()},
                 .plans = {"thresholds", "moderate", "nearties"}}},
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "017-accuracy-of-functions", "037-exponential-of-a-difference"},
      .ambiguities = ambiguities_of_columns({shortened_name(), rounding_of_difference()}),
      .notes = {"a2a3, a5: types, layouts and regions of sources are not checked"},
      .errata = with_fused(errata_of_column_spread("TCOLEXPANDEXPDIF"), "TCOLEXPANDEXPDIF",
                           "TColExpandExpdif.hpp", Placement::row_vector),
  };
}

}  // namespace assay::ops
