// SPDX-License-Identifier: Apache-2.0
// How often each byte occurs in a row.
#include <array>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/rules/generation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

constexpr std::uint64_t byte_of(std::uint64_t element, int number) {
  return element >> (8 * number) & 0xFFU;
}

/// The bytes above the counted one are those of a filter.
bool passes(const Request& request, const Hooks& hooks, const Tile& filter, std::int64_t row,
            std::uint64_t element) {
  const bool by_row = request[1].element == ASSAY_U16;
  const int top = static_cast<int>(size_of(request[1].element)) - 1;
  for (int byte = top; byte > counted_byte(request); --byte) {
    // Of the halves of a row the filter is that of the row, of others that of the byte.
    Place from{by_row ? row : top - byte, 0};
    hooks.origin(request, {row, byte}, from);
    if (byte_of(element, byte) != filter.get(from.row, from.col)) return false;
  }
  return true;
}

}  // namespace

void run_counts(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[1]);
  Output output(request, request[0], hooks);
  Tile source(request[1], hooks);
  Tile filter(request[2], hooks);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    std::array<std::uint64_t, bins> counts{};
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const std::uint64_t element = read_lane(hooks, source, worked, {row, col});
      if (passes(request, hooks, filter, row, element)) {
        ++counts.at(byte_of(element, counted_byte(request)));
      }
    }
    for (std::int64_t bin = 0; bin < bins; ++bin) {
      output.put({row, bin}, counts.at(static_cast<std::size_t>(bin)));
    }
  }
  output.finish();
  hooks.spent(request, source);
}

}  // namespace assay::simulator
