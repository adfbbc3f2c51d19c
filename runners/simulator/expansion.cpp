// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/expansion.hpp"

#include <array>
#include <optional>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

struct Place {
  std::int64_t row, col;
};

Place met(const Device& device, Spread how, std::int64_t block, std::int64_t row,
          std::int64_t col) {
  const bool turned = device.has(Fault::spreads_along_wrong_axis);
  const bool stays = device.has(Fault::register_not_advanced);
  switch (how) {
    case Spread::one_per_row:
      return turned ? Place{0, 0} : Place{row, 0};
    case Spread::block_per_row:
      return {row, turned ? 0 : col % block};
    case Spread::row:
      return turned ? Place{row, col} : Place{0, stays ? col % (8 * block) : col};
  }
  return {row, col};
}

}  // namespace

Answer run_spread(const Request& request, Device& device, int full, int spread, Spread how,
                  Calculation lane, const Unit& unit) {
  if (device.has(Fault::writes_nothing)) return {};
  const assay_operand& valid = request[0];
  std::int64_t rows = device.has(Fault::ignores_valid_rows) ? valid.rows : valid.valid_rows;
  if (device.has(Fault::second_buffer_short) && device.calls % 2 != 0) --rows;
  const std::int64_t cols =
      device.has(Fault::ignores_valid_columns) ? valid.cols : valid.valid_cols;
  Output dst(valid, device);
  Tile few(request[static_cast<std::size_t>(spread)], Device{});
  std::optional<Tile> many;
  if (full > 0) many.emplace(request[static_cast<std::size_t>(full)], Device{});
  const std::int64_t block = 32 / size_of(few.operand().element);
  const bool spread_first = full < 0 || spread < full;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      const Place at = met(device, how, block, row, col);
      const std::uint64_t one = device.moved(few.operand().element, few.get(at.row, at.col));
      const bool slips = device.has(Fault::reads_outside_valid) && col + 1 == cols && many &&
                         cols < many->operand().cols;
      const std::uint64_t other =
          many ? device.moved(many->operand().element, many->get(row, slips ? col + 1 : col)) : one;
      const std::array<std::uint64_t, 2> in{spread_first ? one : other, spread_first ? other : one};
      const std::uint64_t result = lane(unit, in);
      dst.put(row, col, result);
      if (device.has(Fault::modifies_input)) (many ? *many : few).set(row, many ? col : 0, result);
    }
  }
  dst.finish();
  return {};
}

}  // namespace assay::simulator
