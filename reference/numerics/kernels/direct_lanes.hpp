// SPDX-License-Identifier: Apache-2.0
// f32 to f32, to nearest even: the operation of the processor is IEEE 754's, so it is the correctly
// rounded result; only a NaN has to be made the quiet one.
#pragma once

#include "reference/numerics/function.hpp"
#include "reference/numerics/kernels/lanes.hpp"

namespace assay::numerics::kernels {
namespace {

/// The root of a subnormal number takes a hundred times the time of others: in quanta of 2^-149, it
/// is normal.
inline float square_root_of(float a) {
  const auto bits = __builtin_bit_cast(std::uint32_t, a);
  const std::uint32_t size = bits & 0x7FFFFFFF;
  const bool subnormal = size < 0x800000;
  const float quanta = static_cast<float>(static_cast<std::int32_t>(size & 0x7FFFFF)) * 0.5F;
  const std::uint32_t with_sign = __builtin_bit_cast(std::uint32_t, quanta) | (bits - size);
  const float argument = subnormal ? __builtin_bit_cast(float, with_sign) : a;
  return __builtin_sqrtf(argument) * (subnormal ? 0x1p-74F : 1.0F);
}

template <Function function>
inline float direct_result(float a, float b) {
  if (function == Function::add) return a + b;
  if (function == Function::subtract) return a - b;
  if (function == Function::multiply) return a * b;
  if (function == Function::divide) return a / b;
  if (function == Function::square_root) return square_root_of(a);
  return 1.0F / a;
}

/// Nonzero if every magnitude is in [2^-62, 2^63): then no quotient of two is subnormal, which
/// takes the processor a hundred times the time of others.
std::uint32_t all_moderate(const std::byte* __restrict elements, int count) {
  const auto* words = reinterpret_cast<const Packed<std::uint32_t>::Type*>(elements);
  std::uint32_t outside = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t exponent = (words[i] >> 23) & 0xFF;
    outside |= exponent - 65 < 125 ? 0U : 1U;
  }
  return outside ^ 1;
}

template <Function function>
void direct(const std::byte* __restrict a, const std::byte* __restrict b, int count,
            std::byte* __restrict values) {
  const auto* first = reinterpret_cast<const Packed<float>::Type*>(a);
  const auto* second = reinterpret_cast<const Packed<float>::Type*>(b);
  auto* results = reinterpret_cast<Packed<std::uint32_t>::Type*>(values);
  for (int i = 0; i < count; ++i) {
    const float result = direct_result<function>(first[i], second[i]);
    const auto bits = __builtin_bit_cast(std::uint32_t, result);
    results[i] = result == result ? bits : 0x7FC00000;
  }
}

}  // namespace
}  // namespace assay::numerics::kernels
