// SPDX-License-Identifier: Apache-2.0
// Special cases against the tables of IEEE 754-2019, and both definitions against each other. That
// the ordinary values are right is proved by the second oracle.
#include "reference/numerics/evaluate.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/numerics/classify.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

double value_of(Function function, std::initializer_list<double> arguments) {
  std::vector<Real> reals(arguments.begin(), arguments.end());
  return evaluate(function, reals).to_double();
}

double rounded(Function function, std::initializer_list<double> arguments, RoundMode mode) {
  std::vector<Real> reals(arguments.begin(), arguments.end());
  return std::bit_cast<double>(correctly_rounded(function, reals, f64, mode));
}

/// Equal as bits, any NaN for NaN.
void expect_same(double got, double wanted) {
  if (std::isnan(wanted)) {
    EXPECT_TRUE(std::isnan(got)) << got;
  } else {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(wanted))
        << got << " instead of " << wanted;
  }
}

struct SpecialCase {
  Function function;
  std::vector<double> arguments;
  double wanted;
};

class Special : public testing::TestWithParam<SpecialCase> {};

TEST_P(Special, IsThatOfTheStandardOnBothWays) {
  const SpecialCase& test_case = GetParam();
  const std::vector<Real> reals(test_case.arguments.begin(), test_case.arguments.end());
  expect_same(evaluate(test_case.function, reals).to_double(), test_case.wanted);
  const auto bits = correctly_rounded(test_case.function, reals, f64, RoundMode::nearest_even);
  expect_same(std::bit_cast<double>(bits), test_case.wanted);
}

using F = Function;
INSTANTIATE_TEST_SUITE_P(
    Roots, Special,
    testing::Values(
        SpecialCase{F::square_root, {-0.0}, -0.0}, SpecialCase{F::square_root, {-1}, not_a_number},
        SpecialCase{F::reciprocal_square_root, {0.0}, infinite},
        SpecialCase{F::reciprocal_square_root, {-0.0}, -infinite},
        SpecialCase{F::reciprocal_square_root, {infinite}, 0.0},
        SpecialCase{F::reciprocal_square_root, {-4}, not_a_number},
        SpecialCase{F::reciprocal, {-0.0}, -infinite},
        SpecialCase{F::reciprocal, {-infinite}, -0.0}, SpecialCase{F::divide, {0, 0}, not_a_number},
        SpecialCase{F::divide, {-1, 0}, -infinite},
        SpecialCase{F::divide, {infinite, infinite}, not_a_number},
        SpecialCase{F::exponential, {-infinite}, 0.0}, SpecialCase{F::exponential, {-0.0}, 1.0},
        SpecialCase{F::logarithm, {-0.0}, -infinite}, SpecialCase{F::logarithm, {1}, 0.0},
        SpecialCase{F::logarithm, {-1}, not_a_number}, SpecialCase{F::add, {0.0, -0.0}, 0.0},
        SpecialCase{F::add, {-0.0, -0.0}, -0.0},
        SpecialCase{F::add, {infinite, -infinite}, not_a_number},
        SpecialCase{F::subtract, {1, 1}, 0.0}, SpecialCase{F::multiply, {0.0, -1}, -0.0},
        SpecialCase{F::multiply, {0.0, infinite}, not_a_number},
        SpecialCase{F::fused_multiply_add, {2, 3, -6}, 0.0},
        SpecialCase{F::fused_multiply_add, {infinite, 1, -infinite}, not_a_number},
        SpecialCase{F::identity, {-0.0}, -0.0}));

// IEEE 754-2019, 9.2.1: pow.
INSTANTIATE_TEST_SUITE_P(
    Powers, Special,
    testing::Values(
        SpecialCase{F::power, {not_a_number, 0.0}, 1},
        SpecialCase{F::power, {not_a_number, -0.0}, 1}, SpecialCase{F::power, {1, not_a_number}, 1},
        SpecialCase{F::power, {-1, not_a_number}, not_a_number},
        SpecialCase{F::power, {0.0, -3}, infinite}, SpecialCase{F::power, {-0.0, -3}, -infinite},
        SpecialCase{F::power, {-0.0, -infinite}, infinite},
        SpecialCase{F::power, {-0.0, infinite}, 0.0}, SpecialCase{F::power, {-0.0, -2.5}, infinite},
        SpecialCase{F::power, {-0.0, 3}, -0.0}, SpecialCase{F::power, {-0.0, 2}, 0.0},
        SpecialCase{F::power, {-1, infinite}, 1}, SpecialCase{F::power, {-1, -infinite}, 1},
        SpecialCase{F::power, {0.5, infinite}, 0.0},
        SpecialCase{F::power, {0.5, -infinite}, infinite},
        SpecialCase{F::power, {-2, infinite}, infinite},
        SpecialCase{F::power, {-2, -infinite}, 0.0}, SpecialCase{F::power, {infinite, -2}, 0.0},
        SpecialCase{F::power, {-infinite, -3}, -0.0},
        SpecialCase{F::power, {-infinite, 3}, -infinite},
        SpecialCase{F::power, {-infinite, 2.5}, infinite},
        SpecialCase{F::power, {-8, 0.5}, not_a_number}, SpecialCase{F::power, {-8, 3}, -512}));

INSTANTIATE_TEST_SUITE_P(
    Remainders, Special,
    testing::Values(SpecialCase{F::truncated_remainder, {-5, 3}, -2},
                    SpecialCase{F::truncated_remainder, {5, -3}, 2},
                    SpecialCase{F::truncated_remainder, {-6, 3}, -0.0},
                    SpecialCase{F::truncated_remainder, {5, infinite}, 5},
                    SpecialCase{F::truncated_remainder, {5, 0}, not_a_number},
                    SpecialCase{F::truncated_remainder, {infinite, 3}, not_a_number},
                    SpecialCase{F::floored_remainder, {-5, 3}, 1},
                    SpecialCase{F::floored_remainder, {5, -3}, -1},
                    SpecialCase{F::floored_remainder, {-6, 3}, 0.0},
                    SpecialCase{F::floored_remainder, {6, -3}, -0.0},
                    SpecialCase{F::floored_remainder, {-1, infinite}, infinite},
                    SpecialCase{F::floored_remainder, {5, 0}, not_a_number},
                    SpecialCase{F::floored_remainder, {1e300, 7}, 1},
                    SpecialCase{F::nearest_remainder, {5, 3}, -1},
                    SpecialCase{F::nearest_remainder, {-3, 2}, 1},
                    SpecialCase{F::nearest_remainder, {-4, 2}, -0.0}));

/// f(a) or f(a, b) of MPFR itself in one of its directions.
template <typename Apply>
double by_mpfr(Apply apply, mpfr_rnd_t direction, double a, double b = 0) {
  mpfr_t x, y, result;
  mpfr_inits2(53, x, y, result, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(x, a, MPFR_RNDN);
  mpfr_set_d(y, b, MPFR_RNDN);
  apply(result, x, y, direction);
  const double value = mpfr_get_d(result, MPFR_RNDN);
  mpfr_clears(x, y, result, static_cast<mpfr_ptr>(nullptr));
  return value;
}

// The places that evaluate.cpp patches: if MPFR comes round to the standard, this fails and the
// patch may go.
TEST(Mpfr, DepartsFromTheStandardWhereItIsPatched) {
  const auto root = [](mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr, mpfr_rnd_t direction) {
    mpfr_rec_sqrt(out, x, direction);
  };
  expect_same(by_mpfr(root, MPFR_RNDN, -0.0), infinite);
  expect_same(value_of(F::reciprocal_square_root, {-0.0}), -infinite);
  const auto sum = [](mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t direction) {
    mpfr_add(out, x, y, direction);
  };
  expect_same(by_mpfr(sum, MPFR_RNDD, 1, -1), -0.0);  // also on the way to modes other than floor
  expect_same(rounded(F::add, {1, -1}, RoundMode::odd), 0.0);
  const auto exponential_of = [](mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr, mpfr_rnd_t direction) {
    mpfr_exp(out, x, direction);
  };
  expect_same(by_mpfr(exponential_of, MPFR_RNDN, 1e300), infinite);  // no exact value
  expect_same(rounded(F::exponential, {1e300}, RoundMode::odd), std::numeric_limits<double>::max());
}

// IEEE 754-2019, 9.2.1, where C's pow or older libraries differ: no patch is needed.
TEST(Mpfr, FollowsTheStandardInTheCornersOfPow) {
  const auto power_of = [](mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t direction) {
    mpfr_pow(out, x, y, direction);
  };
  for (const mpfr_rnd_t direction : {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU, MPFR_RNDD}) {
    expect_same(by_mpfr(power_of, direction, not_a_number, 0.0), 1);
    expect_same(by_mpfr(power_of, direction, 1, not_a_number), 1);
    expect_same(by_mpfr(power_of, direction, -1, infinite), 1);
    expect_same(by_mpfr(power_of, direction, -0.0, -infinite), infinite);
    expect_same(by_mpfr(power_of, direction, -0.0, -3), -infinite);
    expect_same(by_mpfr(power_of, direction, -0.0, 3), -0.0);
    expect_same(by_mpfr(power_of, direction, -infinite, -3), -0.0);
    expect_same(by_mpfr(power_of, direction, -infinite, 2.5), infinite);
    expect_same(by_mpfr(power_of, direction, -8, 0.5), not_a_number);
  }
}

TEST(CorrectlyRounded, GivesAnExactZeroTheSignOfItsMode) {
  for (const RoundMode mode : every_round_mode) {
    const double wanted = mode == RoundMode::floor ? -0.0 : 0.0;
    expect_same(rounded(F::add, {1, -1}, mode), wanted);
    expect_same(rounded(F::fused_multiply_add, {2, -2, 4}, mode), wanted);
  }
}

TEST(CorrectlyRounded, StopsAtTheEndsOfEveryExponentRange) {
  expect_same(rounded(F::exponential, {1e300}, RoundMode::nearest_even), infinite);
  expect_same(rounded(F::exponential, {1e300}, RoundMode::toward_zero),
              std::numeric_limits<double>::max());
  expect_same(rounded(F::exponential, {-1e300}, RoundMode::floor), 0.0);
  expect_same(rounded(F::exponential, {-1e300}, RoundMode::ceil), smallest);
  expect_same(rounded(F::power, {-10, 1e17 + 16}, RoundMode::odd),
              std::numeric_limits<double>::max());
  expect_same(value_of(F::power, {10, -1e300}), 0.0);
}

TEST(CorrectlyRounded, SeesWhatLiesABillionBinadesBelow) {
  expect_same(rounded(F::exponential, {smallest}, RoundMode::ceil), std::nextafter(1.0, 2.0));
  expect_same(rounded(F::exponential, {-smallest}, RoundMode::floor), std::nextafter(1.0, 0.0));
  expect_same(rounded(F::add, {1, smallest}, RoundMode::ceil), std::nextafter(1.0, 2.0));
  expect_same(rounded(F::add, {1, -smallest}, RoundMode::toward_zero), std::nextafter(1.0, 0.0));
}

TEST(CorrectlyRounded, EndsOnTies) {
  // (1 + 2^-12)^2 lies halfway between two values of f32.
  const std::vector<Real> arguments{Real(1 + 0x1p-12), Real(2.0)};
  const auto in = [&](RoundMode mode) {
    return decode(f32, correctly_rounded(F::power, arguments, f32, mode)).to_double();
  };
  EXPECT_EQ(in(RoundMode::nearest_even), 1 + 0x1p-11);
  EXPECT_EQ(in(RoundMode::nearest_away), 1 + 0x1p-11 + 0x1p-23);
  EXPECT_EQ(in(RoundMode::odd), 1 + 0x1p-11 + 0x1p-23);
  EXPECT_EQ(in(RoundMode::floor), 1 + 0x1p-11);
}

TEST(Definitions, AgreeOnEveryHalfAndMode) {
  for (const Function function : {F::identity, F::square_root, F::reciprocal_square_root,
                                  F::reciprocal, F::exponential, F::logarithm}) {
    for (std::uint64_t bits = 0; bits < 0x10000; bits += 7) {
      const Real x = decode(f16, bits);
      const Real y = evaluate(function, {&x, 1});
      for (const RoundMode mode : every_round_mode) {
        ASSERT_EQ(encode(f16, y, mode), correctly_rounded(function, {&x, 1}, f16, mode))
            << name_of(function) << " " << std::hex << bits << " " << name_of(mode);
      }
    }
  }
}

TEST(Definitions, RefuseTheWrongNumberOfArguments) {
  const Real x(1.0);
  EXPECT_THROW(evaluate(F::add, {&x, 1}), std::invalid_argument);
  EXPECT_THROW(correctly_rounded(F::power, {&x, 1}, f32, RoundMode::odd), std::invalid_argument);
}

}  // namespace
}  // namespace assay::numerics
