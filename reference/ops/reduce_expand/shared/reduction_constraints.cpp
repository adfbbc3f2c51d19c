// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

using namespace vocabulary;

bool is_column_or_row_major(const TileSpec& tile) {
  const bool unboxed = tile.type.slayout == SLayout::none_box;
  return unboxed && (tile.type.blayout == BLayout::row_major || tile.cols() == 1);
}

Room a_repeat_for_wide_rows(const Call& call) {
  const TileSpec& in = call.tile("src");
  if (!is_float(in.type.element)) return {1, 32};
  if (in.valid_cols <= repeat_of(in)) return {};
  return {in.valid_rows, 256};
}

}  // namespace

Constraints types_of_src_and_dst(const std::string& page, const Types& types) {
  Constraint on_cpu = element_is("src", types_of_any_device(types))
                          .on({cpu})
                          .from(page, "types; conventions: the CPU has a subset");
  on_cpu.invariant = !types.listed.contains(cpu);
  return {
      element_is("src", types.a2a3).on({a2a3}).from(page, "A2A3 types"),
      element_is("src", types.a5).on({a5}).from(page, "A5 types"),
      std::move(on_cpu),
      same_element("dst", "src").from(page, "dst has the type of src"),
  };
}

Constraints tiles_of_reduction(const std::string& page) {
  return {
      located_in("src", {Location::vec}).from(page, "tiles lie in Vec"),
      located_in("dst", {Location::vec}).from(page, "tiles lie in Vec"),
      nd_layout("src").from(page, "src is row-major without boxes"),
      plain_fractal("src"),
      plain_fractal("dst"),
      valid_within_shape("src").from("Tile class", "static valid bounds"),
      valid_within_shape("dst").from("Tile class", "static valid bounds"),
  };
}

std::int64_t repeat_of(const TileSpec& tile) { return 256 / size_of(tile.type.element); }

namespace {

Scenario short_lines(std::string name, std::string text, bool rows, std::int64_t length) {
  return {
      .name = std::move(name), .text = std::move(text), .apply = [rows, length](Call& call, Draw&) {
        for (OperandValue& value : call.operands) {
          TileSpec& tile = std::get<TileSpec>(value);
          tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
        }
        TileSpec& tile = call.tile("src");
        (rows ? tile.valid_rows : tile.valid_cols) = length;
      }};
}

}  // namespace

Scenario without_rows() { return short_lines("empty", "no valid row", true, 0); }

Scenario without_columns() { return short_lines("no_columns", "no valid column", false, 0); }

Scenario lines_of_one_row() { return short_lines("single_row", "one valid row", true, 1); }

Scenario lines_of_one_column() {
  return short_lines("single_column", "one valid column", false, 1);
}

Scenario wide_columns() {
  return {.name = "wide", .text = "96 columns or more", .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("src");
            tile.type.rows = draw.integer(2, 8);
            tile.type.cols = draw.integer(3, 8) * 32;
            tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
            tile.valid_rows = tile.type.rows;
            tile.valid_cols = tile.type.cols - draw.integer(0, 9);
          }};
}

Scenario wide_rows() {
  return {.name = "wide",
          .text = "rows of several times 256 bytes",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("src");
            tile.type.rows = draw.integer(1, 8);
            tile.type.cols = draw.integer(3, 9) * repeat_of(tile);
            tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
            tile.valid_rows = tile.type.rows;
            tile.valid_cols = tile.type.cols - draw.integer(0, 9);
          }};
}

Scenario many_rows(std::string name, std::string text, std::int64_t least, std::int64_t most) {
  return {.name = std::move(name),
          .text = std::move(text),
          .apply = [least, most](Call& call, Draw& draw) {
            TileSpec& tile = call.tile("src");
            tile.type.rows = draw.integer(least, most);
            tile.type.cols = 256 / bits_of(tile.type.element);
            tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
            tile.valid_rows = tile.type.rows;
            tile.valid_cols = tile.type.cols;
          }};
}

std::vector<Scenario> lines_along_rows() {
  return {wide_rows(), lines_of_one_column(),
          many_rows("many rows", "more rows than a repeat count holds", 256, 300),
          short_lines("one row", "one valid row", true, 1)};
}

Constraint column_of_results(const std::string& operand, const std::string& page) {
  return constraint(
             operand + ".column",
             operand + " is row-major without boxes, or column-major with one column",
             [=](const Call& call) { return is_column_or_row_major(call.tile(operand)); },
             [=](Call& call, Draw& draw) {
               TileSpec& tile = call.tile(operand);
               tile.type.slayout = SLayout::none_box;
               if (tile.type.blayout == BLayout::row_major) return;
               if (draw.chance(50)) {
                 tile.type.blayout = BLayout::row_major;
               } else {
                 tile.type.cols = tile.valid_cols = 1;
               }
             },
             [=](Call& call, Draw& draw) {
               TileSpec& tile = call.tile(operand);
               tile.type.blayout = BLayout::col_major;
               tile.type.slayout = draw.pick({SLayout::none_box, SLayout::row_major});
               tile.type.cols = std::max<std::int64_t>(tile.type.cols, 16);
               make_well_formed(tile.type);
             })
      .from(page, "dst: ND, or DN with one column");
}

Constraints results_of_rows(const std::string& page) {
  return {column_of_results("dst", page), equal_rows("dst", "src", page, every_target),
          region_not_empty("src", page, {.on = every_target, .refused = every_target})};
}

Constraints results_of_columns(const std::string& page) {
  return {nd_layout("dst").from(page, "dst is row-major without boxes"),
          equal_columns("dst", "src", page, every_target)};
}

namespace {

void make_room(TileSpec& tile, const Room& room) {
  tile.type.blayout = BLayout::row_major;
  tile.type.slayout = SLayout::none_box;
  tile.type.rows = tile.valid_rows = std::max<std::int64_t>(room.rows, 1);
  tile.type.cols = tile.valid_cols =
      std::max<std::int64_t>(room.bytes, 32) * 8 / bits_of(tile.type.element);
}

bool has_room(const TileSpec& tile, const Room& room) {
  return tile.rows() >= room.rows && tile.cols() * bits_of(tile.type.element) / 8 >= room.bytes;
}

/// The call as it is when all of src is valid, which needs the most room.
Call with_all_valid(Call call) {
  TileSpec& tile = call.tile("src");
  tile.valid_rows = tile.rows();
  tile.valid_cols = tile.cols();
  return call;
}

/// Fixes a source of a few rows that is wide enough for scratch to matter.
void widen(Call& call) {
  TileSpec& tile = call.tile("src");
  tile.type.rows = tile.valid_rows = 2;
  tile.type.cols = tile.valid_cols = 4 * repeat_of(tile);
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = false;
}

}  // namespace

Constraints row_scratch(const std::string& page, const std::string& text,
                        const RoomNeeded& needed) {
  Constraint room = constraint(
      "tmp.room", text, [=](const Call& call) { return has_room(call.tile("tmp"), needed(call)); },
      [=](Call& call, Draw&) { make_room(call.tile("tmp"), needed(with_all_valid(call))); },
      [=](Call& call, Draw&) {
        widen(call);
        const Room least = needed(call);
        make_room(call.tile("tmp"), {least.rows, least.bytes - 32});
        if (least.bytes <= 32) make_room(call.tile("tmp"), {least.rows - 1, least.bytes});
      });
  room.edge = [=](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    widen(call);
    const Room least = needed(call);
    if (side == Edge::below && least.bytes <= 32) return false;
    make_room(call.tile("tmp"), {least.rows, least.bytes - (side == Edge::below ? 32 : 0)});
    return true;
  };
  return {
      same_element("tmp", "src").unchecked_on(every_target).from(page, "tmp has the type of src"),
      invariant(located_in("tmp", {Location::vec})).from(page, "tmp is a Vec tile"),
      invariant(nd_layout("tmp")).from(page, "tmp is row-major"),
      plain_fractal("tmp"),
      valid_within_shape("tmp").from("Tile class", "static valid bounds"),
      std::move(room).on({a2a3}).unchecked_on({a2a3}).from(page, "A2A3: size of tmp"),
  };
}

Constraints scratch_of_extremes(const std::string& page) {
  return row_scratch(page,
                     "where a row of half or float exceeds 256 bytes, tmp has its rows, of "
                     "at least 256 bytes; elsewhere one block",
                     a_repeat_for_wide_rows);
}

}  // namespace assay::ops
