// SPDX-License-Identifier: Apache-2.0
// Common parts of the pages that reduce rows or columns to one value each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/numerics/sums/sum.hpp"
#include "reference/ops/elementwise/elementwise.hpp"

namespace assay::ops {

enum class Axis : std::uint8_t {
  rows,     ///< every row gives one element: dst[i, 0]
  columns,  ///< every column gives one element: dst[0, j]
};

/// One row or column of the valid region, and what its result is made for.
struct Line {
  const Call& call;
  numerics::Terms terms;
  ElementType to;      ///< of the destination
  std::int64_t index;  ///< of the row or column
  const TileSpec& source;
  const ChosenReadings& readings;
};

/// Writes the expectation of element `at` of the destination.
using Reduce = std::function<void(const Line& line, ExpectedTile& expected, std::int64_t place)>;

/// dst as `reduce` says for every row or column of the valid region of src; the rest of dst is
/// unspecified. Without a valid element nothing of dst is written.
Result reduction(Axis axis, Reduce reduce);

/// The greatest or smallest element of every line, with the choices that pages leave there.
Result extremes_of_lines(Axis axis, bool largest);
/// A sum or product of every line; intermediate values may be flushed (Choice::subnormals).
Result sums_of_lines(Axis axis);
Result products_of_lines(Axis axis);

// Sums and products in any order, in the type of dst or wider (decision 030): the enclosure of all
// orders for floats, modulo 2^width for integers.
void sum_of(const Line& line, ExpectedTile& expected, std::int64_t place);
void product_of(const Line& line, ExpectedTile& expected, std::int64_t place);

// Extremes of a line, as the readings of the line have NaN and zeros of both signs.
void largest_of(const Line& line, ExpectedTile& expected, std::int64_t place);
void smallest_of(const Line& line, ExpectedTile& expected, std::int64_t place);

/// Converted to the type of the destination where the CPU allows another one.
std::uint64_t converted(const Line& line, std::uint64_t bits);

/// A tile of which nothing is written.
ExpectedTile untouched(ExpectedTile tile);

}  // namespace assay::ops
