// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/arithmetic.hpp"

#include <algorithm>
#include <utility>

#include "reference/numerics/classify.hpp"

namespace assay::ops {
namespace {

using numerics::Wide;

constexpr Wide f32_integers = Wide{1} << 24;

Wide argument(const ElementContext& cell, std::size_t index) {
  const Value& value = cell.arguments[index];
  return numerics::integer_value(value.type, value.bits);
}

/// The manual limits int32 operands of the floored remainder to what float holds, on A2A3 alone.
bool is_beyond_domain(const ElementContext& cell, Wide value) {
  const bool limited = cell.call.target == Target::a2a3 && cell.to == ElementType::i32;
  return limited && (value > f32_integers || value < -f32_integers);
}

/// The sign bit alone: -0.
std::uint64_t negative_zero(ElementType type) {
  return numerics::from_order_key(type, numerics::order_key(type, 0) - 1);
}

/// Zeros of which at least one is negative, of either sign.
Acceptable extreme_of_zeros(const ElementContext& cell, bool largest) {
  switch (cell.readings.of(Choice::zeros_in_extremes)) {
    case first_zero:
      return exactly(cell.arguments[0].bits);
    case last_zero:
      return exactly(cell.arguments[1].bits);
    default:
      return exactly(largest ? 0 : negative_zero(cell.to));
  }
}

Acceptable extreme(const ElementContext& cell, bool largest) {
  const Value& a = cell.arguments[0];
  const Value& b = cell.arguments[1];
  const bool first_nan = numerics::is_nan(a.type, a.bits);
  const bool second_nan = numerics::is_nan(b.type, b.bits);
  if (first_nan && second_nan) return any_nan(cell.to);
  const bool propagates = cell.readings.of(Choice::nan_in_extremes) == nan_propagated;
  if ((first_nan || second_nan) && propagates) return any_nan(cell.to);
  if (first_nan || second_nan) return exactly(first_nan ? b.bits : a.bits);
  if (is_float(cell.to) && numerics::is_zero(a.type, a.bits) && numerics::is_zero(b.type, b.bits)) {
    return a.bits == b.bits ? exactly(a.bits) : extreme_of_zeros(cell, largest);
  }
  const bool ascending = numerics::order_key(a.type, a.bits) < numerics::order_key(b.type, b.bits);
  return exactly(ascending == largest ? b.bits : a.bits);
}

std::uint64_t minus_one(ElementType type) { return mask_of(type); }

void mend(const Call& call, std::vector<ElementArray>& contents, const Division& division) {
  const std::size_t divisor = call.form->index_of(division.divisor);
  ElementArray& below = contents[divisor];
  const ElementType type = below.type();
  const bool overflows = !division.dividend.empty() && is_signed(type) && bits_of(type) >= 32;
  const std::uint64_t one = is_float(type) ? numerics::encode(type, numerics::Real(1.0),
                                                              numerics::RoundMode::nearest_even)
                                           : 1;
  const TileSpec& tile = call.tile(division.divisor);
  for_each_valid(tile, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
    if (index >= below.size()) return;  // an illegal call may claim more than there is
    if (numerics::is_zero(type, below[index])) below.set(index, one);
    if (!overflows || below[index] != minus_one(type)) return;
    ElementArray& above = contents[call.form->index_of(division.dividend)];
    const std::int64_t place = row * call.tile(division.dividend).cols() + col;
    const std::uint64_t lowest = numerics::largest_finite(type, true);
    if (place < above.size() && above[place] == lowest) above.set(place, lowest + 1);
  });
}

}  // namespace

Acceptable overflowing(const ElementContext& cell, Wide value) {
  const bool saturates = cell.readings.of(Choice::integer_overflow) == overflow_saturates;
  return exactly(saturates ? numerics::saturated(cell.to, value)
                           : numerics::wrapped(cell.to, value));
}

Acceptable integer_sum(const ElementContext& cell) {
  return overflowing(cell, argument(cell, 0) + argument(cell, 1));
}

Acceptable integer_difference(const ElementContext& cell) {
  return overflowing(cell, argument(cell, 0) - argument(cell, 1));
}

Acceptable integer_product(const ElementContext& cell) {
  // The low 64 bits do not depend on the signs, and two values of 64 bits may exceed Wide.
  if (bits_of(cell.to) == 64) return exactly(cell.arguments[0].bits * cell.arguments[1].bits);
  return overflowing(cell, argument(cell, 0) * argument(cell, 1));
}

Result rounded(Function function, const std::vector<Argument>& arguments, std::string accuracy) {
  Elementwise formula{.function = function, .arguments = {}, .accuracy = std::move(accuracy)};
  for (const Argument& argument : arguments) formula.arguments.push_back(argument.operand);
  // Where all lie as dst does, the result is a function of elements and says so.
  if (std::ranges::any_of(arguments, [](const Argument& argument) {
        return argument.placement != Placement::same;
      })) {
    for (const Argument& argument : arguments) formula.placements.push_back(argument.placement);
  }
  return rounded(std::move(formula));
}

Result with_overflow(Result result) {
  return depending_on({Choice::integer_overflow}, std::move(result));
}

Result extreme_of_two(std::vector<Argument> arguments, bool largest) {
  return depending_on({Choice::nan_in_extremes, Choice::zeros_in_extremes},
                      no_arithmetic(per_element(std::move(arguments), largest ? larger : smaller)));
}

Result sum(const std::vector<Argument>& arguments) {
  return by_kind(rounded(Function::add, arguments, "add"),
                 with_overflow(per_element(arguments, integer_sum)));
}

Result difference(const std::vector<Argument>& arguments) {
  return by_kind(rounded(Function::subtract, arguments, "subtract"),
                 with_overflow(per_element(arguments, integer_difference)));
}

Result product(const std::vector<Argument>& arguments) {
  return by_kind(rounded(Function::multiply, arguments, "multiply"),
                 with_overflow(per_element(arguments, integer_product)));
}

Acceptable integer_negation(const ElementContext& cell) {
  return overflowing(cell, -argument(cell, 0));
}

Acceptable integer_quotient(const ElementContext& cell) {
  if (argument(cell, 1) == 0) return left_to_target(0);
  const Wide quotient = argument(cell, 0) / argument(cell, 1);
  const std::uint64_t bits = numerics::wrapped(cell.to, quotient);
  return numerics::fits(cell.to, quotient) ? exactly(bits) : left_to_target(bits);
}

Acceptable integer_truncated_remainder(const ElementContext& cell) {
  if (argument(cell, 1) == 0) return left_to_target(0);
  return exactly(numerics::wrapped(cell.to, argument(cell, 0) % argument(cell, 1)));
}

Acceptable integer_floored_remainder(const ElementContext& cell) {
  const Wide dividend = argument(cell, 0);
  const Wide divisor = argument(cell, 1);
  if (divisor == 0) return left_to_target(0);
  const Wide truncated = dividend % divisor;
  const bool fix = truncated != 0 && (truncated < 0) != (divisor < 0);
  const std::uint64_t floored = numerics::wrapped(cell.to, fix ? truncated + divisor : truncated);
  if (is_beyond_domain(cell, dividend) || is_beyond_domain(cell, divisor)) {
    return left_to_target(floored);
  }
  return exactly(floored);
}

Acceptable smaller(const ElementContext& cell) { return extreme(cell, false); }

Acceptable larger(const ElementContext& cell) { return extreme(cell, true); }

Acceptable rectified(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  if (numerics::is_nan(x.type, x.bits)) return any_nan(cell.to);
  return exactly(numerics::is_negative(x.type, x.bits) ? 0 : x.bits);
}

Acceptable of_one_sign(ElementType to, Acceptable acceptable) {
  if (acceptable.accept != Accept::interval || numerics::is_nan(to, acceptable.value)) {
    return acceptable;
  }
  const bool negative = numerics::is_negative(to, acceptable.value);
  const std::uint64_t minus_zero = mask_of(to) ^ (mask_of(to) >> 1);
  if (negative && !numerics::is_negative(to, acceptable.high)) acceptable.high = minus_zero;
  if (!negative && numerics::is_negative(to, acceptable.low)) acceptable.low = 0;
  return acceptable;
}

Acceptable or_zero(ElementType to, Acceptable acceptable) {
  if (acceptable.accept != Accept::interval) return acceptable;
  const auto is_tiny = [to](std::uint64_t bits) {
    return numerics::is_subnormal(to, bits) || numerics::is_zero(to, bits);
  };
  const bool negative = numerics::is_negative(to, acceptable.value);
  const std::uint64_t end = negative ? acceptable.high : acceptable.low;
  const bool may_flush = is_tiny(end) || is_tiny(acceptable.value);
  if (may_flush && !numerics::is_zero(to, end)) acceptable.accept = Accept::interval_or_zero;
  return acceptable;
}

Acceptable any_reading(ElementType to, std::vector<std::uint64_t> bits) {
  const auto is_nan = [to](std::uint64_t reading) { return numerics::is_nan(to, reading); };
  if (std::ranges::all_of(bits, is_nan)) return any_nan(to);
  if (std::ranges::any_of(bits, is_nan)) return left_to_target(bits.front());
  std::vector<std::uint64_t> different;
  for (const std::uint64_t reading : bits) {
    if (std::ranges::find(different, reading) == different.end()) different.push_back(reading);
  }
  if (different.size() > 3) return left_to_target(bits.front());
  return either(different.front(), different.at(different.size() / 2), different.back());
}

Attribute precision_type(std::string value) { return {"PrecisionType", {std::move(value)}}; }

Result left_open(Result result, std::vector<Argument> arguments,
                 std::function<bool(const ElementContext&)> open) {
  const Result marks = per_element(
      std::move(arguments),
      [open = std::move(open)](const ElementContext& cell) {
        return open(cell) ? left_to_target(0) : exactly(0);
      },
      {}, result.operand);
  result.semantics = [inner = result.semantics, marks = marks.semantics](const Evaluation& inputs) {
    auto expected = std::get<ExpectedTile>(inner(inputs));
    const auto marked = std::get<ExpectedTile>(marks(inputs));
    for (std::size_t i = 0; i < marked.accept.size(); ++i) {
      if (marked.accept[i] == Accept::target_defined) expected.accept[i] = Accept::target_defined;
    }
    return expected;
  };
  return result;
}

std::function<void(const Call&, std::vector<ElementArray>&)> seldom_open(Division division) {
  return [division = std::move(division)](const Call& call, std::vector<ElementArray>& contents) {
    const ElementArray& divisors = contents[call.form->index_of(division.divisor)];
    std::uint64_t mixed = 0;
    for_each_valid(call.tile(division.divisor),
                   [&](std::int64_t index, std::int64_t, std::int64_t) {
                     if (index < divisors.size()) mixed += divisors[index];
                   });
    const bool left_as_drawn = mixed % 4 == 3;
    if (!left_as_drawn) mend(call, contents, division);
  };
}

}  // namespace assay::ops
