// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/header_errata.hpp"
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* page = "TROWEXPANDEXPDIF page";
const Types types{
    .a2a3 = {f16, f32},
    .a5 = {f16, f32},
    .cpu = {f16, f32},
    .listed = every_target,
};

Constraints of_tiles(const Roles& roles) {
  return joined(expansion_types_constraints(roles, types, page, every_target),
                tile_in_vec("dst", page, {.on = every_target, .refused = every_target}),
                full_operand(roles, page), spread_operand(roles, page));
}

Form form(std::string name, const Roles& roles) {
  return {.name = std::move(name),
          .operands = {dst, src0, src1},
          .lead = roles.full,
          .constraints = joined(of_tiles(roles), value_or_block(roles, page)),
          .results = {spread_exponential(arguments_of(roles, Placement::row_blocks))},
          .scenarios = value_and_block(roles),
          .plans = {"moderate", "nearties"}};
}

Form form_with_tmp(std::string name, const Roles& roles) {
  Form made = form(std::move(name), roles);
  made.operands = {dst, src0, src1, tmp};
  made.constraints =
      joined(of_tiles(roles), value_or_block(roles, page, {a5, cpu}), scratch(page),
             Constraints{one_value_with_tmp(roles.spread, page), room_for_rows(page)});
  made.scenarios = value_and_block(roles, {a5, cpu});
  return made;
}

/// A5 has one instruction for float that subtracts and takes the exponential.
Erratum fused(const std::string& number, const Roles& roles, std::vector<std::string> forms) {
  const char* title = "float: the difference is not rounded before its exponential is taken";
  Erratum made = giving(of_headers(a5, number, "TRowExpandExpdif.hpp", title),
                        spread_fused_exponential(arguments_of(roles, Placement::row_blocks)));
  made.forms = std::move(forms);
  return among(std::move(made), "float", [](const Call& call) { return element_of(call) == f32; });
}

}  // namespace

OpSpec TROWEXPANDEXPDIF() {
  return {
      .mnemonic = "TROWEXPANDEXPDIF",
      .family = "reduce_expand",
      .summary = "e to the power of the difference of a tile and one value for each row.",
      .forms = {form("plain", src1_is_spread), form_with_tmp("tmp", src1_is_spread),
                form("swapped", src0_is_spread), form_with_tmp("swapped_tmp", src0_is_spread)},
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "017-accuracy-of-functions", "037-exponential-of-a-difference"},
      .ambiguities = ambiguities_of_rows(
          {identity_of_tiles("A2A3"), shortened_name(), rounding_of_difference()}),
      .notes = notes_of_rows(),
      .errata =
          followed(errata_of_row_spread("TROWEXPANDEXPDIF"),
                   {fused("E-TROWEXPANDEXPDIF-004", src1_is_spread, {"plain", "tmp"}),
                    fused("E-TROWEXPANDEXPDIF-005", src0_is_spread, {"swapped", "swapped_tmp"})}),
  };
}

}  // namespace assay::ops
