// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/element_type.hpp"

#include <algorithm>
#include <array>

namespace assay {
namespace {

using enum ElementKind;

// Order of ElementType. Source: MODEL section 1.1; HiFloat8 has a tapered split, so its exponent
// and precision are those of its widest and finest codes.
constexpr std::array formats{
    ElementFormat{ElementType::f32, "f32", "float", floating, 32, 8, 24, 127, true, true},
    ElementFormat{ElementType::f16, "f16", "half", floating, 16, 5, 11, 15, true, true},
    ElementFormat{ElementType::bf16, "bf16", "bfloat16_t", floating, 16, 8, 8, 127, true, true},
    ElementFormat{ElementType::e4m3, "e4m3", "float8_e4m3_t", floating, 8, 4, 4, 7, false, true},
    ElementFormat{ElementType::e5m2, "e5m2", "float8_e5m2_t", floating, 8, 5, 3, 15, true, true},
    ElementFormat{ElementType::e8m0, "e8m0", "float8_e8m0_t", floating, 8, 8, 1, 127, false, true},
    ElementFormat{ElementType::hif8, "hif8", "hifloat8_t", floating, 8, 5, 4, 0, true, true},
    ElementFormat{ElementType::e2m1, "e2m1", "float4_e2m1x2_t", floating, 4, 2, 2, 1, false, false},
    ElementFormat{ElementType::e1m2, "e1m2", "float4_e1m2x2_t", floating, 4, 1, 3, 1, false, false},
    ElementFormat{ElementType::i4, "i4", "int4b_t", signed_integer, 4, 0, 0, 0, false, false},
    ElementFormat{ElementType::i8, "i8", "int8_t", signed_integer, 8, 0, 0, 0, false, false},
    ElementFormat{ElementType::u8, "u8", "uint8_t", unsigned_integer, 8, 0, 0, 0, false, false},
    ElementFormat{ElementType::i16, "i16", "int16_t", signed_integer, 16, 0, 0, 0, false, false},
    ElementFormat{ElementType::u16, "u16", "uint16_t", unsigned_integer, 16, 0, 0, 0, false, false},
    ElementFormat{ElementType::i32, "i32", "int32_t", signed_integer, 32, 0, 0, 0, false, false},
    ElementFormat{ElementType::u32, "u32", "uint32_t", unsigned_integer, 32, 0, 0, 0, false, false},
    ElementFormat{ElementType::i64, "i64", "int64_t", signed_integer, 64, 0, 0, 0, false, false},
    ElementFormat{ElementType::u64, "u64", "uint64_t", unsigned_integer, 64, 0, 0, 0, false, false},
    ElementFormat{ElementType::f64, "f64", "double", floating, 64, 11, 53, 1023, true, true},
};

}  // namespace

const ElementFormat& format_of(ElementType type) { return formats[static_cast<std::size_t>(type)]; }

std::span<const ElementFormat> all_formats() { return formats; }

std::optional<ElementType> element_named(std::string_view name) {
  const auto* found = std::ranges::find(formats, name, &ElementFormat::name);
  if (found == formats.end()) return std::nullopt;
  return found->type;
}

bool is_float(ElementType type) { return format_of(type).kind == floating; }
bool is_integer(ElementType type) { return !is_float(type); }
bool is_signed(ElementType type) { return format_of(type).kind != unsigned_integer; }

int size_of(ElementType type) { return std::max(1, bits_of(type) / 8); }

std::int64_t bytes_for(ElementType type, std::int64_t count) {
  return (count * bits_of(type) + 7) / 8;
}

std::uint64_t mask_of(ElementType type) { return ~std::uint64_t{0} >> (64 - bits_of(type)); }

}  // namespace assay
