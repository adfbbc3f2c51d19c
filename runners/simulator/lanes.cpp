// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/lanes.hpp"

#include <vector>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {

Answer run_lanes(const Request& request, Device& device, std::size_t output,
                 std::initializer_list<std::size_t> inputs, const Lane& lane) {
  if (device.has(Fault::writes_nothing)) return {};
  const assay_operand& valid = request[output];
  const std::int64_t rows = device.has(Fault::ignores_valid_rows) ? valid.rows : valid.valid_rows;
  const std::int64_t cols =
      device.has(Fault::ignores_valid_columns) ? valid.cols : valid.valid_cols;
  Output dst(valid, device);
  std::vector<Tile> tiles;
  for (const std::size_t input : inputs) tiles.emplace_back(request[input], Device{});
  std::vector<std::uint64_t> lanes(tiles.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      const bool last = device.has(Fault::reads_outside_valid) && col + 1 == cols;
      for (std::size_t i = 0; i < tiles.size(); ++i) {
        const bool slips = last && cols < tiles[i].operand().cols;
        lanes[i] =
            device.moved(tiles[i].operand().element, tiles[i].get(row, slips ? col + 1 : col));
      }
      const std::uint64_t result = lane(lanes);
      dst.put(row, col, result);
      if (device.has(Fault::modifies_input) && !tiles.empty()) tiles[0].set(row, col, result);
    }
  }
  dst.finish();
  return {};
}

std::uint64_t finished(const Device& device, std::uint32_t element, std::uint64_t bits) {
  const FloatFormat format = *float_format(element);
  if (is_nan(format, bits)) return device.moved(element, bits);
  return device.has(Fault::off_by_one_ulp) && !is_infinite(format, bits) ? bits + 1 : bits;
}

}  // namespace assay::simulator
