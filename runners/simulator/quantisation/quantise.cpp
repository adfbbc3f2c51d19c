// SPDX-License-Identifier: Apache-2.0
// TQUANT with integer codes: numbers over the scale of their row, made whole, plus an offset.
#include <algorithm>
#include <array>
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/quantisation/parameters.hpp"
#include "runners/simulator/quantisation/quantise_groups.hpp"
#include "runners/simulator/table/quantisation.hpp"

namespace assay::simulator {
namespace {

/// The code of a quotient; NaN has the code 0.
std::uint64_t code_of(std::uint32_t element, float quotient, double offset) {
  if (std::isnan(quotient)) return 0;
  const bool with_sign = element == ASSAY_I8;
  const double least = with_sign ? -128 : 0, greatest = with_sign ? 127 : 255;
  const double code = std::clamp(std::nearbyint(quotient) + offset, least, greatest);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(code)) & 0xFFU;
}

float number(std::uint64_t bits) { return static_cast<float>(value_of(ASSAY_F32, bits)); }

}  // namespace

void run_quantisation(const Request& request, const Hooks& hooks) {
  if (has_groups(request)) return run_groups(request, hooks);
  const std::size_t last = request.operands.size() - 1;
  const bool with_offset = request.form.starts_with("int8_asym");
  const Region worked = worked_region(request, hooks, request[0]);
  Output dst(request, request[0], hooks);
  Tile numbers(request[1]);
  const Tile scale(request[2]), offset(request[last]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      const Place lane{row, col};
      const std::array<std::uint64_t, 3> in{
          read_lane(hooks, numbers, worked, lane), parameter_at(request, hooks, scale, lane),
          with_offset ? parameter_at(request, hooks, offset, lane) : 0};
      const float quotient = number(in[0]) / number(in[1]);
      const std::uint64_t code = code_of(request[0].element, quotient, number(in[2]));
      dst.put(lane, code, in);
      hooks.spent(request, numbers, lane, code);
    }
  }
  dst.finish();
}

}  // namespace assay::simulator
