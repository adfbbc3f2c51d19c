// SPDX-License-Identifier: Apache-2.0
// e^x = 2^k * e^(i/128) * e^(j/2^14) * e^t: two tables and a short series.
#include <array>

#include "reference/second_oracle/elementary.hpp"
#include "reference/second_oracle/fixed.hpp"
#include "reference/second_oracle/tables.hpp"

namespace assay::second_oracle {
namespace {

constexpr u128 all_ones = ~u128{0};

/// 1/n! with 128 bits after the point, n from 2 to 9.
constexpr std::array<u128, 8> inverse_factorials = [] {
  std::array<u128, 8> row{};
  u128 factorial = 1;
  for (std::size_t n = 2; n < 10; ++n) {
    factorial *= n;
    row[n - 2] = all_ones / factorial;
  }
  return row;
}();

/// e^t - 1 for t < 2^-14; 128 bits after the point in and out.
u128 exponential_minus_one(u128 t) {
  u128 series = inverse_factorials.back();
  for (std::size_t n = inverse_factorials.size() - 1; n-- > 0;) {
    series = inverse_factorials[n] + multiply_high(t, series);
  }
  return t + multiply_high(multiply_high(t, t), series);
}

/// (1 + a)(1 + b) - 1, at most just below 1.
u128 combine(u128 a, u128 b) {
  const u128 sum = a + b + multiply_high(a, b);
  return sum < a ? all_ones : sum;
}

/// x = k ln 2 + rest with 0 <= rest <= ln 2.
struct Reduced {
  std::int64_t k;
  u128 rest;  ///< 128 bits after the point, rounded down
};

Reduced reduce(bool falls, const Wide& n) {
  const Wide& ln2 = tables().ln2;
  constexpr u64 inverse = 0x5C551D94AE0BF85D;  // 1/ln 2 with 62 bits after the point, rounded down
  u64 k = lower(u128{lower((n >> 160).low())} * inverse >> 94);
  Wide rest = n - ln2 * k;
  while (rest >= ln2) {
    rest = rest - ln2;
    ++k;
  }
  if (!falls) return {static_cast<std::int64_t>(k), (rest >> 64).low()};
  return {-static_cast<std::int64_t>(k) - 1, ((ln2 - rest) >> 64).low()};
}

}  // namespace

Value exponential_of_fixed(bool negative, bool falls, const Wide& n, u64 unsure) {
  const Reduced x = reduce(falls, n);
  const Tables& table = tables();
  const u128 coarse = table.exponential_coarse[static_cast<std::size_t>(x.rest >> 121)];
  const u128 fine = table.exponential_fine[static_cast<std::size_t>(x.rest >> 114 & 127)];
  const u128 last = exponential_minus_one(x.rest & ((u128{1} << 114) - 1));
  const u128 fraction = combine(combine(coarse, fine), last);
  // 126 bits after the point. What is unsure of x is relative here: below half a unit each.
  return enclosed(negative, u128{1} << 126 | fraction >> 2, u128{16} + unsure, x.k - 126);
}

Value exponential_out_of_range(bool negative, bool falls) {
  constexpr std::int64_t far = std::int64_t{1} << 40;
  return finite(negative, {u128{1} << 127, falls ? -far : far, true});
}

Value exponential_beside_one(bool negative, bool falls) {
  constexpr u128 one = u128{1} << 127;
  constexpr u128 near = u128{1} << 60;  // 2^-67 above, 2^-68 below
  if (!falls) return {Kind::finite, negative, {one, -127, true}, {one + near, -127, true}};
  return {Kind::finite, negative, {all_ones - near, -128, true}, {all_ones, -128, true}};
}

Value exponential(const Number& a) {
  const std::int64_t binade = a.exponent + 63;
  if (binade > highest_binade_of_exponent) return exponential_out_of_range(false, a.negative);
  if (binade < lowest_binade_of_exponent) return exponential_beside_one(false, a.negative);
  const Wide n = Wide::of(0, a.significand) << static_cast<int>(a.exponent + 192);
  return exponential_of_fixed(false, a.negative, n, 0);
}

}  // namespace assay::second_oracle
