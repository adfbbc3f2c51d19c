// SPDX-License-Identifier: Apache-2.0
// Bits to numbers.
#include "reference/second_oracle/codec.hpp"
#include "reference/second_oracle/formats.hpp"

namespace assay::second_oracle {
namespace {

Number number(bool negative, const Scaled& scaled) {
  if (scaled.significand == 0) return {Kind::zero, negative, 0, 0};
  const int shift = std::countl_zero(scaled.significand);
  return {Kind::finite, negative, scaled.significand << shift, scaled.exponent - shift};
}

Number decode_integer(const IntegerFormat& format, u64 bits) {
  bits &= format.mask();
  const bool negative = format.is_signed && bits >> (format.bits - 1) != 0;
  return number(negative, {negative ? (0 - bits) & format.mask() : bits, 0});
}

Number decode_hif8(u64 bits) {
  bits &= 0xFF;
  const bool negative = (bits & hif8_sign) != 0;
  if (bits == hif8_nan) return {Kind::nan, false, 0, 0};
  if ((bits & 0x7F) == hif8_infinity) return {Kind::infinite, negative, 0, 0};
  return number(negative, hif8_magnitude(bits));
}

Number decode_fields(const Fields& fields, u64 bits) {
  const bool negative = (bits & fields.sign_bit()) != 0;
  const u64 code = bits & (fields.sign_bit() - 1);
  if (fields.top == Fields::Top::last_is_nan && code == fields.sign_bit() - 1) {
    return {Kind::nan, false, 0, 0};
  }
  if (fields.top == Fields::Top::infinity_and_nans && code >= fields.infinity()) {
    return {code == fields.infinity() ? Kind::infinite : Kind::nan, negative, 0, 0};
  }
  return number(negative, ieee_magnitude(fields, code));
}

}  // namespace

Number decode(ElementType type, u64 bits) {
  if (type == ElementType::hif8) return decode_hif8(bits);
  if (type == ElementType::e8m0) {
    const u64 code = bits & 0xFF;
    if (code == 0xFF) return {Kind::nan, false, 0, 0};
    return number(false, {1, static_cast<int>(code) - 127});
  }
  if (const auto fields = fields_of(type)) return decode_fields(*fields, bits);
  return decode_integer(*integer_format_of(type), bits);
}

}  // namespace assay::second_oracle
