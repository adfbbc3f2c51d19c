// SPDX-License-Identifier: Apache-2.0
// f32 to f32, to nearest even: the operation of the processor is IEEE 754's, so it is the correctly
// rounded result; only a NaN has to be made the quiet one.
#pragma once

#include "reference/numerics/function.hpp"
#include "reference/numerics/kernels/lanes.hpp"

namespace assay::numerics::kernels {
namespace {

template <Function function>
inline float direct_result(float a, float b) {
  if (function == Function::add) return a + b;
  if (function == Function::subtract) return a - b;
  if (function == Function::multiply) return a * b;
  if (function == Function::divide) return a / b;
  if (function == Function::square_root) return __builtin_sqrtf(a);
  return 1.0F / a;
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
