// SPDX-License-Identifier: Apache-2.0
// An accumulator, or a window of it, goes to another tile.
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/movement/quantiser.hpp"
#include "runners/simulator/rules/accumulator_store.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// dst is filled from the place `corner` of src on.
void run_from(const Request& request, const Hooks& hooks, Corner corner) {
  const Region worked = worked_region(request, hooks, request[0]);
  const Quantiser quantiser(request, hooks);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const Place source{row + corner.row, col + corner.col};
      const QuantisedElement one = quantiser(source, src.get(source.row, source.col));
      dst.put({row, col}, one.bits, one.inputs());
      hooks.spent(request, src, source, one.bits);
    }
  }
  dst.finish();
}

}  // namespace

void run_quantised_move(const Request& request, const Hooks& hooks) {
  run_from(request, hooks, {0, 0});
}

void run_quantised_extraction(const Request& request, const Hooks& hooks) {
  run_from(request, hooks, corner_of(request));
}

void run_quantised_insertion(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[1]);
  const Corner corner = corner_of(request);
  const Quantiser quantiser(request, hooks);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const QuantisedElement one = quantiser({row, col}, src.get(row, col));
      dst.put({row + corner.row, col + corner.col}, one.bits, one.inputs());
      hooks.spent(request, src, {row, col}, one.bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
