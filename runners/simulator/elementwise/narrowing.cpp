// SPDX-License-Identifier: Apache-2.0
// Sums and differences whose results have a narrower type than their sources.
#include "runners/simulator/elementwise/narrowing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

constexpr std::uint64_t largest_half = 0x7BFF;

float to_float(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

std::uint64_t half_of(float x) {
  return encode(*float_format(ASSAY_F16), static_cast<long double>(x));
}

/// Clamped at zero, -0 included; out-of-range halves become the largest one. NaN stays.
std::uint64_t clamped_half(float x) {
  if (std::isnan(x)) return half_of(x);
  return x > 0.0F ? std::min(half_of(x), largest_half) : 0;
}

std::int64_t positive_sum_of_words(Machine machine, bool minus, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = sign_extended(ASSAY_I16, a), y = sign_extended(ASSAY_I16, b);
  const std::int64_t sum = minus ? x - y : x + y;
  // A5 adds in the 16-bit register before it clamps.
  const bool wraps = machine == Machine::a5;
  return std::max<std::int64_t>(
      wraps ? sign_extended(ASSAY_I16, static_cast<std::uint64_t>(sum)) : sum, 0);
}

double sum_of_floats(std::uint32_t from, bool minus, Inputs in) {
  const double x = value_of(from, in[0]), y = value_of(from, in[1]);
  return minus ? x - y : x + y;
}

void run_narrowing(const Request& request, const Hooks& hooks, bool minus) {
  const std::uint32_t from = request[1].element;
  run_lanes(request, hooks, {1, 2}, [&](Inputs passed) {
    const std::array in{hooks.argument(from, passed[0]), hooks.argument(from, passed[1])};
    if (from == ASSAY_F32) {
      const auto sum = static_cast<float>(sum_of_floats(from, minus, in));
      return hooks.rounded(ASSAY_F16, clamped_half(sum));
    }
    return static_cast<std::uint64_t>(
        std::min<std::int64_t>(positive_sum(request.machine, from, minus, in), 127));
  });
}

}  // namespace

std::int64_t positive_sum(Machine machine, std::uint32_t from, bool minus, Inputs in) {
  if (from == ASSAY_I16) return positive_sum_of_words(machine, minus, in[0], in[1]);
  const std::uint64_t rounded =
      encode(*float_format(ASSAY_F16), static_cast<long double>(sum_of_floats(from, minus, in)));
  const double half = value_of(ASSAY_F16, rounded);
  return half > 0 ? static_cast<std::int64_t>(std::nearbyint(std::min(half, 65504.0))) : 0;
}

float staged_product(std::int32_t sum, float scale) {
  const float lowered = static_cast<float>(sum) * 0x1p-17F;
  const float scaled = lowered * scale;
  return scaled * 0x1p17F;
}

void run_narrowed_sum(const Request& request, const Hooks& hooks) {
  run_narrowing(request, hooks, false);
}

void run_narrowed_difference(const Request& request, const Hooks& hooks) {
  run_narrowing(request, hooks, true);
}

void run_scaled_sum(const Request& request, const Hooks& hooks) {
  const float scale = to_float(request[3].scalar_bits);
  run_lanes(request, hooks, {1, 2}, [&](Inputs in) {
    const auto sum = static_cast<std::int32_t>(in[0] + in[1]);
    return clamped_half(staged_product(sum, scale));
  });
}

}  // namespace assay::simulator
