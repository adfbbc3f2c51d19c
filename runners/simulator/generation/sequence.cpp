// SPDX-License-Identifier: Apache-2.0
// Numbers one after the other along a row.
#include <cmath>
#include <cstdint>
#include <limits>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/rules/generation.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

bool ends_in_one(long double value) {
  int exponent = 0;
  const long double fraction = std::fabs(std::frexp(value, &exponent));
  const auto digits =
      static_cast<std::uint64_t>(std::ldexp(fraction, std::numeric_limits<long double>::digits));
  return (digits & 1U) != 0;
}

/// The sum, whose last bit is set where something was cut off: it rounds once more as if whole.
long double rounded_to_odd(long double a, long double b) {
  const long double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  const long double of_b = sum - a;
  const long double rest = (a - (sum - of_b)) + (b - of_b);
  if (rest == 0 || ends_in_one(sum)) return sum;
  constexpr long double infinite = std::numeric_limits<long double>::infinity();
  return std::nextafter(sum, rest > 0 ? infinite : -infinite);
}

std::uint64_t after_steps(std::uint32_t element, std::uint64_t start, std::int64_t steps,
                          bool down) {
  const auto format = float_format(element);
  const auto whole = static_cast<std::uint64_t>(steps);
  if (!format) return (down ? start - whole : start + whole) & ones(width_of(element));
  const auto number = static_cast<long double>(steps);
  return encode(*format, rounded_to_odd(static_cast<long double>(value_of(element, start)),
                                        down ? -number : number));
}

}  // namespace

void run_sequence(const Request& request, const Hooks& hooks) {
  const assay_operand& dst = request[0];
  const std::uint64_t start =
      hooks.scalar(request, request[1], dst.element, request[1].scalar_bits);
  const bool down = attribute_or(request, sequence_direction, "0") == "1";
  const Region worked = worked_region(request, hooks, dst);
  Output output(request, dst, hooks);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      output.put({row, col}, after_steps(dst.element, start, col, down));
    }
  }
  output.finish();
}

}  // namespace assay::simulator
