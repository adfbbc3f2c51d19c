// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/header_errata.hpp"
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TCOLEXPANDEXPDIF page";
const Types types{
    .a2a3 = {f16, f32},
    .a5 = {f16, f32},
    .cpu = {f16, f32},
    .listed = every_target,
};

Form form(std::string name, const Roles& roles, TargetSet targets) {
  const Checked layout{.on = every_target, .refused = {cpu}};
  return {.name = std::move(name),
          .operands = {dst, src0, src1},
          .lead = roles.full,
          .targets = targets,
          .constraints =
              joined(expansion_types_constraints(roles, types, page, {cpu}),
                     tile_in_vec("dst", page, {.on = every_target, .refused = every_target}),
                     tile_in_vec(roles.full, page, layout), tile_in_vec(roles.spread, page, layout),
                     Constraints{as_large_as_dst(roles.full, page),
                                 one_value_for_each_column(roles.spread, page)},
                     full_by_rows(roles, page)),
          .results = {spread_exponential(arguments_of(roles, Placement::row_vector))},
          .scenarios = {more_than_255_rows(roles)},
          .plans = {"moderate", "nearties"}};
}

/// A5 has one instruction for float that subtracts and takes the exponential.
Erratum fused(const std::string& number, const Roles& roles, std::vector<std::string> forms) {
  const char* title = "float: the difference is not rounded before its exponential is taken";
  Erratum made = giving(of_headers(a5, number, "TColExpandExpdif.hpp", title),
                        spread_fused_exponential(arguments_of(roles, Placement::row_vector)));
  made.forms = std::move(forms);
  return among(std::move(made), "float", [](const Call& call) { return element_of(call) == f32; });
}

}  // namespace

OpSpec TCOLEXPANDEXPDIF() {
  return {
      .mnemonic = "TCOLEXPANDEXPDIF",
      .family = "reduce_expand",
      .summary = "e to the power of the difference of a tile and one row for all rows.",
      .forms = {form("plain", src1_is_spread, every_target),
                form("swapped", src0_is_spread, devices)},
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "017-accuracy-of-functions", "037-exponential-of-a-difference"},
      .ambiguities = ambiguities_of_columns({shortened_name(), rounding_of_difference()}),
      .notes = {"a2a3, a5: types, layouts and regions of sources are not checked"},
      .errata = followed(errata_of_column_spread("TCOLEXPANDEXPDIF"),
                         {fused("E-TCOLEXPANDEXPDIF-002", src1_is_spread, {"plain"}),
                          fused("E-TCOLEXPANDEXPDIF-003", src0_is_spread, {"swapped"})}),
  };
}

}  // namespace assay::ops
