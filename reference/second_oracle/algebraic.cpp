// SPDX-License-Identifier: Apache-2.0
// Sums, products, quotients and roots: integers, and one bit that says whether anything is left.
#include "reference/second_oracle/algebraic.hpp"

#include <algorithm>
#include <utility>

namespace assay::second_oracle {
namespace {

bool larger(const Term& a, const Term& b) {
  return a.exponent != b.exponent ? a.exponent > b.exponent : a.significand > b.significand;
}

/// One step of Zimmermann's square root: from the root of the upper half of n to that of all of it.
/// `half` is the width of the new digits, `Double` holds n, `Single` a root.
template <typename Double, typename Single>
Single refine_root(Double n, Single upper_root, int half) {
  const auto upper_half = static_cast<Double>(n >> (2 * half));
  const auto rest = static_cast<Double>(upper_half - Double{upper_root} * upper_root);
  const auto next = static_cast<Double>(n >> half & ((Double{1} << half) - 1));
  // At most 2 * upper_root is left, so this fits in a Single.
  const auto halves = static_cast<Single>((rest << (half - 1)) + (next >> 1));
  const auto highest = static_cast<Single>((Single{1} << half) - 1);
  const Single digits = halves / upper_root;
  auto root = static_cast<Single>((Double{upper_root} << half) + std::min(digits, highest));
  while (Double{root} * root > n) --root;
  return root;
}

}  // namespace

Term product(const Number& a, const Number& b) {
  const u128 n = u128{a.significand} * b.significand;
  const int shift = n >> 127 == 0 ? 1 : 0;  // the top bit of both factors is set
  return {a.negative != b.negative, n << shift, a.exponent + b.exponent - shift};
}

Value sum(const Term& a, const Term& b) {
  const Term& major = larger(a, b) ? a : b;
  const Term& minor = larger(a, b) ? b : a;
  // One bit of room for a carry; 127 bits below the smaller term's last one.
  const Wide large = Wide::of(major.significand, 0) >> 1;
  const Wide unshifted = Wide::of(minor.significand, 0) >> 1;
  const int shift = static_cast<int>(std::min<std::int64_t>(major.exponent - minor.exponent, 256));
  const Wide small = unshifted >> shift;
  const bool more = (small << shift) != unshifted;
  const std::int64_t exponent = major.exponent - 127;
  if (a.negative == b.negative) return finite(a.negative, large + small, exponent, more);
  Wide difference = large - small;
  if (more) difference = difference - Wide::of(0, 1);
  if (difference.is_zero()) return cancelled();
  return finite(major.negative, difference, exponent, more);
}

Value quotient(const Number& a, const Number& b) {
  // The first of two digits of 64 bits has its top bit set.
  const bool less = a.significand < b.significand;
  const u128 scaled = u128{a.significand} << (less ? 64 : 63);
  const u128 rest = scaled % b.significand << 64;
  const u128 digits = scaled / b.significand << 64 | rest / b.significand;
  const std::int64_t exponent = a.exponent - b.exponent - (less ? 128 : 127);
  return finite(a.negative != b.negative, {digits, exponent, rest % b.significand != 0});
}

u64 integer_root(u64 n) {
  u64 root = 0;  // of the upper 32 bits
  for (u64 bit = u64{1} << 15; bit != 0; bit >>= 1) {
    if ((root | bit) * (root | bit) <= n >> 32) root |= bit;
  }
  return refine_root<u64, u64>(n, root, 16);
}

u64 integer_root(u128 n) { return refine_root<u128, u64>(n, integer_root(upper(n)), 32); }

u128 integer_root(const Wide& n) {
  const u64 upper_root = integer_root(n.high());
  const u128 rest = n.high() - u128{upper_root} * upper_root;
  const u128 next = upper(n.low());
  const u128 digits = ((rest << 63) + (next >> 1)) / upper_root;
  u128 root = (u128{upper_root} << 64) + std::min<u128>(digits, ~u64{0});
  while (multiply(root, root) > n) --root;
  return root;
}

Value square_root(const Number& a) {
  const bool odd = a.exponent % 2 != 0;
  const Wide n = Wide::of(u128{a.significand} << 64, 0) >> (odd ? 1 : 0);
  const u128 root = integer_root(n);
  const std::int64_t exponent = a.exponent - 192 + (odd ? 1 : 0);
  return finite(false, {root, exponent / 2, multiply(root, root) != n});
}

Value reciprocal_square_root(const Number& a) {
  const bool odd = a.exponent % 2 != 0;
  const bool power_of_two = a.significand == u64{1} << 63;
  if (odd && power_of_two) return finite(false, u128{1}, -(a.exponent + 63) / 2);
  // floor(sqrt(2^k / s)) is floor(sqrt(floor(2^k / s))).
  const int k = odd ? 319 : 318;
  u64 rest = u64{1} << (k - 256);
  Wide n;
  for (std::size_t i = 4; i-- > 0;) {
    const u128 part = u128{rest} << 64;
    n.limb[i] = lower(part / a.significand);
    rest = lower(part % a.significand);
  }
  // Not on the grid: the result is irrational or a fraction, except for the powers of 4.
  return finite(false, {integer_root(n), (-a.exponent - k) / 2, true});
}

}  // namespace assay::second_oracle
