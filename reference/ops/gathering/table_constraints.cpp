// SPDX-License-Identifier: Apache-2.0
// What tables, their tiles and their indices have to be.
#include <algorithm>

#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/gathering/indices.hpp"
#include "reference/ops/gathering/tables.hpp"
#include "reference/ops/movement/load/load_view.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

bool has_blocks(const Call& call) { return call.global("table").layout == GlobalLayout::NZ; }

/// Rows of a table of rows, and blocks of one of blocks.
Constraint layouts_alike(const std::string& tile) {
  const auto put = [tile](Call& call, TileLayout of_tile, GlobalLayout of_table) {
    TileType& type = call.tile(tile).type;
    type.blayout = of_tile == TileLayout::ND ? BLayout::row_major : BLayout::col_major;
    type.slayout = of_tile == TileLayout::NZ ? SLayout::row_major : SLayout::none_box;
    type.fractal = 512;
    make_well_formed(type);
    call.global("table").layout = of_table;
  };
  return constraint(
      tile + ".layout_of_table", tile + " is ND where the table is ND, and NZ where it is NZ",
      [=](const Call& call) {
        const TileLayout layout = call.tile(tile).type.layout();
        const GlobalLayout table = call.global("table").layout;
        return (layout == TileLayout::ND && table == GlobalLayout::ND) ||
               (layout == TileLayout::NZ && table == GlobalLayout::NZ);
      },
      [=](Call& call, Draw& draw) {
        const bool blocks = draw.chance(40);
        put(call, blocks ? TileLayout::NZ : TileLayout::ND,
            blocks ? GlobalLayout::NZ : GlobalLayout::ND);
      },
      [=](Call& call, Draw&) { put(call, TileLayout::DN, GlobalLayout::ND); });
}

// ---- shapes ----

bool in_steps_of_shape(const GlobalSpec& table) {
  std::int64_t step = 1;
  for (std::size_t dim = 5; dim-- > 0;) {
    if (table.stride.at(dim) != step) return false;
    step *= table.shape.at(dim);
  }
  return true;
}

void put_in_steps(GlobalSpec& table, std::int64_t pitch) {
  table.stride[4] = 1;
  table.stride[3] = pitch;
  for (std::size_t dim = 3; dim-- > 0;) {
    table.stride.at(dim) = table.stride.at(dim + 1) * table.shape.at(dim + 1);
  }
}

/// Whether rows may have gaps: A2A3, and gathers into Mat, go by the stride of a row.
bool may_have_gaps(const Call& call) { return call.target == a2a3 || gathers_into_mat(call); }

/// A matrix of rows; packed, unless the target goes by its strides.
bool is_matrix(const Call& call) {
  const GlobalSpec& table = call.global("table");
  const std::int64_t pitch = table.stride[3];
  const bool steps = may_have_gaps(call) ? pitch >= table.shape[4] : pitch == table.shape[4];
  return table.shape == Dims5{1, 1, 1, table.shape[3], table.shape[4]} && table.stride[4] == 1 &&
         steps && table.shape[3] > 0 && table.shape[4] > 0;
}

bool has_shape_of_blocks(const Call& call) {
  const GlobalSpec& table = call.global("table");
  const TileSpec& tile = tile_of_table(call);
  const bool fits = !names_rows(call) || view_of(table).cols == tile.valid_cols;
  return table.shape[3] == 16 && table.shape[4] == block_elements(table.element) &&
         !table.dynamic_shape[3] && !table.dynamic_shape[4] && fits &&
         std::ranges::all_of(table.shape, [](std::int64_t size) { return size > 0; });
}

void shape_blocks(Call& call, Draw& draw) {
  GlobalSpec& table = call.global("table");
  TileSpec& tile = call.tile(call.form->has("src") ? "src" : "dst");
  const std::int64_t block = block_elements(table.element);
  std::int64_t across = draw.integer(1, 4);
  const std::int64_t down = draw.integer(1, 5), halves = draw.chance(30) ? 2 : 1;
  if (names_rows(call)) {
    across = std::max<std::int64_t>(tile.valid_cols / block / halves, 1);
    set_valid(tile, tile.valid_rows, halves * across * block);
  }
  table.shape = {halves, across, down, 16, block};
  table.dynamic_shape[3] = table.dynamic_shape[4] = false;
  draw_strides(table, draw);
}

void shape_rows(Call& call, Draw& draw) {
  GlobalSpec& table = call.global("table");
  const std::int64_t rows = draw.pick<std::int64_t>({1, 2, 3, 7, 8, 16, 33, 100});
  const std::int64_t gap = draw.pick<std::int64_t>({0, 0, 1, 8, 40});
  const std::int64_t cols = draw.integer(1, 64);
  const std::int64_t outer = draw.integer(1, 3), middle = draw.integer(1, 2);
  if (names_rows(call)) {
    const std::int64_t width = std::max<std::int64_t>(tile_of_table(call).valid_cols, 1);
    table.shape = {1, 1, 1, rows, width};
    put_in_steps(table, width + (may_have_gaps(call) ? gap : 0));
  } else {
    table.shape = {outer, 1, middle, std::min<std::int64_t>(rows, 16), cols};
    put_in_steps(table, cols);
  }
}

/// One line of indices for rows: along a row or, on A5, down a column; else one for each element.
bool fits_tile(const Call& call) {
  const TileSpec &tile = tile_of_table(call), &indices = call.tile("idx");
  if (!names_rows(call)) {
    return indices.valid_rows == tile.valid_rows && indices.valid_cols == tile.valid_cols;
  }
  const bool column = indices.type.layout() == TileLayout::DN;
  if (column)
    return indices.cols() == 1 && indices.valid_cols == 1 && indices.valid_rows == tile.valid_rows;
  return indices.rows() == 1 && indices.valid_rows == 1 && indices.valid_cols == tile.valid_rows;
}

Constraint shape_of_indices() {
  return constraint(
      "idx.shape",
      "idx has the valid region of the tile, or is a line with an index for each of its rows",
      fits_tile,
      [](Call& call, Draw&) {
        const TileSpec& tile = tile_of_table(call);
        TileSpec& indices = call.tile("idx");
        if (!names_rows(call)) return set_valid(indices, tile.valid_rows, tile.valid_cols);
        const bool column = indices.type.layout() == TileLayout::DN;
        indices.type.rows = column ? tile.valid_rows : 1;
        indices.type.cols = column ? 1 : tile.valid_rows;
        set_valid(indices, indices.type.rows, indices.type.cols);
      },
      [](Call& call, Draw&) {
        TileSpec& indices = call.tile("idx");
        TileSpec& tile = call.tile(call.form->has("src") ? "src" : "dst");
        for (TileSpec* one : {&indices, &tile}) {
          one->type.dynamic_valid_rows = one->type.dynamic_valid_cols = false;
        }
        const bool column = indices.type.layout() == TileLayout::DN;
        const bool down = names_rows(call) ? column : tile.valid_rows > 1;
        set_valid(indices, indices.valid_rows + (down ? 1 : 0),
                  indices.valid_cols + (down ? 0 : 1));
      });
}

}  // namespace

Constraint table_in_rows() {
  return constraint(
      "table.layout", "the layout of the table is ND",
      [](const Call& call) { return call.global("table").layout == GlobalLayout::ND; },
      [](Call& call, Draw&) { call.global("table").layout = GlobalLayout::ND; },
      [](Call& call, Draw&) { call.global("table").layout = GlobalLayout::DN; });
}

Constraint shape_of_table() {
  return invariant(constraint(
      "table.shape", "the table is a matrix, or packed elements; or blocks as wide as the tile",
      [](const Call& call) {
        if (has_blocks(call)) return has_shape_of_blocks(call);
        const GlobalSpec& table = call.global("table");
        return names_rows(call) ? is_matrix(call)
                                : in_steps_of_shape(table) && table.elements() > 0;
      },
      [](Call& call, Draw& draw) {
        has_blocks(call) ? shape_blocks(call, draw) : shape_rows(call, draw);
      }));
}

Constraint row_width() {
  return constraint(
      "table.row_width", "a row of the table has the valid columns of the tile",
      [](const Call& call) {
        return !names_rows(call) || has_blocks(call) ||
               call.global("table").shape[4] == tile_of_table(call).valid_cols;
      },
      [](Call& call, Draw&) {
        GlobalSpec& table = call.global("table");
        const std::int64_t gap = table.stride[3] - table.shape[4];
        table.shape[4] = tile_of_table(call).valid_cols;
        put_in_steps(table, table.shape[4] + std::max<std::int64_t>(gap, 0));
      },
      [](Call& call, Draw&) {
        call.attributes.at(0) = 0;
        GlobalSpec& table = call.global("table");
        TileSpec& tile = call.tile(call.form->has("src") ? "src" : "dst");
        table.shape = {1, 1, 1, table.shape[3], tile.valid_cols + 1};
        put_in_steps(table, table.shape[4]);
        table.dynamic_shape[4] = tile.type.dynamic_valid_cols = false;
      });
}

Constraints table_constraints(const std::string& tile, const std::string& page) {
  return {
      element_is(tile, gathered_elements)
          .on({a2a3, cpu})
          .unchecked_on({cpu})
          .from(page, "element types of A2A3 and the CPU"),
      element_is(tile, gathered_on_a5).on({a5}).from(page, "A5: element types"),
      same_element("table", tile).unchecked_on({cpu}).from(page, "the table has the tile's type"),
      element_is("idx", {i32, u32}).unchecked_on({cpu}).from(page, "indices are int32 or uint32"),
      located_in(tile, {Location::vec}).unchecked_on({cpu}).from(page, "the tile lies in Vec"),
      located_in("idx", {Location::vec}).unchecked_on({cpu}).from(page, "indices lie in Vec"),
      layouts_alike(tile).on({a2a3}).from(page, "A2A3: layouts of tile and table"),
      nd_layout(tile).on({cpu}).unchecked_on({cpu}).from(page, "CPU: row-major"),
      layout_is(tile, {TileLayout::ND, TileLayout::DN})
          .on({a5})
          .unchecked_on({a5})
          .from(page, "A5: RowMajor or ColMajor"),
      nd_layout("idx").on({a2a3, cpu}).unchecked_on({cpu}).from(page, "idx is row-major"),
      layout_is("idx", {TileLayout::ND, TileLayout::DN})
          .on({a5})
          .unchecked_on({a5})
          .from(page, "A5: idx is RowMajor or ColMajor"),
      table_in_rows().on({a5, cpu}).unchecked_on(every_target).from(page, "the table is ND"),
      plain_fractal(tile),
      plain_fractal("idx"),
      whole_boxes(tile),
      non_empty(tile)
          .at(launch)
          .unchecked_on(every_target)
          .from(page, "ValidRow and ValidCol >= 1"),
      shape_of_table().from(page, "shapes and strides of tables"),
      row_width().unchecked_on({a2a3, cpu}).from(page, "table[TableRows, C]; A5: staticShape[4]"),
      shape_of_indices().unchecked_on({cpu}).from(page, "shapes of idx"),
      valid_within_shape(tile).from("Tile class", "static valid bounds"),
      valid_within_shape("idx").from("Tile class", "static valid bounds")};
}

Scenario far_rows(TargetSet targets) {
  return {.name = "far rows",
          .text = "rows of a table that are more than 2 MiB apart",
          .targets = targets,
          .apply = [](Call& call, Draw& draw) {
            call.attributes.at(0) = 0;
            TileSpec& tile = call.tile(call.form->has("src") ? "src" : "dst");
            GlobalSpec& table = call.global("table");
            if (tile.type.element != f32) return;
            tile.type.blayout = BLayout::row_major;
            tile.type.slayout = SLayout::none_box;
            table.element = f32;
            table.layout = GlobalLayout::ND;
            set_rows_far_apart(table, draw);
            table.dynamic_shape.fill(true);
            tile.type.cols = table.shape[4];
            set_valid(tile, tile.valid_rows, table.shape[4]);
          }};
}

}  // namespace assay::ops
