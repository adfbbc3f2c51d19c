// SPDX-License-Identifier: Apache-2.0
// The fixed-point stage that exp, log and pow share. Private to this folder.
#pragma once

#include "reference/second_oracle/number.hpp"

namespace assay::second_oracle {

/// A result not yet rounded: within error * 2^exponent of n * 2^exponent. 2^124 <= n < 2^127.
struct Approximation {
  bool negative;
  u128 n;
  u64 error;
  std::int64_t exponent;
};

/// ln a for a > 0 other than 1; error <= 2^18.
Approximation approximate_logarithm(const Number& a);

/// Exponent beyond which e^x is out of range of every format, and that below which it cannot be
/// told from 1 by one: floor(log2 |x|).
inline constexpr std::int64_t highest_binade_of_exponent = 10;
inline constexpr std::int64_t lowest_binade_of_exponent = -70;

/// e^x, or -e^x with `negative`, for x = +-n * 2^-192 (minus with `falls`), 0 < n < 2^203, where x
/// is known to within `unsure` * 2^-128, unsure < 2^64.
Value exponential_of_fixed(bool negative, bool falls, const Wide& n, u64 unsure);

/// e^x for |x| >= 2^11, and for 0 < |x| < 2^-70.
Value exponential_out_of_range(bool negative, bool falls);
Value exponential_beside_one(bool negative, bool falls);

}  // namespace assay::second_oracle
