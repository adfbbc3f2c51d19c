// SPDX-License-Identifier: Apache-2.0
// Results to bits. Wide formats are packed field by field; those of up to eight bits are looked up
// in a table of all their magnitudes.
#include <algorithm>

#include "reference/second_oracle/codec.hpp"
#include "reference/second_oracle/formats.hpp"

namespace assay::second_oracle {
namespace {

/// A magnitude in units of 2^quantum: whole units, whether at least half of one is left, and
/// whether more than nothing or more than the half is.
struct Cut {
  u64 whole = 0;
  bool half = false;
  bool rest = false;

  bool exact() const { return !half && !rest; }
};

/// The magnitude is below 2^64 units.
Cut cut(const Magnitude& magnitude, std::int64_t quantum) {
  const std::int64_t dropped = quantum - magnitude.exponent;  // low bits of the significand
  if (dropped > 128) return {0, false, true};
  const u128 half = u128{1} << (dropped - 1);
  const bool rest = magnitude.more || (magnitude.significand & (half - 1)) != 0;
  const u64 whole = dropped == 128 ? 0 : lower(magnitude.significand >> dropped);
  return {whole, (magnitude.significand & half) != 0, rest};
}

/// Whether a value between two neighbours becomes the one with the larger magnitude.
bool goes_out(RoundMode mode, bool negative, bool inner_is_odd, const Cut& part) {
  if (part.exact()) return false;
  switch (mode) {
    case RoundMode::nearest_even:
      return part.half && (part.rest || inner_is_odd);
    case RoundMode::nearest_away:
      return part.half;
    case RoundMode::odd:
      return !inner_is_odd;
    case RoundMode::floor:
      return negative;
    case RoundMode::ceil:
      return !negative;
    case RoundMode::toward_zero:
      return false;
  }
  return false;
}

bool overflows_to_infinity(RoundMode mode, bool negative) {
  switch (mode) {
    case RoundMode::nearest_even:
    case RoundMode::nearest_away:
      return true;
    case RoundMode::floor:
      return negative;
    case RoundMode::ceil:
      return !negative;
    default:
      return false;
  }
}

std::int64_t binade_of(const Magnitude& magnitude) { return magnitude.exponent + 127; }

/// f64, f32, f16, bf16.
u64 pack(const Fields& fields, bool negative, const Magnitude& magnitude, RoundMode mode) {
  const u64 sign = negative ? fields.sign_bit() : 0;
  const u64 overflow = sign | (fields.infinity() - (overflows_to_infinity(mode, negative) ? 0 : 1));
  const std::int64_t binade = binade_of(magnitude);
  const std::int64_t lowest = 1 - fields.bias;
  if (binade > fields.bias) return overflow;
  const std::int64_t spacing = std::max(binade, lowest);
  const Cut part = cut(magnitude, spacing - fields.mantissa);
  // The hidden bit of a normal number carries into the exponent field.
  u64 code = (static_cast<u64>(spacing - lowest) << fields.mantissa) + part.whole;
  if (goes_out(mode, negative, code % 2 != 0, part)) ++code;
  return code >= fields.infinity() ? overflow : sign | code;
}

/// All magnitudes of a small format in units of 2^quantum, infinity as if it were the next number.
struct Table {
  struct Row {
    u64 magnitude;
    u64 code;
  };
  std::array<Row, 128> rows{};
  std::size_t count = 0;
  std::size_t finite = 0;  ///< how many of them are no infinity
  int quantum = 0;
  u64 sign_bit = 0;

  constexpr void add(const Scaled& scaled, u64 code) {
    rows[count++] = {scaled.significand << (scaled.exponent - quantum), code};
  }
  constexpr u64 largest() const { return rows[finite - 1].code; }
};

constexpr Table table_of_fields(const Fields& fields) {
  Table table;
  table.quantum = 1 - fields.bias - fields.mantissa;
  table.sign_bit = fields.sign_bit();
  const bool infinite = fields.top == Fields::Top::infinity_and_nans;
  const bool nan = fields.top == Fields::Top::last_is_nan;
  const u64 codes = infinite ? fields.infinity() + 1 : fields.sign_bit() - (nan ? 1 : 0);
  for (u64 code = 0; code < codes; ++code) table.add(ieee_magnitude(fields, code), code);
  table.finite = table.count - (infinite ? 1 : 0);
  return table;
}

constexpr Table table_of_hif8() {
  Table table;
  table.quantum = -22;
  table.sign_bit = hif8_sign;
  table.add({0, -22}, 0);
  for (u64 code = 1; code < 128; ++code) table.add(hif8_magnitude(code), code);
  std::sort(table.rows.begin(), table.rows.end(),
            [](const Table::Row& a, const Table::Row& b) { return a.magnitude < b.magnitude; });
  table.finite = 127;
  return table;
}

constexpr Table e4m3_table = table_of_fields(*fields_of(ElementType::e4m3));
constexpr Table e5m2_table = table_of_fields(*fields_of(ElementType::e5m2));
constexpr Table e2m1_table = table_of_fields(*fields_of(ElementType::e2m1));
constexpr Table e1m2_table = table_of_fields(*fields_of(ElementType::e1m2));
constexpr Table hif8_table = table_of_hif8();

const Table* table_of(ElementType type) {
  switch (type) {
    case ElementType::e4m3:
      return &e4m3_table;
    case ElementType::e5m2:
      return &e5m2_table;
    case ElementType::e2m1:
      return &e2m1_table;
    case ElementType::e1m2:
      return &e1m2_table;
    case ElementType::hif8:
      return &hif8_table;
    default:
      return nullptr;
  }
}

/// Infinity has the last row where there is one.
u64 table_overflow(const Table& table, bool negative, RoundMode mode) {
  const bool infinite = table.count > table.finite && overflows_to_infinity(mode, negative);
  return (negative ? table.sign_bit : 0) | table.rows[table.finite - (infinite ? 0 : 1)].code;
}

u64 look_up(const Table& table, bool negative, const Magnitude& magnitude, RoundMode mode) {
  if (binade_of(magnitude) - table.quantum >= 62) return table_overflow(table, negative, mode);
  const Cut units = cut(magnitude, table.quantum);
  const auto* end = table.rows.data() + table.count;
  const auto* outer =
      std::upper_bound(table.rows.data(), end, units.whole,
                       [](u64 whole, const Table::Row& row) { return whole < row.magnitude; });
  const Table::Row inner = outer[-1];
  if (outer == end) return table_overflow(table, negative, mode);
  // Twice the value against the sum of its neighbours, in integers.
  const u64 twice = 2 * units.whole + (units.half ? 1 : 0);
  const u64 sum = inner.magnitude + outer->magnitude;
  Cut part{0, twice >= sum, twice != sum || units.rest};
  if (units.exact() && units.whole == inner.magnitude) part = {};
  const bool out = goes_out(mode, negative, inner.code % 2 != 0, part);
  if (out && outer == table.rows.data() + table.finite) {
    return table_overflow(table, negative, mode);
  }
  const u64 code = out ? outer->code : inner.code;
  // HiFloat8 has one zero; its code with a sign would be NaN.
  if (code == 0 && &table == &hif8_table) return 0;
  return (negative ? table.sign_bit : 0) | code;
}

u64 saturate(const IntegerFormat& format, bool negative, const Magnitude& magnitude,
             RoundMode mode) {
  const u64 largest = format.largest_magnitude(negative);
  u64 whole = largest;
  if (binade_of(magnitude) < 64) {
    const Cut part = cut(magnitude, 0);
    const bool out = goes_out(mode, negative, part.whole % 2 != 0, part);
    whole = part.whole >= largest ? largest : part.whole + (out ? 1 : 0);
  }
  return (negative ? 0 - whole : whole) & format.mask();
}

/// Powers of two with an exponent field of eight bits, nothing negative, no zero, no infinity.
u64 power_of_two(const Magnitude& magnitude, RoundMode mode) {
  const std::int64_t code = binade_of(magnitude) + 127;
  if (code < 0) return 0;
  const Cut part = cut(magnitude, binade_of(magnitude));
  const std::int64_t rounded = code + (goes_out(mode, false, code % 2 != 0, part) ? 1 : 0);
  return static_cast<u64>(std::min<std::int64_t>(rounded, 0xFE));
}

u64 encode_nan(ElementType type) {
  switch (type) {
    case ElementType::e4m3:
      return 0x7F;
    case ElementType::e8m0:
      return 0xFF;
    case ElementType::hif8:
      return hif8_nan;
    default:
      break;
  }
  const auto fields = fields_of(type);
  if (!fields || fields->top != Fields::Top::infinity_and_nans) return 0;
  return fields->infinity() | u64{1} << (fields->mantissa - 1);
}

u64 encode_infinity(ElementType type, bool negative) {
  if (type == ElementType::e8m0) return negative ? 0 : 0xFE;
  const auto away = negative ? RoundMode::floor : RoundMode::ceil;
  if (const Table* table = table_of(type)) return table_overflow(*table, negative, away);
  const auto fields = fields_of(type);
  if (fields) return fields->infinity() | (negative ? fields->sign_bit() : 0);
  const auto format = *integer_format_of(type);
  const u64 largest = format.largest_magnitude(negative);
  return (negative ? 0 - largest : largest) & format.mask();
}

}  // namespace

u64 encode_special(ElementType type, const Value& value, RoundMode mode) {
  if (value.kind == Kind::nan) return encode_nan(type);
  if (value.kind == Kind::infinite) return encode_infinity(type, value.negative);
  const bool negative = value.kind == Kind::cancelled ? mode == RoundMode::floor : value.negative;
  const auto fields = fields_of(type);
  return fields && negative ? fields->sign_bit() : 0;
}

u64 encode_finite(ElementType type, bool negative, const Magnitude& magnitude, RoundMode mode) {
  if (type == ElementType::e8m0) return negative ? 0 : power_of_two(magnitude, mode);
  if (const Table* table = table_of(type)) return look_up(*table, negative, magnitude, mode);
  if (const auto fields = fields_of(type)) return pack(*fields, negative, magnitude, mode);
  return saturate(*integer_format_of(type), negative, magnitude, mode);
}

}  // namespace assay::second_oracle
