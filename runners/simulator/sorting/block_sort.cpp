// SPDX-License-Identifier: Apache-2.0
// TSORT32: blocks of a row by descending value, with the index of each value.
#include "runners/simulator/rules/block_sort.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

struct Pair {
  std::uint64_t value;
  std::uint64_t index;
};

/// A number goes before a NaN.
bool goes_before(std::uint32_t element, const Pair& one, const Pair& other) {
  const double a = value_of(element, one.value), b = value_of(element, other.value);
  if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
  return a == b ? one.index < other.index : a > b;
}

/// By insertion, which ends whatever the comparison answers.
void insert(const Search& search, const Hooks& hooks, std::vector<Pair>& sorted, const Pair& pair) {
  auto place = sorted.end();
  while (place != sorted.begin() && hooks.leads(search, pair.value, (place - 1)->value,
                                                goes_before(search.element, pair, *(place - 1)))) {
    --place;
  }
  sorted.insert(place, pair);
}

/// Both parts in 32 bits each, at `cell` of a row of such words.
void put_pair(const Search& search, const Hooks& hooks, Output& out, Place cell, Pair pair) {
  hooks.found(search, pair.index, &pair.value);
  const bool halves = width_of(search.element) == 16;
  std::int64_t col = cell.col * (halves ? 2 : 1);
  for (const std::uint64_t word : {pair.value, pair.index}) {
    out.put({cell.row, col++}, halves ? word & 0xFFFFU : word);
    if (halves) out.put({cell.row, col++}, word >> 16U);
  }
}

}  // namespace

void run_block_sort(const Request& request, const Hooks& hooks) {
  const assay_operand& source = request[1];
  const Search search{request, source.element, true, false};
  const Region worked = worked_region(request, hooks, source);
  Tile values(source);
  const Tile indices(request[2]);
  Output out(request, request[0], hooks);
  const bool shared = request[2].valid_rows == 1;
  std::vector<Pair> sorted;
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    std::int64_t word = 0;
    for (std::int64_t col = 0; col < worked.cols;) {
      sorted.clear();
      do {
        const std::uint64_t value = hooks.moved(source.element, values.get(row, col));
        insert(search, hooks, sorted, {value, indices.get(shared ? 0 : row, col)});
        ++col;
      } while (col < worked.cols && col % block_sort::length != 0);
      for (const Pair& pair : sorted) {
        put_pair(search, hooks, out, {row, word}, pair);
        word += 2;
      }
    }
  }
  out.finish();
  hooks.spent(request, values);
}

}  // namespace assay::simulator
