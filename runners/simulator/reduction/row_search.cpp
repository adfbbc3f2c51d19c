// SPDX-License-Identifier: Apache-2.0
// Column of the greatest or smallest element of every row, and optionally that element.
#include <algorithm>
#include <cmath>
#include <optional>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/rules/search.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// Does the pattern beat the one that leads so far? A number beats a NaN.
bool beats(const Search& search, std::uint64_t challenger, std::uint64_t leader) {
  const std::uint32_t element = search.element;
  if (challenger == leader) return false;
  if (is_integer(element)) {
    const bool less = is_signed_integer(element)
                          ? sign_extended(element, challenger) < sign_extended(element, leader)
                          : challenger < leader;
    return less == search.smallest;
  }
  const double a = value_of(element, challenger), b = value_of(element, leader);
  if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
  return search.smallest ? a < b : a > b;
}

std::int64_t best_column(const Search& search, const Hooks& hooks, const Tile& src,
                         std::int64_t row, std::int64_t cols) {
  std::int64_t best = 0;
  for (std::int64_t col = 1; col < cols; ++col) {
    const std::uint64_t challenger = src.get(row, col), leader = src.get(row, best);
    if (hooks.leads(search, challenger, leader, beats(search, challenger, leader))) best = col;
  }
  return best;
}

}  // namespace

void run_row_search(const Request& request, const Hooks& hooks) {
  const RowPlaces places = row_places(request);
  const assay_operand& operand = request[places.src];
  const Search search{request, operand.element, true, request.row->smallest};
  Tile src(operand, hooks);
  Output index(request, request[places.index], hooks);
  std::optional<Output> value;
  if (places.value >= 0) {
    value.emplace(request, request[static_cast<std::size_t>(places.value)], hooks);
  }
  Region worked = valid_region_of(operand);
  hooks.region(request, operand, {std::min(operand.rows, request[places.index].rows), operand.cols},
               worked);
  hooks.terms(request, operand, true, worked.cols);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    const std::int64_t best = best_column(search, hooks, src, row, worked.cols);
    std::uint64_t number = static_cast<std::uint64_t>(best);
    const std::uint64_t leader = src.get(row, best);
    std::uint64_t element = hooks.moved(operand.element, leader);
    hooks.found(search, number, value ? &element : nullptr);
    if (value) value->put({row, 0}, element);
    index.put({row, 0}, number);
    hooks.spent(request, src, {row, 0}, leader);
  }
  index.finish();
}

}  // namespace assay::simulator
