// SPDX-License-Identifier: Apache-2.0
// TCONCAT: the columns of one tile after those of another.
#include "runners/simulator/rules/joining.hpp"

#include <algorithm>
#include <optional>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// Bytes of a row in a tile of counts, as columns.
std::int64_t columns_in(const Tile& counts, std::int64_t row) {
  return static_cast<std::int64_t>(counts.get(row, 0)) / size_of(counts.operand().element);
}

/// Appends columns of a source to the row of dst, after the `first` that it has.
void append(const Request& request, const Hooks& hooks, Output& dst, Tile& src, std::int64_t row,
            std::int64_t first, std::int64_t count) {
  for (std::int64_t col = 0; col < count; ++col) {
    const Place to{row, first + col};
    Place from{row, col};
    hooks.origin(request, to, from);
    const std::uint64_t bits = hooks.moved(src.operand().element, src.get(from.row, from.col));
    dst.put(to, bits, {&bits, 1});
    hooks.spent(request, src, from, bits);
  }
}

void join_by_counts(const Request& request, const Hooks& hooks) {
  Output dst(request, request[0], hooks);
  Tile left(request[1]), right(request[2]);
  const Tile of_left(left_counts(request)), of_right(right_counts(request));
  std::optional<Output> sums;
  if (request.form == "counted") sums.emplace(request, request[3], hooks);
  const std::int64_t room = request[0].valid_cols;
  for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
    const std::int64_t first = std::min(columns_in(of_left, row), room);
    const std::int64_t second = std::min(columns_in(of_right, row), room - first);
    append(request, hooks, dst, left, row, 0, first);
    append(request, hooks, dst, right, row, first, second);
    if (!sums) continue;
    const auto bytes = static_cast<std::uint64_t>((first + second) * size_of(request[3].element));
    sums->put({row, 0}, bytes);
  }
  dst.finish();
  if (sums) sums->finish();
}

}  // namespace

void run_joining(const Request& request, const Hooks& hooks) {
  if (request.form != "plain") return join_by_counts(request, hooks);
  Output dst(request, request[0], hooks);
  std::int64_t first = 0;
  for (std::size_t source = 1; source < 3; ++source) {
    const Region worked = worked_region(request, hooks, request[source]);
    Tile src(request[source]);
    for (std::int64_t row = 0; row < worked.rows; ++row) {
      append(request, hooks, dst, src, row, first, worked.cols);
    }
    first += request[source].valid_cols;
  }
  dst.finish();
}

}  // namespace assay::simulator
