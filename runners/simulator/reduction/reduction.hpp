// SPDX-License-Identifier: Apache-2.0
// Rows or columns reduced to one value: sums, products, extremes, and where an extreme is.
#pragma once

#include <cstdint>
#include <vector>

#include "runners/simulator/elementwise/arithmetic.hpp"

namespace assay::simulator {

/// How a call folds the elements of a line.
class Folder {
 public:
  using Values = std::vector<std::uint64_t>;

  Folder(const Request& request, const Hooks& hooks);

  const Request& request() const { return *request_; }
  /// The element type that is worked in.
  std::uint32_t element() const { return unit_.element; }

  std::uint64_t two(std::uint64_t a, std::uint64_t b) const;
  /// In the order of the machine; at least one value.
  std::uint64_t total(const Values& values) const;

 private:
  std::uint64_t serial(const Values& values) const;
  /// Neighbours first; the last one of an odd number joins the first pair or the last one.
  std::uint64_t pairwise(Values values, bool odd_joins_last) const;
  /// The first one, then pairs of the others.
  std::uint64_t first_then_pairs(const Values& values) const;
  /// Lanes of a register of `width` first, then the lanes.
  std::uint64_t by_lanes(const Values& values, std::size_t width, bool lanes_in_pairs) const;

  const Request* request_;
  Unit unit_;
  Calculation calculate_;
};

/// Two elements that want to lead a line.
struct Search {
  const Request& request;
  std::uint32_t element;
  bool along_row;
  bool smallest;  ///< searched for, instead of the greatest
};

}  // namespace assay::simulator
