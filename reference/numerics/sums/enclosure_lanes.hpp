// SPDX-License-Identifier: Apache-2.0
// enclose() for sums in f32 side by side, without a branch. Private to kernels.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/numerics/sums/sums_of_f32.hpp"

namespace assay::numerics::summation::lanes {

// The operations of extent_of(), node_errors() and enclose() in bound.cpp, which has the reasons,
// in the same order: so the bits are the same. A division by a power of two is a multiplication
// here. As in kernels.cpp nothing of the standard library is called.

inline constexpr double unit = 0x1p-24;  // of f32, as accumulator() has them
inline constexpr double quantum = 0x1p-149;
inline constexpr double threshold = 0x1.ffffffp127;
inline constexpr double per_unit = 0x1p24;
inline constexpr double with_wider = 1 + 0x1p-12;
inline constexpr double slack = 1 + 0x1p-40;

/// Conditions are words, all ones or zero: of branches g++ makes copies that it does not vectorise.
using Mask = std::uint64_t;

[[gnu::always_inline]] inline Mask less(double a, double b) { return a < b ? ~Mask{0} : Mask{0}; }
[[gnu::always_inline]] inline Mask at_most(double a, double b) {
  return a <= b ? ~Mask{0} : Mask{0};
}
[[gnu::always_inline]] inline Mask equal(double a, double b) { return a == b ? ~Mask{0} : Mask{0}; }

/// The value, or +0.
[[gnu::always_inline]] inline double where(Mask condition, double value) {
  return __builtin_bit_cast(double, __builtin_bit_cast(Mask, value) & condition);
}
[[gnu::always_inline]] inline double choose(Mask condition, double yes, double no) {
  return __builtin_bit_cast(double, (__builtin_bit_cast(Mask, yes) & condition) |
                                        (__builtin_bit_cast(Mask, no) & ~condition));
}

/// floor_power().
[[gnu::always_inline]] inline double power_below(double value) {
  return where(0x7FF0000000000000, value);
}

/// half_ulp().
[[gnu::always_inline]] inline double half_of_ulp(double magnitude, double grid) {
  const double half = power_below(magnitude) * unit;
  const double most = choose(less(half, quantum / 2), quantum / 2, half);
  return where(~at_most(magnitude, grid * per_unit), most);
}

/// The position of node_errors() on its way down the binades.
struct Descent {
  double limit;
  double total, last = 1, weight = 1;
  Mask going = ~Mask{0};
};

/// The constants of the way down.
struct Slope {
  double leaf_error, rough, leaves, nodes, exact_to;
};

[[gnu::always_inline]] inline void descend(Descent& way, const Slope& down) {
  const double room = (way.limit - down.leaf_error - down.rough) * down.leaves;
  const double count = choose(less(down.nodes + 1, room), down.nodes + 1, room);
  const double some = choose(at_most(2, room), count, 1);
  const double inside = static_cast<double>(static_cast<int>(some)) - 1;
  const Mask counts = way.going & less(quantum, way.limit * unit) & less(0, inside);
  const Mask exact = at_most(way.limit, down.exact_to);
  const double less_each = choose(exact, way.weight, way.weight * 0.5);
  way.total -= where(counts, inside * less_each);
  way.last -= where(counts & equal(inside, down.nodes), less_each);
  way.going = counts & ~exact;
  way.limit *= 0.5;
  way.weight *= 0.5;
}

/// NodeErrors.
struct Errors {
  double all, before_last;
};

[[gnu::always_inline]] inline Errors errors_of_nodes(double nodes, double growth, double most,
                                                     double leaf_error, double grid,
                                                     double largest) {
  const double underflow = where(equal(grid, 0), quantum / (2 * unit));
  const double rough = growth * (most + underflow) * slack;
  const double top = most + rough;
  const double half = half_of_ulp(top, grid) * with_wider * slack;
  const Slope down{leaf_error, rough, (1 - 0x1p-40) / largest, nodes, grid * per_unit};
  Descent way{.limit = power_below(top), .total = nodes};
  descend(way, down);
  descend(way, down);
  descend(way, down);
  descend(way, down);
  const Mask inexact = ~at_most(most, grid * per_unit);
  return {where(inexact, way.total * half), where(inexact, (way.total - way.last) * half)};
}

[[gnu::always_inline]] inline void enclose_body(const SumsOfF32& sums) {
  const double* __restrict sum_of = sums.sum;
  const double* __restrict magnitude_of = sums.magnitude;
  const double* __restrict largest_of = sums.largest;
  const double* __restrict quantum_of = sums.quantum;
  const double* __restrict error_of = sums.error;
  float* __restrict low_of = sums.low;
  float* __restrict high_of = sums.high;
  unsigned char* __restrict odd_of = sums.odd;
  const double nodes = sums.nodes, growth = sums.growth;
  const double of_wide = sums.precision > 24 ? unit : 0.0;
  const double off_grid = (nodes + 1) * quantum / 2;
  const std::size_t count = sums.count;
  for (std::size_t i = 0; i < count; ++i) {
    const double sum = sum_of[i], magnitude = magnitude_of[i], error = error_of[i];
    const double upwards = choose(equal(error, 0), 1, slack);
    const double positive = ((magnitude + sum) * 0.5 + error) * upwards;
    const double negative = ((magnitude - sum) * 0.5 + error) * upwards;
    const double grid = where(at_most(quantum, quantum_of[i]), quantum_of[i]);
    const double rounded =
        (of_wide * (magnitude + error) + where(equal(grid, 0), off_grid)) * (with_wider * slack);
    // Of terms of no more precision than the type `of_wide` is 0, and on the grid so is all of it.
    const double leaf_error = where(~at_most(largest_of[i], grid * per_unit), rounded);
    const double most = choose(less(positive, negative), negative, positive) + leaf_error;
    const Errors errors = errors_of_nodes(nodes, growth, most, leaf_error, grid, largest_of[i]);
    const double all = leaf_error + errors.all;
    const double before_root = leaf_error + errors.before_last;
    const double root = __builtin_fabs(sum) + error + before_root;
    const double of_root = before_root + (with_wider - 1) * half_of_ulp(root, grid);
    const Mask inexact = less(0, all);
    const double reach = (where(inexact, of_root) + error) * (1 + 0x1p-10);
    low_of[i] = static_cast<float>(sum - reach);
    // Of a -0 of which +0 is to be made the double is too small for a float, or -0 itself.
    const double above = sum + reach;
    high_of[i] = static_cast<float>(above);
    const Mask far = ~less(positive + all, threshold) | ~less(negative + all, threshold);
    const Mask number = less(0, magnitude) & less(magnitude, 0x1p800);
    const Mask zero = inexact & ~less(0x1p-149, __builtin_fabs(above));
    odd_of[i] = static_cast<unsigned char>((far | ~number | zero) & 1);
  }
}

}  // namespace assay::numerics::summation::lanes
