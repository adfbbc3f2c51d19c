// SPDX-License-Identifier: Apache-2.0
// ln x = e ln 2 - ln c - ln d + ln(1 + z): factors c and d of few bits make 1 + z = x 2^-e c d
// exact and near 1.
#include <array>
#include <utility>

#include "reference/second_oracle/elementary.hpp"
#include "reference/second_oracle/fixed.hpp"
#include "reference/second_oracle/tables.hpp"

namespace assay::second_oracle {
namespace {

/// 1/n with 128 bits after the point, n from 2 to 10.
constexpr std::array<u128, 9> inverses = [] {
  std::array<u128, 9> row{};
  for (std::size_t n = 2; n < 11; ++n) row[n - 2] = ~u128{0} / n;
  return row;
}();

/// q with ln(1 + z) = z - z^2 q for |z| < 2^-12, 128 bits after the point in and out.
u128 series(bool negative, u128 z) {
  u128 sum = inverses.back();
  for (std::size_t n = inverses.size() - 1; n-- > 0;) {
    const u128 next = multiply_high(z, sum);
    sum = negative ? inverses[n] + next : inverses[n] - next;
  }
  return sum;
}

struct Reduced {
  std::int64_t exponent;
  std::size_t coarse;
  std::size_t fine;
  bool negative;  ///< z
  u128 z;         ///< 128 bits after the point, exact

  bool nothing_but_z() const {
    return exponent == 0 && (coarse == 127 || coarse == 128) && fine == Tables::fine_limit;
  }
};

Reduced reduce(const Number& a) {
  constexpr u64 root_of_two = 0xB504F333F9DE6484;  // 63 bits after the point
  const bool upper_half = a.significand >= root_of_two;
  // In [0.707, 1.414), 64 bits after the point.
  const u128 m = u128{a.significand} << (upper_half ? 0 : 1);
  const auto coarse = static_cast<std::size_t>(m >> 57);
  // 72 bits after the point, |z| < 2^-6.8.
  const auto scaled = static_cast<__int128>(m * tables().coarse_factor[coarse]);
  const __int128 one = __int128{1} << 72;
  const __int128 z = scaled - one;
  const __int128 j = (z + (__int128{1} << 58)) >> 59;  // nearest 2^-13
  // 85 bits after the point, |z| < 2^-12.
  const __int128 reduced = (scaled << 13) - scaled * j - (one << 13);
  const bool negative = reduced < 0;
  return {a.exponent + 63 + (upper_half ? 1 : 0), coarse,
          static_cast<std::size_t>(j + Tables::fine_limit), negative,
          static_cast<u128>(negative ? -reduced : reduced) << 43};
}

/// z - z^2 q relative to z: the argument is so near to 1 that nothing else is left.
Approximation near_one(const Reduced& x) {
  const int shift = 128 - bit_length(x.z);
  const u128 part = multiply_high(x.z, series(x.negative, x.z)) >> 2;
  const u128 one = u128{1} << 126;
  const u128 factor = x.negative ? one + part : one - part;
  const u128 n = multiply_high(x.z << shift, factor);  // 126 bits after the point, in [1/2, 1]
  return {x.negative, n, 8, -126 - shift};
}

}  // namespace

Approximation approximate_logarithm(const Number& a) {
  const Reduced x = reduce(a);
  if (x.nothing_but_z()) return near_one(x);
  const Tables& table = tables();
  const u128 square = multiply_high(multiply_high(x.z, x.z), series(x.negative, x.z));
  const Wide z = Wide::of(0, x.z) << 64;
  const Wide first = x.negative ? Wide{} - z : z;
  const bool below_one = x.exponent < 0;
  const auto count = static_cast<u64>(below_one ? -x.exponent : x.exponent);
  const Wide twos = table.ln2 * count;
  Wide sum = first - (Wide::of(0, square) << 64) + table.logarithm_coarse[x.coarse] +
             table.logarithm_fine[x.fine];
  sum = below_one ? sum - twos : sum + twos;
  const bool negative = sum.limb[3] >> 63 != 0;
  if (negative) sum = Wide{} - sum;
  // 127 bits; an error of 8 * 2^-128 in units of the last one.
  const int dropped = bit_length(sum) - 127;
  const int unit = dropped - fraction_bits;
  const u64 error = unit < -125 ? u64{1} << (-125 - unit) : 1;
  return {negative, (sum >> dropped).low(), error + 1, unit};
}

Value logarithm(const Number& a) {
  if (a.significand == u64{1} << 63 && a.exponent == -63) return zero(false);
  const Approximation ln = approximate_logarithm(a);
  return enclosed(ln.negative, ln.n, ln.error, ln.exponent);
}

}  // namespace assay::second_oracle
