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

std::int64_t binade_of(const Magnitude& magnitude) { return magnitude.exponent + 127; }

/// Neither sign nor mode changes this.
Place always(u64 code) { return {.inner = code, .outer = code}; }

/// Beyond everything finite.
Place beyond(u64 largest, u64 infinity) {
  return {.inner = largest, .outer = infinity, .half = true, .rest = true, .overflow = true};
}

/// f64, f32, f16, bf16.
Place pack(const Fields& fields, const Magnitude& magnitude) {
  const std::int64_t binade = binade_of(magnitude);
  const std::int64_t lowest = 1 - fields.bias;
  if (binade > fields.bias) return beyond(fields.infinity() - 1, fields.infinity());
  const std::int64_t spacing = std::max(binade, lowest);
  const Cut part = cut(magnitude, spacing - fields.mantissa);
  // The hidden bit of a normal number carries into the exponent field.
  const u64 code = (static_cast<u64>(spacing - lowest) << fields.mantissa) + part.whole;
  return {.inner = code,
          .outer = code + 1,
          .inner_is_odd = code % 2 != 0,
          .half = part.half,
          .rest = part.rest,
          .overflow = code + 1 == fields.infinity()};
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
  /// Infinity, or the largest value if there is none.
  constexpr u64 last() const { return rows[count - 1].code; }
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

Place look_up(const Table& table, const Magnitude& magnitude) {
  const Place overflow = beyond(table.largest(), table.last());
  if (binade_of(magnitude) - table.quantum >= 62) return overflow;
  const Cut units = cut(magnitude, table.quantum);
  const auto* end = table.rows.data() + table.count;
  const auto* outer =
      std::upper_bound(table.rows.data(), end, units.whole,
                       [](u64 whole, const Table::Row& row) { return whole < row.magnitude; });
  if (outer == end) return overflow;
  const Table::Row inner = outer[-1];
  const bool on_inner = units.exact() && units.whole == inner.magnitude;
  // Twice the value against the sum of its neighbours, in integers.
  const u64 twice = 2 * units.whole + (units.half ? 1 : 0);
  const u64 sum = inner.magnitude + outer->magnitude;
  return {.inner = inner.code,
          .outer = outer->code,
          .inner_is_odd = inner.code % 2 != 0,
          .half = twice >= sum,
          .rest = !on_inner && (twice != sum || units.rest),
          .overflow = outer == table.rows.data() + table.finite};
}

/// Two's complement.
Place saturate(const IntegerFormat& format, bool negative, const Magnitude& magnitude) {
  const auto code = [&](u64 whole) { return (negative ? 0 - whole : whole) & format.mask(); };
  const u64 largest = format.largest_magnitude(negative);
  if (binade_of(magnitude) >= 64) return always(code(largest));
  const Cut part = cut(magnitude, 0);
  if (part.whole >= largest) return always(code(largest));
  return {.inner = code(part.whole),
          .outer = code(part.whole + 1),
          .negative = negative,
          .inner_is_odd = part.whole % 2 != 0,
          .half = part.half,
          .rest = part.rest};
}

/// Powers of two with an exponent field of eight bits, nothing negative, no zero, no infinity.
Place power_of_two(bool negative, const Magnitude& magnitude) {
  constexpr std::int64_t largest = 0xFE;
  const std::int64_t code = binade_of(magnitude) + 127;
  if (negative || code < 0) return always(0);
  if (code >= largest) return always(largest);
  const Cut part = cut(magnitude, binade_of(magnitude));
  return {.inner = static_cast<u64>(code),
          .outer = static_cast<u64>(code + 1),
          .inner_is_odd = code % 2 != 0,
          .half = part.half,
          .rest = part.rest};
}

Place with_sign(u64 sign_bit, Place place) {
  place.negative = true;
  place.inner |= sign_bit;
  place.outer |= sign_bit;
  return place;
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
  if (const Table* table = table_of(type)) {
    return table->last() | (negative ? table->sign_bit : 0);
  }
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

Place place(ElementType type, bool negative, const Magnitude& magnitude) {
  if (type == ElementType::e8m0) return power_of_two(negative, magnitude);
  if (const Table* table = table_of(type)) {
    Place found = look_up(*table, magnitude);
    if (!negative) return found;
    found = with_sign(table->sign_bit, found);
    // HiFloat8 has one zero; its code with a sign would be NaN.
    if (type == ElementType::hif8 && found.inner == hif8_sign) found.inner = 0;
    return found;
  }
  const auto fields = fields_of(type);
  if (!fields) return saturate(*integer_format_of(type), negative, magnitude);
  const Place found = pack(*fields, magnitude);
  return negative ? with_sign(fields->sign_bit(), found) : found;
}

u64 choose(const Place& place, RoundMode mode) {
  const bool exact = !place.half && !place.rest;
  const auto outer_if = [&](bool condition) { return condition ? place.outer : place.inner; };
  switch (mode) {
    case RoundMode::nearest_even:
      return outer_if(place.half && (place.rest || place.inner_is_odd));
    case RoundMode::nearest_away:
      return outer_if(place.half);
    case RoundMode::floor:
      return outer_if(!exact && place.negative);
    case RoundMode::ceil:
      return outer_if(!exact && !place.negative);
    case RoundMode::odd:
      return outer_if(!exact && !place.inner_is_odd && !place.overflow);
    case RoundMode::toward_zero:
      return place.inner;
  }
  return place.inner;
}

}  // namespace assay::second_oracle
