// SPDX-License-Identifier: Apache-2.0
// The formats an element of a tile or of global memory can have.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace assay {

/// Every element format of the ISA, plus f64, which occurs only as the type of a scalar argument.
enum class ElementType : std::uint8_t {
  f32,
  f16,
  bf16,
  e4m3,
  e5m2,
  e8m0,
  hif8,
  e2m1,
  e1m2,
  i4,
  i8,
  u8,
  i16,
  u16,
  i32,
  u32,
  i64,
  u64,
  f64,
};

enum class ElementKind : std::uint8_t { floating, signed_integer, unsigned_integer };

/// What a bit pattern of an element type means. Widths in bits; `precision` counts the hidden bit.
struct ElementFormat {
  ElementType type;
  std::string_view name;         ///< as written in case names and files: f16, u32, ...
  std::string_view manual_name;  ///< as the manual writes it: half, uint32_t, ...
  ElementKind kind;
  int bits;
  int exponent_bits;  ///< 0 for integers
  int precision;      ///< 0 for integers
  int bias;
  bool has_infinity;
  bool has_nan;
};

const ElementFormat& format_of(ElementType type);
std::span<const ElementFormat> all_formats();
std::optional<ElementType> element_named(std::string_view name);

inline std::string_view name_of(ElementType type) { return format_of(type).name; }
inline int bits_of(ElementType type) { return format_of(type).bits; }
bool is_float(ElementType type);
bool is_integer(ElementType type);
bool is_signed(ElementType type);

/// sizeof() in the ISA's C++ types: 4-bit formats are declared in bytes that hold two elements.
int size_of(ElementType type);

/// Bytes that `count` consecutive elements occupy, rounded up to a whole byte.
std::int64_t bytes_for(ElementType type, std::int64_t count);

/// All ones in the width of the element.
std::uint64_t mask_of(ElementType type);

}  // namespace assay
