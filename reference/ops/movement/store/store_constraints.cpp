// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/store/store_constraints.hpp"

#include <algorithm>

#include "reference/ops/movement/load/load_view.hpp"
#include "reference/ops/movement/store/store_view.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using enum GlobalLayout;

constexpr StorePair same[] = {{TileLayout::ND, ND}, {TileLayout::DN, DN}, {TileLayout::NZ, NZ}};

bool is_wide(const Call& call) { return bits_of(call.tile("src").type.element) == 64; }
bool is_packed(const Call& call) { return bits_of(call.tile("src").type.element) == 4; }

StorePair pair_of(const Call& call) {
  return {call.tile("src").type.layout(), call.global("dst").layout};
}

bool matches(const Call& call) { return std::ranges::find(same, pair_of(call)) != std::end(same); }

/// Elements that share a byte are stored in rows.
bool is_stored(const Call& call) {
  const GlobalLayout to = call.global("dst").layout;
  if (is_packed(call)) return pair_of(call) == same[0];
  return matches(call) || (is_line(call) && (to == ND || to == DN));
}

bool fits(const Call& call) {
  const TileSpec& tile = call.tile("src");
  const ViewShape view = view_of(call.global("dst"));
  return tile.valid_rows == view.rows && tile.valid_cols == view.cols;
}

void fit(Call& call) {
  const ViewShape view = view_of(call.global("dst"));
  set_valid(call.tile("src"), view.rows, view.cols);
}

void store_pair(Call& call, Draw& draw, const StorePair& pair) {
  set_pair(call, pair);
  spread_stored(call, draw);
}

/// The dimension whose elements are contiguous.
std::size_t inner(const GlobalSpec& view) { return view.layout == DN ? 3 : 4; }

bool is_plain_mat(const Call& call) {
  return call.tile("src").type.location == Location::mat && call.global("dst").layout != NZ;
}

void breach_pair(Call& call, Draw& draw) {
  constexpr StorePair illegal[] = {{TileLayout::ND, DN}, {TileLayout::DN, ND}, {TileLayout::ND, NZ},
                                   {TileLayout::NZ, ND}, {TileLayout::ZN, NZ}, {TileLayout::ZZ, NZ},
                                   {TileLayout::NN, NZ}, {TileLayout::ZN, DN}};
  if (is_packed(call)) call.tile("src").type.element = call.global("dst").element = u8;
  store_pair(call, draw, draw.pick(std::span<const StorePair>(illegal)));
  TileSpec& tile = call.tile("src");
  tile.type.rows = std::max<std::int64_t>(tile.type.rows, 2);
  tile.type.cols = std::max<std::int64_t>(tile.type.cols, 2);
  make_well_formed(tile.type);
}

}  // namespace

Constraint stored_pair() {
  return constraint(
      "src.layout_pair",
      "src and dst are both ND, both DN or both NZ, or src has one row or one column without boxes "
      "and dst is ND or DN",
      is_stored,
      [](Call& call, Draw& draw) {
        const std::size_t kinds = is_packed(call) ? 1 : 3;
        store_pair(call, draw, draw.pick(std::span<const StorePair>(same).first(kinds)));
      },
      breach_pair);
}

Constraint wide_stores() {
  return constraint(
      "src.wide_layout", "64-bit elements are stored from ND to ND or from DN to DN only",
      [](const Call& call) {
        return !is_wide(call) || (matches(call) && call.global("dst").layout != NZ);
      },
      [](Call& call, Draw& draw) { store_pair(call, draw, same[draw.chance(50) ? 0 : 1]); },
      [](Call& call, Draw& draw) {
        call.tile("src").type.element = call.global("dst").element = draw.pick({i64, u64});
        store_pair(call, draw, same[2]);
      });
}

Constraint positive_stores() {
  return constraint(
      "dst.positive", "every dimension of dst, and with it the valid region of src, is positive",
      [](const Call& call) { return call.global("dst").elements() > 0; },
      [](Call& call, Draw&) {
        for (auto& dim : call.global("dst").shape) dim = std::max<std::int64_t>(dim, 1);
      },
      [](Call& call, Draw&) {
        GlobalSpec& view = call.global("dst");
        const std::size_t dim = view.layout == NZ ? 2 : 7 - inner(view);
        view.dynamic_shape[dim] = true;
        view.shape[dim] = 0;
        TileSpec& tile = call.tile("src");
        tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
        tile.valid_rows = view_of(view).rows;
        tile.valid_cols = view_of(view).cols;
      });
}

Constraint stored_blocks() {
  return constraint(
      "dst.block_shape", "an NZ view has staticShape[3] == 16 and staticShape[4] == C0",
      [](const Call& call) {
        const GlobalSpec& view = call.global("dst");
        return view.layout != NZ ||
               (!view.dynamic_shape[3] && !view.dynamic_shape[4] && view.shape[3] == 16 &&
                view.shape[4] == block_elements(view.element));
      },
      [](Call& call, Draw& draw) { spread_stored(call, draw); },
      [](Call& call, Draw& draw) {
        if (is_wide(call) || is_packed(call)) {
          call.tile("src").type.element = call.global("dst").element = f32;
        }
        store_pair(call, draw, same[2]);
        call.global("dst").shape[3] = 8;
        fit(call);
      });
}

Constraint whole_stored_blocks() {
  const auto round = [](Call& call, Draw& draw, std::int64_t more) {
    GlobalSpec& view = call.global("dst");
    const std::int64_t block = block_elements(view.element);
    std::int64_t& size = view.shape[inner(view)];
    size = (size + block - 1) / block * block + more;
    if (more != 0) view.dynamic_shape[inner(view)] = true;
    draw_strides(view, draw);
    fit(call);
  };
  return constraint(
      "dst.whole_blocks",
      "the contiguous dimension of a Mat store of ND or DN is a multiple of 32 bytes",
      [](const Call& call) {
        const GlobalSpec& view = call.global("dst");
        return !is_plain_mat(call) || view.shape[inner(view)] * bits_of(view.element) % 256 == 0;
      },
      [=](Call& call, Draw& draw) { round(call, draw, 0); },
      [=](Call& call, Draw& draw) {
        call.tile("src").type.location = Location::mat;
        store_pair(call, draw, same[draw.chance(50) ? 0 : 1]);
        round(call, draw, draw.integer(1, 3));
      });
}

Constraint stored_runs() {
  return constraint(
      "dst.contiguous",
      "the innermost dimensions of dst, which a store moves as one run, are "
      "contiguous, and pairs of 4-bit elements are never torn",
      [](const Call& call) {
        const GlobalSpec& view = call.global("dst");
        if (view.stride[inner(view)] != 1) return false;
        if (view.layout == NZ) {
          return view.stride[3] == view.shape[4] && view.stride[2] == view.shape[3] * view.shape[4];
        }
        if (!is_packed(call)) return true;
        const bool even = std::ranges::all_of(std::span(view.stride).first(4),
                                              [](std::int64_t step) { return step % 2 == 0; });
        return even && view.shape[4] % 2 == 0 && view.base % 2 == 0;
      },
      [](Call& call, Draw& draw) {
        if (is_packed(call)) return spread_stored(call, draw);
        draw_strides(call.global("dst"), draw);
      });
}

Constraint stored_region() {
  return constraint(
      "view.match", "the valid region of src has the rows and columns of the view", fits,
      [](Call& call, Draw&) { fit(call); },
      // A larger view: a smaller one would have the call write beyond it.
      [](Call& call, Draw& draw) {
        GlobalSpec& view = call.global("dst");
        call.tile("src").type.dynamic_valid_rows = call.tile("src").type.dynamic_valid_cols = true;
        ++view.shape[view.layout == NZ ? 1 : 7 - inner(view)];
        draw_strides(view, draw);
      });
}

Constraints common_of_stores(const std::string& page) {
  constexpr const char* layouts = "docs/isa/state-and-types/layout.md";
  return {
      invariant(constraint(
                    "src.tile", "src is no convolution tile",
                    [](const Call& call) { return !call.tile("src").type.conv; },
                    [](Call& call, Draw&) { call.tile("src").type.conv.reset(); }))
          .from(page, "lists no pair for convolution tiles"),
      plain_fractal("src"),
      whole_boxes("src"),
      stored_blocks().on(devices).unchecked_on(devices).from(layouts, "NZ boxes: 16 rows"),
      invariant(stored_blocks()).on({cpu}).from(layouts, "NZ boxes: 16 rows"),
      invariant(positive_stores())
          .on({a5, cpu})
          .at(launch)
          .from("legality page", "GM-facing operands: shape and valid region are positive"),
      invariant(stored_runs()).at(launch).from("MODEL 4.3", "strides of the 2-D helpers"),
      stored_region()
          .at(launch)
          .unchecked_on(every_target)
          .from(page, "the valid region is what is transferred"),
  };
}

}  // namespace assay::ops
