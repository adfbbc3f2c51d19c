// SPDX-License-Identifier: Apache-2.0
// What the pages of searches in columns say in the same words.
#include <algorithm>

#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// Elements of one of the regions of tmp on A2A3: a repeat of 256 bytes, or the valid columns of a
/// narrower source rounded up to blocks of 32 bytes.
std::int64_t region(const TileSpec& in) {
  const std::int64_t size = size_of(in.type.element);
  const std::int64_t repeat = 256 / size, block = 32 / size;
  if (in.valid_cols >= repeat) return repeat;
  return (in.valid_cols + block - 1) / block * block;
}

}  // namespace

Constraint regions_of_tmp(std::int64_t regions) {
  const auto needed = [=](const Call& call) { return regions * region(call.tile("src")); };
  const auto resize = [](Call& call, std::int64_t cols) {
    TileSpec& tile = call.tile("tmp");
    tile.type.blayout = BLayout::row_major;
    tile.type.slayout = SLayout::none_box;
    tile.type.rows = 1;
    tile.type.cols = std::max<std::int64_t>(cols, 1);
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
    make_well_formed(tile.type);
    tile.valid_rows = 1;
    tile.valid_cols = tile.type.cols;
  };
  Constraint made = constraint(
      "tmp.regions",
      "one row of tmp holds " + std::to_string(regions) +
          " regions of min(256 bytes, valid columns of src in whole blocks)",
      [=](const Call& call) { return call.tile("tmp").type.cols >= needed(call); },
      // A repeat for every region fits whatever the valid columns become at launch.
      [=](Call& call, Draw&) {
        resize(call, regions * 256 / size_of(call.tile("src").type.element));
      },
      [=](Call& call, Draw&) {
        resize(call, needed(call) - 32 / size_of(call.tile("src").type.element));
      });
  made.edge = [=](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    call.tile("src").type.dynamic_valid_cols = false;
    call.tile("src").valid_cols = 1;
    const std::int64_t block = 32 / size_of(call.tile("src").type.element);
    resize(call, needed(call) - (side == Edge::below ? block : 0));
    return true;
  };
  return made;
}

Constraint static_valid_columns_are_one(const std::string& operand) {
  return constraint(
      operand + ".static_valid_columns", "ValidCol of " + operand + " is 1 or dynamic",
      [=](const Call& call) {
        const TileSpec& tile = call.tile(operand);
        return tile.type.dynamic_valid_cols || tile.valid_cols == 1;
      },
      [=](Call& call, Draw&) { call.tile(operand).type.dynamic_valid_cols = true; },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        tile.type.dynamic_valid_cols = false;
        tile.valid_cols = draw.integer(2, std::max<std::int64_t>(2, tile.cols()));
      });
}

Scenario tall() {
  return {.name = "tall",
          .text = "more than 2048 rows, the maximum near the end",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("src");
            tile.type.rows = draw.integer(2049, 2600);
            tile.type.cols = 256 / bits_of(tile.type.element);
            tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
            tile.valid_rows = tile.type.rows;
            tile.valid_cols = tile.type.cols;
          }};
}

std::vector<Ambiguity> ambiguities_of_column_searches() {
  return {{"A2A3 is reported to pass row numbers of two-byte sources through half precision",
           "decision 005: above row 2048 either number on a2a3"},
          {"A2A3 is reported to compare unsigned sources as half or float",
           "decision 004: either order on a2a3; a column with a NaN pattern is target-defined"},
          {"documents differ on the number of tmp regions",
           "constraint tmp.regions: three for index, two for value_index, no promised refusal"},
          {"the simulator's value form uses the row checker",
           "constraint dst.valid_rows: no promised refusal on cpu"},
          {"the simulator's value form forbids 16-bit indices, devices require them",
           "constraint dst.element by target"},
          {"DN sources pass static checks but devices address them as rows",
           "constraint src.layout: ND on devices, no promised refusal; either on cpu"},
          {"tie and NaN rules are undocumented", "decision 004"},
          {"only the manual has the rule on static valid columns of src",
           "constraint src.static_valid_columns: kept, no promised refusal"}};
}

}  // namespace assay::ops
