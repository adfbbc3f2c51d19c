// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/expansion_constraints.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

using namespace vocabulary;

std::int64_t block_of(const TileSpec& tile) { return 32 / size_of(tile.type.element); }

bool is_column(const TileSpec& tile) {
  return tile.type.blayout == BLayout::col_major && tile.valid_cols == 1;
}

bool is_block(const TileSpec& tile) {
  return tile.type.blayout == BLayout::row_major && tile.valid_cols == block_of(tile);
}

void make_column(TileSpec& tile) {
  tile.type.blayout = BLayout::col_major;
  tile.type.slayout = SLayout::none_box;
  tile.type.cols = tile.valid_cols = 1;
  make_well_formed(tile.type);
}

void make_block(TileSpec& tile) {
  tile.type.blayout = BLayout::row_major;
  tile.type.slayout = SLayout::none_box;
  tile.type.cols = tile.valid_cols = block_of(tile);
}

/// Stays with the layout that is there where it will do, so that launches keep their signature.
void spread_out(TileSpec& tile, Draw& draw) {
  const bool plain = tile.type.slayout == SLayout::none_box;
  if (plain && tile.type.blayout == BLayout::col_major) {
    tile.valid_cols = 1;
  } else if (plain && tile.type.cols >= block_of(tile)) {
    tile.valid_cols = block_of(tile);
  } else if (draw.chance(50)) {
    make_column(tile);
  } else {
    make_block(tile);
  }
}

std::int64_t bytes_for_rows(std::int64_t rows) { return rows < 256 ? (rows + 7) / 8 * 256 : 7680; }

/// One row of `bytes` bytes.
void make_row(TileSpec& tile, std::int64_t bytes) {
  tile.type.blayout = BLayout::row_major;
  tile.type.slayout = SLayout::none_box;
  tile.type.rows = tile.valid_rows = 1;
  tile.type.cols = tile.valid_cols = bytes * 8 / bits_of(tile.type.element);
}

}  // namespace

Constraints expansion_types_constraints(const Roles& roles, const Types& types,
                                        const std::string& page, TargetSet compared) {
  const std::string& full = roles.full;
  return {
      element_is(full, types.a2a3, types.a2a3_undrawn).on({a2a3}).from(page, "A2A3 types"),
      element_is(full, types.a5, types.a5_undrawn).on({a5}).from(page, "A5 types"),
      element_is(full, types_of_any_device(types))
          .on({cpu})
          .unchecked_on({cpu})
          .from(page, "types; conventions: the CPU has a subset"),
      same_element(roles.spread, full)
          .unchecked_on(all_but(compared))
          .from(page, "one element type for all tiles"),
      same_element("dst", full)
          .unchecked_on(all_but(compared))
          .from(page, "one element type for all tiles"),
  };
}

Constraint one_value_or_block(const std::string& spread, const std::string& page) {
  return constraint(
             spread + ".spread",
             spread + " is column-major with one valid column, or row-major with 32 bytes of them",
             [=](const Call& call) {
               const TileSpec& tile = call.tile(spread);
               return is_column(tile) || is_block(tile);
             },
             [=](Call& call, Draw& draw) { spread_out(call.tile(spread), draw); },
             [=](Call& call, Draw& draw) {
               TileSpec& tile = call.tile(spread);
               const std::int64_t like_dst = call.tile("dst").valid_cols;
               make_block(tile);
               std::int64_t cols = draw.integer(2, 2 * block_of(tile));
               while (cols == block_of(tile) || cols == like_dst) ++cols;
               set_valid(tile, tile.valid_rows, cols);
             })
      .at(launch)
      .from(page, "the expanded operand: R x 1 column-major, or R x 32 bytes row-major");
}

Constraint as_large_as_dst(const std::string& full, const std::string& page) {
  return same_valid_region(full, "dst")
      .at(launch)
      .unchecked_on(every_target)
      .from(page, "the formula has an element for each of dst");
}

Constraint one_value_for_each_column(const std::string& spread, const std::string& page) {
  return same_valid_columns(spread, "dst")
      .at(launch)
      .unchecked_on(every_target)
      .from(page, "one scalar per column");
}

Constraint one_value_with_tmp(const std::string& spread, const std::string& page) {
  return constraint(
             spread + ".one_value", spread + " has one value for each row",
             [=](const Call& call) { return is_column(call.tile(spread)); },
             [=](Call& call, Draw&) { make_column(call.tile(spread)); },
             [=](Call& call, Draw&) { make_block(call.tile(spread)); })
      .at(launch)
      .on({a2a3})
      .from(page, "A2A3 with tmp: column-major alone");
}

Constraint room_for_rows(const std::string& page) {
  const auto needed = [](const Call& call) { return bytes_for_rows(call.tile("dst").valid_rows); };
  Constraint made = constraint(
      "tmp.rows", "tmp holds 256 bytes for every eight valid rows of dst, 7680 from 256 rows on",
      [=](const Call& call) { return call.tile("tmp").type.bytes() >= needed(call); },
      // Rows that become valid at launch fit as well.
      [](Call& call, Draw&) {
        make_row(call.tile("tmp"), std::max<std::int64_t>(bytes_for_rows(call.tile("dst").rows()),
                                                          bytes_for_rows(255)));
      },
      [](Call& call, Draw&) { make_row(call.tile("tmp"), 256 - 32); });
  made.edge = [=](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    call.tile("dst").type.dynamic_valid_rows = false;
    make_row(call.tile("tmp"), needed(call) - (side == Edge::below ? 32 : 0));
    return true;
  };
  return std::move(made).on({a2a3}).unchecked_on({a2a3}).from(page, "A2A3: size of tmp");
}

Constraint not_like_dst(const std::string& spread, const std::string& page) {
  return constraint(
             spread + ".apart", spread + " has other valid columns than dst",
             [=](const Call& call) {
               return call.tile(spread).valid_cols != call.tile("dst").valid_cols;
             },
             [](Call& call, Draw&) {
               TileSpec& out = call.tile("dst");
               set_valid(out, out.valid_rows, out.valid_cols + 1);
             },
             [=](Call& call, Draw&) {
               TileSpec& out = call.tile("dst");
               out.valid_cols = std::min(out.cols(), call.tile(spread).valid_cols);
             })
      .at(launch)
      .unchecked_on(every_target)
      .from(page, "the operand with the valid shape of dst is the full one, src0 if both have it");
}

}  // namespace assay::ops
