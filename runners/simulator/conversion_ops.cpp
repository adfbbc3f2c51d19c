// SPDX-License-Identifier: Apache-2.0
// Conversions of whole tiles.
#include "runners/simulator/conversion.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/rules/conversion.hpp"
#include "runners/simulator/selection_masks.hpp"

namespace assay::simulator {
namespace {

/// Whether the form is one of five, with its operands.
bool is_known(const Request& request) {
  const bool with_tmp = request.form == "tmp" || request.form == "tmp_saturation";
  if (with_tmp) return request.on_device() && request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
  if (!request.takes({ASSAY_TILE, ASSAY_TILE})) return false;
  return request.form == "plain" || request.form == "saturation" ||
         (request.form == "ambient" && request.on_device());
}

/// Column of an element of a packed tile, as this device counts.
std::int64_t place(const Device& device, const assay_operand& tile, std::int64_t col) {
  const bool packed = width_of(tile.element) == 4;
  return packed && device.has(Fault::nibbles_swapped) ? col ^ 1 : col;
}

/// A5 zeros the rows of packed floats before it stores them.
void zero_rows(Tile& tile) {
  for (std::int64_t row = 0; row < tile.operand().valid_rows; ++row) {
    for (std::int64_t col = 0; col < tile.operand().cols; ++col) tile.set(row, col, 0);
  }
}

void convert_tile(const Request& request, Device& device) {
  const assay_operand& dst = request[0];
  const Job job = job_of(request);
  const Lanes lanes = lanes_of(device, request.on_device() ? dst : request[1]);
  Tile src(request[1], Device{});
  Output output(dst, device);
  const bool packs = job.machine == Machine::a5 && width_of(job.to) == 4;
  if (packs) zero_rows(output.tile());
  // A pair of packed floats is stored as a whole byte, half of one not at all.
  const std::int64_t cols = packs ? lanes.cols / 2 * 2 : lanes.cols;
  for (std::int64_t row = 0; row < lanes.rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      const std::uint64_t bits = read_lane(device, src, lanes, row, place(device, request[1], col));
      output.put(row, place(device, dst, col), convert_element(job, device, bits));
    }
  }
  output.finish();
  if (device.has(Fault::modifies_input)) src.set(0, 0, ~src.get(0, 0));
}

}  // namespace

Answer run_tcvt(const Request& request, Device& device) {
  if (!is_known(request)) return {ASSAY_UNSUPPORTED, "TCVT: this form is not simulated"};
  Rules rules(request, device);
  conversion_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  if (!device.has(Fault::writes_nothing)) convert_tile(request, device);
  return {};
}

}  // namespace assay::simulator
