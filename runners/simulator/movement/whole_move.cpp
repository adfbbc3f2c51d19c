// SPDX-License-Identifier: Apache-2.0
// TMOV: every element to its place in another memory or layout.
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_whole_move(const Request& request, const Hooks& hooks) {
  // In the public spelling a move without a conversion may be one that rectifies.
  const bool quantiser =
      request.form == "acc" || request.form == "cast" || request.form == "scalar";
  if (quantiser) return run_quantised_move(request, hooks);
  const std::uint32_t to = request[0].element, from_type = request[1].element;
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  Tile src(request[1]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      Place from{row, col};
      hooks.origin(request, {row, col}, from);
      const std::uint64_t bits = hooks.moved(from_type, src.get(from.row, from.col));
      const std::uint64_t number =
          to == from_type ? bits : convert(from_type, bits, to).value_or(0);
      dst.put({row, col}, number, {&bits, 1});
      hooks.spent(request, src, from, bits);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
