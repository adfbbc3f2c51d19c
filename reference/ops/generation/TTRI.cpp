// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* ttri_page = "TTRI page";

const Operand diagonal{"diagonal", Role::input, OperandKind::scalar};
/// 2 is no value of it.
const Attribute side{"isUpperOrLower", {"0", "1", "2"}};

bool is_upper(const Call& call) { return call.attribute(side.name) == "1"; }

std::int64_t diagonal_of(const Call& call) {
  return static_cast<std::int32_t>(call.scalar("diagonal").bits);
}

void set_diagonal(Call& call, std::int64_t value) {
  call.scalar("diagonal") = {i32, static_cast<std::uint64_t>(value) & mask_of(i32)};
}

/// Row, column and diagonal are numbers: their sum does not overflow (decision 197).
std::uint64_t element_of_triangle(const Evaluation& inputs, std::int64_t row, std::int64_t col) {
  const std::int64_t end = row + diagonal_of(inputs.call);
  const bool one = is_upper(inputs.call) ? col >= end : col <= end;
  return integer_in(inputs.call.tile("dst").type.element, one ? 1 : 0);
}

Scenario crossing() {
  return {.name = "crossing",
          .text = "a diagonal that crosses the valid region",
          .apply = [](Call& call, Draw& draw) {
            const TileSpec& tile = call.tile("dst");
            set_diagonal(call, draw.integer(1 - tile.valid_rows, tile.valid_cols - 1));
          }};
}

/// The first and the last diagonals that cross the region, and their neighbours on both sides.
Scenario at_corners() {
  return {.name = "corners",
          .text = "a diagonal through a corner of the valid region, or next to one",
          .apply = [](Call& call, Draw& draw) {
            const TileSpec& tile = call.tile("dst");
            const std::int64_t corner =
                draw.pick({-tile.valid_rows, std::int64_t{0}, tile.valid_cols,
                           tile.valid_cols - tile.valid_rows});
            set_diagonal(call, corner + draw.integer(-1, 1));
          }};
}

Scenario at_ends_of_int() {
  return {.name = "ends of int",
          .text = "a diagonal near the least or the greatest int",
          .apply = [](Call& call, Draw& draw) {
            const std::int64_t away = draw.integer(0, 3);
            set_diagonal(call, draw.chance(50) ? INT32_MAX - away : INT32_MIN + away);
          }};
}

/// The lower triangle of the main diagonal, and the upper one of the diagonal below it.
void example(Call& call) {
  declare(call.tile("dst"), call.tile("dst").type.element, 16, 16);
  set_diagonal(call, is_upper(call) ? -1 : 0);
}

}  // namespace

OpSpec TTRI() {
  return {
      .mnemonic = "TTRI",
      .summary = "Fills one side of a diagonal with ones and the other with zeros.",
      .forms = {{
          .name = "plain",
          .operands = {dst, diagonal},
          .lead = "dst",
          .attributes = {side},
          .constraints = joined(
              element_types("dst", ttri_page,
                            {.a2a3 = {i16, u16, i32, u32, f16, f32},
                             .a5 = {i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32}}),
              vec_tiles({"dst"}, ttri_page, {.row_major = {a2a3}}),
              Constraints{
                  invariant(element_is("diagonal", {i32})).from("C++", "int diagonal"),
                  attribute_is(side.name, {"0", "1"}).from(ttri_page, "isUpperOrLower is 0 or 1")}),
          .results = {made_elements(element_of_triangle)},
          .scenarios = {crossing(), at_corners(), at_ends_of_int(), manual_example(example)},
      }},
      .decisions = {"002-outside-the-valid-region", "197-generated-tiles"},
      .ambiguities = {{"the examples have no tile type before isUpperOrLower, the declaration has",
                       "form plain: as it is declared"},
                      {"the assembly of the page below tile/ops has two tiles as sources",
                       "form plain: one integer, as all pages declare it"},
                      {"no page says whether the sum of a row and the diagonal may overflow",
                       "decision 197: it does not; erratum E-TTRI-002"}},
      .notes = {"cpu: a type that the simulator does not support is refused (conventions)"},
      .errata = ttri_errata(),
  };
}

}  // namespace assay::ops
