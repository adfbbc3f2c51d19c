// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/quantisation/quantiser_setters.hpp"

#include <algorithm>

#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* operand = "fpTile";
constexpr std::int64_t unit = 32, most_bytes = 2048;

/// The smallest buffer of descriptors has 2 KiB.
Constraint one_row() {
  return invariant(constraint(
      "fpTile.row", "fpTile is one row of whole blocks of 32 bytes, at most 2 KiB",
      [](const Call& call) {
        const TileType& type = call.tile(operand).type;
        return type.rows == 1 && type.bytes() % unit == 0 && type.bytes() <= most_bytes;
      },
      [](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        const std::int64_t block = unit * 8 / bits_of(tile.type.element);
        tile.type.rows = tile.valid_rows = 1;
        tile.type.cols = draw.integer(1, most_bytes / unit) * block;
        tile.valid_cols = std::clamp<std::int64_t>(tile.valid_cols, 1, tile.type.cols);
      }));
}

}  // namespace

Constraints rows_in_scaling(const std::string& page) {
  const Elements a2a3_elements{i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32};
  const Elements elements{i8,  u8,   i16, u16,  i32,  u32,  i64, u64,
                          f16, bf16, f32, e4m3, e5m2, e8m0, hif8};
  return {invariant(element_is(operand, a2a3_elements)).on({a2a3}).from(page, "no list: all types"),
          invariant(element_is(operand, elements)).on({a5, cpu}).from(page, "no list: all types"),
          located_in(operand, {Location::scaling}).from(page, "Scaling alone"),
          invariant(nd_layout(operand)).from(page, "the example: a row"),
          plain_fractal(operand),
          one_row().from("MODEL 5", "the buffer of descriptors"),
          valid_within_shape(operand).from("Tile class", "static valid bounds")};
}

bool sets_descriptors(const Form& form) { return form.op == "SET_QUANT_VECTOR"; }

bool has_descriptors(const Form& form) {
  return std::ranges::find(form.operands, "fp", &Operand::name) != form.operands.end();
}

Result kept(const std::string& tile_operand) {
  Result result{.operand = tile_operand, .flow = {.copies = true}};
  result.semantics = [tile_operand](const Evaluation& inputs) -> Expected {
    const TileSpec& tile = inputs.call.tile(tile_operand);
    ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
    for_each_valid(tile, [&](std::int64_t index, std::int64_t, std::int64_t) {
      expected.set_accept(index, Accept::preserved);
    });
    return expected;
  };
  return result;
}

std::vector<std::string> quantiser_setter_notes() {
  return {
      "open: a TPUSH alone reads what is set, and no case has one: a call shows that it is taken, "
      "and that memory stays what it is"};
}

}  // namespace assay::ops
