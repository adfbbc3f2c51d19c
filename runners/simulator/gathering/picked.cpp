// SPDX-License-Identifier: Apache-2.0
// TGATHER: elements that a tile of indices, a pattern or a comparison selects.
#include <array>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/gathering.hpp"

namespace assay::simulator {
namespace {

/// Where the element with this number, counted from the beginning of the memory of a tile, is.
Place in_memory(const assay_operand& tile, std::int64_t number) {
  if (tile.block_layout == ASSAY_ROW_MAJOR) return {number / tile.cols, number % tile.cols};
  return {number % tile.rows, number / tile.rows};
}

std::int64_t number_of(const assay_operand& tile, Place place) {
  if (tile.block_layout == ASSAY_ROW_MAJOR) return place.row * tile.cols + place.col;
  return place.col * tile.rows + place.row;
}

void pick_by_index(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  const Tile indices(request[2]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const std::uint64_t index = indices.get(row, col);
      const std::int64_t number = sign_extended(request[2].element, index);
      Place from = in_memory(request[1], number);
      hooks.origin(request, {row, col}, from);
      const std::array<std::uint64_t, 2> in{
          hooks.moved(request[1].element, src.get(from.row, from.col)), index};
      dst.put({row, col}, in[0], in);
    }
  }
  dst.finish();
  hooks.spent(request, src);
}

void pick_by_mask(const Request& request, const Hooks& hooks) {
  const MaskLanes lanes = mask_lanes(request.attribute("MaskPattern"));
  const bool down = request.attribute("GatherAxis") == "GATHER_COL";
  const Region worked = worked_region(request, hooks, request[1]);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  Place to{0, 0};
  for (std::int64_t row = down ? lanes.set : 0; row < worked.rows; row += down ? lanes.count : 1) {
    for (std::int64_t col = down ? 0 : lanes.set; col < worked.cols;
         col += down ? 1 : lanes.count) {
      Place from{row, col};
      hooks.origin(request, to, from);
      const std::uint64_t bits = hooks.moved(request[1].element, src.get(from.row, from.col));
      dst.put(to, bits, {&bits, 1});
      if (++to.col == request[0].cols && !down) to = {to.row + 1, 0};
    }
    if (down) to = {to.row + 1, 0};
  }
  dst.finish();
  hooks.spent(request, src);
}

/// Whether an element is greater than an integer, or equal to it.
bool matches(const Request& request, std::uint64_t bits, std::uint64_t limit) {
  const bool equal = request.attribute("cmpMode") == "EQ";
  const std::uint32_t element = request[1].element;
  const std::int64_t number = sign_extended(request[2].element, limit);
  if (is_integer(element)) {
    const std::int64_t value = sign_extended(element, bits);
    return equal ? value == number : value > number;
  }
  const double value = value_of(element, bits);
  return equal ? value == static_cast<double>(number) : value > static_cast<double>(number);
}

void pick_by_comparison(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[1]);
  Output dst(request, request[0], hooks), counts(request, request[3], hooks);
  Tile src(request[1]);
  const Tile limits(request[2]);
  const std::uint64_t offset = hooks.scalar(request, request[5], ASSAY_U32, request[5].scalar_bits);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    std::int64_t found = 0;
    const std::uint64_t limit = limits.get(row, 0);
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row, col};
      hooks.origin(request, {row, found}, from);
      const std::uint64_t bits = hooks.moved(request[1].element, src.get(from.row, from.col));
      if (!matches(request, bits, limit)) continue;
      const std::array<std::uint64_t, 2> in{bits, limit};
      const auto number = static_cast<std::uint64_t>(number_of(request[1], {row, col}));
      dst.put({row, found++}, (offset + number) & ones(32), in);
    }
    counts.put({row, 0}, static_cast<std::uint64_t>(found));
  }
  dst.finish();
  counts.finish();
  hooks.spent(request, src);
}

}  // namespace

void run_gather(const Request& request, const Hooks& hooks) {
  if (request.form == "index") return pick_by_index(request, hooks);
  if (request.form == "mask") return pick_by_mask(request, hooks);
  pick_by_comparison(request, hooks);
}

}  // namespace assay::simulator
