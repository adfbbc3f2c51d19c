// SPDX-License-Identifier: Apache-2.0
// Distances in ulp, and the ends of accepted ranges before they are rounded.
#pragma once

#include "reference/numerics/kernels/encode_lanes.hpp"

namespace assay::numerics::kernels {
namespace {

/// The power of two whose binade gives ulp(x).
inline double binade_of(double x, const Grid& grid) {
  const auto power = static_cast<std::int64_t>(bits_of(x) & exponent_bits);
  const auto lowest = static_cast<std::int64_t>(bits_of(grid.lowest));
  const auto highest = static_cast<std::int64_t>(bits_of(grid.highest));
  const std::int64_t above = power < lowest ? lowest : power;
  return number(static_cast<Word>(above < highest ? above : highest));
}

/// Where |y| is on a known side of 1.
inline Mask on_known_side(double size, double near) { return ~less(near, magnitude(size - 1)); }

/// NaN stays.
inline double clamped(double x, double low, double high) {
  const double below = high < x ? high : x;
  return below < low ? low : below;
}

/// The constant that converts the bits of a binade to those of 1 / ulp.
inline Word one_over_ulp(int precision) {
  return 2 * bits_of(1.0) + (static_cast<Word>(precision - 1) << 52);
}

/// |got - y| in ulp(y). An end of the format is at distance 0 from everything beyond it, and an
/// infinite y is at the end.
inline double distance_of(double y, double got, const Grid& grid, Word one_over) {
  const double value = clamped(got, grid.bottom, grid.top);
  const double near = clamped(y, grid.bottom, grid.top);
  const double target = magnitude(y) == infinite ? near : y;
  const double per_ulp = number(one_over - bits_of(binade_of(target, grid)));
  const double distance = magnitude(value - target) * per_ulp;
  const double unlike = (y != y) == (got != got) ? 0.0 : infinite;  // if one of them is NaN
  const double finite = value == near ? 0.0 : distance;
  return distance == distance ? finite : unlike;
}

std::uint32_t distance(const double* __restrict y, const double* __restrict got, int count,
                       const Grid& grid, const ErrorBound& error_bound, double* __restrict ulp,
                       std::uint32_t* __restrict undecided) {
  const Grid g = grid;
  const double bound = error_bound.rounding;
  const double near = error_bound.near_one ? nearness : -1;
  const Word one_over = one_over_ulp(g.precision);
  // Twice the bound, in units of the last bit: below a power of two these are half as wide.
  const Word window = bound > 0 ? static_cast<Word>(bound * 0x1p53) + 2 : 0;
  const double far_from = error_bound.near_one ? 0x1p998 : infinite;
  constexpr double harmless = 0x1p-11;  // a factor of two between ulps does not matter
  std::uint32_t any = 0;
  for (int i = 0; i < count; ++i) {
    const double result = distance_of(y[i], got[i], g, one_over);
    ulp[i] = result;
    const double size = magnitude(y[i]);
    const Word fraction = bits_of(y[i]) & fraction_bits;
    const Mask between = less_word((fraction + window) & fraction_bits, 2 * window);
    const Mask either = between & less(harmless, result) & ~on_known_side(size, near);
    // At distance 0 from results beyond the format; no number is.
    const Mask far = less(far_from, size) & less(0, result) & less(result, infinite);
    const Mask unsure = is_marked(y[i]) & (either | far);
    undecided[i] = static_cast<std::uint32_t>(unsure);
    any |= static_cast<std::uint32_t>(unsure);
  }
  return any;
}

/// The next double above, also of -0; not for infinities and NaN.
inline double next_above(double x) {
  const Word word = bits_of(x + 0.0);
  return number(word + 1 + 2 * is_negative(x + 0.0));  // - 1 if negative
}
inline double next_below(double x) { return -next_above(-x); }

/// a + b = sum + error exactly, unless that is infinite or NaN; then the error is NaN.
struct Sum {
  double sum;
  double error;
};
inline Sum exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// Doubles that round up to a format value like a + b, or like values just above it: a format value
/// is never strictly between a double and the true sum that it represents.
inline double round_up_like(double a, double b, Mask just_above) {
  const Sum exact = exact_sum(a, b);
  const Mask above = less(0, exact.error) | (just_above & equal(exact.error, 0));
  return choose(above, next_above(exact.sum), exact.sum);
}
inline double round_down_like(double a, double b, Mask just_below) {
  return -round_up_like(-a, -b, just_below);
}

inline double with_infinity(double end, const Grid& grid) {
  return choose(less(magnitude(end), grid.infinite_from), end, with_sign_of(infinite, end));
}

void ends_in_ulp(const double* __restrict y, int count, const Grid& grid,
                 const ErrorBound& error_bound, double reach, const Ends& ends,
                 std::uint32_t* __restrict undecided) {
  const Grid g = grid;
  const double bound = error_bound.error;
  const double near = error_bound.near_one ? nearness : -1;
  const Mask by_neighbours = equal(bound, 0);
  const double to_quantum = quantum_of_one(g);
  double* __restrict low_of_low = ends.low_of_low;
  double* __restrict low_of_high = ends.low_of_high;
  double* __restrict high_of_low = ends.high_of_low;
  double* __restrict high_of_high = ends.high_of_high;
  for (int i = 0; i < count; ++i) {
    const double size = magnitude(y[i]);
    const Mask inexact = is_marked(y[i]);
    const Mask known_side = inexact & on_known_side(size, near);
    const double next_in = choose(by_neighbours, number(bits_of(size) - 1), size - size * bound);
    const double next_out = choose(by_neighbours, number(bits_of(size) + 1), size + size * bound);
    const double inner = choose(inexact, choose(known_side & less(1, size), 1.0, next_in), size);
    const double outer = choose(inexact, choose(known_side & less(size, 1), 1.0, next_out), size);
    const double binade = binade_of(inner, g);
    const Mask unsure = less(2 * binade, outer) & less(binade, g.highest);
    undecided[i] = static_cast<std::uint32_t>(unsure);
    const double margin = reach * (binade * to_quantum);
    const Mask negative = less(y[i], 0);
    const double low = choose(negative, -outer, inner);
    const double high = choose(negative, -inner, outer);
    const Mask open = less(low, high);
    low_of_low[i] = with_infinity(round_up_like(low, -margin, open), g);
    low_of_high[i] = with_infinity(round_up_like(high, -margin, none), g);
    high_of_low[i] = with_infinity(round_down_like(low, margin, none), g);
    high_of_high[i] = with_infinity(round_down_like(high, margin, open), g);
  }
}

/// a * b - product, exactly, where nothing is below 2^-900 or above 2^900 (Dekker).
inline double product_error(double a, double b, double product) {
  constexpr Word leading = ~Word{0x7FFFFFF};
  const double a_high = number(bits_of(a) & leading);
  const double b_high = number(bits_of(b) & leading);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

/// An end within `slack` of the true one is closed on both sides: rounding must not depend on where
/// in between it is. Ends that are exact have none.
void ends_relative(const double* __restrict y, int count, const Grid& grid,
                   const ErrorBound& error_bound, double reach, const Ends& ends,
                   std::uint32_t* __restrict undecided) {
  const Grid g = grid;
  const double bound = error_bound.error;
  const double near = error_bound.near_one ? nearness : -1;
  double* __restrict low_of_low = ends.low_of_low;
  double* __restrict low_of_high = ends.low_of_high;
  double* __restrict high_of_low = ends.high_of_low;
  double* __restrict high_of_high = ends.high_of_high;
  for (int i = 0; i < count; ++i) {
    const double size = magnitude(y[i]);
    const Mask inexact = is_marked(y[i]);
    const double margin = reach * size;
    const Sum low = exact_sum(y[i], -margin);
    const Sum high = exact_sum(y[i], margin);
    const Mask moderate = less(0x1p-900, margin) & less(margin, 0x1p900) & less(size, 0x1p900);
    const Mask exact = ~inexact & moderate & equal(product_error(reach, size, margin), 0);
    const double error = choose(on_known_side(size, near), larger(bound, nearness), bound);
    const double slack = (size + margin) * (choose(inexact, error, 0.0) + 0x1p-50);
    const double low_slack = choose(exact & equal(low.error, 0), 0.0, slack);
    const double high_slack = choose(exact & equal(high.error, 0), 0.0, slack);
    low_of_low[i] = with_infinity(low.sum - low_slack, g);
    low_of_high[i] = with_infinity(low.sum + low_slack, g);
    high_of_low[i] = with_infinity(high.sum - high_slack, g);
    high_of_high[i] = with_infinity(high.sum + high_slack, g);
    undecided[i] = 0;
  }
}

}  // namespace
}  // namespace assay::numerics::kernels
