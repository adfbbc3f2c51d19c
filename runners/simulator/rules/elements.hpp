// SPDX-License-Identifier: Apache-2.0
// Element types as rules see them: sizes, kinds, sets of them.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "runners/backend.h"

namespace assay::simulator {

/// Bits of one element in memory: 4, 8, 16, 32 or 64.
constexpr int width_of(std::uint32_t element) {
  switch (element) {
    case ASSAY_E2M1:
    case ASSAY_E1M2:
    case ASSAY_I4:
      return 4;
    case ASSAY_F16:
    case ASSAY_BF16:
    case ASSAY_I16:
    case ASSAY_U16:
      return 16;
    case ASSAY_F32:
    case ASSAY_I32:
    case ASSAY_U32:
      return 32;
    case ASSAY_I64:
    case ASSAY_U64:
    case ASSAY_F64:
      return 64;
    default:
      return 8;
  }
}

/// sizeof of the C++ type; 1 for the types that pack two elements in a byte.
constexpr int size_of(std::uint32_t element) {
  const int width = width_of(element);
  return width < 8 ? 1 : width / 8;
}

constexpr bool is_integer(std::uint32_t element) {
  return element >= ASSAY_I4 && element <= ASSAY_U64;
}

constexpr bool is_signed_integer(std::uint32_t element) {
  return element == ASSAY_I4 || element == ASSAY_I8 || element == ASSAY_I16 ||
         element == ASSAY_I32 || element == ASSAY_I64;
}

/// A set of element types.
class Elements {
 public:
  constexpr Elements() = default;
  constexpr Elements(std::initializer_list<assay_element> list) {
    for (const assay_element element : list) bits_ |= 1U << static_cast<unsigned>(element);
  }
  constexpr bool has(std::uint32_t element) const {
    return element < 32 && ((bits_ >> element) & 1U) != 0;
  }

 private:
  std::uint32_t bits_ = 0;
};

constexpr bool one_of(std::uint32_t element, std::initializer_list<assay_element> list) {
  return Elements(list).has(element);
}

/// Everything with arithmetic operators in C++.
inline constexpr Elements arithmetic_types{ASSAY_I8,  ASSAY_U8,   ASSAY_I16, ASSAY_U16,
                                           ASSAY_I32, ASSAY_U32,  ASSAY_I64, ASSAY_U64,
                                           ASSAY_F16, ASSAY_BF16, ASSAY_F32};

constexpr bool is_integer_to_32(std::uint32_t element) {
  return one_of(element, {ASSAY_I8, ASSAY_U8, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32});
}

constexpr bool is_integer_to_64(std::uint32_t element) {
  return is_integer_to_32(element) || element == ASSAY_I64 || element == ASSAY_U64;
}

constexpr bool is_ieee(std::uint32_t element) {
  return one_of(element, {ASSAY_F16, ASSAY_BF16, ASSAY_F32, ASSAY_F64});
}

/// Whether the simulator converts a scalar of one type into another.
constexpr bool is_convertible(std::uint32_t from, std::uint32_t to) {
  const bool known = (is_ieee(from) || is_integer(from)) && (is_ieee(to) || is_integer(to));
  return from == to || known;
}

}  // namespace assay::simulator
