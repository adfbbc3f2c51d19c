// SPDX-License-Identifier: Apache-2.0
// Real over MPFR.
#include "reference/numerics/real.hpp"

#include <bit>

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

double Real::to_double() const {
  return std::bit_cast<double>(encode(ElementType::f64, *this, RoundMode::nearest_even));
}

int compare(const Real& a, const Real& b) {
  const int order = mpfr_cmp(raw(a), raw(b));
  return (order > 0) - (order < 0);
}

Real make_scaled(bool negative, std::uint64_t n, std::int64_t exponent) {
  Real result;
  mpfr_set_ui_2exp(raw(result), n, exponent, MPFR_RNDN);
  mpfr_setsign(raw(result), raw(result), negative, MPFR_RNDN);
  return result;
}

Big power_of_two(std::int64_t exponent) {
  Big result;
  mpfr_set_ui_2exp(result.backend().data(), 1, exponent, MPFR_RNDN);
  return result;
}

}  // namespace assay::numerics
