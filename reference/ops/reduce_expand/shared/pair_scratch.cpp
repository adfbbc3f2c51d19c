// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

namespace assay::ops {

using namespace vocabulary;

Constraint rows_for_pairs() {
  const auto is_binary = [](const Call& call) { return call.attribute("isBinary") == "true"; };
  const auto needed = [](const Call& call) {
    return std::max<std::int64_t>(1, call.tile("src").valid_rows / 2);
  };
  Constraint made = constraint(
      "tmp.pairs", "with isBinary tmp has half as many rows as src, rounded down, and at least one",
      [=](const Call& call) { return !is_binary(call) || call.tile("tmp").rows() >= needed(call); },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile("tmp");
        tile.type.rows = std::max<std::int64_t>(1, call.tile("src").rows() / 2);
      },
      [=](Call& call, Draw&) {
        call.attributes.front() = 1;
        TileSpec& in = call.tile("src");
        in.type.dynamic_valid_rows = false;
        set_valid(in, std::max<std::int64_t>(in.valid_rows, 4), in.valid_cols);
        call.tile("tmp").type.rows = needed(call) - 1;
      });
  made.edge = [=](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest && side != Edge::below) return false;
    call.attributes.front() = 1;
    TileSpec& in = call.tile("src");
    in.type.dynamic_valid_rows = false;
    set_valid(in, std::max<std::int64_t>(in.valid_rows, 4), in.valid_cols);
    call.tile("tmp").type.rows = needed(call) - (side == Edge::below ? 1 : 0);
    return true;
  };
  return made;
}

Constraint columns_for_pairs() {
  const auto holds = [](const Call& call) {
    return call.attribute("isBinary") != "true" ||
           call.tile("tmp").cols() >= call.tile("src").valid_cols;
  };
  return constraint(
      "tmp.width", "with isBinary a row of tmp holds the valid columns of src", holds,
      [](Call& call, Draw&) { call.tile("tmp").type.cols = call.tile("src").type.cols; },
      [](Call& call, Draw&) {
        call.attributes.front() = 1;
        TileSpec& in = call.tile("src");
        const std::int64_t block = 32 / size_of(in.type.element);
        set_valid(in, in.valid_rows, std::max(in.valid_cols, 2 * block + 1));
        call.tile("dst").valid_cols = in.valid_cols;
        call.tile("tmp").type.cols = block;
      });
}

}  // namespace assay::ops
