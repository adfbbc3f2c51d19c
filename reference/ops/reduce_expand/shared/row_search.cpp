// SPDX-License-Identifier: Apache-2.0
// The common text of the pages of searches in rows.
#include <algorithm>

#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

std::int64_t over(std::int64_t count, std::int64_t per) { return (count + per - 1) / per; }

/// Elements of a row of tmp on A2A3 by the page: best values and places of every 256 bytes of a
/// row, and of every 256 bytes of these.
std::int64_t levels(std::int64_t cols, std::int64_t repeat, std::int64_t block) {
  const std::int64_t first = over(cols, repeat);
  const std::int64_t pairs = over(2 * first, block) * block;
  const std::int64_t places = over(first, block) * block;
  if (cols <= repeat * repeat) return pairs + places;
  const std::int64_t second = over(first, repeat);
  return std::max(pairs, places + over(2 * second, block) * block) + 2;
}

}  // namespace

Room room_for_levels(const Call& call) {
  const TileSpec& in = call.tile("src");
  const std::int64_t size = size_of(in.type.element);
  if (in.valid_cols > repeat_of(in)) {
    return {in.valid_rows, levels(in.valid_cols, repeat_of(in), 32 / size) * size};
  }
  return call.form->has("dst_val") ? Room{in.valid_rows, 2 * size} : Room{};
}

Constraint one_valid_column(const std::string& operand) {
  return constraint(
      operand + ".one_valid_column", operand + " has one valid column",
      [=](const Call& call) { return call.tile(operand).valid_cols == 1; },
      [=](Call& call, Draw&) { call.tile(operand).valid_cols = 1; },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        set_valid(tile, tile.valid_rows, draw.integer(2, 8));
      });
}

std::vector<Ambiguity> ambiguities_of_row_searches(const std::string& op) {
  return {
      {"index types of the value form: 32 bits alone, 16 bits for half, or all four for two-byte "
       "sources; the CPU header takes 32 bits alone",
       "constraint dst.element: all four; erratum of the CPU"},
      {"ties and NaN are in the formal draft alone",
       "decision 033: the lowest column of the numbers; erratum E-" + op + "-001"},
      {"a page wants one valid column in dst, headers never look",
       "constraint dst.one_valid_column: no promised refusal"},
      {"the CPU header asserts that the tile of indices has no boxes and says nothing of the "
       "values'",
       "constraint dst_val.unboxed: kept by legal cases, no promised refusal"},
      {"a sample declares a value tile and reuses the name of the index",
       "form value_index: dst_val comes first"},
      {"forms of three and four operands have one name", "forms index and value_index"}};
}

}  // namespace assay::ops
