// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* trowexpandmul_page = "TROWEXPANDMUL page";
const Types types{.a2a3 = {i16, i32, f16, f32},
                  .a5 = {i8, u8, i16, u16, i32, u32, f16, bf16, f32},
                  .listed = every_target};

Form form(std::string name, const Roles& roles) {
  return {.name = std::move(name),
          .operands = {dst, src0, src1},
          .lead = roles.full,
          .constraints = joined(tiles_by_rows(roles, types, trowexpandmul_page),
                                value_or_block(roles, trowexpandmul_page)),
          .results = {product(arguments_of(roles, Placement::row_blocks))},
          .scenarios = value_and_block(roles),
          .plans = {"nearties", "ones"}};
}

}  // namespace

OpSpec TROWEXPANDMUL() {
  return {
      .mnemonic = "TROWEXPANDMUL",
      .summary = "Product of a tile and one value for each row.",
      .forms = each_also_with_tmp(form, types, trowexpandmul_page),
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "014-integer-overflow"},
      .ambiguities =
          ambiguities_of_rows({overflow_is_open(), identity_of_tiles("A2A3 and A5"),
                               shortened_name(), types_of_second_page("bfloat16 or int8")}),
      .notes = notes_of_rows(),
      .errata = with_checks_of_cpu(errata_of_row_spread("TROWEXPANDMUL"), "TROWEXPANDMUL"),
  };
}

}  // namespace assay::ops
