// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* trowexpandmin_page = "TROWEXPANDMIN page";
const Types types{.a2a3 = {i16, i32, f16, f32},
                  .a5 = {i8, u8, i16, u16, i32, u32, f16, bf16, f32},
                  .listed = every_target};

Form form(std::string name, const Roles& roles) {
  return {.name = std::move(name),
          .operands = {dst, src0, src1},
          .lead = roles.full,
          .constraints = joined(tiles_by_rows(roles, types, trowexpandmin_page),
                                value_or_block(roles, trowexpandmin_page)),
          .results = {spread_smaller(arguments_of(roles, Placement::row_blocks))},
          .scenarios = value_and_block(roles),
          .plans = {"ties", "cancellation"}};
}

}  // namespace

OpSpec TROWEXPANDMIN() {
  return {
      .mnemonic = "TROWEXPANDMIN",
      .summary = "Smaller of a tile and one value for each row.",
      .forms = each_also_with_tmp(form, types, trowexpandmin_page),
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "016-nan-and-zero-of-selections"},
      .ambiguities = ambiguities_of_rows({types_of_second_page("bfloat16, int8 or uint8")}),
      .notes = notes_of_rows(),
      .errata = with_checks_of_cpu(with_pick(errata_of_row_spread("TROWEXPANDMIN"), "TROWEXPANDMIN",
                                             Extreme::smaller, Placement::row_blocks),
                                   "TROWEXPANDMIN"),
  };
}

}  // namespace assay::ops
