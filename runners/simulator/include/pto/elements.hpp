// SPDX-License-Identifier: Apache-2.0
// Element types by their public names, and the C ABI's number for each C++ type.
#pragma once

#include <cstdint>
#include <type_traits>

#include "runners/simulator/include/pto/library.hpp"
#include "runners/simulator/rules/elements.hpp"

namespace pto {

/// An element of a type that C++ does not have: a pattern that converts from and to numbers.
template <assay_element Element, typename Bits>
struct Pattern {
  static constexpr assay_element element = Element;

  Pattern() = default;
  template <typename Number>
  requires std::is_arithmetic_v<Number> Pattern(Number number)
      : bits(static_cast<Bits>(
            detail::assay_pto_encode(Element, static_cast<long double>(number)))) {}
  operator float() const { return static_cast<float>(detail::assay_pto_decode(Element, bits)); }

  Bits bits;
};

}  // namespace pto

using half = pto::Pattern<ASSAY_F16, std::uint16_t>;
using bfloat16_t = pto::Pattern<ASSAY_BF16, std::uint16_t>;
using float8_e4m3_t = pto::Pattern<ASSAY_E4M3, std::uint8_t>;
using float8_e5m2_t = pto::Pattern<ASSAY_E5M2, std::uint8_t>;
using float8_e8m0_t = pto::Pattern<ASSAY_E8M0, std::uint8_t>;
using hifloat8_t = pto::Pattern<ASSAY_HIF8, std::uint8_t>;
using float4_e2m1x2_t = pto::Pattern<ASSAY_E2M1, std::uint8_t>;
using float4_e1m2x2_t = pto::Pattern<ASSAY_E1M2, std::uint8_t>;
using int4b_t = pto::Pattern<ASSAY_I4, std::uint8_t>;

namespace pto::detail {

template <typename Type>
inline constexpr bool is_pattern = false;
template <assay_element Element, typename Bits>
inline constexpr bool is_pattern<Pattern<Element, Bits>> = true;

/// Something that a scalar argument can be.
template <typename Type>
concept IsNumber = std::is_arithmetic_v<Type> || is_pattern<Type>;

constexpr assay_element integer_element(bool is_signed, unsigned size) {
  if (size == 1) return is_signed ? ASSAY_I8 : ASSAY_U8;
  if (size == 2) return is_signed ? ASSAY_I16 : ASSAY_U16;
  if (size == 4) return is_signed ? ASSAY_I32 : ASSAY_U32;
  return is_signed ? ASSAY_I64 : ASSAY_U64;
}

template <IsNumber Type>
constexpr assay_element element_of() {
  if constexpr (is_pattern<Type>) {
    return Type::element;
  } else if constexpr (std::is_floating_point_v<Type>) {
    return sizeof(Type) == 4 ? ASSAY_F32 : ASSAY_F64;
  } else {
    return integer_element(std::is_signed_v<Type>, sizeof(Type));
  }
}

}  // namespace pto::detail
