// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TEXPANDS.
#include <algorithm>
#include <utility>

#include "reference/isa/call/physical.hpp"
#include "reference/ops/tile_scalar/fill.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

/// Changes one element of what the page promises.
using Change = std::function<void(ExpectedTile&, const Evaluation&, std::int64_t index,
                                  std::int64_t row, std::int64_t col)>;

Result changed(const Change& change) {
  return {.operand = "dst", .semantics = [=](const Evaluation& inputs) -> Expected {
            auto expected = std::get<ExpectedTile>(filled_tile(inputs));
            for (std::int64_t row = 0; row < expected.rows; ++row) {
              for (std::int64_t col = 0; col < expected.cols; ++col) {
                change(expected, inputs, expected.at(row, col), row, col);
              }
            }
            return expected;
          }};
}

/// valid_rows * valid_cols elements, one after the other.
void fill_run(ExpectedTile& expected, const Evaluation& inputs, std::int64_t index,
              std::int64_t row, std::int64_t col) {
  const TileSpec& tile = inputs.call.tile("dst");
  const bool in_run = index < tile.valid_rows * tile.valid_cols;
  if (in_run == tile.is_valid(row, col)) return;
  const auto first = expected.accept.front();
  if (!in_run) {
    expected.set_accept(index, Accept::preserved);
  } else {
    expected.set_accept(index, first);
    expected.value.set(index, expected.value[0]);
  }
}

/// A pair of bytes is written with the sign of the first one in the second.
void spill(ExpectedTile& expected, const Evaluation& inputs, std::int64_t index, std::int64_t row,
           std::int64_t col) {
  const TileType& type = inputs.call.tile("dst").type;
  const std::int64_t place = type.conv ? index : physical_offset(type, row, col);
  if (place % 2 != 0) expected.set_exact(index, 0xFF);
}

void keep_invalid(ExpectedTile& expected, const Evaluation& inputs, std::int64_t index,
                  std::int64_t row, std::int64_t col) {
  if (!inputs.call.tile("dst").is_valid(row, col)) expected.set_accept(index, Accept::preserved);
}

std::function<bool(const Call&)> has_element(std::vector<ElementType> types) {
  return [types = std::move(types)](const Call& call) {
    return std::ranges::find(types, call.tile("dst").type.element) != types.end();
  };
}

bool is_negative_byte_in_blocks(const Call& call) {
  const TileType& type = call.tile("dst").type;
  return type.element == ElementType::i8 && fills_blocks(type) &&
         (filling_value(call).value_or(0) & 0x80U) != 0;
}

Erratum spilled_sign(const std::string& number, Target target, const std::string& implementation,
                     const std::string& source) {
  return {.number = number,
          .title = "a negative int8 leaves 0xFF in every second byte",
          .implementation = implementation,
          .source = source,
          .targets = {target},
          .where = "Mat and convolution tiles of int8, a negative scalar",
          .among = is_negative_byte_in_blocks,
          .results = {changed(spill)}};
}

}  // namespace

std::vector<Erratum> texpands_errata() {
  using enum ElementType;
  return {
      {.number = "E-TEXPANDS-001",
       .title = "valid rows * valid columns elements in a row are filled, not the region",
       .implementation = "pto-a2a3",
       .source = "include/pto/npu/a2a3/TExpandS.hpp",
       .targets = {Target::a2a3},
       .forms = {"tile"},
       .where = "Vec tiles with a static ValidCol below Cols",
       .among =
           [](const Call& call) {
             return !fills_blocks(call.tile("dst").type) && expansion_is_short(call, "dst");
           },
       .results = {changed(fill_run)}},
      spilled_sign("E-TEXPANDS-002", Target::a2a3, "pto-a2a3", "include/pto/npu/a2a3/TExpandS.hpp"),
      spilled_sign("E-TEXPANDS-003", Target::a5, "pto-a5", "include/pto/npu/a5/TExpandS.hpp"),
      {.number = "E-TEXPANDS-004",
       .title = "Mat tiles are filled over their valid region alone",
       .implementation = "pto-cpu",
       .source = "include/pto/cpu/TExpands.hpp",
       .targets = {Target::cpu},
       .forms = {"tile"},
       .where = "Mat tiles with a valid region below Rows x Cols",
       .among =
           [](const Call& call) {
             const TileSpec& tile = call.tile("dst");
             return fills_blocks(tile.type) &&
                    (tile.valid_rows < tile.rows() || tile.valid_cols < tile.cols());
           },
       .results = {changed(keep_invalid)}},
      unchecked(Target::a5, "E-TEXPANDS-005", "TExpandS.hpp", "dst.row_major"),
      unchecked(Target::a2a3, "E-TEXPANDS-006", "TExpandS.hpp", "dst.row_major"),
      among(accepting(of_headers(Target::a2a3, "E-TEXPANDS-007", "TExpandS.hpp",
                                 "Vec tiles may have the element types of Mat tiles"),
                      "dst.element.Vec"),
            "elements of int8, uint8, uint16, uint32 and bfloat16",
            has_element({i8, u8, u16, u32, bf16})),
      among(accepting(of_headers(Target::a5, "E-TEXPANDS-008", "TExpandS.hpp",
                                 "tiles may have elements of bfloat16 and of 64 bits"),
                      "dst.element*"),
            "elements of bfloat16, int64 and uint64", has_element({bf16, i64, u64}))};
}

}  // namespace assay::ops
