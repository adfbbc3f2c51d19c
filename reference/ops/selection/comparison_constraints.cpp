// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/selection/comparison_constraints.hpp"

#include <algorithm>

#include "reference/ops/page.hpp"

namespace assay::ops {

using namespace vocabulary;

namespace {

const Elements byte_mask_sources{i32, f16, f32};

}  // namespace

Constraint wide_mask() {
  return constraint(
      "dst.wide", "a comparison of other types than i32, f16 and f32 goes to a mask of u32",
      [](const Call& call) {
        return std::ranges::find(byte_mask_sources, call.tile("src0").type.element) !=
                   byte_mask_sources.end() ||
               call.tile("dst").type.element == u32;
      },
      [](Call& call, Draw&) {
        call.tile("dst").type.element = u32;
        make_well_formed(call.tile("dst").type);
      },
      [](Call& call, Draw&) { call.tile("dst").type.element = u8; });
}

Constraint equal_pitch() {
  const auto concerned = [](const Call& call) {
    return bits_of(call.tile("src0").type.element) == 32;
  };
  return constraint(
      "src1.pitch", "4-byte sources have equally many columns",
      [=](const Call& call) {
        return !concerned(call) || call.tile("src1").cols() == call.tile("src0").cols();
      },
      [](Call& call, Draw&) { call.tile("src1").type.cols = call.tile("src0").type.cols; },
      [=](Call& call, Draw&) {
        if (concerned(call)) call.tile("src1").type.cols += 8;
      });
}

Constraint columns_of_mask_bytes() {
  return constraint(
      "dst.cpu_columns",
      "Cols of src0 is a multiple of 8, and dst has one valid column for every 8 of them",
      [](const Call& call) {
        const std::int64_t cols = call.tile("src0").cols();
        return cols % 8 == 0 && call.tile("dst").valid_cols == cols / 8;
      },
      [](Call& call, Draw&) {
        TileSpec& data = call.tile("src0");
        if (data.type.cols % 8 != 0) {
          data.type.cols += 8 - data.type.cols % 8;
          make_well_formed(data.type);
        }
        TileSpec& dst_tile = call.tile("dst");
        set_valid(dst_tile, dst_tile.valid_rows, data.cols() / 8);
      },
      [](Call& call, Draw& draw) {
        TileSpec& dst_tile = call.tile("dst");
        const std::int64_t legal = call.tile("src0").cols() / 8;
        const bool fewer = legal > 1 && draw.chance(50);
        set_valid(dst_tile, dst_tile.valid_rows, fewer ? legal - 1 : legal + 1);
      });
}

Constraint covering_source() {
  const auto concerned = [](const Call& call) {
    return bits_of(call.tile("src0").type.element) == 64;
  };
  return constraint(
      "src1.covers", "8-byte tiles are compared lane by lane, so src1 is valid where src0 is",
      [=](const Call& call) {
        const TileSpec& left = call.tile("src0");
        const TileSpec& right = call.tile("src1");
        return !concerned(call) ||
               (right.valid_rows >= left.valid_rows && right.valid_cols >= left.valid_cols);
      },
      [](Call& call, Draw&) {
        const TileSpec& left = call.tile("src0");
        set_valid(call.tile("src1"), left.valid_rows, left.valid_cols);
      },
      [](Call& call, Draw&) {
        const TileSpec& left = call.tile("src0");
        TileSpec& right = call.tile("src1");
        set_valid(right, std::max<std::int64_t>(left.valid_rows - 1, 1),
                  std::max<std::int64_t>(left.valid_cols - 1, 1));
      });
}

}  // namespace assay::ops
