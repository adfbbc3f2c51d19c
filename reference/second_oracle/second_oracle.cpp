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

/// What special() leaves: NaN and infinities are gone, zeros are left only in sums.
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

/// One function of one set of arguments, enclosed ever better.
class Evaluation {
 public:
  Evaluation(Function function, std::span<const std::uint64_t> bits, ElementType from)
      : function_(function), count_(bits.size()) {
    if (count_ != arity_of(function)) throw std::invalid_argument("wrong number of arguments");
    std::ranges::transform(bits, arguments_.begin(), [&](u64 word) { return decode(from, word); });
    const auto value = special(function, numbers());
    value_ = value ? *value : arithmetic(function, numbers());
  }

  u64 rounded(ElementType to, RoundMode mode) {
    if (value_.kind != Kind::finite) return encode_special(to, value_, mode);
    for (;; improve()) {
      const u64 low = encode_finite(to, value_.negative, value_.low, mode);
      if (value_.low == value_.high) return low;
      if (low == encode_finite(to, value_.negative, value_.high, mode)) return low;
    }
  }

 private:
  Numbers numbers() const { return {arguments_.data(), count_}; }

  void improve() {
    const bool first = level_ == 0;
    if (level_ == levels) throw std::logic_error("2560 bits do not tell how to round");
    if (first && function_ == Function::power) {
      const auto exact = exact_power(arguments_[0], arguments_[1], value_.negative);
      if (exact) {
        value_ = *exact;
        return;
      }
    }
    const bool negative = value_.negative;
    value_ = multiprecise(function_, numbers(), level_++);
    if (function_ == Function::power) value_.negative = negative;
  }

  Function function_;
  std::size_t count_;
  std::array<Number, 3> arguments_;
  Value value_;
  int level_ = 0;
};

}  // namespace

std::uint64_t rounded(Function function, std::span<const std::uint64_t> argument_bits,
                      ElementType from, ElementType to, RoundMode mode) {
  return Evaluation(function, argument_bits, from).rounded(to, mode);
}

std::array<std::uint64_t, 6> rounded_in_every_mode(Function function,
                                                   std::span<const std::uint64_t> argument_bits,
                                                   ElementType from, ElementType to) {
  Evaluation evaluation(function, argument_bits, from);
  std::array<std::uint64_t, 6> results{};
  std::ranges::transform(every_round_mode, results.begin(),
                         [&](RoundMode mode) { return evaluation.rounded(to, mode); });
  return results;
}

}  // namespace assay::second_oracle
