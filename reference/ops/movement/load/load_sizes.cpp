// SPDX-License-Identifier: Apache-2.0
// How large a tile a load can fill.
#include "reference/isa/spec/vocabulary.hpp"
#include "reference/ops/movement/load/load_constraints.hpp"
#include "reference/ops/movement/load/load_view.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t mat_elements = 524288;

}  // namespace

Constraint mat_rows() {
  constexpr std::int64_t most = 16384;
  Constraint made = constraint(
      "dst.rows.Mat", "a Mat tile has at most 16384 rows",
      [=](const Call& call) {
        const TileType& type = call.tile("dst").type;
        return type.location != Location::mat || type.rows <= most;
      },
      [=](Call& call, Draw&) { call.tile("dst").type.rows = most; },
      [=](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        type.location = Location::mat;
        spread_view(call, draw);
        type.cols = call.tile("dst").valid_cols;
        type.rows = most + 1;
        make_well_formed(type);
      });
  made.edge = [=](Call& call, Draw& draw, Edge side) {
    if (side == Edge::smallest || side == Edge::below) return false;
    TileType& type = call.tile("dst").type;
    type.location = Location::mat;
    if (is_scale(call.global("src").layout)) return false;
    set_pair(call, {GlobalLayout::ND, TileLayout::ND});
    spread_view(call, draw);
    type.rows = most + (side == Edge::above ? 1 : 0);
    type.cols = 256 / bits_of(type.element);
    if (side == Edge::largest && type.elements() > mat_elements) return false;
    call.global("src").shape = {1, 1, 1, 3, type.cols};
    draw_strides(call.global("src"), draw);
    set_valid(call.tile("dst"), 3, type.cols);
    return true;
  };
  return made;
}

Constraint mat_size() {
  return constraint(
      "dst.elements.Mat", "a Mat tile has at most 524288 elements",
      [](const Call& call) {
        const TileType& type = call.tile("dst").type;
        return type.location != Location::mat || type.elements() <= mat_elements;
      },
      [](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        type.rows = type.cols = 1;
        make_well_formed(type);
        spread_view(call, draw);
      },
      [](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        type.location = Location::mat;
        set_pair(call, {GlobalLayout::ND, TileLayout::ND});
        spread_view(call, draw);
        type.rows = 16384;
        type.cols = 64;
      });
}

}  // namespace assay::ops
