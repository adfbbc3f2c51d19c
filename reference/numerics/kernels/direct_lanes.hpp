// SPDX-License-Identifier: Apache-2.0
// f32 to f32, to nearest even, in one loop: where the operation of the processor is IEEE 754's, it
// is the correctly rounded result; only a NaN has to be made the quiet one.
#pragma once

#include "reference/numerics/function.hpp"
#include "reference/numerics/kernels/arithmetic_lanes.hpp"
#include "reference/numerics/kernels/distance_lanes.hpp"
#include "reference/numerics/kernels/root_lanes.hpp"

namespace assay::numerics::kernels {
namespace {

template <Function function>
inline float direct_result(float a, float b) {
  if (function == Function::add) return a + b;
  return function == Function::subtract ? a - b : a * b;
}

template <Function function>
std::uint32_t direct(const std::byte* __restrict a, const std::byte* __restrict b, int count,
                     std::byte* __restrict values, std::uint32_t*) {
  const auto* first = reinterpret_cast<const Packed<float>::Type*>(a);
  const auto* second = reinterpret_cast<const Packed<float>::Type*>(b);
  auto* results = reinterpret_cast<Packed<std::uint32_t>::Type*>(values);
  for (int i = 0; i < count; ++i) {
    const float result = direct_result<function>(first[i], second[i]);
    const auto bits = __builtin_bit_cast(std::uint32_t, result);
    results[i] = result == result ? bits : 0x7FC00000;
  }
  return 0;
}

using ResultOf = single::Result (*)(std::uint32_t a);

constexpr Grid grid_of_f32{
    .precision = 24, .lowest = 0x1p-126, .highest = 0x1p127, .top = 0x1p128, .bottom = -0x1p128};

template <ResultOf result_of>
std::uint32_t direct_root(const std::byte* __restrict a, const std::byte*, int count,
                          std::byte* __restrict values, std::uint32_t* __restrict undecided) {
  const auto* arguments = reinterpret_cast<const Packed<std::uint32_t>::Type*>(a);
  auto* results = reinterpret_cast<Packed<std::uint32_t>::Type*>(values);
  std::uint32_t any = 0;
  for (int i = 0; i < count; ++i) {
    const single::Result result = result_of(arguments[i]);
    const std::uint32_t open = result.ordinary & ~result.decided;
    results[i] = result.code;
    undecided[i] = open;
    any |= open;
  }
  return any;
}

template <ResultOf result_of>
std::uint32_t root_distances(const std::byte* __restrict a, const std::byte*,
                             const std::byte* __restrict got, int count,
                             std::byte* __restrict values, double* __restrict ulp) {
  const auto* arguments = reinterpret_cast<const Packed<std::uint32_t>::Type*>(a);
  const auto* candidates = reinterpret_cast<const Packed<std::uint32_t>::Type*>(got);
  auto* results = reinterpret_cast<Packed<std::uint32_t>::Type*>(values);
  std::uint32_t any = 0;
  for (int i = 0; i < count; ++i) {
    const single::Result result = result_of(arguments[i]);
    const float distance = single::distance_to(result, candidates[i]);
    results[i] = result.code;
    ulp[i] = static_cast<double>(distance);
    any |= single::bits_of(distance);
  }
  return any & single::sign_bit;
}

/// The quotient as a double, which rounds like the exact one.
template <bool is_reciprocal>
inline double wide_quotient(float a, float b) {
  const auto wide_a = static_cast<double>(a);
  return is_reciprocal ? 1 / wide_a : wide_a / static_cast<double>(b);
}
inline std::uint32_t rounded_quotient(double quotient) {
  const auto code = __builtin_bit_cast(std::uint32_t, static_cast<float>(quotient));
  return quotient == quotient ? code : 0x7FC00000;
}

/// Whether every magnitude is in [2^-62, 2^63): then no quotient of two is subnormal, which takes
/// the processor a hundred times the time of others.
inline bool all_moderate(const std::byte* elements, int count) {
  const auto* words = reinterpret_cast<const Packed<std::uint32_t>::Type*>(elements);
  std::uint32_t outside = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t exponent = (words[i] >> 23) & 0xFF;
    outside |= exponent - 65 < 125 ? 0U : 1U;
  }
  return outside == 0;
}

template <bool is_reciprocal>
std::uint32_t direct_quotient(const std::byte* __restrict a, const std::byte* __restrict b,
                              int count, std::byte* __restrict values, std::uint32_t*) {
  const auto* first = reinterpret_cast<const Packed<float>::Type*>(a);
  const auto* second = reinterpret_cast<const Packed<float>::Type*>(b);
  auto* results = reinterpret_cast<Packed<std::uint32_t>::Type*>(values);
  if (all_moderate(a, count) && (is_reciprocal || all_moderate(b, count))) {
    for (int i = 0; i < count; ++i) {
      const float result = is_reciprocal ? 1.0F / first[i] : first[i] / second[i];
      results[i] = __builtin_bit_cast(std::uint32_t, result);
    }
    return 0;
  }
  for (int i = 0; i < count; ++i) {
    results[i] = rounded_quotient(wide_quotient<is_reciprocal>(first[i], second[i]));
  }
  return 0;
}

/// A separate loop, since the divider works in parallel with all the rest.
template <bool is_reciprocal>
std::uint32_t quotient_distances(const std::byte* __restrict a, const std::byte* __restrict b,
                                 const std::byte* __restrict got, int count,
                                 std::byte* __restrict values, double* __restrict ulp) {
  const auto* first = reinterpret_cast<const Packed<float>::Type*>(a);
  const auto* second = reinterpret_cast<const Packed<float>::Type*>(b);
  const auto* candidates = reinterpret_cast<const Packed<float>::Type*>(got);
  auto* results = reinterpret_cast<Packed<std::uint32_t>::Type*>(values);
  const Grid grid = grid_of_f32;
  const Word one_over = one_over_ulp(grid.precision);
  for (int i = 0; i < count; ++i) {
    const double quotient = wide_quotient<is_reciprocal>(first[i], second[i]);
    results[i] = rounded_quotient(quotient);
    ulp[i] = distance_of(quotient, static_cast<double>(candidates[i]), grid, one_over);
  }
  return 0;
}

}  // namespace
}  // namespace assay::numerics::kernels
