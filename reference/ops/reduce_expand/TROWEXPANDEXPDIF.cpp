// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* trowexpandexpdif_page = "TROWEXPANDEXPDIF page";
const Types types{.a2a3 = {f16, f32}, .a5 = {f16, f32}, .listed = every_target};

Form form(std::string name, const Roles& roles) {
  return {.name = std::move(name),
          .operands = {dst, src0, src1},
          .lead = roles.full,
          .constraints = joined(tiles_by_rows(roles, types, trowexpandexpdif_page, devices),
                                value_or_block(roles, trowexpandexpdif_page)),
          .results = {spread_exponential(arguments_of(roles, Placement::row_blocks))},
          .scenarios = value_and_block(roles),
          .plans = {"thresholds", "moderate", "nearties"}};
}

}  // namespace

OpSpec TROWEXPANDEXPDIF() {
  return {
      .mnemonic = "TROWEXPANDEXPDIF",
      .summary = "e to the power of the difference of a tile and one value for each row.",
      .forms = each_also_with_tmp(form, types, trowexpandexpdif_page, devices),
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "017-accuracy-of-functions", "037-exponential-of-a-difference"},
      .ambiguities = ambiguities_of_rows(
          {identity_of_tiles("A2A3"), shortened_name(), rounding_of_difference()}),
      .notes = notes_of_rows(),
      .errata = with_fused(errata_of_row_spread("TROWEXPANDEXPDIF"), "TROWEXPANDEXPDIF",
                           "TRowExpandExpdif.hpp", Placement::row_blocks),
  };
}

}  // namespace assay::ops
