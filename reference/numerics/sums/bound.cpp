// SPDX-License-Identifier: Apache-2.0
// The bounds of decision 013. Every quantity is an upper bound, computed in double with some slack.
#include "reference/numerics/sums/bound.hpp"

#include <algorithm>
#include <cmath>

#include "reference/numerics/classify.hpp"

namespace assay::numerics::summation {
namespace {

/// The most that rounding a number of at most this magnitude to the accumulation type can change.
double half_ulp(double magnitude, double quantum, const Accumulator& in) {
  if (magnitude <= quantum / in.unit) return 0;
  return std::max(floor_power(magnitude) * in.unit, in.quantum / 2);
}

/// How many of the inner nodes with 2, 3, ... `nodes` + 1 leaves have no more leaves than `limit`.
std::int64_t nodes_within(double leaves, std::int64_t nodes) {
  if (!(leaves >= 2)) return 0;
  const auto most = static_cast<double>(nodes + 1);
  return static_cast<std::int64_t>(std::min(leaves, most)) - 1;
}

}  // namespace

double growth(double u, std::int64_t n) {
  const double x = u * static_cast<double>(n);
  if (x <= 1) return x + x * x;
  double power = 1, square = 1 + u;
  for (std::int64_t rest = n; rest > 0; rest /= 2) {
    if (rest % 2 != 0) power *= square * slack;
    square *= square * slack;
  }
  return power;
}

double summation_error(std::int64_t depth, double magnitude, double quantum) {
  if (magnitude <= 0x1p52 * quantum) return 0;
  return static_cast<double>(depth + 4) * 0x1p-53 * slack * magnitude;
}

Extent extent_of(const Totals& totals, int precision, double quantum, const Accumulator& in) {
  Extent terms{.count = totals.count,
               .sum = totals.sum,
               .sum_error = totals.error,
               .largest = totals.largest};
  const double upwards = totals.error == 0 ? 1 : slack;
  terms.positive = ((totals.magnitude + totals.sum) / 2 + totals.error) * upwards;
  terms.negative = ((totals.magnitude - totals.sum) / 2 + totals.error) * upwards;
  const bool on_grid = quantum >= in.quantum;
  terms.quantum = on_grid ? quantum : 0;
  if (on_grid && (precision <= in.precision || terms.largest <= quantum / in.unit)) return terms;
  if (precision > in.precision) terms.leaf_error = in.unit * (totals.magnitude + totals.error);
  if (!on_grid) terms.leaf_error += static_cast<double>(terms.count) * in.quantum / 2;
  terms.leaf_error *= with_wider * slack;
  return terms;
}

NodeErrors node_errors(std::int64_t nodes, const Extent& terms, const Accumulator& in) {
  const double most = std::max(terms.positive, terms.negative) + terms.leaf_error;
  // Up to here every sum is a value of the type.
  if (nodes <= 0 || most <= terms.quantum / in.unit) return {};
  const double underflow = terms.quantum == 0 ? in.quantum / (2 * in.unit) : 0;
  const double rough = growth(in.unit * with_wider, nodes) * (most + underflow) * slack;
  const double top = most + rough;
  if (!(top < 0x1p900)) return {top, top};
  const double unit = half_ulp(top, terms.quantum, in) * with_wider * slack;
  // A node with k leaves is at most k times the largest: the smaller ones err by less.
  const double leaves = (1 - 0x1p-40) / terms.largest;
  double total = static_cast<double>(nodes), last = 1, weight = 1;
  double limit = floor_power(top);
  for (int level = 0; level < 4 && limit * in.unit > in.quantum; ++level) {
    const double room = (limit - terms.leaf_error - rough) * leaves;
    const auto inside = static_cast<double>(nodes_within(room, nodes));
    if (inside <= 0) break;
    const bool exact = limit <= terms.quantum / in.unit;
    const double less = exact ? weight : weight / 2;
    total -= inside * less;
    if (inside == static_cast<double>(nodes)) last -= less;
    if (exact) break;
    limit /= 2;
    weight /= 2;
  }
  return {total * unit, (total - last) * unit};
}

Enclosure enclose(const Extent& terms, const Accumulation& how, const Overflow& possible) {
  const Accumulator& in = accumulator(how.accumulator);
  const NodeErrors nodes = node_errors(terms.count - 1, terms, in);
  const double all = terms.leaf_error + nodes.all;
  double error = all;
  if (how.result == how.accumulator && all > 0) {
    // The result is the root rounded to its own type: what counts is the error before that.
    error = terms.count == 1 ? 0 : terms.leaf_error + nodes.before_last;
    const double root = std::abs(terms.sum) + terms.sum_error + error;
    error += (with_wider - 1) * half_ulp(root, terms.quantum, in);
  }
  const double reach = (error + terms.sum_error) * (1 + 0x1p-10);
  Enclosure enclosure;
  enclosure.low = round_nearest(how.result, terms.sum - reach);
  enclosure.high = round_nearest(how.result, terms.sum + reach);
  // A -0 that is left of negative terms by rounding becomes +0 when a zero of that sign is added.
  const std::uint64_t zero = round_nearest(how.result, 0.0);
  if (all > 0 && enclosure.high == round_nearest(how.result, -0.0)) enclosure.high = zero;
  const bool plus = possible.plus && terms.positive + all >= in.threshold;
  const bool minus = possible.minus && terms.negative + all >= in.threshold;
  if (plus) enclosure.high = infinity(how.result, false);
  if (minus) enclosure.low = infinity(how.result, true);
  enclosure.nan = plus && minus;
  return enclosure;
}

void Survey::add(std::span<const double> terms) {
  for (const double term : terms) {
    ++count_;
    only_minus_zeros_ &= term == 0 && std::signbit(term);
    if (std::isnan(term)) {
      nan_ = true;
    } else if (std::isinf(term)) {
      (term > 0 ? plus_infinity_ : minus_infinity_) = true;
    } else {
      (term > 0 ? positive_ : negative_) += std::abs(term);
      largest_ = std::max(largest_, std::abs(term));
    }
  }
}

/// Whether the terms of one sign, whose magnitudes have this sum, overflow in some order.
bool Survey::overflows(double side, int precision, double quantum, const Accumulator& in) const {
  if (side == 0) return false;
  const Extent terms = extent_of({.count = count_,
                                  .sum = side,
                                  .magnitude = side,
                                  .largest = largest_,
                                  .error = summation_error(count_, side, quantum)},
                                 precision, quantum, in);
  const double reach = terms.leaf_error + node_errors(count_ - 1, terms, in).all;
  return terms.positive + reach >= in.threshold;
}

Overflow Survey::overflow(int precision, double quantum, const Accumulation& how) const {
  const Accumulator& in = accumulator(how.accumulator);
  return {overflows(positive_, precision, quantum, in),
          overflows(negative_, precision, quantum, in)};
}

Enclosure Survey::enclosure(int precision, double quantum, const Accumulation& how) const {
  const bool infinite = plus_infinity_ || minus_infinity_;
  if (nan_ || (plus_infinity_ && minus_infinity_)) {
    const std::uint64_t nan = quiet_nan(how.result);
    return {.value = nan,
            .low = nan,
            .high = nan,
            .number = false,
            .nan = true,
            .exact = __builtin_nan("")};
  }
  if (!infinite) {
    // A sum may begin with a +0 of its own; of nothing but -0 the sign of the result depends on it.
    const bool minus = only_minus_zeros_ && count_ > 0;
    const std::uint64_t zero = round_nearest(how.result, minus ? -0.0 : 0.0);
    return {.value = zero,
            .low = zero,
            .high = round_nearest(how.result, 0.0),
            .exact = minus ? -0.0 : 0.0};
  }
  const std::uint64_t value = infinity(how.result, minus_infinity_);
  Enclosure result{.value = value,
                   .low = value,
                   .high = value,
                   .exact = minus_infinity_ ? -__builtin_inf() : __builtin_inf()};
  const Overflow finite = overflow(precision, quantum, how);
  result.nan = plus_infinity_ ? finite.minus : finite.plus;
  return result;
}

}  // namespace assay::numerics::summation
