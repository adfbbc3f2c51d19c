// SPDX-License-Identifier: Apache-2.0
// Packed elements to doubles, exactly.
#pragma once

#include "reference/numerics/kernels/lanes.hpp"

namespace assay::numerics::kernels {
namespace {

template <typename Element>
void decode_number(const std::byte* __restrict from, int count, double* __restrict to) {
  const auto* elements = reinterpret_cast<const typename Packed<Element>::Type*>(from);
  for (int i = 0; i < count; ++i) to[i] = static_cast<double>(elements[i]);
}

void decode_bf16(const std::byte* __restrict from, int count, double* __restrict to) {
  const auto* elements = reinterpret_cast<const Packed<std::uint16_t>::Type*>(from);
  for (int i = 0; i < count; ++i) {
    to[i] = static_cast<double>(__builtin_bit_cast(float, std::uint32_t{elements[i]} << 16));
  }
}

/// Through f32, whose exponent field is wider: the magnitude bits moved into place are the value
/// times 2^-112, except for infinities and NaN, and for subnormals, which lack their leading
/// one.
void decode_f16(const std::byte* __restrict from, int count, double* __restrict to) {
  const auto* elements = reinterpret_cast<const Packed<std::uint16_t>::Type*>(from);
  for (int i = 0; i < count; ++i) {
    const std::uint32_t bits = elements[i];
    const std::uint32_t moved = (bits & 0x7FFF) << 13;
    const std::uint32_t finite = moved + (std::uint32_t{112} << 23);
    const float subnormal = __builtin_bit_cast(float, finite + (std::uint32_t{1} << 23)) - 0x1p-14F;
    const bool is_subnormal = moved < std::uint32_t{1} << 23;
    const bool is_special = moved >= std::uint32_t{31} << 23;
    std::uint32_t result = is_special ? moved | 0x7F800000 : finite;
    result = is_subnormal ? __builtin_bit_cast(std::uint32_t, subnormal) : result;
    result |= (bits & 0x8000) << 16;
    to[i] = static_cast<double>(__builtin_bit_cast(float, result));
  }
}

}  // namespace
}  // namespace assay::numerics::kernels
