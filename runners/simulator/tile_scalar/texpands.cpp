// SPDX-License-Identifier: Apache-2.0
// Fills a tile with a scalar.
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/table/runs.hpp"
#include "runners/simulator/tile_scalar/tile_scalar.hpp"

namespace assay::simulator {
namespace {

void fill(const Request& request, const Hooks& hooks, const assay_operand& tile, Region region,
          std::uint64_t pattern) {
  hooks.filled(request, tile, region);
  Output output(request, tile, hooks);
  for (std::int64_t row = 0; row < region.rows; ++row) {
    for (std::int64_t col = 0; col < region.cols; ++col) output.put({row, col}, pattern);
  }
  output.finish();
}

// A convolution tile is filled as the contiguous memory that it is: one row of all its elements.
assay_operand as_line(const assay_operand& conv) {
  assay_operand line = conv;
  line.rows = line.valid_rows = 1;
  line.cols = line.valid_cols = conv_elements(line);
  line.block_layout = ASSAY_ROW_MAJOR;
  line.box_layout = ASSAY_NONE_BOX;
  return line;
}

}  // namespace

void run_fill(const Request& request, const Hooks& hooks) {
  const assay_operand& dst = request[0];
  const std::uint64_t pattern = passed(request, hooks, request[1], dst.element);
  if (request.form == "conv") {
    const assay_operand line = as_line(dst);
    return fill(request, hooks, line, whole_of(line), pattern);
  }
  const bool whole = dst.location == ASSAY_MAT;
  fill(request, hooks, dst, whole ? whole_of(dst) : valid_region_of(dst), pattern);
}

}  // namespace assay::simulator
