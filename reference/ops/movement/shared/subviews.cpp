// SPDX-License-Identifier: Apache-2.0
// TSUBVIEW: which window of a tile another one can be.
#include <algorithm>

#include "reference/ops/movement/shared/views.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

bool goes_by_rows(const TileSpec& tile) { return tile.type.blayout == BLayout::row_major; }

/// Elements from which on a view may begin along a line: those of 32 bytes.
std::int64_t step_along(const TileSpec& tile) { return 32 / size_of(tile.type.element); }

void set_indices(Call& call, std::int64_t row, std::int64_t col) {
  call.scalar("indexRow") = {u16, static_cast<std::uint64_t>(row)};
  call.scalar("indexCol") = {u16, static_cast<std::uint64_t>(col)};
}

std::int64_t drawn_up_to(std::int64_t most, std::int64_t step, Draw& draw) {
  return draw.integer(0, std::max<std::int64_t>(most, 0) / step) * step;
}

}  // namespace

Constraint one_direction() {
  return constraint(
      "dst.same_blayout", "BLayout of dst is that of src",
      [](const Call& call) {
        return goes_by_rows(call.tile("dst")) == goes_by_rows(call.tile("src"));
      },
      [](Call& call, Draw&) {
        TileType& type = call.tile("dst").type;
        type.blayout = call.tile("src").type.blayout;
        make_well_formed(type);
      },
      // A shape that both directions can have, so that the steps stay equal.
      [](Call& call, Draw&) {
        TileSpec &out = call.tile("dst"), &in = call.tile("src");
        in.type.rows = in.type.cols = std::max(in.rows(), in.cols());
        make_well_formed(in.type);
        in.type.rows = in.type.cols = std::max(in.rows(), in.cols());
        out.type.rows = in.type.rows;
        out.type.cols = in.type.cols;
        out.type.blayout = goes_by_rows(in) ? BLayout::col_major : BLayout::row_major;
      });
}

Constraint one_step() {
  return invariant(constraint(
      "dst.step", "Cols of dst are those of src in row-major tiles, else Rows",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &in = call.tile("src");
        return goes_by_rows(in) ? out.cols() == in.cols() : out.rows() == in.rows();
      },
      [](Call& call, Draw& draw) {
        TileSpec &out = call.tile("dst"), &in = call.tile("src");
        if (goes_by_rows(in)) {
          out.type.cols = in.type.cols;
          if (draw.chance(50)) out.type.rows = in.type.rows;
        } else {
          out.type.rows = in.type.rows;
          if (draw.chance(50)) out.type.cols = in.type.cols;
        }
        out.valid_rows = std::min(out.valid_rows, out.rows());
        out.valid_cols = std::min(out.valid_cols, out.cols());
      }));
}

Constraint no_more_valid() {
  return constraint(
      "dst.no_more_valid", "valid rows and columns of dst are no more than those of src",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &in = call.tile("src");
        return out.valid_rows <= in.valid_rows && out.valid_cols <= in.valid_cols;
      },
      [](Call& call, Draw&) {
        TileSpec& out = call.tile("dst");
        const TileSpec& in = call.tile("src");
        out.valid_rows = std::min(out.valid_rows, in.valid_rows);
        out.valid_cols = std::min(out.valid_cols, in.valid_cols);
      });
}

Constraint view_in_region() {
  return invariant(constraint(
      "dst.window", "the indices leave room for the valid region of dst in that of src",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &in = call.tile("src");
        return row_index(call) + out.valid_rows <= in.valid_rows &&
               col_index(call) + out.valid_cols <= in.valid_cols;
      },
      [](Call& call, Draw& draw) {
        const TileSpec& in = call.tile("src");
        TileSpec& out = call.tile("dst");
        // A view of all there is shows no index.
        if (draw.chance(75)) {
          out.valid_rows = draw.integer(1, std::max<std::int64_t>(out.valid_rows, 1));
          out.valid_cols = draw.integer(1, std::max<std::int64_t>(out.valid_cols, 1));
        }
        const bool rows = goes_by_rows(in);
        const std::int64_t step = step_along(in);
        const auto row = drawn_up_to(in.valid_rows - out.valid_rows, rows ? 1 : step, draw);
        const auto col = drawn_up_to(in.valid_cols - out.valid_cols, rows ? step : 1, draw);
        set_indices(call, row, col);
      }));
}

Constraint aligned_view() {
  return invariant(constraint(
      "dst.aligned", "the first element of dst begins a block of 32 bytes of src",
      [](const Call& call) {
        const TileSpec& in = call.tile("src");
        const std::int64_t along = goes_by_rows(in) ? col_index(call) : row_index(call);
        return along % step_along(in) == 0;
      },
      [](Call& call, Draw&) {
        const std::int64_t step = step_along(call.tile("src"));
        const std::int64_t row = row_index(call), col = col_index(call);
        if (goes_by_rows(call.tile("src"))) {
          set_indices(call, row, col / step * step);
        } else {
          set_indices(call, row / step * step, col);
        }
      }));
}

std::vector<Ambiguity> subview_ambiguities() {
  return {{"the formula has any dst, a view moves nothing and has the steps of src",
           "decision 106: a legal dst has the steps of src"},
          {"no page says where a view may begin", "decision 106: where a tile may, at 32 bytes"},
          {"the page has checks in auto mode alone",
           "constraints dst.same_blayout, dst.no_more_valid: kept, no promised refusal"}};
}

}  // namespace assay::ops
