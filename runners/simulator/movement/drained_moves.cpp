// SPDX-License-Identifier: Apache-2.0
// TMOV_FP and TEXTRACT_FP: an accumulator or a window of it goes to another tile, every column of
// the accumulator by its descriptor.
#include <array>
#include <cstdint>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/movement/quantiser.hpp"
#include "runners/simulator/rules/drain.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// dst is filled from the place `corner` of src on.
void run_from(const Request& request, const Seams& seams, Corner corner) {
  const assay_operand &to = request[0], &from = request[1], &scales = request[2];
  const Region worked = worked_region(request, seams, to);
  Drain drain{request.machine, from.element, to.element,
              request.attribute("ReluPreMode") == "NormalRelu"};
  seams.drains(request, drain);
  Output dst(request, to, seams);
  Tile src(from);
  const Tile fp(scales);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const Place source{row + corner.row, col + corner.col};
      Place one{0, source.col};
      seams.origin(request, source, one);
      const std::array<std::uint64_t, 2> in{
          seams.moved(from.element, src.get(source.row, source.col)),
          seams.argument(scales.element, fp.get(one.row, one.col))};
      const std::uint64_t bits = drained(drain, seams, in[0], in[1]);
      dst.put({row, col}, bits, in);
      seams.spent(request, src, source, bits);
    }
  }
  dst.finish();
}

}  // namespace

void run_quantised_move(const Request& request, const Seams& seams) {
  run_from(request, seams, {0, 0});
}

void run_quantised_extraction(const Request& request, const Seams& seams) {
  run_from(request, seams, corner_behind_descriptors(request));
}

void run_quantised_insertion(const Request& request, const Seams& seams) {
  const assay_operand &to = request[0], &from = request[1], &scales = request[2];
  const Region worked = worked_region(request, seams, from);
  const Corner corner = corner_behind_descriptors(request);
  Drain drain{request.machine, from.element, to.element,
              request.attribute("ReluPreMode") == "NormalRelu"};
  seams.drains(request, drain);
  Output dst(request, to, seams);
  Tile src(from);
  const Tile fp(scales);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place one{0, col};
      seams.origin(request, {row, col}, one);
      const std::array<std::uint64_t, 2> in{
          seams.moved(from.element, src.get(row, col)),
          seams.argument(scales.element, fp.get(one.row, one.col))};
      const std::uint64_t bits = drained(drain, seams, in[0], in[1]);
      dst.put({row + corner.row, col + corner.col}, bits, in);
      seams.spent(request, src, {row, col}, bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
