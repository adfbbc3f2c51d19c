// SPDX-License-Identifier: Apache-2.0
// From a few facts about the terms of a sum to what any order of it may give. Private to
// summation*.cpp; decision 013 has the proofs.
#pragma once

#include <cstdint>
#include <span>

#include "reference/numerics/sums/exact.hpp"
#include "reference/numerics/sums/internal.hpp"
#include "reference/numerics/sums/terms.hpp"

namespace assay::numerics::summation {

/// Facts about finite terms, not all of them zero. Upper bounds hold for the exact terms.
struct Extent {
  std::int64_t count = 0;
  double sum = 0;         ///< of all terms
  double sum_error = 0;   ///< upper bound of its error
  double positive = 0;    ///< upper bound of the sum of the positive terms
  double negative = 0;    ///< upper bound of the magnitude of the sum of the negative ones
  double largest = 0;     ///< upper bound of the magnitude of a term
  double leaf_error = 0;  ///< upper bound of the total change if every term is rounded separately
  double quantum = 0;  ///< a power of two of which all terms are multiples, and which is itself a
                       ///< multiple of the smallest value of the accumulation type; else 0
};

/// Sums in double of terms whose common quantum may be known (0 if not). The sum has an error of 0
/// if it is known to be exact.
struct Totals {
  std::int64_t count = 0;
  double sum = 0;
  double magnitude = 0;  ///< of the absolute values
  double largest = 0;
  double error = 0;  ///< upper bound of the errors of `sum` and of `magnitude`
};

/// Upper bound of (1 + u)^n - 1.
double growth(double u, std::int64_t n);

/// The bound for additions in double, at most `depth` of them one after the other.
double summation_error(std::int64_t depth, double magnitude, double quantum);

/// `precision` is that of a single term, `quantum` a power of two that divides all terms.
Extent extent_of(const Totals& totals, int precision, double quantum, const Accumulator& in);

/// Upper bounds of the error of `nodes` additions in any tree, not counting that of the leaves, and
/// of the same without the last addition.
struct NodeErrors {
  double all = 0;
  double before_last = 0;
};
NodeErrors node_errors(std::int64_t nodes, const Extent& terms, const Accumulator& in);

/// Which infinities the terms of one sign may reach in some order, without those of the other.
struct Overflow {
  bool plus = true;
  bool minus = true;
};

/// `low`, `high`, `number` and `nan`. An infinity that `possible` excludes is none of them.
Enclosure enclose(const Extent& terms, const Accumulation& how, const Overflow& possible = {});

/// The kinds of terms: the sum of each sign, zeros, infinities and NaN.
class Survey {
 public:
  void add(std::span<const double> terms);
  /// The possible overflow of the finite terms of each sign.
  Overflow overflow(int precision, double quantum, const Accumulation& how) const;
  /// The whole enclosure where some term is infinite or NaN, or all are zeros.
  Enclosure enclosure(int precision, double quantum, const Accumulation& how) const;

 private:
  bool overflows(double side, int precision, double quantum, const Accumulator& in) const;

  std::int64_t count_ = 0;
  bool nan_ = false;
  bool plus_infinity_ = false;
  bool minus_infinity_ = false;
  bool only_minus_zeros_ = true;
  double positive_ = 0;  // of the finite terms
  double negative_ = 0;
  double largest_ = 0;
};

/// Sets `value`, `exact` and `escalated`: from the sum if its error allows, else from exact_sum().
template <typename ExactSumOf>
void decide(Enclosure& enclosure, double sum, double error, ElementType result,
            ExactSumOf exact_sum) {
  const std::uint64_t low = round_nearest(result, sum - error);
  const std::uint64_t high = round_nearest(result, sum + error);
  const double magnitude = sum < 0 ? -sum : sum;
  enclosure.escalated = low != high || error > 0x1p-36 * magnitude;
  enclosure.value = low;
  enclosure.exact = sum;
  if (!enclosure.escalated) return;
  const ExactSum exact = exact_sum();
  enclosure.value = exact.round(result, RoundMode::nearest_even);
  enclosure.exact = exact.to_double();
}

}  // namespace assay::numerics::summation
