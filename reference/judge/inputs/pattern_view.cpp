// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/inputs/pattern_view.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "reference/isa/call/contents.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay {
namespace {

constexpr std::uint32_t sign_bit = 0x8000'0000;
constexpr std::uint32_t infinity_bits = 0x7f80'0000;
constexpr int fraction_bits = 23;
constexpr int bias = 127;

using Kind = ColumnKind;

NumberColumn column_of(bool negative, Kind kind, int exponent = 0) {
  return {.kind = kind, .sign = negative ? -1 : 1, .exponent = exponent};
}

/// The column of a pattern of any type, the slow way.
NumberColumn column_of(ElementType type, std::uint32_t bits) {
  const bool negative = numerics::is_negative(type, bits);
  if (numerics::is_nan(type, bits)) return column_of(negative, Kind::nan);
  if (numerics::is_infinite(type, bits)) return column_of(negative, Kind::infinity);
  if (numerics::is_zero(type, bits)) return column_of(negative, Kind::zero);
  return column_of(negative, Kind::finite, std::ilogb(numerics::decode(type, bits).to_double()));
}

std::uint8_t class_of(ElementType type, std::uint32_t bits) {
  const std::size_t sign = numerics::is_negative(type, bits) ? negative_class : 0;
  return static_cast<std::uint8_t>(sign + static_cast<std::size_t>(numerics::class_of(type, bits)));
}

std::uint32_t key_of(ElementType type, std::uint32_t bits) {
  if (numerics::is_nan(type, bits)) return ~0U;
  return static_cast<std::uint32_t>(numerics::order_key(type, bits) + std::int64_t{sign_bit});
}

void sort_columns(std::vector<NumberColumn>& columns) {
  std::ranges::sort(columns, comes_before);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
}

std::uint32_t key_of_float(std::uint32_t bits) {
  const std::uint32_t size = bits & ~sign_bit;
  if (size > infinity_bits) return ~0U;
  return bits == size ? bits | sign_bit : ~bits;
}

}  // namespace

PatternView::PatternView(ElementType type) : type_(type) {
  if (bits_of(type) > 32) throw std::invalid_argument("patterns of 64 bits are not viewed");
  if (bits_of(type) < 32) {
    make_table();
  } else {
    make_arithmetic();
  }
}

void PatternView::make_table() {
  table_.resize(std::size_t{1} << bits_of(type_));
  std::vector<NumberColumn> own;
  for (std::uint32_t bits = 0; bits < table_.size(); ++bits) own.push_back(column_of(type_, bits));
  columns_ = own;
  sort_columns(columns_);
  for (std::uint32_t bits = 0; bits < table_.size(); ++bits) {
    table_[bits] = {class_of(type_, bits), index_of(own[bits]), key_of(type_, bits)};
  }
}

void PatternView::make_arithmetic() {
  const bool is_number = is_float(type_);
  const int lowest = is_number ? 1 - bias - fraction_bits : 0;
  for (const bool negative : {false, true}) {
    if (negative && !is_signed(type_)) continue;
    const int highest = is_number ? bias : (negative || !is_signed(type_) ? 31 : 30);
    for (int e = lowest; e <= highest; ++e) {
      columns_.push_back(column_of(negative, Kind::finite, e));
    }
    if (is_number || !negative) columns_.push_back(column_of(negative, Kind::zero));
    if (!is_number) continue;
    columns_.push_back(column_of(negative, Kind::infinity));
    columns_.push_back(column_of(negative, Kind::nan));
  }
  sort_columns(columns_);
  for (const NumberColumn& column : columns_) {
    const std::size_t sign = column.sign < 0 ? 1 : 0;
    const std::uint16_t index = index_of(column);
    const auto exponent = static_cast<int>(column.exponent);
    const int width = exponent - lowest + 1;
    if (column.kind == Kind::zero) by_width_[sign][0] = index;
    if (column.kind == Kind::infinity) by_field_[sign][255] = index;
    if (column.kind == Kind::nan) nan_[sign] = index;
    if (column.kind != Kind::finite) continue;
    if (width <= 32) by_width_[sign][static_cast<std::size_t>(width)] = index;
    if (is_number && exponent + bias > 0) {
      const int field = exponent + bias;
      by_field_[sign][static_cast<std::size_t>(field)] = index;
    }
  }
}

std::uint16_t PatternView::index_of(const NumberColumn& column) const {
  const auto place = std::ranges::lower_bound(columns_, column, comes_before);
  return static_cast<std::uint16_t>(place - columns_.begin());
}

void PatternView::unpack(std::span<const std::byte> packed, std::span<std::uint32_t> bits) const {
  const int width = bits_of(type_);
  if (width == 32) {
    std::memcpy(bits.data(), packed.data(), bits.size_bytes());
    return;
  }
  for (std::size_t i = 0; i < bits.size(); ++i) {
    bits[i] = static_cast<std::uint32_t>(load_bits(packed, width, static_cast<std::int64_t>(i)));
  }
}

void PatternView::pack(std::span<const std::uint32_t> bits, std::span<std::byte> packed) const {
  const int width = bits_of(type_);
  if (width == 32) {
    std::memcpy(packed.data(), bits.data(), bits.size_bytes());
    return;
  }
  for (std::size_t i = 0; i < bits.size(); ++i) {
    store_bits(packed, width, static_cast<std::int64_t>(i), bits[i]);
  }
}

void PatternView::classify(std::span<const std::uint32_t> bits,
                           std::span<std::uint8_t> classes) const {
  const auto each = [&](auto convert) {
    for (std::size_t i = 0; i < bits.size(); ++i) classes[i] = convert(bits[i]);
  };
  if (!table_.empty()) return each([&](std::uint32_t b) { return table_[b].number_class; });
  // The loop over f32 knows its type, which makes it fast.
  if (type_ == ElementType::f32) {
    return each([](std::uint32_t b) { return class_of(ElementType::f32, b); });
  }
  each([this](std::uint32_t b) { return class_of(type_, b); });
}

void PatternView::order(std::span<const std::uint32_t> bits, std::span<std::uint32_t> keys) const {
  const auto each = [&](auto convert) {
    for (std::size_t i = 0; i < bits.size(); ++i) keys[i] = convert(bits[i]);
  };
  if (!table_.empty()) return each([&](std::uint32_t b) { return table_[b].key; });
  if (is_float(type_)) return each([](std::uint32_t b) { return key_of_float(b); });
  const std::uint32_t sign = is_signed(type_) ? sign_bit : 0;
  each([=](std::uint32_t b) { return b ^ sign; });
}

void PatternView::locate(std::span<const std::uint32_t> bits,
                         std::span<std::uint16_t> columns) const {
  const auto each = [&](auto convert) {
    for (std::size_t i = 0; i < bits.size(); ++i) columns[i] = convert(bits[i]);
  };
  const auto width = [](std::uint32_t b) { return static_cast<std::size_t>(std::bit_width(b)); };
  if (!table_.empty()) return each([&](std::uint32_t b) { return table_[b].column; });
  if (is_float(type_)) {
    return each([&](std::uint32_t b) {
      const std::uint32_t size = b & ~sign_bit;
      const std::uint32_t sign = b >> 31;
      if (size > infinity_bits) return nan_[sign];
      const std::uint32_t field = size >> fraction_bits;
      return field == 0 ? by_width_[sign][width(size)] : by_field_[sign][field];
    });
  }
  const std::uint32_t mask = is_signed(type_) ? sign_bit : 0;
  each([&](std::uint32_t b) {
    return (b & mask) != 0 ? by_width_[1][width(0U - b)] : by_width_[0][width(b)];
  });
}

}  // namespace assay
