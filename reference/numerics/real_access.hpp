// SPDX-License-Identifier: Apache-2.0
// The implementation of Real. Private to this folder.
#pragma once

#include <boost/multiprecision/mpfr.hpp>
#include <utility>

#include "reference/numerics/real.hpp"

namespace assay::numerics {

/// 254 bits in four limbs on the stack: every element value is exact, and so is the sum or
/// difference of two that lie within 190 binades of each other. MPFR's exponent range, a setting of
/// each thread, is never touched: the default is wider than any format, and rounding to a format is
/// done here, not by mpfr_subnormalize.
using Big = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<76, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;

struct Real::Number {
  Big value;
};

struct RealAccess {
  static const Big& big(const Real& real) { return real.number_->value; }
  static Big& big(Real& real) { return real.number_->value; }
  static Real make(const Big& value) {
    Real real;
    real.number_->value = value;
    return real;
  }
};

/// +-n * 2^exponent, exactly; keeps the sign of zero.
Real make_scaled(bool negative, std::uint64_t n, std::int64_t exponent);

/// 2^exponent.
Big power_of_two(std::int64_t exponent);

}  // namespace assay::numerics
