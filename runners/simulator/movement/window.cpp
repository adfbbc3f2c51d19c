// SPDX-License-Identifier: Apache-2.0
// TEXTRACT and TINSERT: a window of a tile, out and in.
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/rules/accumulator_store.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

namespace {

void take_two_windows(const Request& request, const Hooks& hooks) {
  Tile src(request[2]);
  for (std::size_t window = 0; window < 2; ++window) {
    const Region worked = worked_region(request, hooks, request[window]);
    const Corner corner = corner_of_window(request, window);
    Output dst(request, request[window], hooks);
    for (std::int64_t row = 0; row < worked.rows; ++row) {
      for (std::int64_t col = 0; col < worked.cols; ++col) {
        Place from{row + corner.row, col + corner.col};
        hooks.origin(request, {row, col}, from);
        const std::uint64_t bits = hooks.moved(request[2].element, src.get(from.row, from.col));
        dst.put({row, col}, bits, {&bits, 1});
      }
    }
    dst.finish();
  }
}

}  // namespace

void run_extraction(const Request& request, const Hooks& hooks) {
  if (request.form == "two") return take_two_windows(request, hooks);
  if (is_accumulator_form(request.form)) return run_quantised_extraction(request, hooks);
  const Region worked = worked_region(request, hooks, request[0]);
  const Corner corner = corner_of(request);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row + corner.row, col + corner.col};
      hooks.origin(request, {row, col}, from);
      const std::uint64_t bits = hooks.moved(request[1].element, src.get(from.row, from.col));
      dst.put({row, col}, bits, {&bits, 1});
      hooks.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

void run_insertion(const Request& request, const Hooks& hooks) {
  if (is_accumulator_form(request.form)) return run_quantised_insertion(request, hooks);
  const Region worked = worked_region(request, hooks, request[1]);
  const Corner corner = corner_of(request);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row, col};
      hooks.origin(request, {row + corner.row, col + corner.col}, from);
      const std::uint64_t bits = hooks.moved(request[1].element, src.get(from.row, from.col));
      dst.put({row + corner.row, col + corner.col}, bits, {&bits, 1});
      hooks.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
