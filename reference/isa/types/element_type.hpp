// SPDX-License-Identifier: Apache-2.0
// The formats an element of a tile or of global memory can have.
#pragma once

#include <array>
#include <cstddef>
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

/// The meaning of the bits of an element type. Widths in bits; `precision` counts the hidden bit.
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

/// In the order of ElementType. Source: MODEL section 1.1; HiFloat8 has a tapered split, so its
/// exponent and precision are those of its widest and finest codes.
inline constexpr std::array element_formats{
    ElementFormat{ElementType::f32, "f32", "float", ElementKind::floating, 32, 8, 24, 127, true,
                  true},
    ElementFormat{ElementType::f16, "f16", "half", ElementKind::floating, 16, 5, 11, 15, true,
                  true},
    ElementFormat{ElementType::bf16, "bf16", "bfloat16_t", ElementKind::floating, 16, 8, 8, 127,
                  true, true},
    ElementFormat{ElementType::e4m3, "e4m3", "float8_e4m3_t", ElementKind::floating, 8, 4, 4, 7,
                  false, true},
    ElementFormat{ElementType::e5m2, "e5m2", "float8_e5m2_t", ElementKind::floating, 8, 5, 3, 15,
                  true, true},
    ElementFormat{ElementType::e8m0, "e8m0", "float8_e8m0_t", ElementKind::floating, 8, 8, 1, 127,
                  false, true},
    ElementFormat{ElementType::hif8, "hif8", "hifloat8_t", ElementKind::floating, 8, 5, 4, 0, true,
                  true},
    ElementFormat{ElementType::e2m1, "e2m1", "float4_e2m1x2_t", ElementKind::floating, 4, 2, 2, 1,
                  false, false},
    ElementFormat{ElementType::e1m2, "e1m2", "float4_e1m2x2_t", ElementKind::floating, 4, 1, 3, 1,
                  false, false},
    ElementFormat{ElementType::i4, "i4", "int4b_t", ElementKind::signed_integer, 4, 0, 0, 0, false,
                  false},
    ElementFormat{ElementType::i8, "i8", "int8_t", ElementKind::signed_integer, 8, 0, 0, 0, false,
                  false},
    ElementFormat{ElementType::u8, "u8", "uint8_t", ElementKind::unsigned_integer, 8, 0, 0, 0,
                  false, false},
    ElementFormat{ElementType::i16, "i16", "int16_t", ElementKind::signed_integer, 16, 0, 0, 0,
                  false, false},
    ElementFormat{ElementType::u16, "u16", "uint16_t", ElementKind::unsigned_integer, 16, 0, 0, 0,
                  false, false},
    ElementFormat{ElementType::i32, "i32", "int32_t", ElementKind::signed_integer, 32, 0, 0, 0,
                  false, false},
    ElementFormat{ElementType::u32, "u32", "uint32_t", ElementKind::unsigned_integer, 32, 0, 0, 0,
                  false, false},
    ElementFormat{ElementType::i64, "i64", "int64_t", ElementKind::signed_integer, 64, 0, 0, 0,
                  false, false},
    ElementFormat{ElementType::u64, "u64", "uint64_t", ElementKind::unsigned_integer, 64, 0, 0, 0,
                  false, false},
    ElementFormat{ElementType::f64, "f64", "double", ElementKind::floating, 64, 11, 53, 1023, true,
                  true},
};

constexpr const ElementFormat& format_of(ElementType type) {
  return element_formats[static_cast<std::size_t>(type)];
}
constexpr std::span<const ElementFormat> all_formats() { return element_formats; }
std::optional<ElementType> element_named(std::string_view name);

constexpr std::string_view name_of(ElementType type) { return format_of(type).name; }
constexpr int bits_of(ElementType type) { return format_of(type).bits; }
constexpr bool is_float(ElementType type) { return format_of(type).kind == ElementKind::floating; }
constexpr bool is_integer(ElementType type) { return !is_float(type); }
constexpr bool is_signed(ElementType type) {
  return format_of(type).kind != ElementKind::unsigned_integer;
}

/// sizeof() in the ISA's C++ types: 4-bit formats are declared in bytes that hold two elements.
constexpr int size_of(ElementType type) { return bits_of(type) < 8 ? 1 : bits_of(type) / 8; }

/// Bytes that `count` consecutive elements occupy, rounded up to a whole byte.
constexpr std::int64_t bytes_for(ElementType type, std::int64_t count) {
  return (count * bits_of(type) + 7) / 8;
}

/// All ones in the width of the element.
constexpr std::uint64_t mask_of(ElementType type) {
  return ~std::uint64_t{0} >> (64 - bits_of(type));
}

}  // namespace assay
