// SPDX-License-Identifier: Apache-2.0
// Sums and differences whose results have a narrower type than their sources.
#include "runners/simulator/narrowing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/rules/steps.hpp"
#include "runners/simulator/walk.hpp"

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

struct Narrowing {
  Machine machine;
  const Device* device;
  std::uint32_t from;
  bool minus;
};

std::uint64_t to_byte(const Narrowing& unit, std::int64_t sum) {
  const std::int64_t positive = std::max<std::int64_t>(sum, 0);
  if (unit.device->has(Fault::narrowing_wraps)) return static_cast<std::uint64_t>(positive);
  return static_cast<std::uint64_t>(std::min<std::int64_t>(positive, 127));
}

std::uint64_t from_words(const Narrowing& unit, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = sign_extended(ASSAY_I16, a), y = sign_extended(ASSAY_I16, b);
  const std::int64_t sum = unit.minus ? x - y : x + y;
  // A5 adds in the 16-bit register before it clamps.
  const bool wraps = unit.machine == Machine::a5;
  return to_byte(unit, wraps ? sign_extended(ASSAY_I16, static_cast<std::uint64_t>(sum)) : sum);
}

std::uint64_t narrowed(const Narrowing& unit, Inputs in) {
  if (unit.from == ASSAY_I16) return from_words(unit, in[0], in[1]);
  const double x = value_of(unit.from, in[0]), y = value_of(unit.from, in[1]);
  const double sum = unit.minus ? x - y : x + y;
  if (unit.from == ASSAY_F32) return clamped_half(static_cast<float>(sum));
  const std::uint64_t rounded = encode(*float_format(ASSAY_F16), static_cast<long double>(sum));
  const double half = value_of(ASSAY_F16, rounded);
  if (!(half > 0)) return 0;
  return to_byte(unit, static_cast<std::int64_t>(std::nearbyint(std::min(half, 65504.0))));
}

Answer run_narrowing(const Request& request, Device& device, bool minus) {
  using enum assay_kind;
  if (request.form != "plain" || !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  Rules rules(request, device);
  narrowed_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  const Narrowing unit{request.machine, &device, request[1].element, minus};
  return run_lanes(request, device, 0, {1, 2}, [&](Inputs in) { return narrowed(unit, in); });
}

/// The float that the device scales and clamps, before it becomes a half.
float staged(std::int32_t sum, float scale) {
  const float lowered = static_cast<float>(sum) * 0x1p-17F;
  const float scaled = lowered * scale;
  return scaled * 0x1p17F;
}

/// A2A3 leaves the scaled float in src0 and the clamped one in src1.
void consume(const Request& request, float scale) {
  Tile first(request[1], Device{}), second(request[2], Device{});
  for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
    for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
      const auto sum = static_cast<std::int32_t>(first.get(row, col) + second.get(row, col));
      const float scaled = staged(sum, scale);
      first.set(row, col, std::bit_cast<std::uint32_t>(scaled));
      second.set(row, col, std::bit_cast<std::uint32_t>(std::max(scaled, 0.0F)));
    }
  }
}

std::uint64_t scaled_on_cpu(std::int32_t sum, float scale) {
  const float product = scale * static_cast<float>(sum);
  return product > 0.0F ? half_of(product) : 0;
}

std::uint64_t scaled_on_device(const Unit& unit, std::int32_t sum, float scale) {
  if (unit.machine == Machine::a5 && unit.has(Fault::rectified_before_scaled)) {
    return half_of(std::clamp(staged(std::max(sum, 0), scale), -65504.0F, 65504.0F));
  }
  return clamped_half(staged(sum, scale));
}

}  // namespace

Answer run_narrowed_sum(const Request& request, Device& device) {
  return run_narrowing(request, device, false);
}

Answer run_narrowed_difference(const Request& request, Device& device) {
  return run_narrowing(request, device, true);
}

Answer run_scaled_sum(const Request& request, Device& device) {
  const std::string_view form = request.machine == Machine::a2a3 ? "consuming" : "plain";
  if (request.form != form ||
      !request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE})) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  Rules rules(request, device);
  scaled_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  const float scale = to_float(request[3].scalar_bits);
  const Unit unit{request.machine, request[0].element, false, &device};
  const Answer answer = run_lanes(request, device, 0, {1, 2}, [&](Inputs in) {
    const auto sum = static_cast<std::int32_t>(in[0] + in[1]);
    return request.on_device() ? scaled_on_device(unit, sum, scale) : scaled_on_cpu(sum, scale);
  });
  if (request.machine == Machine::a2a3) consume(request, scale);
  return answer;
}

}  // namespace assay::simulator
