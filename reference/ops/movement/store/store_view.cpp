// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/store/store_view.hpp"

#include <algorithm>
#include <array>

#include "reference/ops/manual_examples.hpp"
#include "reference/ops/movement/load/load_view.hpp"

namespace assay::ops {
namespace {

using enum GlobalLayout;

std::int64_t outer(Draw& draw) { return draw.chance(60) ? 1 : draw.integer(2, 3); }

Dims5 shape_of(const Call& call, Draw& draw) {
  const GlobalSpec& view = call.global("dst");
  Dims5 shape{outer(draw), outer(draw), outer(draw), draw.integer(1, 24), draw.integer(1, 24)};
  if (view.layout == NZ) {
    shape[3] = 16;
    shape[4] = block_elements(view.element);
  } else if (draw.chance(50)) {
    shape[view.layout == ND ? 4 : 3] = draw.integer(1, 80);
  }
  if (bits_of(view.element) == 4) shape[4] = 2 * draw.integer(1, 40);
  return shape;
}

void far_rows(Call& call, Draw& draw) {
  set_pair(call, {TileLayout::ND, ND});
  spread_stored(call, draw);
  GlobalSpec& view = call.global("dst");
  view.element = call.tile("src").type.element;
  if (set_rows_far_apart(view, draw)) set_valid(call.tile("src"), 2, view.shape[4]);
}

/// The same elements as another type of their size.
ElementType other_of(ElementType element) {
  using enum ElementType;
  switch (bits_of(element)) {
    case 8:
      return element == u8 ? i8 : u8;
    case 16:
      return element == u16 ? f16 : u16;
    case 32:
      return element == u32 ? f32 : u32;
    case 64:
      return element == u64 ? i64 : u64;
    default:
      return element;
  }
}

void line(Call& call, Draw& draw) {
  TileSpec& in = call.tile("src");
  const bool row = draw.chance(50);
  set_pair(call, row ? StorePair{TileLayout::ND, DN} : StorePair{TileLayout::DN, ND});
  GlobalSpec& view = call.global("dst");
  const std::int64_t count = draw.integer(2, 40);
  view.shape =
      row ? Dims5{1, 1, draw.integer(1, 2), 1, count} : Dims5{1, 1, draw.integer(1, 2), count, 1};
  draw_strides(view, draw);
  (row ? in.type.rows : in.type.cols) = 1;
  (row ? in.valid_rows : in.valid_cols) = 1;
  set_valid(in, view_of(view).rows, view_of(view).cols);
}

/// Rows to ND or columns to DN.
void store_blocks(Call& call, Draw& draw, void (*shape)(GlobalSpec& global, Draw& draw)) {
  set_pair(call, draw.chance(50) ? StorePair{TileLayout::ND, ND} : StorePair{TileLayout::DN, DN});
  GlobalSpec& view = call.global("dst");
  shape(view, draw);
  set_valid(call.tile("src"), view_of(view).rows, view_of(view).cols);
}

void whole_matrix(Call& call) {
  const ElementType element = call.tile("src").type.element;
  declare(call.tile("src"), element, 16, 16);
  declare(call.global("dst"), element, 16, 16, 16);
}

}  // namespace

void set_pair(Call& call, const StorePair& pair) {
  TileType& type = call.tile("src").type;
  const bool rows =
      pair.from == TileLayout::ND || pair.from == TileLayout::ZN || pair.from == TileLayout::ZZ;
  type.blayout = rows ? BLayout::row_major : BLayout::col_major;
  type.slayout = SLayout::none_box;
  if (pair.from == TileLayout::NZ || pair.from == TileLayout::ZZ) type.slayout = SLayout::row_major;
  if (pair.from == TileLayout::ZN || pair.from == TileLayout::NN) type.slayout = SLayout::col_major;
  type.fractal = 512;
  call.global("dst").layout = pair.to;
  make_well_formed(type);
}

void spread_stored(Call& call, Draw& draw) {
  GlobalSpec& view = call.global("dst");
  view.shape = shape_of(call, draw);
  if (view.layout == NZ) view.dynamic_shape[3] = view.dynamic_shape[4] = false;
  draw_strides(view, draw);
  set_valid(call.tile("src"), view_of(view).rows, view_of(view).cols);
}

bool is_line(const Call& call) {
  const TileType& type = call.tile("src").type;
  return !type.is_boxed() && (type.rows == 1 || type.cols == 1);
}

std::vector<Scenario> store_scenarios() {
  return {{.name = "line", .text = "one row to DN or one column to ND", .apply = line},
          {.name = "far rows",
           .text = "of floats two rows that are more than 65,535 blocks of 32 bytes apart, with a "
                   "gap above 2 MiB",
           .apply = far_rows},
          {.name = "another type",
           .text = "a view of another type of the same size",
           .apply =
               [](Call& call, Draw&) {
                 call.global("dst").element = other_of(call.tile("src").type.element);
               }},
          manual_example(whole_matrix),
          {.name = "many blocks",
           .text = "four or more blocks in outer dimensions",
           .apply = [](Call& call, Draw& draw) { store_blocks(call, draw, shape_many_blocks); }},
          {.name = "far blocks",
           .text = "two blocks more than 65,535 elements apart",
           .apply = [](Call& call, Draw& draw) { store_blocks(call, draw, shape_far_blocks); }}};
}

}  // namespace assay::ops
