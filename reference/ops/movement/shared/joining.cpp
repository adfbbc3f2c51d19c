// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/shared/joining.hpp"

#include <algorithm>

#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

std::int64_t columns_of_sources(const Call& call) {
  return call.tile("src0").valid_cols + call.tile("src1").valid_cols;
}

/// Another number of valid rows or columns than `kept`, inside a tile that has at least `size`.
std::int64_t another(Draw& draw, std::int64_t kept, std::int64_t size) {
  if (kept == size) return kept - 1;
  return draw.chance(50) && kept > 1 ? kept - 1 : kept + 1;
}

/// dst has room for the columns of both.
Constraint room_for_both() {
  return constraint(
      "dst.capacity", "dst has Cols for the valid columns of both sources",
      [](const Call& call) { return columns_of_sources(call) <= call.tile("dst").cols(); },
      [](Call& call, Draw&) {
        TileType& type = call.tile("dst").type;
        type.cols = std::max(type.cols, columns_of_sources(call));
        make_well_formed(type);
      },
      [](Call& call, Draw& draw) {
        TileSpec& more = call.tile("src1");
        more.type.dynamic_valid_cols = true;
        const std::int64_t room = call.tile("dst").cols() - call.tile("src0").valid_cols;
        set_valid(more, more.valid_rows, std::max<std::int64_t>(room, 0) + draw.integer(1, 9));
      });
}

Constraint columns_of_both() {
  return constraint(
      "dst.joined", "dst has the valid columns of both sources",
      [](const Call& call) { return call.tile("dst").valid_cols == columns_of_sources(call); },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("dst");
        set_valid(tile, tile.valid_rows, columns_of_sources(call));
      },
      [](Call& call, Draw& draw) {
        TileSpec& tile = call.tile("dst");
        set_valid(tile, tile.valid_rows, another(draw, columns_of_sources(call), tile.cols()));
      });
}

}  // namespace

Constraint same_rows(const std::string& operand) {
  return constraint(
      operand + ".same_valid_rows", operand + " has the valid rows of src0",
      [=](const Call& call) {
        return call.tile(operand).valid_rows == call.tile("src0").valid_rows;
      },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, call.tile("src0").valid_rows, tile.valid_cols);
      },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        tile.type.rows = std::max<std::int64_t>(tile.type.rows, 2);
        make_well_formed(tile.type);
        set_valid(tile, another(draw, call.tile("src0").valid_rows, tile.rows()), tile.valid_cols);
      });
}

Constraints joined_tiles(const std::string& page) {
  return joined(Constraints{element_is("src0", {i8, u8, i16, u16, i32, u32, f16, bf16, f32})
                                .from(page, "element types"),
                            same_element("src1", "src0").from(page, "one element type"),
                            same_element("dst", "src0").from(page, "one element type")},
                vector_tile("dst", page), vector_tile("src0", page), vector_tile("src1", page));
}

Constraints joined_regions(const std::string& page) {
  return {same_rows("src1").at(launch).from(page, "equal valid rows"),
          same_rows("dst").at(launch).from(page, "equal valid rows"),
          room_for_both().on({a2a3}).at(launch).from(page, "A2A3: columns of dst"),
          columns_of_both().on({a5}).at(launch).from(page, "A5: columns of dst"),
          invariant(columns_of_both()).on({cpu}).at(launch).from(page, "A5: columns of dst")};
}

Result joined_whole() {
  Result result{.operand = "dst", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec &out = inputs.call.tile("dst"), &first = inputs.call.tile("src0"),
                   &second = inputs.call.tile("src1");
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t rest = col - first.valid_cols;
      if (rest < 0) {
        expected.set_exact(index, inputs.of("src0")[row * first.cols() + col]);
      } else if (rest < second.valid_cols) {
        expected.set_exact(index, inputs.of("src1")[row * second.cols() + rest]);
      }
    });
    return expected;
  };
  return result;
}

std::vector<Ambiguity> joining_ambiguities() {
  return {
      {"A2A3 asks for room in dst, A5 for its valid columns, and the page for nothing on the CPU",
       "decision 105: by target, on the CPU as on A5"},
      {"counts of the indexed forms are elements in words of the page and in drawn numbers of its "
       "figure, bytes in the figure's procedure, which divides by the size of the index type, and "
       "in its note, which divides by that of the data",
       "decision 105: bytes, of either type by choice count_units (191)"},
      {"the page has one valid row in dstIdx, its figure a count for each row",
       "decision 105: 1 x 1 is valid, and the rows below it have counts"},
      {"the figure limits counts to the columns of dst, the CPU header does not",
       "decision 105: limited"}};
}

std::vector<std::string> joining_notes() {
  return {"not tested: counts that a source has no columns for; index tiles of several types"};
}

}  // namespace assay::ops
