// SPDX-License-Identifier: Apache-2.0
// Scale factors of A5, and scenarios of loads.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "reference/isa/spec/vocabulary.hpp"
#include "reference/isa/types/target_types.hpp"
#include "reference/ops/movement/load/load_constraints.hpp"
#include "reference/ops/movement/load/load_view.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using enum GlobalLayout;

bool blocked(GlobalLayout layout) { return layout == MX_A_ZZ || layout == MX_B_NN; }
bool left_scale(GlobalLayout layout) { return layout >= MX_A_ND && layout <= MX_A_ZZ; }

bool literal(const GlobalSpec& global, std::size_t dim, std::int64_t value) {
  return !global.dynamic_shape[dim] && global.shape[dim] == value;
}

void choose_scale(Call& call, Draw& draw, bool blocks) {
  TileType& type = call.tile("dst").type;
  type.location = Location::mat;
  type.element = call.global("src").element = ElementType::e8m0;
  const bool left = draw.chance(50);
  const GlobalLayout from =
      blocks ? (left ? MX_A_ZZ : MX_B_NN)
             : (left ? draw.pick({MX_A_ND, MX_A_DN}) : draw.pick({MX_B_ND, MX_B_DN}));
  set_pair(call, {from, left ? TileLayout::ZZ : TileLayout::NN});
  spread_view(call, draw);
}

void load(Call& call, Draw& draw, LoadPair pair) {
  TileType& type = call.tile("dst").type;
  if (bits_of(type.element) == 4) pair = {ND, TileLayout::ND};
  const bool plain_alone = bits_of(type.element) == 64 && call.target == Target::a2a3;
  if (plain_alone && pair.from == NZ) pair = {DN, TileLayout::DN};
  call.global("src").element = type.element;
  set_pair(call, pair);
  spread_view(call, draw);
}

void ragged_tail(Call& call, Draw& draw) {
  TileType& type = call.tile("dst").type;
  type.location = Location::vec;
  const bool rows = draw.chance(70);
  load(call, draw, rows ? LoadPair{ND, TileLayout::ND} : LoadPair{DN, TileLayout::DN});
  const bool wide = bits_of(type.element) == 64;
  type.pad = {wide ? PadKind::zero : draw.pick({PadKind::max, PadKind::min, PadKind::custom}),
              0x5A3C1E0FU};
  GlobalSpec& global = call.global("src");
  const std::size_t dim = global.layout == ND ? 4 : 3;
  const std::int64_t block = block_elements(type.element);
  const std::int64_t tail = bits_of(type.element) == 4 ? 2 : 1;
  global.shape[dim] = block * draw.integer(0, 2) + tail;
  draw_strides(global, draw);
  const ViewShape view = view_of(global);
  set_valid(call.tile("dst"), view.rows, view.cols);
  // Room for blocks and lines that a load must not touch.
  type.rows += global.layout == ND ? 3 : block;
  type.cols += global.layout == ND ? block : 3;
}

/// More rows than the repeat counters of devices hold, in as few bytes as they fit.
void make_many_rows(Call& call, Draw& draw) {
  TileSpec& tile = call.tile("dst");
  tile.type.location = Location::vec;
  load(call, draw, {ND, TileLayout::ND});
  const std::int64_t block = block_elements(tile.type.element);
  GlobalSpec& view = call.global("src");
  view.shape = {1, 1, 1, draw.integer(4096, 4300), block};
  draw_strides(view, draw);
  tile.type.rows = view.shape[3] + draw.integer(0, 9);
  tile.type.cols = block;
  set_valid(tile, view.shape[3], block);
}

void far_rows(Call& call, Draw& draw) {
  load(call, draw, {ND, TileLayout::ND});
  GlobalSpec& view = call.global("src");
  if (set_rows_far_apart(view, draw)) set_valid(call.tile("dst"), 2, view.shape[4]);
}

void five_dims(Call& call, Draw& draw) {
  const std::int64_t which = draw.integer(0, 2);
  load(call, draw,
       which == 0   ? LoadPair{ND, TileLayout::ND}
       : which == 1 ? LoadPair{DN, TileLayout::DN}
                    : LoadPair{NZ, TileLayout::NZ});
  GlobalSpec& global = call.global("src");
  for (std::size_t dim = 0; dim < 3; ++dim) global.shape[dim] = draw.integer(2, 3);
  if (global.layout != NZ) global.shape[3] = draw.integer(2, 5);
  draw_strides(global, draw);
  const ViewShape view = view_of(global);
  set_valid(call.tile("dst"), view.rows, view.cols);
}

/// Rows of ND or columns of DN.
void load_blocks(Call& call, Draw& draw, void (*shape)(GlobalSpec& global, Draw& draw)) {
  call.tile("dst").type.location = Location::vec;
  load(call, draw, draw.chance(50) ? LoadPair{ND, TileLayout::ND} : LoadPair{DN, TileLayout::DN});
  GlobalSpec& global = call.global("src");
  shape(global, draw);
  const ViewShape view = view_of(global);
  set_valid(call.tile("dst"), view.rows, view.cols);
}

}  // namespace

Constraint block_scale_shape() {
  return constraint(
      "src.scale_blocks", "an MX_A_ZZ or MX_B_NN view has staticShape[3] == 16 and [4] == 2",
      [](const Call& call) {
        const GlobalSpec& global = call.global("src");
        return !blocked(global.layout) || (literal(global, 3, 16) && literal(global, 4, 2));
      },
      [](Call& call, Draw& draw) { spread_view(call, draw); },
      [](Call& call, Draw& draw) {
        choose_scale(call, draw, true);
        call.global("src").shape[3] = 8;
        const ViewShape view = view_of(call.global("src"));
        set_valid(call.tile("dst"), view.rows, view.cols);
      });
}

Constraint plain_scale_shape() {
  return constraint(
      "src.scale_shape", "other MX views have staticShape[0] == [1] == 1 and [4] == 2",
      [](const Call& call) {
        const GlobalSpec& global = call.global("src");
        if (!is_scale(global.layout) || blocked(global.layout)) return true;
        return literal(global, 0, 1) && literal(global, 1, 1) && literal(global, 4, 2);
      },
      [](Call& call, Draw& draw) { spread_view(call, draw); },
      [](Call& call, Draw& draw) {
        choose_scale(call, draw, false);
        call.global("src").shape[draw.chance(50) ? 0 : 1] = 2;
      });
}

Constraint scale_pairs() {
  return constraint(
      "dst.scale_pairs", "a left scale has even valid columns, a right scale even valid rows",
      [](const Call& call) { return !has_odd_scales(call); },
      [](Call& call, Draw& draw) { spread_view(call, draw); },
      // The last scale is left out.
      [](Call& call, Draw& draw) {
        choose_scale(call, draw, draw.chance(50));
        TileSpec& tile = call.tile("dst");
        tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
        --(left_scale(call.global("src").layout) ? tile.valid_cols : tile.valid_rows);
      });
}

bool has_odd_scales(const Call& call) {
  const GlobalLayout layout = call.global("src").layout;
  if (!is_scale(layout)) return false;
  const TileSpec& tile = call.tile("dst");
  return (left_scale(layout) ? tile.valid_cols : tile.valid_rows) % 2 != 0;
}

Constraint contiguous_runs() {
  return constraint(
      "src.runs", "the innermost dimensions of src are contiguous",
      [](const Call& call) {
        const GlobalSpec& global = call.global("src");
        const auto& n = global.shape;
        const auto& s = global.stride;
        const bool even = s[0] % 2 + s[1] % 2 + s[2] % 2 + s[3] % 2 + global.base % 2 == 0;
        if (bits_of(global.element) == 4 && (!even || n[4] % 2 != 0)) return false;
        if (global.layout == ND) return s[4] == 1;
        if (global.layout == DN) return s[3] == 1;
        const bool block = s[4] == 1 && s[3] == n[4] && s[2] == n[3] * n[4];
        return block && (global.layout == NZ || (s[1] == n[2] * s[2] && s[0] == n[1] * s[1]));
      },
      [](Call& call, Draw& draw) {
        GlobalSpec& global = call.global("src");
        if (bits_of(global.element) == 4) global.shape[4] += global.shape[4] % 2;
        draw_strides(global, draw);
      });
}

Constraint fitting_fractal() {
  return constraint(
      "dst.fractal", "SFractalSize of dst is 32 for scales and 512 otherwise",
      [](const Call& call) {
        return call.tile("dst").type.fractal == (is_scale(call.global("src").layout) ? 32 : 512);
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.fractal = is_scale(call.global("src").layout) ? 32 : 512;
        make_well_formed(call.tile("dst").type);
        spread_view(call, draw);
      });
}

namespace {

/// Integers of the size of `element` and of another type.
ElementType integers_like(ElementType element) {
  const std::array<ElementType, 8> all{ElementType::u8,  ElementType::i8,  ElementType::u16,
                                       ElementType::i16, ElementType::u32, ElementType::i32,
                                       ElementType::u64, ElementType::i64};
  const auto found = std::ranges::find_if(all, [element](ElementType other) {
    return other != element && bits_of(other) == bits_of(element);
  });
  return found == all.end() ? element : *found;
}

/// A float of the size of `element` and of another type; `element` where a target has none.
ElementType float_like(ElementType element, Target target, Draw& draw) {
  std::vector<ElementType> others;
  for (const ElementFormat& one : element_formats) {
    const bool other = one.type != element && is_float(one.type) && has_type(target, one.type);
    if (other && bits_of(one.type) == bits_of(element)) others.push_back(one.type);
  }
  return others.empty() ? element : draw.pick(std::span<const ElementType>(others));
}

void rewritten_blocks(Call& call, Draw& draw) {
  TileSpec& tile = call.tile("dst");
  tile.type.location = Location::mat;
  load(call, draw, draw.chance(50) ? LoadPair{ND, TileLayout::NZ} : LoadPair{DN, TileLayout::ZN});
  GlobalSpec& view = call.global("src");
  view.shape[static_cast<std::size_t>(draw.integer(0, 2))] = draw.integer(2, 3);
  draw_strides(view, draw);
  const ViewShape seen = view_of(view);
  set_valid(tile, seen.rows, seen.cols);
}

}  // namespace

std::vector<Scenario> load_scenarios() {
  return {
      {.name = "tail", .text = "one element past a block, padded", .apply = ragged_tail},
      {.name = "five_dims", .text = "all outer dimensions at least two", .apply = five_dims},
      {.name = "many rows", .text = "more than 4,095 rows, in Vec", .apply = make_many_rows},
      {.name = "far rows",
       .text = "of floats two rows that are more than 65,535 blocks of 32 bytes apart, with a gap "
               "above 2 MiB",
       .apply = far_rows},
      {.name = "rewrite",
       .text = "ND to NZ or DN to ZN in Mat memory",
       .apply =
           [](Call& call, Draw& draw) {
             call.tile("dst").type.location = Location::mat;
             load(call, draw,
                  draw.chance(50) ? LoadPair{ND, TileLayout::NZ} : LoadPair{DN, TileLayout::ZN});
           }},
      {.name = "scale",
       .text = "scale factors",
       .targets = {Target::a5},
       .apply =
           [](Call& call, Draw& draw) {
             if (call.tile("dst").type.element == ElementType::e8m0) {
               choose_scale(call, draw, draw.chance(33));
             }
           }},
      {.name = "another type",
       .text = "a view of integers of the same size",
       .apply =
           [](Call& call, Draw&) {
             call.global("src").element = integers_like(call.tile("dst").type.element);
           }},
      {.name = "another float",
       .text = "a view of floats of the same size and of another type",
       .apply =
           [](Call& call, Draw& draw) {
             call.global("src").element =
                 float_like(call.tile("dst").type.element, call.target, draw);
           }},
      {.name = "rewritten blocks",
       .text = "ND to NZ or DN to ZN of a view with a leading dimension",
       .targets = {Target::cpu},
       .apply = rewritten_blocks},
  };
}

std::vector<Scenario> load_block_scenarios() {
  return {
      {.name = "many blocks",
       .text = "four or more blocks in outer dimensions",
       .apply = [](Call& call, Draw& draw) { load_blocks(call, draw, shape_many_blocks); }},
      {.name = "far blocks",
       .text = "two blocks more than 65,535 elements apart",
       .apply = [](Call& call, Draw& draw) { load_blocks(call, draw, shape_far_blocks); }},
  };
}

}  // namespace assay::ops
