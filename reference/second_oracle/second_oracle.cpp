// SPDX-License-Identifier: Apache-2.0
// Decode, enclose, round both ends; where they differ, enclose better.
#include "reference/second_oracle/second_oracle.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/second_oracle/algebraic.hpp"
#include "reference/second_oracle/codec.hpp"
#include "reference/second_oracle/elementary.hpp"
#include "reference/second_oracle/multiprecision.hpp"
#include "reference/second_oracle/special.hpp"

namespace assay::second_oracle {
namespace {

constexpr Number one{Kind::finite, false, u64{1} << 63, -63};

bool power_is_negative(Numbers x) { return x[0].negative && parity(x[1]) == Parity::odd; }

/// a + b where at most one of them is zero.
Value sum_with_zero(const Number& a, const Number& b) {
  if (a.is(Kind::zero)) return value_of(b);
  return b.is(Kind::zero) ? value_of(a) : sum(term(a), term(b));
}

Value multiply_add(const Number& a, const Number& b, const Number& c) {
  if (a.is(Kind::zero) || b.is(Kind::zero)) return value_of(c);
  const Term ab = product(a, b);
  if (c.is(Kind::zero)) return finite(ab.negative, ab.significand, ab.exponent);
  return sum(ab, term(c));
}

/// The part after special(): NaN and infinities are excluded, zeros occur only in sums.
Value arithmetic(Function function, Numbers x) {
  switch (function) {
    case Function::identity:
      return value_of(x[0]);
    case Function::add:
      return sum_with_zero(x[0], x[1]);
    case Function::subtract: {
      Number opposite = x[1];
      opposite.negative = !opposite.negative;
      return sum_with_zero(x[0], opposite);
    }
    case Function::multiply:
      return multiply_add(x[0], x[1], {});
    case Function::divide:
      return quotient(x[0], x[1]);
    case Function::fused_multiply_add:
      return multiply_add(x[0], x[1], x[2]);
    case Function::square_root:
      return square_root(x[0]);
    case Function::reciprocal_square_root:
      return reciprocal_square_root(x[0]);
    case Function::reciprocal:
      return quotient(one, x[0]);
    case Function::exponential:
      return exponential(x[0]);
    case Function::logarithm:
      return logarithm(x[0]);
    case Function::power:
      return power(x[0], x[1], power_is_negative(x));
    case Function::truncated_remainder:
      return remainder(x[0], x[1], Quotient::truncated);
    case Function::floored_remainder:
      return remainder(x[0], x[1], Quotient::floored);
    case Function::nearest_remainder:
      return remainder(x[0], x[1], Quotient::nearest);
  }
  return nan();
}

/// One function of one set of arguments, enclosed ever better until both ends round alike.
class Evaluation {
 public:
  Evaluation(Function function, std::span<const std::uint64_t> bits, ElementType from,
             ElementType to)
      : function_(function), to_(to), count_(bits.size()) {
    if (count_ != arity_of(function)) throw std::invalid_argument("wrong number of arguments");
    std::ranges::transform(bits, arguments_.begin(), [&](u64 word) { return decode(from, word); });
    const auto value = special(function, numbers());
    value_ = value ? *value : arithmetic(function, numbers());
    find_places();
  }

  u64 rounded(RoundMode mode) {
    if (value_.kind != Kind::finite) return encode_special(to_, value_, mode);
    while (!one_place_ && choose(low_, mode) != choose(high_, mode)) improve();
    return choose(low_, mode);
  }

 private:
  Numbers numbers() const { return {arguments_.data(), count_}; }

  void find_places() {
    if (value_.kind != Kind::finite) return;
    low_ = place(to_, value_.negative, value_.low);
    one_place_ = value_.low == value_.high;
    if (one_place_) return;
    high_ = place(to_, value_.negative, value_.high);
    one_place_ = low_ == high_;
  }

  void improve() {
    value_ = better_value();
    find_places();
  }

  Value better_value() {
    if (level_ == levels) throw std::logic_error("2560 bits do not tell how to round");
    const bool negative = value_.negative;
    if (level_ == 0 && function_ == Function::power) {
      const auto exact = exact_power(arguments_[0], arguments_[1], negative);
      if (exact) return *exact;
    }
    Value better = multiprecise(function_, numbers(), level_++);
    if (function_ == Function::power) better.negative = negative;
    return better;
  }

  Function function_;
  ElementType to_;
  std::size_t count_;
  std::array<Number, 3> arguments_;
  Value value_;
  Place low_;
  Place high_;
  bool one_place_ = false;  ///< both ends lie there
  int level_ = 0;
};

}  // namespace

std::uint64_t rounded(Function function, std::span<const std::uint64_t> argument_bits,
                      ElementType from, ElementType to, RoundMode mode) {
  return Evaluation(function, argument_bits, from, to).rounded(mode);
}

std::array<std::uint64_t, 6> rounded_in_every_mode(Function function,
                                                   std::span<const std::uint64_t> argument_bits,
                                                   ElementType from, ElementType to) {
  Evaluation evaluation(function, argument_bits, from, to);
  std::array<std::uint64_t, 6> results{};
  std::ranges::transform(every_round_mode, results.begin(),
                         [&](RoundMode mode) { return evaluation.rounded(mode); });
  return results;
}

}  // namespace assay::second_oracle
