// SPDX-License-Identifier: Apache-2.0
// Real over MPFR.
#include "reference/numerics/real.hpp"

#include <bit>
#include <optional>

#include "reference/numerics/real_access.hpp"

namespace assay::numerics {
namespace {

mpfr_srcptr raw(const Real& real) { return RealAccess::big(real).backend().data(); }
mpfr_ptr raw(Real& real) { return RealAccess::big(real).backend().data(); }

}  // namespace

Real::Real() : number_(std::make_unique<Number>()) {
  mpfr_set_zero(number_->value.backend().data(), 1);
}
Real::Real(double value) : Real() { mpfr_set_d(number_->value.backend().data(), value, MPFR_RNDN); }
Real::Real(std::int64_t value) : Real() {
  mpfr_set_si(number_->value.backend().data(), value, MPFR_RNDN);
}
Real::Real(std::uint64_t value) : Real() {
  mpfr_set_ui(number_->value.backend().data(), value, MPFR_RNDN);
}
Real::Real(const Real& other) : number_(std::make_unique<Number>(*other.number_)) {}
Real::Real(Real&&) noexcept = default;
Real& Real::operator=(const Real& other) {
  if (this != &other) number_ = std::make_unique<Number>(*other.number_);
  return *this;
}
Real& Real::operator=(Real&&) noexcept = default;
Real::~Real() = default;

Real Real::infinity(bool negative) {
  Real result;
  mpfr_set_inf(raw(result), negative ? -1 : 1);
  return result;
}

Real Real::nan() {
  Real result;
  mpfr_set_nan(raw(result));
  return result;
}

bool Real::is_nan() const { return mpfr_nan_p(raw(*this)) != 0; }
bool Real::is_infinite() const { return mpfr_inf_p(raw(*this)) != 0; }
bool Real::is_zero() const { return mpfr_zero_p(raw(*this)) != 0; }
bool Real::is_negative() const { return mpfr_signbit(raw(*this)) != 0; }

namespace {

/// The number as a double where that has all of its digits and a normal exponent: most that are
/// decoded.
std::optional<double> same_double(mpfr_srcptr number) {
  static_assert(GMP_NUMB_BITS == 64);
  constexpr int spare = 64 - 53, bias = 1023;
  if (mpfr_regular_p(number) == 0) return std::nullopt;
  const auto* limbs = static_cast<const mp_limb_t*>(mpfr_custom_get_significand(number));
  const std::int64_t last = (mpfr_get_prec(number) + 63) / 64 - 1;
  mp_limb_t rest = limbs[last] << (64 - spare);
  for (std::int64_t i = 0; i < last; ++i) rest |= limbs[i];
  const std::int64_t field = mpfr_get_exp(number) - 1 + bias;
  if (rest != 0 || field < 1 || field > std::int64_t{2} * bias) return std::nullopt;
  const std::uint64_t fraction = limbs[last] << 1 >> (spare + 1);
  const std::uint64_t sign = mpfr_signbit(number) != 0 ? std::uint64_t{1} << 63 : 0;
  return std::bit_cast<double>(sign | static_cast<std::uint64_t>(field) << 52 | fraction);
}

}  // namespace

double Real::to_double() const {
  if (const auto same = same_double(raw(*this))) return *same;
  return std::bit_cast<double>(encode(ElementType::f64, *this, RoundMode::nearest_even));
}

int compare(const Real& a, const Real& b) {
  const int order = mpfr_cmp(raw(a), raw(b));
  return (order > 0) - (order < 0);
}

Real make_scaled(bool negative, std::uint64_t n, std::int64_t exponent) {
  Real result;
  mpfr_set_ui_2exp(raw(result), n, exponent, MPFR_RNDN);
  if (negative) mpfr_neg(raw(result), raw(result), MPFR_RNDN);
  return result;
}

Big power_of_two(std::int64_t exponent) {
  Big result;
  mpfr_set_ui_2exp(result.backend().data(), 1, exponent, MPFR_RNDN);
  return result;
}

}  // namespace assay::numerics
