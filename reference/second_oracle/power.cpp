// SPDX-License-Identifier: Apache-2.0
// a^b = e^(b ln a), and a^b exactly if integers alone determine it.
#include <algorithm>
#include <limits>

#include "reference/second_oracle/algebraic.hpp"
#include "reference/second_oracle/elementary.hpp"
#include "reference/second_oracle/fixed.hpp"
#include "reference/second_oracle/tables.hpp"

namespace assay::second_oracle {
namespace {

/// Odd, times 2^exponent.
struct Odd {
  u64 n;
  std::int64_t exponent;
};

Odd odd_part(const Number& a) {
  const int zeros = std::countr_zero(a.significand);
  return {a.significand >> zeros, a.exponent + zeros};
}

/// Nothing for an odd n that is no square.
std::optional<u64> root_of_square(u64 n) {
  if (n == 0) return std::nullopt;  // no odd number
  const int shift = std::countl_zero(n) & ~1;
  const u64 root = integer_root(n << shift);
  if (root * root != n << shift) return std::nullopt;
  return root >> (shift / 2);
}

/// n^count, if it has at most 128 bits.
std::optional<u128> integer_power(u64 n, u64 count) {
  if (n == 1) return 1;
  u128 result = 1;
  for (u64 i = 0; i < count; ++i) {
    if (bit_length(result) + bit_length(u128{n}) > 128) return std::nullopt;
    result *= n;
  }
  return result;
}

}  // namespace

Value power(const Number& a, const Number& b, bool negative) {
  Number magnitude = a;
  magnitude.negative = false;
  const Approximation ln = approximate_logarithm(magnitude);
  const bool falls = ln.negative != b.negative;
  const Wide n = multiply(ln.n, b.significand);
  const std::int64_t exponent = ln.exponent + b.exponent;
  const std::int64_t binade = bit_length(n) + exponent - 1;
  if (binade > highest_binade_of_exponent) return exponential_out_of_range(negative, falls);
  if (binade < lowest_binade_of_exponent) return exponential_beside_one(negative, falls);
  const auto shift = static_cast<int>(exponent + fraction_bits);
  const Wide x = shift >= 0 ? n << shift : n >> -shift;
  // ln.error / 2^124 of x, which is below 2^(binade + 1), in units of 2^-128; and what was dropped.
  const int growth = static_cast<int>(std::max<std::int64_t>(binade + 5, 0));
  return exponential_of_fixed(negative, falls, x, (ln.error << growth) + 1);
}

std::optional<Value> exact_power(const Number& a, const Number& b, bool negative) {
  Odd base = odd_part(a);
  Odd times = odd_part(b);
  // Roots, while the count of them is a power of two: of the odd part and of the power of two.
  for (; times.exponent < 0; ++times.exponent) {
    const auto root = root_of_square(base.n);
    if (!root || base.exponent % 2 != 0) return std::nullopt;
    base = {*root, base.exponent / 2};
  }
  const bool huge = times.exponent >= 64 || bit_length(u128{times.n}) + times.exponent > 32;
  if (huge || (b.negative && base.n != 1)) return std::nullopt;
  const u64 count = times.n << times.exponent;
  const auto n = integer_power(base.n, count);
  if (!n) return std::nullopt;
  const auto exponent = static_cast<std::int64_t>(count) * base.exponent;
  return finite(negative, *n, b.negative ? -exponent : exponent);
}

}  // namespace assay::second_oracle
