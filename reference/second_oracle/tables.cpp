// SPDX-License-Identifier: Apache-2.0
// Series of integers: every term is made from the last one by a multiplication and a division by a
// machine word, rounded down.
#include "reference/second_oracle/tables.hpp"

#include <cassert>

namespace assay::second_oracle {
namespace {

constexpr Wide one = Wide::of(u128{1} << (fraction_bits - 128), 0);

/// ln(n/d) with its sign, as two's complement.
Wide signed_logarithm(u64 n, u64 d) {
  return n >= d ? logarithm_of_ratio(n, d) : Wide{} - logarithm_of_ratio(d, n);
}

u128 first_128_bits(const Wide& fraction) { return (fraction >> (fraction_bits - 128)).low(); }

void fill_logarithms(Tables& made) {
  for (u64 i = 90; i < made.coarse_factor.size(); ++i) {
    // 256 / the middle of the interval; 1 on both sides of 1.
    const u64 nearest = (u64{256} * 256 + i) / (2 * i + 1);
    const u64 factor = i == 127 || i == 128 ? 256 : nearest;
    made.coarse_factor[i] = factor;
    made.logarithm_coarse[i] = signed_logarithm(256, factor);
  }
  for (std::size_t k = 0; k < made.logarithm_fine.size(); ++k) {
    made.logarithm_fine[k] = signed_logarithm(8192, 8192 + u64{Tables::fine_limit} - k);
  }
}

Tables make_tables() {
  Tables made{};
  made.ln2 = logarithm_of_ratio(2, 1);
  for (u64 i = 0; i < made.exponential_coarse.size(); ++i) {
    made.exponential_coarse[i] = first_128_bits(exponential_of_ratio(i, 128) - one);
  }
  for (u64 i = 0; i < made.exponential_fine.size(); ++i) {
    made.exponential_fine[i] = first_128_bits(exponential_of_ratio(i, 1 << 14) - one);
  }
  fill_logarithms(made);
  return made;
}

}  // namespace

Wide exponential_of_ratio(u64 n, u64 d) {
  assert(n < d && d < 1 << 15);
  Wide sum = one;
  Wide term = one;
  for (u64 k = 1; !term.is_zero(); ++k) {
    term = term * n / (d * k);
    sum = sum + term;
  }
  return sum;
}

// 2 * artanh t for t = (n - d) / (n + d).
Wide logarithm_of_ratio(u64 n, u64 d) {
  assert(d <= n && n <= 2 * d && n < 1 << 16);
  Wide sum;
  Wide term = one * (2 * (n - d)) / (n + d);
  for (u64 k = 1; !term.is_zero(); k += 2) {
    sum = sum + term / k;
    term = term * (n - d) / (n + d) * (n - d) / (n + d);
  }
  return sum;
}

const Tables& tables() {
  static const Tables made = make_tables();
  return made;
}

}  // namespace assay::second_oracle
