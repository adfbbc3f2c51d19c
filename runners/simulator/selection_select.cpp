// SPDX-License-Identifier: Apache-2.0
// Selections between two tiles, or a tile and a value, by the bits of a mask.
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/rules/selection.hpp"
#include "runners/simulator/selection_masks.hpp"

namespace assay::simulator {
namespace {

/// On the CPU the mask of two tiles is one stream of bits over all rows; bytes follow each other
/// over the valid columns of the mask tile.
bool streamed_bit(const MaskReader& mask, const assay_operand& tile, std::int64_t at) {
  const std::int64_t bytes = std::max<std::int64_t>(tile.valid_cols, 1);
  const std::int64_t byte = at / 8;
  return mask.bit(byte / bytes, byte % bytes * width_of(tile.element) + at % 8);
}

/// The pattern for a lane whose bit is set or not.
using Chosen = std::function<std::uint64_t(bool set, std::int64_t row, std::int64_t col)>;

/// Writes operand 0 lane by lane; operand 1 is the mask.
void select(const Request& request, Device& device, bool stream, const Chosen& chosen) {
  const assay_operand& dst = request[0];
  const Lanes lanes = lanes_of(device, dst);
  const MaskReader mask(request[1], device);
  const bool swapped = device.has(Fault::select_swapped);
  const bool joined = stream || device.has(Fault::mask_rows_joined);
  const bool stuck = device.has(Fault::mask_row_stuck);
  Output output(dst, device);
  for (std::int64_t row = 0; row < lanes.rows; ++row) {
    for (std::int64_t col = 0; col < lanes.cols; ++col) {
      const bool set = joined ? streamed_bit(mask, request[1], row * dst.valid_cols + col)
                              : mask.bit(stuck ? 0 : row, col);
      output.put(row, col, chosen(set != swapped, row, col));
    }
  }
  output.finish();
}

}  // namespace

Answer run_tsel(const Request& request, Device& device) {
  if (request.form != "plain" ||
      !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})) {
    return {ASSAY_UNSUPPORTED, "TSEL: this form is not simulated"};
  }
  const assay_operand& dst = request[0];
  Rules rules(request, device);
  select_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  if (device.has(Fault::writes_nothing)) return {};
  const Lanes lanes = lanes_of(device, dst);
  Tile first(request[2], Device{});
  const Tile second(request[3], Device{});
  select(request, device, !request.on_device(), [&](bool set, std::int64_t row, std::int64_t col) {
    return read_lane(device, set ? first : second, lanes, row, col);
  });
  if (device.has(Fault::modifies_input)) first.set(0, 0, ~first.get(0, 0));
  return {};
}

Answer run_tsels(const Request& request, Device& device) {
  if (request.form != "plain" ||
      !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR})) {
    return {ASSAY_UNSUPPORTED, "TSELS: this form is not simulated"};
  }
  const assay_operand& scalar = request[4];
  Rules rules(request, device);
  select_one_rules(rules, request);
  const auto value = convert(scalar.element, scalar.scalar_bits, request[0].element);
  rules.covered(value.has_value(), "this conversion of the scalar is not simulated");
  if (const auto answer = rules.stop()) return *answer;
  if (device.has(Fault::writes_nothing)) return {};
  const Lanes lanes = lanes_of(device, request[0]);
  Tile src(request[2], Device{});
  const std::uint64_t other = device.moved(request[0].element, *value);
  select(request, device, false, [&](bool set, std::int64_t row, std::int64_t col) {
    return set ? read_lane(device, src, lanes, row, col) : other;
  });
  if (device.has(Fault::modifies_input)) src.set(0, 0, ~src.get(0, 0));
  return {};
}

}  // namespace assay::simulator
