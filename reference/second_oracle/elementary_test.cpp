// SPDX-License-Identifier: Apache-2.0
// Balls at every precision against the first oracle, exact powers, and results next to a boundary.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "reference/numerics/evaluate.hpp"
#include "reference/second_oracle/agreement/samples.hpp"
#include "reference/second_oracle/arithmetic.hpp"
#include "reference/second_oracle/codec.hpp"
#include "reference/second_oracle/second_oracle.hpp"

namespace assay::second_oracle {
namespace {

using ElementType::f32;
using ElementType::f64;

/// The first oracle's bits of samples, and the bits that balls of one precision give.
void expect_balls_agree(Function function, ElementType type, int precision) {
  constexpr std::int64_t samples = 1000;
  const agreement::Draw draw =
      function == Function::power ? agreement::related(function, type) : agreement::patterns(type);
  int decided = 0;
  for (std::int64_t index = 0; index < samples; ++index) {
    const agreement::Arguments bits = draw(index);
    std::vector<Number> x;
    std::vector<numerics::Real> reals;
    for (std::size_t k = 0; k < arity_of(function); ++k) {
      x.push_back(decode(type, bits[k]));
      reals.push_back(numerics::decode(type, bits[k]));
    }
    if (special(function, x)) continue;
    const Value value = enclose(function, x, precision);
    if (value.kind != Kind::finite) continue;  // ln 1
    const RoundMode mode = every_round_mode[index % 6];
    const u64 low = choose(place(type, value.negative, value.low), mode);
    if (low != choose(place(type, value.negative, value.high), mode)) continue;
    ASSERT_EQ(low, numerics::correctly_rounded(function, reals, type, mode))
        << name_of(function) << " " << precision << std::hex << " " << bits[0] << " " << bits[1];
    ++decided;
  }
  EXPECT_GT(decided, samples / 8) << name_of(function) << " " << precision;
}

TEST(Balls, GiveTheResultsOfTheFirstOracleAtEveryPrecision) {
  for (int precision = first_precision; precision <= last_precision; precision *= 2) {
    for (const Function function : {Function::exponential, Function::logarithm, Function::power}) {
      expect_balls_agree(function, f32, precision);
      if (precision > first_precision) expect_balls_agree(function, f64, precision);
    }
  }
}

struct ExactPower {  // NOLINT(clang-analyzer-optin.performance.Padding): in the order of its rows
  ElementType type;
  u64 base;
  u64 times;
  bool exact;
};

TEST(ExactPowers, AreRecognised) {
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
    const auto value = exact_power(decode(row.type, row.base), decode(row.type, row.times));
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

TEST(Rounded, TakesMorePrecisionNextToABoundary) {
  // (1 + 2^-52)^3 = 1 + 3 * 2^-52 + 3 * 2^-104 + 2^-156, nearer to a number than 2^-90.
  const std::vector<u64> bits{0x3FF0000000000001, 0x4008000000000000};
  EXPECT_FALSE(exact_power(decode(f64, bits[0]), decode(f64, bits[1])));
  const auto results = rounded_in_every_mode(Function::power, bits, f64, f64);
  for (const RoundMode mode : every_round_mode) {
    const u64 wanted = mode == RoundMode::ceil ? 0x3FF0000000000004 : 0x3FF0000000000003;
    EXPECT_EQ(results[static_cast<std::size_t>(mode)], wanted) << name_of(mode);
  }
}

}  // namespace
}  // namespace assay::second_oracle
