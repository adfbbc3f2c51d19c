// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/reduction.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/integer.hpp"

namespace assay::ops {
namespace {

using numerics::Terms;

Terms line_of(Axis axis, const TileSpec& tile, const ElementArray& elements, std::int64_t index) {
  const std::int64_t pitch = tile.cols();
  if (axis == Axis::rows) {
    return {elements.type(), elements.bytes(), tile.valid_cols, index * pitch, 1};
  }
  return {elements.type(), elements.bytes(), tile.valid_rows, index, pitch};
}

std::int64_t lines_of(Axis axis, const TileSpec& tile) {
  return axis == Axis::rows ? tile.valid_rows : tile.valid_cols;
}

// ---- extremes ----

/// Whether `bits` replaces the best of the numbers before it in the line.
bool replaces(const Line& line, std::uint64_t bits, std::uint64_t best, bool largest) {
  const ElementType type = line.terms.type;
  const std::uint8_t zeros = line.readings.of(Choice::zeros_in_extremes);
  const bool tie = zeros != zeros_ordered && is_float(type) && numerics::is_zero(type, bits) &&
                   numerics::is_zero(type, best);
  if (tie) return zeros == last_zero;
  const auto one = numerics::order_key(type, best), other = numerics::order_key(type, bits);
  return largest ? one < other : other < one;
}

/// The greatest or smallest number; nothing if there are only NaN, or if one is enough.
std::optional<std::uint64_t> extreme_number(const Line& line, bool largest) {
  const bool propagates = line.readings.of(Choice::nan_in_extremes) == nan_propagated;
  std::optional<std::uint64_t> best;
  for (std::int64_t i = 0; i < line.terms.count; ++i) {
    const std::uint64_t bits = line.terms[i];
    if (numerics::is_nan(line.terms.type, bits)) {
      if (propagates) return std::nullopt;
      continue;
    }
    if (!best || replaces(line, bits, *best, largest)) best = bits;
  }
  return best;
}

void extreme_of(const Line& line, ExpectedTile& expected, std::int64_t place, bool largest) {
  const auto best = extreme_number(line, largest);
  expected.set_exact(place, converted(line, best.value_or(numerics::quiet_nan(line.terms.type))));
  if (!best) expected.set_accept(place, Accept::any_nan);
}

bool is_empty(const TileSpec& tile) { return tile.valid_rows == 0 || tile.valid_cols == 0; }

}  // namespace

std::uint64_t converted(const Line& line, std::uint64_t bits) {
  if (line.terms.type == line.to) return bits;
  return numerics::convert(line.terms.type, bits, line.to).value_or(0);
}

ExpectedTile untouched(ExpectedTile tile) {
  std::ranges::fill(tile.accept, Accept::preserved);
  return tile;
}

Result extremes_of_lines(Axis axis, bool largest) {
  Result result = depending_on(
      {Choice::nan_in_extremes, Choice::zeros_in_extremes, Choice::subnormals_elsewhere},
      reduction(axis, largest ? largest_of : smallest_of));
  result.accumulates = Accumulates::extreme;
  return result;
}

Result sums_of_lines(Axis axis) {
  Result result = depending_on({Choice::subnormals}, reduction(axis, sum_of));
  result.accumulates = Accumulates::elements;
  return result;
}

Result products_of_lines(Axis axis) {
  Result result = depending_on({Choice::subnormals}, reduction(axis, product_of));
  result.accumulates = Accumulates::factors;
  return result;
}

Result reduction(Axis axis, Reduce reduce) {
  return {.operand = "dst",
          .semantics = [axis, reduce = std::move(reduce)](const Evaluation& inputs) {
            const TileSpec& out = inputs.call.tile("dst");
            const TileSpec& in = inputs.call.tile("src");
            ExpectedTile expected(out.type.element, out.rows(), out.cols());
            if (is_empty(in)) return Expected(untouched(std::move(expected)));
            for (std::int64_t i = 0; i < lines_of(axis, in); ++i) {
              const Line line{
                  inputs.call,    line_of(axis, in, inputs.of("src"), i), out.type.element, i, in,
                  inputs.readings};
              reduce(line, expected, axis == Axis::rows ? i * out.cols() : i);
            }
            return Expected(expected);
          }};
}

void sum_of(const Line& line, ExpectedTile& expected, std::int64_t place) {
  if (is_float(line.to)) {
    numerics::expect(expected, place, numerics::sum_in_any_order(line.terms, {line.to, line.to}));
    return;
  }
  expected.set_exact(place, numerics::wrapped_sum(line.terms, line.to));
}

void product_of(const Line& line, ExpectedTile& expected, std::int64_t place) {
  if (is_float(line.to)) {
    numerics::expect(expected, place,
                     numerics::product_in_any_order(
                         line.terms, {line.to, line.to, flushes_results(line.readings)}));
    return;
  }
  expected.set_exact(place, numerics::wrapped_product(line.terms, line.to));
}

void largest_of(const Line& line, ExpectedTile& expected, std::int64_t place) {
  extreme_of(line, expected, place, true);
}

void smallest_of(const Line& line, ExpectedTile& expected, std::int64_t place) {
  extreme_of(line, expected, place, false);
}

}  // namespace assay::ops
