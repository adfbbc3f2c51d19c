// SPDX-License-Identifier: Apache-2.0
// TEXPANDS: fills a tile with a scalar.
#include <algorithm>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/rules/fill.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

std::optional<std::uint64_t> pattern_of(const Device& device, const assay_operand& scalar,
                                        std::uint32_t element) {
  const bool cuts = device.has(Fault::scalar_truncated);
  auto pattern = convert(scalar.element, scalar.scalar_bits, element,
                         cuts ? Rounding::toward_zero : Rounding::nearest_even);
  if (!pattern) return pattern;
  if (device.has(Fault::off_by_one_ulp) && float_format(element) &&
      !converts_exactly(scalar.element, scalar.scalar_bits, element)) {
    ++*pattern;
  }
  return device.moved(element, *pattern);
}

void fill_tile(const Request& request, Device& device, std::uint64_t pattern) {
  const assay_operand& dst = request[0];
  const bool whole =
      request.on_device() && dst.location == ASSAY_MAT && !device.has(Fault::mat_fills_valid_only);
  const bool all_rows = whole || device.has(Fault::ignores_valid_rows);
  const bool all_cols = whole || device.has(Fault::ignores_valid_columns);
  const std::int64_t rows = all_rows ? dst.rows : dst.valid_rows;
  std::int64_t cols = all_cols ? dst.cols : dst.valid_cols;
  if (device.has(Fault::last_block_unwritten)) cols -= std::min(cols, 32L / size_of(dst.element));
  if (device.has(Fault::block_filled)) {
    const std::int64_t block = 32 / size_of(dst.element);
    cols = std::min((cols + block - 1) / block * block, dst.cols);
  }
  Output output(dst, device);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) output.put(row, col, pattern);
  }
  output.finish();
}

// A convolution tile is filled as the contiguous memory that it is: one row of all its elements.
void fill_conv(const Request& request, Device& device, std::uint64_t pattern) {
  assay_operand line = request[0];
  line.rows = line.valid_rows = 1;
  line.cols = line.valid_cols = conv_elements(line);
  line.block_layout = ASSAY_ROW_MAJOR;
  line.box_layout = ASSAY_NONE_BOX;
  std::int64_t count = line.cols;
  if (device.has(Fault::last_block_unwritten)) {
    count -= std::min(count, 32L / size_of(line.element));
  }
  Output output(line, device);
  for (std::int64_t at = 0; at < count; ++at) output.put(0, at, pattern);
  output.finish();
}

}  // namespace

Answer run_texpands(const Request& request, Device& device) {
  const bool conv = request.form == "conv";
  if (!request.takes({ASSAY_TILE, ASSAY_SCALAR}) || (!conv && request.form != "tile")) {
    return {ASSAY_UNSUPPORTED, "TEXPANDS: this form is not simulated"};
  }
  Rules rules(request, device);
  fill_rules(rules, request);
  const auto pattern = pattern_of(device, request[1], request[0].element);
  rules.covered(pattern.has_value(), "this conversion of the scalar is not simulated");
  if (const auto answer = rules.stop()) return *answer;
  if (device.has(Fault::writes_nothing)) return {};
  conv ? fill_conv(request, device, *pattern) : fill_tile(request, device, *pattern);
  return {};
}

}  // namespace assay::simulator
