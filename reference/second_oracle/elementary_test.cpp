// SPDX-License-Identifier: Apache-2.0
// The fixed-point stage of exp, log and pow against Boost's numbers, exact powers, and Boost's
// numbers alone against the first oracle.
#include "reference/second_oracle/elementary.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "reference/numerics/evaluate.hpp"
#include "reference/second_oracle/agreement/samples.hpp"
#include "reference/second_oracle/codec.hpp"
#include "reference/second_oracle/multiprecision.hpp"
#include "reference/second_oracle/second_oracle.hpp"
#include "reference/second_oracle/special.hpp"
#include "reference/second_oracle/tables.hpp"

namespace assay::second_oracle {
namespace {

using ElementType::f32;
using ElementType::f64;

/// a <= b, as positions on one line.
bool not_above(const Magnitude& a, const Magnitude& b) {
  if (a.exponent != b.exponent) return a.exponent < b.exponent;
  if (a.significand != b.significand) return a.significand < b.significand;
  return !a.more || b.more;
}

/// log2 of the length of an enclosure relative to its lower end, rounded up.
int width(const Value& value) {
  const Wide low = Wide::of(0, value.low.significand);
  const auto shift = static_cast<int>(value.high.exponent - value.low.exponent);
  const Wide length = (Wide::of(0, value.high.significand) << shift) - low;
  return bit_length(length) + 1 - 127;
}

struct Subject {
  Function function;
  ElementType type;
  int promised;  ///< log2 of the width that the header promises
};

class FixedPoint : public testing::TestWithParam<Subject> {
 protected:
  /// Decoded arguments of a sample that special() leaves to arithmetic.
  std::optional<std::vector<Number>> arguments(std::int64_t index) const {
    const auto [function, type, promised] = GetParam();
    agreement::Arguments bits = function == Function::power
                                    ? agreement::related(function, type)(index)
                                    : agreement::patterns(type)(index);
    std::vector<Number> numbers;
    for (std::size_t k = 0; k < arity_of(function); ++k) numbers.push_back(decode(type, bits[k]));
    if (special(function, numbers)) return std::nullopt;
    return numbers;
  }

  Value fixed(const std::vector<Number>& x) const {
    switch (GetParam().function) {
      case Function::exponential:
        return exponential(x[0]);
      case Function::logarithm:
        return logarithm(x[0]);
      default:
        return power(x[0], x[1], false);
    }
  }
};

TEST_P(FixedPoint, EnclosesWhatBoostComputesAsCloselyAsPromised) {
  int compared = 0;
  for (std::int64_t index = 0; index < 20000; ++index) {
    const auto x = arguments(index);
    if (!x) continue;
    const Value value = fixed(*x);
    if (value.kind == Kind::zero || value.low == value.high) continue;  // exact, or out of range
    const Value best = multiprecise(GetParam().function, *x, 0);
    ASSERT_TRUE(not_above(value.low, best.high) && not_above(best.low, value.high)) << index;
    ++compared;
    // Next to 1 the fixed-point stage knows the side, which 320 bits may not show.
    if (value.low.significand == u128{1} << 127 || ~value.high.significand == 0) continue;
    ASSERT_TRUE(not_above(value.low, best.low) && not_above(best.high, value.high)) << index;
    ASSERT_LE(width(value), GetParam().promised) << index;
  }
  EXPECT_GT(compared, 3000);
}

INSTANTIATE_TEST_SUITE_P(Elementary, FixedPoint,
                         testing::Values(Subject{Function::exponential, f32, -119},
                                         Subject{Function::exponential, f64, -119},
                                         Subject{Function::logarithm, f32, -106},
                                         Subject{Function::logarithm, f64, -106},
                                         Subject{Function::logarithm, ElementType::u64, -106},
                                         Subject{Function::power, f32, -88},
                                         Subject{Function::power, f64, -88}),
                         [](const testing::TestParamInfo<Subject>& it) {
                           return std::string(name_of(it.param.function)) + "_" +
                                  std::string(name_of(it.param.type));
                         });

/// numerics::Real with the value of a number.
std::vector<numerics::Real> reals(const agreement::Arguments& bits, ElementType type,
                                  std::size_t count) {
  std::vector<numerics::Real> result;
  for (std::size_t k = 0; k < count; ++k) result.push_back(numerics::decode(type, bits[k]));
  return result;
}

/// The first oracle's bits of a sample, and the bits that Boost's numbers alone give at one level.
void expect_boost_agrees(Function function, ElementType type, int level, std::int64_t samples) {
  const agreement::Draw draw =
      function == Function::power ? agreement::related(function, type) : agreement::patterns(type);
  int decided = 0;
  for (std::int64_t index = 0; index < samples; ++index) {
    const agreement::Arguments bits = draw(index);
    std::vector<Number> x;
    for (std::size_t k = 0; k < arity_of(function); ++k) x.push_back(decode(type, bits[k]));
    const bool tiny = x[0].exponent < -400;  // e^x is nearer to 1 than 320 bits can show
    if (special(function, x) ||
        (function == Function::exponential && (tiny || x[0].exponent > -50)))
      continue;
    if (function == Function::power) {
      const auto exact = exact_power(x[0], x[1], false);
      const auto quick = power(x[0], x[1], false);
      if (exact || quick.low == quick.high) continue;
    }
    if (function == Function::logarithm && logarithm(x[0]).kind == Kind::zero) continue;
    Value value = multiprecise(function, x, level);
    if (function == Function::power) value.negative = x[0].negative && parity(x[1]) == Parity::odd;
    const RoundMode mode = every_round_mode[index % 6];
    const u64 low = choose(place(type, value.negative, value.low), mode);
    if (low != choose(place(type, value.negative, value.high), mode)) continue;
    ASSERT_EQ(low, numerics::correctly_rounded(function, reals(bits, type, x.size()), type, mode))
        << name_of(function) << std::hex << " " << bits[0] << " " << bits[1];
    ++decided;
  }
  EXPECT_GT(decided, samples / 8);
}

TEST(Boost, AloneGivesTheRoundedResultsOfTheFirstOracle) {
  for (const ElementType type : {f32, f64}) {
    expect_boost_agrees(Function::exponential, type, 0, 10000);
    expect_boost_agrees(Function::logarithm, type, 0, 10000);
    expect_boost_agrees(Function::power, type, 0, 10000);
  }
}

TEST(Boost, AgreesAtEveryLevel) {
  for (int level = 1; level < levels; ++level) {
    for (const Function function : {Function::exponential, Function::logarithm, Function::power}) {
      expect_boost_agrees(function, f64, level, 200);
    }
  }
}

TEST(Tables, HoldTheConstants) {
  // Published digits: ln 2 = 0.B17217F7D1CF79ABC9E3B39803F2F6AF40F343267298B62D... in hexadecimal,
  // e - 1 = 1.B7E151628AED2A6ABF7158809CF4F3C7..., so e^(1/2) squared and ln of products follow.
  EXPECT_EQ(tables().ln2 >> 64, Wide::of(0, u128{0xB17217F7D1CF79AB} << 64 | 0xC9E3B39803F2F6AF));
  const Wide root = exponential_of_ratio(1, 2) >> 64;  // 128 bits after the point
  const Wide square = multiply(root.low(), root.low());
  const u128 doubled = (root.high() != 0 ? root.low() : 0);
  // (1 + f)^2 = 1 + 2f + f^2 = e.
  const Wide e =
      Wide::of(1, 0) + Wide::of(0, doubled) + Wide::of(0, doubled) + Wide::of(0, square.high());
  const Wide digits = Wide::of(2, u128{0xB7E151628AED2A6A} << 64 | 0xBF7158809CF4F3C7);
  EXPECT_LT(digits - e, Wide::of(0, 8));
  const Wide third = logarithm_of_ratio(3, 2) + logarithm_of_ratio(4, 3);
  EXPECT_LT((third - tables().ln2) + Wide::of(0, u128{1} << 8), Wide::of(0, u128{1} << 9));
}

struct ExactPower {  // NOLINT(clang-analyzer-optin.performance.Padding): in the order of its rows
  ElementType type;
  u64 base;
  u64 times;
  bool exact;
};

TEST(ExactPowers, AreRecognisedByIntegers) {
  const ExactPower rows[] = {
      {f32, 0x40400000, 0x42200000, true},   // 3^40
      {f32, 0x40400000, 0x43000000, false},  // 3^128: more bits than any boundary has
      {f32, 0x40400000, 0xBF800000, false},  // 3^-1
      {f32, 0x41100000, 0x3F000000, true},   // 9^(1/2)
      {f32, 0x41100000, 0x3E800000, false},  // 9^(1/4)
      {f32, 0x41800000, 0xBE800000, true},   // 16^(-1/4)
      {f32, 0x40000000, 0x3F000000, false},  // 2^(1/2)
      {f32, 0x42A20000, 0x3F400000, true},   // 81^(3/4)
      {f32, 0x3E800000, 0x42800000, true},   // (1/4)^64
      {f32, 0x3F800800, 0x40000000, true},   // (1 + 2^-12)^2, a tie
      {f64, 0x3FF0000000000001, 0x4000000000000000, true}};
  for (const ExactPower& row : rows) {
    const auto value = exact_power(decode(row.type, row.base), decode(row.type, row.times), false);
    EXPECT_EQ(value.has_value(), row.exact) << std::hex << row.base << " " << row.times;
  }
}

TEST(ExactPowers, RoundAsTies) {
  const std::vector<u64> tie{0x3F800800, 0x40000000};  // 1 + 2^-11 + 2^-24
  const auto results = rounded_in_every_mode(Function::power, tie, f32, f32);
  const std::array<u64, 6> wanted{0x3F801000, 0x3F801001, 0x3F801000,
                                  0x3F801001, 0x3F801000, 0x3F801001};
  EXPECT_EQ(results, wanted);
}

TEST(Rounded, AsksBoostWhereFixedPointAndIntegersDoNotTell) {
  // (1 + 2^-52)^3 = 1 + 3 * 2^-52 + 3 * 2^-104 + 2^-156, nearer to a number than 2^-90.
  const std::vector<u64> bits{0x3FF0000000000001, 0x4008000000000000};
  EXPECT_FALSE(exact_power(decode(f64, bits[0]), decode(f64, bits[1]), false));
  const auto results = rounded_in_every_mode(Function::power, bits, f64, f64);
  for (const RoundMode mode : every_round_mode) {
    const u64 wanted = mode == RoundMode::ceil ? 0x3FF0000000000004 : 0x3FF0000000000003;
    EXPECT_EQ(results[static_cast<std::size_t>(mode)], wanted) << name_of(mode);
  }
}

}  // namespace
}  // namespace assay::second_oracle
