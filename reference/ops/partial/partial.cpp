// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/partial/partial.hpp"

#include <algorithm>

namespace assay::ops {
namespace {

bool is_empty(const TileSpec& tile) { return tile.valid_rows == 0 || tile.valid_cols == 0; }

/// The call as if its destination had the elements alone that both sources have.
Call of_common_elements(const Call& call, const PartialTiles& tiles) {
  Call common = call;
  TileSpec& out = common.tile(tiles.out);
  for (const std::string& source : {tiles.first, tiles.second}) {
    const TileSpec& tile = call.tile(source);
    out.valid_rows = std::min(out.valid_rows, tile.valid_rows);
    out.valid_cols = std::min(out.valid_cols, tile.valid_cols);
  }
  return common;
}

void copy_lone_elements(const Evaluation& inputs, const PartialTiles& tiles,
                        ExpectedTile& expected) {
  const Call& call = inputs.call;
  const TileSpec &first = call.tile(tiles.first), &second = call.tile(tiles.second);
  const ElementArray &of_first = inputs.of(tiles.first), &of_second = inputs.of(tiles.second);
  for_each_valid(call.tile(tiles.out), [&](std::int64_t index, std::int64_t row, std::int64_t col) {
    const Covered by = covered(first, second, row, col);
    if (by == Covered::by_first) expected.set_exact(index, of_first[row * first.cols() + col]);
    if (by == Covered::by_second) expected.set_exact(index, of_second[row * second.cols() + col]);
  });
}

Expected evaluated_where_both(const Result& computed, const PartialTiles& tiles,
                              const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile(tiles.out);
  if (is_empty(out)) {
    ExpectedTile kept(out.type.element, out.rows(), out.cols());
    std::ranges::fill(kept.accept, Accept::preserved);
    return kept;
  }
  const Call common = of_common_elements(inputs.call, tiles);
  auto expected = std::get<ExpectedTile>(computed.semantics(
      {common, inputs.contents, inputs.tolerance, inputs.readings, inputs.asked}));
  copy_lone_elements(inputs, tiles, expected);
  return expected;
}

}  // namespace

Covered covered(const TileSpec& first, const TileSpec& second, std::int64_t row, std::int64_t col) {
  const bool by_second = second.is_valid(row, col);
  if (first.is_valid(row, col)) return by_second ? Covered::by_both : Covered::by_first;
  return by_second ? Covered::by_second : Covered::by_neither;
}

Result where_both(const Result& computed, const PartialTiles& tiles) {
  Result result = computed;
  // No longer one function of arguments at every place.
  result.function.reset();
  result.arguments.clear();
  result.promised = {};
  result.semantics = [=](const Evaluation& inputs) {
    return evaluated_where_both(computed, tiles, inputs);
  };
  return result;
}

std::vector<Ambiguity> partial_ambiguities(std::vector<Ambiguity> own) {
  own.push_back(
      {"where neither source has an element the result is undefined on all targets (a tile page) "
       "or implementation-defined (the page); the CPU header writes 0",
       "constraint dst.covered: no legal call has such an element"});
  own.push_back({"the page asks A2A3 alone for row-major tiles, and no target for tiles in Vec",
                 "decision 195: tiles of legal calls are in Vec and row-major on every target"});
  return own;
}

}  // namespace assay::ops
