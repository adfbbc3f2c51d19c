// SPDX-License-Identifier: Apache-2.0
// TDEQUANT: codes minus the offset of their row, times its scale.
#include <array>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/elementwise/arithmetic.hpp"
#include "runners/simulator/quantisation/parameters.hpp"
#include "runners/simulator/table/quantisation.hpp"

namespace assay::simulator {
void run_dequantisation(const Request& request, const Hooks& hooks) {
  const Unit unit{.machine = request.machine,
                  .element = ASSAY_F32,
                  .refined = false,
                  .request = &request,
                  .hooks = &hooks};
  const std::uint32_t from = request[1].element;
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  Tile codes(request[1]);
  const Tile scale(request[2]), offset(request[3]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const Place lane{row, col};
      const std::uint64_t code = read_lane(hooks, codes, worked, lane);
      const std::array<std::uint64_t, 3> in{*convert(from, code, ASSAY_F32),
                                            parameter_at(request, hooks, offset, lane),
                                            parameter_at(request, hooks, scale, lane)};
      const std::array<std::uint64_t, 2> times{
          unit.compute(float_difference, std::span(in).first(2)), in[2]};
      const std::uint64_t result = unit.compute(float_product, times);
      dst.put(lane, result, in);
      hooks.spent(request, codes, lane, result);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
