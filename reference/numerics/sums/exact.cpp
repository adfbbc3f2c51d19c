// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/sums/exact.hpp"

#include <bit>
#include <cassert>
#include <cmath>

#include "reference/numerics/real_access.hpp"
#include "reference/numerics/sums/internal.hpp"

namespace assay::numerics {
namespace {

using Limbs = std::array<std::uint64_t, 14>;

bool add_limb(std::uint64_t& limb, std::uint64_t value) {
  limb += value;
  return limb < value;
}

bool subtract_limb(std::uint64_t& limb, std::uint64_t value) {
  const bool borrow = limb < value;
  limb -= value;
  return borrow;
}

Limbs negated(Limbs limbs) {
  bool carry = true;
  for (std::uint64_t& limb : limbs) {
    limb = ~limb;
    if (carry) carry = add_limb(limb, 1);
  }
  return limbs;
}

/// The 64 bits from position `bit` on; zeros below the lowest.
std::uint64_t window(const Limbs& limbs, int bit) {
  if (bit <= -64) return 0;
  if (bit < 0) return limbs[0] << -bit;
  const auto limb = static_cast<std::size_t>(bit / 64);
  const int shift = bit % 64;
  const std::uint64_t low = limbs[limb] >> shift;
  if (shift == 0 || limb + 1 == limbs.size()) return low;
  return low | limbs[limb + 1] << (64 - shift);
}

int top_bit(const Limbs& limbs) {
  for (std::size_t i = limbs.size(); i-- > 0;) {
    if (limbs[i] != 0) return static_cast<int>(i) * 64 + 63 - std::countl_zero(limbs[i]);
  }
  return -1;
}

bool any_below(const Limbs& limbs, int bit) {
  for (int i = 0; i * 64 < bit; ++i) {
    const std::uint64_t limb = limbs[static_cast<std::size_t>(i)];
    if ((bit - i * 64 >= 64 ? limb : limb << (64 - (bit - i * 64))) != 0) return true;
  }
  return false;
}

}  // namespace

void ExactSum::deposit(bool negative, std::uint64_t magnitude, int exponent) {
  const int bit = exponent - lowest_exponent;
  assert(bit >= 0 && bit < 64 * 12);
  auto limb = static_cast<std::size_t>(bit / 64);
  const int shift = bit % 64;
  const std::uint64_t low = magnitude << shift;
  const std::uint64_t high = shift == 0 ? 0 : magnitude >> (64 - shift);
  const auto step = negative ? subtract_limb : add_limb;
  const bool first = step(limbs_[limb], low);
  const bool second = step(limbs_[limb + 1], high);
  const bool third = first && step(limbs_[limb + 1], 1);
  bool carry = second || third;
  for (limb += 2; carry && limb < limbs_.size(); ++limb) carry = step(limbs_[limb], 1);
}

void ExactSum::add(double value) {
  const bool negative = std::signbit(value);
  note(value != 0 || !negative, value != 0 || negative);
  if (std::isnan(value)) {
    nan_ = true;
  } else if (std::isinf(value)) {
    (negative ? minus_infinity_ : plus_infinity_) = true;
  } else if (value != 0) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const int exponent = static_cast<int>(bits >> 52 & 0x7FF) - 1075;
    const std::uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | std::uint64_t{1} << 52;
    const int trailing = std::countr_zero(significand);
    deposit(negative, significand >> trailing, exponent + trailing);
  }
}

void ExactSum::add(ElementType type, std::uint64_t bits) {
  add(static_cast<double>(summation::value_of(type, bits)));
}

void ExactSum::add_product(ElementType a_type, std::uint64_t a, ElementType b_type,
                           std::uint64_t b) {
  // Two significands of 24 bits: exact.
  add(static_cast<double>(summation::value_of(a_type, a)) *
      static_cast<double>(summation::value_of(b_type, b)));
}

void ExactSum::merge(const ExactSum& other) {
  bool carry = false;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    const bool wrapped = carry && add_limb(limbs_[i], 1);
    const bool carried = add_limb(limbs_[i], other.limbs_[i]);
    carry = wrapped || carried;
  }
  nan_ |= other.nan_;
  plus_infinity_ |= other.plus_infinity_;
  minus_infinity_ |= other.minus_infinity_;
  not_minus_zero_ |= other.not_minus_zero_;
  not_plus_zero_ |= other.not_plus_zero_;
}

Real ExactSum::rounded_to_odd(RoundMode zero_mode) const {
  if (nan_ || (plus_infinity_ && minus_infinity_)) return Real::nan();
  if (plus_infinity_ || minus_infinity_) return Real::infinity(minus_infinity_);
  const bool negative = limbs_.back() >> 63 != 0;
  const Limbs magnitude = negative ? negated(limbs_) : limbs_;
  const int top = top_bit(magnitude);
  if (top < 0) {
    if (!not_plus_zero_) return make_scaled(false, 0, 0);
    const bool minus = !not_minus_zero_ || zero_mode == RoundMode::floor;
    return make_scaled(minus, 0, 0);
  }
  // 254 bits from the top, with what lies below them in the last.
  Real result;
  mpfr_ptr number = RealAccess::big(result).backend().data();
  constexpr int kept = 254;
  const int bottom = top - kept + 1;
  for (int part = 0; part < 4; ++part) {
    const int low = bottom + 64 * (3 - part);
    const int width = part == 0 ? kept - 3 * 64 : 64;
    std::uint64_t word = window(magnitude, low) & ~std::uint64_t{0} >> (64 - width);
    if (part == 3 && any_below(magnitude, bottom)) word |= 1;
    mpfr_mul_2ui(number, number, 64, MPFR_RNDZ);
    mpfr_add_ui(number, number, word, MPFR_RNDZ);
  }
  mpfr_mul_2si(number, number, bottom + lowest_exponent, MPFR_RNDZ);
  mpfr_setsign(number, number, negative, MPFR_RNDZ);
  return result;
}

/// In 64 bits, rounded to odd; nothing for zeros and what is not finite.
std::optional<ExactSum::Short> ExactSum::shortened() const {
  if (nan_ || plus_infinity_ || minus_infinity_) return std::nullopt;
  const bool negative = limbs_.back() >> 63 != 0;
  const Limbs magnitude = negative ? negated(limbs_) : limbs_;
  const int top = top_bit(magnitude);
  if (top < 0) return std::nullopt;
  const bool more = any_below(magnitude, top - 63);
  return Short{negative, window(magnitude, top - 63) | (more ? 1U : 0U),
               top - 63 + lowest_exponent};
}

std::uint64_t ExactSum::round(ElementType to, RoundMode mode) const {
  const bool common = to == ElementType::f32 || to == ElementType::f16 || to == ElementType::bf16;
  const auto number = mode == RoundMode::nearest_even && common ? shortened() : std::nullopt;
  if (number) {
    // 53 bits rounded to odd round like the exact value.
    const std::uint64_t odd = number->bits >> 11 | ((number->bits & 0x7FF) != 0 ? 1U : 0U);
    const double magnitude =
        static_cast<double>(odd) * summation::power_of_two(number->exponent + 11);
    return summation::round_nearest(to, number->negative ? -magnitude : magnitude);
  }
  return encode(to, rounded_to_odd(mode), mode);
}

Real ExactSum::exact() const { return rounded_to_odd(RoundMode::nearest_even); }

double ExactSum::to_double() const {
  const auto number = shortened();
  if (!number) return exact().to_double();
  const double magnitude =
      static_cast<double>(number->bits) * summation::power_of_two(number->exponent);
  return number->negative ? -magnitude : magnitude;
}

}  // namespace assay::numerics
