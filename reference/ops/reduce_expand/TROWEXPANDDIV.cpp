// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* trowexpanddiv_page = "TROWEXPANDDIV page";
const Types types{.a2a3 = {f16, f32},
                  .a5 = {i8, u8, i16, u16, i32, u32, f16, bf16, f32},
                  .a2a3_undrawn = {i16, i32},
                  .listed = every_target};

Form form(std::string name, const Roles& roles) {
  return {.name = std::move(name),
          .operands = {dst, src0, src1},
          .lead = roles.full,
          .constraints = joined(tiles_by_rows(roles, types, trowexpanddiv_page),
                                value_or_block(roles, trowexpanddiv_page)),
          .results = {spread_quotient(arguments_of(roles, Placement::row_blocks))},
          .scenarios = value_and_block(roles),
          .plans = {"multiples", "nearties"},
          .admit = divide_seldom_by_zero,
          .seldom = true};
}

}  // namespace

OpSpec TROWEXPANDDIV() {
  return {
      .mnemonic = "TROWEXPANDDIV",
      .summary = "Quotient of a tile and one value for each row.",
      .precision = "DivAlgorithm",
      .forms = each_also_precise(each_also_with_tmp(form, types, trowexpanddiv_page)),
      .decisions = {"002-outside-the-valid-region", "035-which-operand-is-spread",
                    "014-integer-overflow", "015-division-and-remainder",
                    "017-accuracy-of-functions"},
      .ambiguities = ambiguities_of_rows({identity_of_tiles("A2A3 and A5"), shortened_name(),
                                          quotient_types_differ(), precise_quotient()}),
      .notes = notes_of_rows({"a2a3, cpu: PrecisionType is accepted and ignored"}),
      .errata = with_checks_of_cpu(
          with_trap(errata_of_row_spread("TROWEXPANDDIV"), "TROWEXPANDDIV", "ElementOp.h"),
          "TROWEXPANDDIV"),
  };
}

}  // namespace assay::ops
