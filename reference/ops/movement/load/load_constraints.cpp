// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/load/load_constraints.hpp"

#include <algorithm>

#include "reference/ops/movement/load/load_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

bool is_wide(const Call& call) { return bits_of(call.tile("dst").type.element) == 64; }

/// Source and tile have the same layout; false for the two rewriting loads and the scale loads.
bool keeps_layout(const Call& call) {
  const GlobalLayout from = call.global("src").layout;
  const TileLayout to = call.tile("dst").type.layout();
  return (from == GlobalLayout::ND && to == TileLayout::ND) ||
         (from == GlobalLayout::DN && to == TileLayout::DN) ||
         (from == GlobalLayout::NZ && to == TileLayout::NZ);
}

bool rewrites(const Call& call) {
  return !keeps_layout(call) && !is_scale(call.global("src").layout);
}

void impose_plain_pair(Call& call, Draw& draw) {
  set_pair(call, draw.chance(50) ? LoadPair{GlobalLayout::ND, TileLayout::ND}
                                 : LoadPair{GlobalLayout::DN, TileLayout::DN});
  spread_view(call, draw);
}

void load_wide(Call& call, Draw& draw, const LoadPair& pair) {
  set_element(call.operands[call.form->index_of("dst")], draw.pick({i64, u64}));
  call.global("src").element = call.tile("dst").type.element;
  set_pair(call, pair);
  spread_view(call, draw);
}

bool fits_view(const Call& call) {
  const TileSpec& tile = call.tile("dst");
  const ViewShape view = view_of(call.global("src"));
  return tile.valid_rows == view.rows && tile.valid_cols == view.cols;
}

void fit_view(Call& call, Draw&) {
  const ViewShape view = view_of(call.global("src"));
  set_valid(call.tile("dst"), view.rows, view.cols);
}

void misfit_view(Call& call, Draw& draw) {
  TileSpec& tile = call.tile("dst");
  const ViewShape view = view_of(call.global("src"));
  const std::int64_t more = draw.integer(1, 3);
  tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
  const bool by_rows = draw.chance(50);
  set_valid(tile, view.rows + (by_rows ? more : 0), view.cols + (by_rows ? 0 : more));
}

/// The view and the valid region agree: `where` says to which loads the constraint applies.
Constraint view_matches(const std::string& name, const std::string& which,
                        const std::function<bool(const Call&)>& where) {
  return constraint(
      name, "the valid region of dst has the rows and columns of the view, for " + which,
      [=](const Call& call) { return !where(call) || fits_view(call); }, fit_view, misfit_view);
}

bool all_static(const Call& call) {
  const TileType& type = call.tile("dst").type;
  const auto& dynamic = call.global("src").dynamic_shape;
  return !type.dynamic_valid_rows && !type.dynamic_valid_cols &&
         std::ranges::none_of(dynamic, [](bool one) { return one; });
}

bool static_nd(const Call& call) {
  return call.target == a5 && all_static(call) && call.global("src").layout == GlobalLayout::ND &&
         keeps_layout(call);
}

}  // namespace

Constraint static_view() {
  Constraint made =
      view_matches("view.static", "ND loads of a static view into a static region", static_nd);
  made.breach = [](Call& call, Draw& draw) {
    GlobalSpec& global = call.global("src");
    TileSpec& tile = call.tile("dst");
    global.layout = GlobalLayout::ND;
    global.dynamic_shape = {};
    tile.type.blayout = BLayout::row_major;
    tile.type.slayout = SLayout::none_box;
    const ViewShape view = view_of(global);
    set_valid(tile, view.rows, view.cols + draw.integer(1, 3));
    tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = false;
  };
  return made;
}

Constraint positive_shape() {
  return constraint(
      "src.positive", "every dimension of src, and with it the valid region of dst, is positive",
      [](const Call& call) { return call.global("src").elements() > 0; },
      [](Call& call, Draw&) {
        for (auto& dim : call.global("src").shape) dim = std::max<std::int64_t>(dim, 1);
      },
      [](Call& call, Draw&) {
        GlobalSpec& global = call.global("src");
        // A dimension that no constraint fixes and that a rewriting load may leave dynamic.
        const std::size_t dim = global.layout == GlobalLayout::ND   ? 3
                                : global.layout == GlobalLayout::DN ? 4
                                                                    : 2;
        global.dynamic_shape[dim] = true;
        global.shape[dim] = 0;
        TileSpec& tile = call.tile("dst");
        tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
        tile.valid_rows = view_of(global).rows;
        tile.valid_cols = view_of(global).cols;
      });
}

Constraint layout_pair() {
  return constraint(
      "src.layout_pair", "the layouts of src and dst are a pair that the memory of dst can load",
      [](const Call& call) { return is_load_pair(call); },
      [](Call& call, Draw& draw) { impose_load_pair(call, draw); },
      [](Call& call, Draw& draw) { breach_load_pair(call, draw); });
}

Constraint wide_layouts() {
  return constraint(
      "src.wide_layout", "64-bit elements are loaded from ND to ND or from DN to DN only",
      [](const Call& call) {
        const GlobalLayout from = call.global("src").layout;
        return !is_wide(call) || (keeps_layout(call) && from != GlobalLayout::NZ);
      },
      impose_plain_pair,
      [](Call& call, Draw& draw) {
        load_wide(call, draw, {GlobalLayout::NZ, TileLayout::NZ});
      });
}

Constraint wide_rewriting() {
  return constraint(
      "src.wide_rewriting", "64-bit elements keep the layout: ND, DN or NZ",
      [](const Call& call) { return !is_wide(call) || keeps_layout(call); }, impose_plain_pair,
      [](Call& call, Draw& draw) {
        call.tile("dst").type.location = Location::mat;
        load_wide(call, draw, {GlobalLayout::ND, TileLayout::NZ});
      });
}

Constraint wide_pads() {
  return constraint(
      "dst.wide_pad", "PadVal of a 64-bit tile is Null or Zero",
      [](const Call& call) {
        const PadKind pad = call.tile("dst").type.pad.kind;
        return !is_wide(call) || pad == PadKind::null || pad == PadKind::zero;
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.pad = {draw.pick({PadKind::null, PadKind::zero}), 0};
      },
      [](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        type.element = draw.pick({i64, u64});
        type.pad = {draw.pick({PadKind::max, PadKind::min}), 0};
        call.global("src").element = type.element;
        set_pair(call, {GlobalLayout::ND, TileLayout::ND});
        spread_view(call, draw);
      });
}

Constraint rewriting_view() {
  return constraint(
      "src.leading_ones",
      "rewriting ND to NZ or DN to ZN needs staticShape[0..2] == 1 and SFractalSize == 512",
      [](const Call& call) {
        if (!rewrites(call)) return true;
        const GlobalSpec& global = call.global("src");
        for (std::size_t dim = 0; dim < 3; ++dim) {
          if (global.dynamic_shape[dim] || global.shape[dim] != 1) return false;
        }
        return call.tile("dst").type.fractal == 512;
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.fractal = 512;
        spread_view(call, draw);
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.location = Location::mat;
        set_pair(call, draw.chance(50) ? LoadPair{GlobalLayout::ND, TileLayout::NZ}
                                       : LoadPair{GlobalLayout::DN, TileLayout::ZN});
        spread_view(call, draw);
        call.global("src").dynamic_shape[static_cast<std::size_t>(draw.integer(0, 2))] = true;
      });
}

Constraint block_view() {
  return constraint(
      "src.block_shape", "an NZ view has staticShape[3] == 16 and staticShape[4] == C0",
      [](const Call& call) {
        const GlobalSpec& global = call.global("src");
        if (global.layout != GlobalLayout::NZ) return true;
        return !global.dynamic_shape[3] && !global.dynamic_shape[4] && global.shape[3] == 16 &&
               global.shape[4] == block_elements(global.element);
      },
      [](Call& call, Draw& draw) { spread_view(call, draw); },
      [](Call& call, Draw& draw) {
        if (bits_of(call.global("src").element) == 64) {
          call.global("src").element = call.tile("dst").type.element = f32;
        }
        set_pair(call, {GlobalLayout::NZ, TileLayout::NZ});
        spread_view(call, draw);
        call.global("src").shape[3] = 8;
        fit_view(call, draw);
      });
}

Constraint whole_blocks() {
  const auto line = [](const Call& call) {
    const GlobalSpec& global = call.global("src");
    const std::int64_t elements =
        global.layout == GlobalLayout::ND ? global.shape[4] : global.shape[3];
    return elements * bits_of(global.element);
  };
  return constraint(
      "src.whole_blocks",
      "the contiguous dimension of a Mat load of ND or DN is a multiple of "
      "32 bytes",
      [=](const Call& call) {
        const bool concerned = call.tile("dst").type.location == Location::mat &&
                               keeps_layout(call) && call.global("src").layout != GlobalLayout::NZ;
        return !concerned || line(call) % 256 == 0;
      },
      [](Call& call, Draw& draw) {
        GlobalSpec& global = call.global("src");
        const std::size_t dim = global.layout == GlobalLayout::ND ? 4 : 3;
        const std::int64_t block = block_elements(global.element);
        global.shape[dim] = (global.shape[dim] + block - 1) / block * block;
        draw_strides(global, draw);
        fit_view(call, draw);
      },
      [](Call& call, Draw& draw) {
        call.tile("dst").type.location = Location::mat;
        set_pair(call, draw.chance(50) ? LoadPair{GlobalLayout::ND, TileLayout::ND}
                                       : LoadPair{GlobalLayout::DN, TileLayout::DN});
        spread_view(call, draw);
        GlobalSpec& global = call.global("src");
        const std::size_t dim = global.layout == GlobalLayout::ND ? 4 : 3;
        const std::int64_t block = block_elements(global.element);
        global.dynamic_shape[dim] = true;
        global.shape[dim] = block * draw.integer(0, 2) + draw.integer(1, block - 1);
        draw_strides(global, draw);
        fit_view(call, draw);
      });
}

Constraint same_layout_view() {
  return view_matches("view.match", "loads that keep the layout",
                      [](const Call& call) { return keeps_layout(call) && !static_nd(call); });
}

Constraint rewritten_view() {
  return view_matches("view.match_rewriting", "loads that change the layout", [](const Call& call) {
    return !keeps_layout(call) && !has_odd_scales(call);
  });
}

Constraint plain_tile() {
  return constraint(
      "dst.tile", "dst is no convolution tile",
      [](const Call& call) { return !call.tile("dst").type.conv; },
      [](Call& call, Draw&) { call.tile("dst").type.conv.reset(); });
}

}  // namespace assay::ops
