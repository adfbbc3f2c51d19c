// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/arithmetic.hpp"

#include <algorithm>

#include "reference/numerics/classify.hpp"

namespace assay::ops {
namespace {

using numerics::Wide;

constexpr Wide f32_integers = Wide{1} << 24;

Wide argument(const ElementContext& cell, std::size_t index) {
  const Value& value = cell.arguments[index];
  return numerics::integer_value(value.type, value.bits);
}

bool is_a5_pair(const ElementContext& cell) {
  return cell.call.target == Target::a5 && bits_of(cell.to) == 64;
}

Acceptable over_zero(const ElementContext& cell) {
  return is_a5_pair(cell) ? exactly(0) : left_to_target(0);
}

bool passes_through_f32(const ElementContext& cell) {
  return cell.call.target == Target::a2a3 && cell.to == ElementType::i32;
}

bool beyond_f32(Wide value) { return value > f32_integers || value < -f32_integers; }

/// The sign bit alone: -0.
std::uint64_t negative_zero(ElementType type) {
  return numerics::from_order_key(type, numerics::order_key(type, 0) - 1);
}

Acceptable extreme(const ElementContext& cell, bool largest) {
  const Value& a = cell.arguments[0];
  const Value& b = cell.arguments[1];
  const bool first_nan = numerics::is_nan(a.type, a.bits);
  const bool second_nan = numerics::is_nan(b.type, b.bits);
  const bool on_cpu = cell.call.target == Target::cpu;
  if (first_nan || second_nan) {
    if (on_cpu) return exactly(a.bits);
    if (first_nan && second_nan) return any_nan(cell.to);
    return left_to_target(numerics::quiet_nan(cell.to));
  }
  if (is_float(cell.to) && numerics::is_zero(a.type, a.bits) && numerics::is_zero(b.type, b.bits)) {
    if (on_cpu || a.bits == b.bits) return exactly(a.bits);
    const std::uint64_t minus = negative_zero(cell.to);
    return largest ? either(0, minus) : either(minus, 0);
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
  const std::uint64_t wrapped = numerics::wrapped(cell.to, value);
  const bool wraps = cell.call.target == Target::cpu || bits_of(cell.to) == 64;
  return wraps ? exactly(wrapped) : either(wrapped, numerics::saturated(cell.to, value));
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

Acceptable integer_negation(const ElementContext& cell) {
  const Wide negated = -argument(cell, 0);
  return is_signed(cell.to) ? overflowing(cell, negated)
                            : exactly(numerics::wrapped(cell.to, negated));
}

Acceptable integer_quotient(const ElementContext& cell) {
  if (argument(cell, 1) == 0) return over_zero(cell);
  return overflowing(cell, argument(cell, 0) / argument(cell, 1));
}

Acceptable integer_truncated_remainder(const ElementContext& cell) {
  if (argument(cell, 1) == 0) return over_zero(cell);
  return exactly(numerics::wrapped(cell.to, argument(cell, 0) % argument(cell, 1)));
}

Acceptable integer_floored_remainder(const ElementContext& cell) {
  const Wide dividend = argument(cell, 0);
  const Wide divisor = argument(cell, 1);
  if (divisor == 0) return over_zero(cell);
  const Wide truncated = dividend % divisor;
  const bool fix = truncated != 0 && (truncated < 0) != (divisor < 0);
  const std::uint64_t floored = numerics::wrapped(cell.to, fix ? truncated + divisor : truncated);
  if (is_a5_pair(cell)) return either(floored, numerics::wrapped(cell.to, truncated));
  if (passes_through_f32(cell) && (beyond_f32(dividend) || beyond_f32(divisor))) {
    return left_to_target(floored);
  }
  return exactly(floored);
}

Acceptable smaller(const ElementContext& cell) { return extreme(cell, false); }

Acceptable larger(const ElementContext& cell) { return extreme(cell, true); }

Acceptable rectified(const ElementContext& cell) {
  const Value& x = cell.arguments[0];
  const bool on_cpu = cell.call.target == Target::cpu;
  if (numerics::is_nan(x.type, x.bits)) {
    return on_cpu ? exactly(x.bits) : left_to_target(numerics::quiet_nan(cell.to));
  }
  if (!numerics::is_negative(x.type, x.bits)) return exactly(x.bits);
  if (!numerics::is_zero(x.type, x.bits)) return exactly(0);
  return on_cpu ? exactly(x.bits) : either(0, x.bits);
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

ElementFunction first_64_columns_on_a5(ElementFunction function) {
  return [function = std::move(function)](const ElementContext& cell) {
    const Acceptable result = function(cell);
    return is_a5_pair(cell) && cell.col >= 64 ? left_to_target(result.value) : result;
  };
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

std::function<void(const Call&, std::vector<ElementArray>&)> without_traps(Division division) {
  return [division = std::move(division)](const Call& call, std::vector<ElementArray>& contents) {
    if (call.target != Target::cpu) return;
    if (is_float(call.tile(division.divisor).type.element) && !division.floats) return;
    mend(call, contents, division);
  };
}

}  // namespace assay::ops
