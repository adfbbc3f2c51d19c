// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/tile_scalar/division.hpp"

namespace assay::ops {

using namespace vocabulary;

namespace {

/// The largest requirement of a page; the header requires the valid columns of dst.
std::int64_t safe_columns(const Call& call) {
  const std::int64_t columns = call.tile("dst").cols();
  return columns + 2 * ((columns + 63) / 64);
}

void give_columns(Call& call, std::int64_t columns) {
  TileSpec& tile = call.tile("tmp");
  tile.type.cols = safe_columns(call);
  tile.type.dynamic_valid_cols = true;
  make_well_formed(tile.type);
  tile.valid_cols = columns;
}

}  // namespace

Constraint columns_of_signs() {
  Constraint made = constraint(
      "tmp.columns", "tmp has Cols + 2 * ceil(Cols / 64) valid columns, Cols being those of dst",
      [](const Call& call) { return call.tile("tmp").valid_cols >= safe_columns(call); },
      [](Call& call, Draw&) { give_columns(call, safe_columns(call)); },
      [](Call& call, Draw& draw) {
        give_columns(call, draw.integer(0, call.tile("dst").valid_cols - 1));
      });
  made.edge = [](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    give_columns(call,
                 side == Edge::smallest ? safe_columns(call) : call.tile("dst").valid_cols - 1);
    return true;
  };
  return made;
}

Constraint a_valid_row_of_tmp() {
  return constraint(
      "tmp.rows", "tmp has a valid row",
      [](const Call& call) { return call.tile("tmp").valid_rows >= 1; },
      [](Call& call, Draw&) { call.tile("tmp").valid_rows = 1; },
      [](Call& call, Draw&) {
        TileSpec& tile = call.tile("tmp");
        tile.type.dynamic_valid_rows = true;
        tile.valid_rows = 0;
      });
}

}  // namespace assay::ops
