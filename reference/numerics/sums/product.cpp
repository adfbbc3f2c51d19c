// SPDX-License-Identifier: Apache-2.0
// Products of many factors in any order.
#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real_access.hpp"
#include "reference/numerics/sums/bound.hpp"
#include "reference/numerics/sums/internal.hpp"
#include "reference/numerics/sums/sum.hpp"

namespace assay::numerics {
namespace {

using namespace summation;

/// significand * 2^exponent with a significand in [1, 2): wider than any product of elements.
struct Scaled {
  double significand = 1;
  std::int64_t exponent = 0;

  Scaled& operator*=(double factor) {
    int moved = 0;
    significand = 2 * std::frexp(significand * std::frexp(factor, &moved), &shift_);
    exponent += moved + shift_ - 1;
    return *this;
  }

  /// Beyond the range of double: infinity, or the smallest normal number, which is below whatever
  /// any element format has.
  double clamped() const {
    if (exponent > 1000) return __builtin_inf();
    if (exponent < -1000) return 0x1p-1000;
    return std::ldexp(significand, static_cast<int>(exponent));
  }

 private:
  int shift_ = 0;
};

/// The properties of factors that decide the possible results of their product.
struct Factors {
  std::int64_t count = 0;
  bool negative = false;  ///< sign of the product
  bool nan = false;
  bool zero = false;
  bool infinite = false;
  Scaled product;                 ///< of the magnitudes of the finite factors that are not 0
  Scaled largest;                 ///< upper end of the products of some of them
  Scaled smallest;                ///< lower end
  std::uint64_t odd = 1;          ///< product of the odd parts, at most 2^32
  std::int64_t lowest_power = 0;  ///< exponent of the lowest bit that a product of some can have

  void add(double factor) {
    ++count;
    negative ^= std::signbit(factor);
    if (std::isnan(factor) || std::isinf(factor) || factor == 0) {
      nan |= std::isnan(factor);
      infinite |= std::isinf(factor);
      zero |= factor == 0;
      return;
    }
    const double magnitude = std::abs(factor);
    product *= magnitude;
    largest *= std::max(magnitude, 1.0);
    smallest *= std::min(magnitude, 1.0);
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(magnitude);
    const std::uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | std::uint64_t{1} << 52;
    const int trailing = std::countr_zero(significand);
    odd = std::min(odd * (significand >> trailing), std::uint64_t{1} << 32);
    const std::int64_t power = static_cast<std::int64_t>(bits >> 52) - 1075 + trailing;
    lowest_power += std::min<std::int64_t>(power, 0);
  }
};

Factors factors_of(const Terms& terms) {
  Factors factors;
  each_block(terms, [&](std::span<const float> values) {
    for (const float value : values) factors.add(static_cast<double>(value));
  });
  return factors;
}

/// Makes `product` the exact product of terms from `first` on, and initialises it. By halves of
/// about one length: factor by factor the time is quadratic.
void multiply(mpfr_ptr product, const Terms& terms, std::int64_t first, std::int64_t count) {
  constexpr std::int64_t few = 16;
  constexpr mpfr_prec_t widest_significand = 24;
  mpfr_init2(product, widest_significand * std::max<std::int64_t>(count, 1));
  if (count <= few) {
    mpfr_set_ui(product, 1, MPFR_RNDN);
    for (std::int64_t i = first; i < first + count; ++i) {
      mpfr_mul_d(product, product, value_of(terms.type, terms[i]), MPFR_RNDN);
    }
    return;
  }
  mpfr_t left;
  mpfr_t right;
  multiply(left, terms, first, count / 2);
  multiply(right, terms, first + count / 2, count - count / 2);
  mpfr_mul(product, left, right, MPFR_RNDN);
  mpfr_clears(left, right, nullptr);
}

/// Rounded to odd.
Real exact_product(const Terms& terms) {
  constexpr mpfr_prec_t kept = 254;
  mpfr_t product;
  multiply(product, terms, 0, terms.count);
  Real result;
  mpfr_ptr out = RealAccess::big(result).backend().data();
  if (mpfr_set(out, product, MPFR_RNDZ) != 0) {
    constexpr mp_limb_t unused = mp_limb_t{64} * 4 - kept;
    static_cast<mp_limb_t*>(mpfr_custom_get_significand(out))[0] |= mp_limb_t{1} << unused;
  }
  mpfr_clear(product);
  return result;
}

/// Upper bounds of what up to `roundings` roundings in a row can do to a product: it grows by the
/// factor `up`, shrinks by `down`, and also moves by `underflow`.
struct Drift {
  double up;
  double down;
  double underflow;

  Drift(std::int64_t roundings, const Factors& factors, const Accumulator& in) {
    const double unit = in.unit * with_wider;
    const double own = 1 + static_cast<double>(factors.count + 8) * 0x1p-52;
    const double power = (1 + growth(unit, roundings)) * slack;
    up = power * own;
    // 1 - u is at least 1 / (1 + u + 2 u^2).
    down = 1 / ((1 + growth(unit + 2 * unit * unit, roundings)) * own * slack);
    const bool normal = factors.smallest.clamped() * down >= in.smallest;
    underflow = normal || roundings == 0 ? 0
                                         : static_cast<double>(roundings) * in.quantum * power *
                                               factors.largest.clamped() * with_wider * own;
  }
};

bool exact_in_any_order(const Factors& factors, const Accumulator& in) {
  return factors.odd < std::uint64_t{1} << in.precision &&
         factors.largest.clamped() < in.threshold / (2 - in.unit) * 2 &&
         factors.lowest_power >= std::ilogb(in.quantum);
}

/// Magnitudes of the numbers that a product of finite factors, none of them 0, may give.
struct Range {
  double low;
  double high;
  bool overflows;  ///< some order may reach an infinity
  bool vanishes;   ///< some order may reach a zero
};

Range range_of(const Factors& factors, std::int64_t leaves_rounded, const Accumulation& how) {
  Accumulator in = accumulator(how.accumulator);
  if (how.flushes) in.quantum = in.smallest;
  const double product = factors.product.clamped();
  if (leaves_rounded == 0 && exact_in_any_order(factors, in)) {
    return {product, product, false, false};
  }
  const std::int64_t roundings = factors.count - 1 + leaves_rounded;
  const Drift all(roundings, factors, in);
  const bool same = how.result == how.accumulator;
  const Drift drift(same ? std::max<std::int64_t>(roundings - 1, 0) : roundings, factors, in);
  // Before a root that is rounded to its own type there may be one more rounding, to a wider one.
  const double wider = same ? (with_wider - 1) : 0;
  const double up = product * drift.up + drift.underflow;
  const double rest = std::min(product, 0x1p1000) * drift.down;
  const double down = drift.underflow < rest ? rest - drift.underflow : 0;
  Range range;
  range.high = up + wider * (in.unit * up + in.quantum);
  range.low = std::max(down - wider * (in.unit * down + in.quantum), 0.0);
  const double most = factors.largest.clamped() * all.up + all.underflow;
  range.overflows = !(most < in.threshold);
  range.vanishes = factors.smallest.clamped() * all.down < in.quantum;
  return range;
}

Enclosure alone(double value, ElementType type) {
  const std::uint64_t bits = round_nearest(type, value);
  return {.value = bits, .low = bits, .high = bits, .exact = value};
}

/// Where some factor is a zero, an infinity or NaN. The finite ones may still overflow or vanish.
Enclosure with_special(const Factors& factors, const Range& others, const Accumulation& how) {
  if (factors.nan || (factors.zero && factors.infinite)) {
    const std::uint64_t nan = quiet_nan(how.result);
    return {.value = nan,
            .low = nan,
            .high = nan,
            .number = false,
            .nan = true,
            .exact = __builtin_nan("")};
  }
  const double magnitude = factors.infinite ? __builtin_inf() : 0.0;
  Enclosure enclosure = alone(factors.negative ? -magnitude : magnitude, how.result);
  enclosure.nan = factors.infinite ? others.vanishes : others.overflows;
  return enclosure;
}

void decide_product(Enclosure& enclosure, const Factors& factors, const Terms& terms,
                    ElementType type) {
  const double error = static_cast<double>(factors.count + 4) * 0x1p-53 * slack;
  const double sign = factors.negative ? -1 : 1;
  const double product = factors.product.clamped();
  const std::uint64_t low = round_nearest(type, sign * product * (1 - error));
  const std::uint64_t high = round_nearest(type, sign * product * (1 + error));
  const bool ranged = product > 0x1p-900 && product < 0x1p900;
  enclosure.escalated = low != high || error > 0x1p-36 || !ranged;
  enclosure.value = low;
  enclosure.exact = sign * product;
  if (!enclosure.escalated) return;
  const Real exact = exact_product(terms);
  enclosure.value = encode(type, exact, RoundMode::nearest_even);
  enclosure.exact = exact.to_double();
}

}  // namespace

Enclosure product_in_any_order(const Terms& terms, const Accumulation& how) {
  accumulator(how.result);
  const Factors factors = factors_of(terms);
  const bool leaves_fit = contains(how.accumulator, terms.type);
  const Range range = range_of(factors, leaves_fit ? 0 : terms.count, how);
  if (factors.nan || factors.zero || factors.infinite) return with_special(factors, range, how);
  const double high = range.overflows ? __builtin_inf() : range.high;
  Enclosure enclosure;
  enclosure.low = round_nearest(how.result, factors.negative ? -high : range.low);
  enclosure.high = round_nearest(how.result, factors.negative ? -range.low : high);
  // An infinity in one part of the tree may be multiplied by a zero in another.
  enclosure.nan = range.overflows && range.vanishes;
  decide_product(enclosure, factors, terms, how.result);
  return enclosure;
}

}  // namespace assay::numerics
