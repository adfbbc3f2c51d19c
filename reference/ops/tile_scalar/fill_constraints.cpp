// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/page.hpp"
#include "reference/ops/tile_scalar/fill.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t most_blocks = 32767;

/// A FRACTAL_Z tile may have four dimensions, all of which the rule counts.
bool counts_all(const ConvShape& shape) { return shape.rank == 4; }

std::int64_t blocks_of(const TileType& type) {
  if (!type.conv) return type.bytes() / 32;
  if (counts_all(*type.conv)) return type.elements();
  return type.elements() / type.conv->dims[static_cast<std::size_t>(type.conv->rank) - 1];
}

void set_blocks(TileSpec& tile, std::int64_t blocks) {
  TileType& type = tile.type;
  if (type.conv) {
    if (counts_all(*type.conv)) type.conv->dims[4] = type.conv->dims[3];
    type.conv->rank = std::max(type.conv->rank, 5);
    std::fill_n(type.conv->dims.begin(), type.conv->rank - 1, 1);
    type.conv->dims[1] = blocks;
    tile.valid_cols = tile.cols();
    return;
  }
  type.location = Location::mat;
  type.blayout = BLayout::row_major;
  type.slayout = SLayout::none_box;
  type.fractal = 512;
  type.rows = blocks;
  type.cols = 256 / bits_of(type.element);
  tile.valid_rows = std::min(tile.valid_rows, type.rows);
  tile.valid_cols = std::min(tile.valid_cols, type.cols);
}

}  // namespace

bool fills_blocks(const TileType& type) {
  return type.conv.has_value() || type.location == Location::mat;
}

Constraint block_count(const std::string& unit) {
  Constraint made = constraint(
      "dst.blocks", unit + " of dst is in [1, 32767]",
      [](const Call& call) {
        const TileType& type = call.tile("dst").type;
        return !fills_blocks(type) || (blocks_of(type) >= 1 && blocks_of(type) <= most_blocks);
      },
      [](Call& call, Draw& draw) { set_blocks(call.tile("dst"), draw.integer(1, 64)); },
      [](Call& call, Draw& draw) {
        set_blocks(call.tile("dst"), most_blocks + draw.integer(1, 64));
      });
  made.edge = [](Call& call, Draw&, Edge side) {
    if (side == Edge::below) return false;  // a tile without a block is no tile
    const std::int64_t blocks =
        side == Edge::smallest ? 1 : most_blocks + (side == Edge::above ? 1 : 0);
    set_blocks(call.tile("dst"), blocks);
    return true;
  };
  return made;
}

Constraint convertible() {
  return constraint(
      "scalar.in_range",
      "the C++ conversion of the scalar to the element type of dst is defined and does not vanish",
      [](const Call& call) {
        const auto value = filling_value(call);
        return value && (*value != 0 || call.scalar("scalar").bits == 0);
      },
      [](Call& call, Draw& draw) {
        call.scalar("scalar") = {i32, static_cast<std::uint64_t>(draw.integer(1, 100))};
      });
}

Constraint conv_tile() {
  return constraint(
      "dst.conv", "dst is a convolution tile whose last dimension is C0 = 32 bytes",
      [](const Call& call) {
        const TileType& type = call.tile("dst").type;
        if (!type.conv) return false;
        const bool three_d = type.conv->layout == GlobalLayout::NDC1HWC0 ||
                             type.conv->layout == GlobalLayout::FRACTAL_Z_3D;
        const bool flat = type.conv->layout == GlobalLayout::FRACTAL_Z && type.conv->rank == 4;
        return (flat || type.conv->rank == (three_d ? 6 : 5)) &&
               type.conv->dims[static_cast<std::size_t>(type.conv->rank) - 1] ==
                   32 / size_of(type.element);
      },
      [](Call& call, Draw& draw) {
        TileSpec& tile = call.tile("dst");
        ConvShape shape;
        shape.layout = draw.pick({GlobalLayout::NC1HWC0, GlobalLayout::FRACTAL_Z,
                                  GlobalLayout::NDC1HWC0, GlobalLayout::FRACTAL_Z_3D});
        shape.rank =
            shape.layout == GlobalLayout::NC1HWC0 || shape.layout == GlobalLayout::FRACTAL_Z ? 5
                                                                                             : 6;
        if (shape.layout == GlobalLayout::FRACTAL_Z && draw.chance(50)) shape.rank = 4;
        for (int dim = 0; dim + 1 < shape.rank; ++dim) {
          shape.dims[static_cast<std::size_t>(dim)] = draw.integer(1, 4);
        }
        shape.dims[static_cast<std::size_t>(shape.rank) - 1] = 32 / size_of(tile.type.element);
        tile.type.conv = shape;
        tile.valid_rows = 1;
        tile.valid_cols = tile.cols();
      });
}

Constraint row_major_in_vec() {
  const Constraint inner = nd_layout("dst");
  Constraint made = constraint(
      "dst.row_major", "a Vec tile dst is row-major",
      [=](const Call& call) {
        return call.tile("dst").type.location != Location::vec || inner.holds(call);
      },
      inner.impose,
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("dst");
        tile.type.location = Location::vec;
        tile.type.blayout = BLayout::col_major;
        tile.type.slayout = SLayout::none_box;
        make_well_formed(tile.type);
      });
  return made;
}

Constraint no_convolution_tile() {
  return constraint(
      "dst.tile", "dst is no convolution tile",
      [](const Call& call) { return !call.tile("dst").type.conv; },
      [](Call& call, Draw&) { call.tile("dst").type.conv.reset(); });
}

Scenario single_row() {
  return {.name = "one_row",
          .text = "a Vec tile of one row with a ragged tail",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            tile.type.location = Location::vec;
            tile.type.rows = 1;
            tile.type.cols = 256;
            tile.valid_rows = 1;
            tile.valid_cols = draw.integer(1, 255);
          }};
}

Scenario ragged_rows() {
  return {.name = "ragged",
          .text = "a Vec tile of several rows with a constant ValidCol below Cols",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("dst");
            tile.type.location = Location::vec;
            tile.type.rows = tile.valid_rows = draw.integer(2, 8);
            tile.type.cols = 64;
            tile.type.dynamic_valid_cols = false;
            tile.valid_cols = draw.integer(1, 63);
          }};
}

Scenario four_dims() {
  return {
      .name = "four_dims",
      .text = "FRACTAL_Z of the four dimensions C1HW, N/16, 16 and C0",
      .apply = [](Call& call, Draw& draw) {
        TileSpec& tile = call.tile("dst");
        ConvShape shape;
        shape.layout = GlobalLayout::FRACTAL_Z;
        shape.rank = 4;
        shape.dims = {draw.integer(1, 6), draw.integer(1, 3), 16, 32 / size_of(tile.type.element)};
        tile.type.conv = shape;
        tile.valid_rows = 1;
        tile.valid_cols = tile.cols();
      }};
}

}  // namespace assay::ops
