// SPDX-License-Identifier: Apache-2.0
// TEXTRACT and TINSERT: a window of a tile, out and in.
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/rules/drain.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

namespace {

void take_two_windows(const Request& request, const Seams& seams) {
  Tile src(request[2]);
  for (std::size_t window = 0; window < 2; ++window) {
    const Region worked = worked_region(request, seams, request[window]);
    const Corner corner = corner_of_window(request, window);
    Output dst(request, request[window], seams);
    for (std::int64_t row = 0; row < worked.rows; ++row) {
      for (std::int64_t col = 0; col < worked.cols; ++col) {
        Place from{row + corner.row, col + corner.col};
        seams.origin(request, {row, col}, from);
        const std::uint64_t bits = seams.moved(request[2].element, src.get(from.row, from.col));
        dst.put({row, col}, bits, {&bits, 1});
      }
    }
    dst.finish();
  }
}

}  // namespace

void run_extraction(const Request& request, const Seams& seams) {
  if (request.form == "two") return take_two_windows(request, seams);
  if (is_accumulator_form(request.form)) return run_quantised_extraction(request, seams);
  const Region worked = worked_region(request, seams, request[0]);
  const Corner corner = corner_of(request);
  Output dst(request, request[0], seams);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row + corner.row, col + corner.col};
      seams.origin(request, {row, col}, from);
      const std::uint64_t bits = seams.moved(request[1].element, src.get(from.row, from.col));
      dst.put({row, col}, bits, {&bits, 1});
      seams.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

void run_insertion(const Request& request, const Seams& seams) {
  if (is_accumulator_form(request.form)) return run_quantised_insertion(request, seams);
  const Region worked = worked_region(request, seams, request[1]);
  const Corner corner = corner_of(request);
  Output dst(request, request[0], seams);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row, col};
      seams.origin(request, {row + corner.row, col + corner.col}, from);
      const std::uint64_t bits = seams.moved(request[1].element, src.get(from.row, from.col));
      dst.put({row + corner.row, col + corner.col}, bits, {&bits, 1});
      seams.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
