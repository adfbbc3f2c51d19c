// SPDX-License-Identifier: Apache-2.0
// Exact sums and dot products are those of fractions of whole numbers, rounded by the definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/numerics/sums/rational_test.hpp"
#include "reference/numerics/sums/sum.hpp"
#include "reference/numerics/sums/test/orders.hpp"

namespace assay::numerics {
namespace {

using orders::Random;
using enum ElementType;

constexpr std::array inputs{f32, f16, bf16, e4m3, e5m2, hif8, e2m1, e1m2};
constexpr std::array results{f32, f16, bf16};

ElementArray drawn(const orders::Plan& plan, ElementType type, std::int64_t count, Random& random) {
  return orders::as_elements(type, plan.values(type, count, random));
}

void expect_rounded(const ExactSum& sum, const rationals::Sum& expected) {
  for (const ElementType to : results) {
    for (const RoundMode mode : every_round_mode) {
      ASSERT_EQ(describe(to, sum.round(to, mode)), describe(to, expected.round(to, mode)))
          << name_of(to) << " " << name_of(mode);
    }
  }
}

TEST(ExactSum, RoundsLikeFractionsInEveryMode) {
  Random random(11);
  for (const ElementType type : inputs) {
    for (const orders::Plan& plan : orders::value_plans()) {
      for (int round = 0; round < 6; ++round) {
        SCOPED_TRACE(std::string(plan.name) + " of " + std::string(name_of(type)));
        const auto terms = drawn(plan, type, orders::mixed_length(400, random), random);
        ExactSum sum;
        sum.add(orders::terms_of(terms));
        expect_rounded(sum, rationals::sum_of(orders::as_doubles(terms)));
        ASSERT_FALSE(HasFatalFailure());
      }
    }
  }
}

TEST(ExactSum, RoundsDotProductsLikeFractionsInEveryMode) {
  Random random(12);
  for (const ElementType type : inputs) {
    for (const orders::Plan& plan : orders::value_plans()) {
      for (int round = 0; round < 6; ++round) {
        SCOPED_TRACE(std::string(plan.name) + " of " + std::string(name_of(type)));
        const std::int64_t count = orders::mixed_length(400, random);
        const auto a = drawn(plan, type, count, random);
        const auto b = drawn(plan, inputs[random() % inputs.size()], count, random);
        ExactSum sum;
        sum.add_products(orders::terms_of(a), orders::terms_of(b));
        expect_rounded(sum, rationals::dot_of(orders::as_doubles(a), orders::as_doubles(b)));
        ASSERT_FALSE(HasFatalFailure());
      }
    }
  }
}

/// Rounded to nearest even as f32.
float of(std::initializer_list<float> terms) {
  ExactSum sum;
  for (const float term : terms) sum.add(f32, std::bit_cast<std::uint32_t>(term));
  return std::bit_cast<float>(static_cast<std::uint32_t>(sum.round(f32, RoundMode::nearest_even)));
}

TEST(ExactSum, KeepsWhatLiesFarBelowTheRoundedPlace) {
  EXPECT_EQ(of({0x1p127F, 0x1p-149F, -0x1p127F}), 0x1p-149F);
  EXPECT_EQ(of({1, 0x1p-24F}), 1);
  EXPECT_EQ(of({1, 0x1p-24F, 0x1p-149F}), 1 + 0x1p-23F);
  EXPECT_EQ(of({1, 0x1p-24F, -0x1p-149F}), 1);
  EXPECT_EQ(of({1 + 0x1p-23F, 0x1p-24F}), 1 + 0x1p-22F);
  EXPECT_EQ(of({0x1.fffffep127F, 0x1p102F}), 0x1.fffffep127F);
  EXPECT_EQ(of({0x1.fffffep127F, 0x1p102F, 0x1p102F}), __builtin_inff());
  EXPECT_EQ(of({0x1.fffffep127F, 0x1p127F, -0x1p127F}), 0x1.fffffep127F);
}

/// Enough of them fill every bin more than once.
TEST(ExactSum, HoldsAsManyTermsAsThereAre) {
  constexpr std::int64_t count = (std::int64_t{1} << 20) + 5000;
  const std::vector<float> floats(count, -0x1.fffffep50F);
  const Terms terms{f32, std::as_bytes(std::span(floats)), count};
  ExactSum sum, dot;
  sum.add(terms);
  dot.add_products(terms, terms);
  const rationals::Rational factor(-0x1.fffffep50);
  EXPECT_EQ(sum.round(f32, RoundMode::odd),
            rationals::rounded(f32, factor * count, RoundMode::odd));
  EXPECT_EQ(dot.round(f32, RoundMode::odd),
            rationals::rounded(f32, factor * factor * count, RoundMode::odd));
}

TEST(ExactSum, IsTheSameHoweverTheTermsCome) {
  Random random(13);
  for (const orders::Plan& plan : orders::value_plans()) {
    const auto all = drawn(plan, f32, 300, random);
    ExactSum columns, elements, merged;
    for (std::int64_t column = 0; column < 3; ++column) {
      columns.add(Terms{f32, all.bytes(), 100, column, 3});
      ExactSum part;
      part.add(Terms{f32, all.bytes(), 100, 100 * column});
      merged.merge(part);
    }
    for (std::int64_t i = all.size(); i-- > 0;) elements.add(f32, all[i]);
    const rationals::Sum expected = rationals::sum_of(orders::as_doubles(all));
    for (const ExactSum& sum : {columns, elements, merged}) {
      SCOPED_TRACE(plan.name);
      expect_rounded(sum, expected);
    }
  }
}

TEST(ExactSum, RefusesElementsThatItCannotHold) {
  const ElementArray doubles(f64, 4), integers(i32, 4);
  ExactSum sum;
  EXPECT_THROW(sum.add(orders::terms_of(doubles)), std::invalid_argument);
  EXPECT_THROW(sum.add(orders::terms_of(integers)), std::invalid_argument);
  EXPECT_THROW(sum.add(i32, 1), std::invalid_argument);
  const ElementArray three(f32, 3), four(f32, 4);
  EXPECT_THROW(sum.add_products(orders::terms_of(three), orders::terms_of(four)),
               std::invalid_argument);
}

/// `value` and `exact` of enclosures, which come from doubles where those suffice.
TEST(Sum, HasTheCorrectlyRoundedValue) {
  Random random(14);
  const rationals::Rational within(0x1p-35);
  for (const ElementType type : inputs) {
    for (const orders::Plan& plan : orders::value_plans()) {
      for (const ElementType to : results) {
        SCOPED_TRACE(std::string(plan.name) + " of " + std::string(name_of(type)));
        const std::int64_t count = orders::mixed_length(400, random);
        const auto a = drawn(plan, type, count, random), b = drawn(plan, type, count, random);
        const auto x = orders::as_doubles(a), y = orders::as_doubles(b);
        const Accumulation how{f32, to};
        const std::array found{sum_in_any_order(orders::terms_of(a), how),
                               dot_in_any_order(orders::terms_of(a), orders::terms_of(b), how)};
        const std::array expected{rationals::sum_of(x), rationals::dot_of(x, y)};
        for (std::size_t i = 0; i < found.size(); ++i) {
          const std::uint64_t value = expected[i].round(to, RoundMode::nearest_even);
          ASSERT_EQ(describe(to, found[i].value), describe(to, value));
          if (!std::isfinite(found[i].exact)) continue;
          const rationals::Rational error =
              abs(rationals::Rational(found[i].exact) - expected[i].total);
          ASSERT_LE(error, within * abs(expected[i].total));
        }
      }
    }
  }
}

/// A line of powers of two whose product is 1, `others` among them.
std::vector<double> with_powers(std::span<const double> others, std::int64_t count,
                                Random& random) {
  std::vector<double> line(others.begin(), others.end());
  while (std::ssize(line) + 1 < count) {
    const double power = std::ldexp(1.0, static_cast<int>(orders::below(13, random)));
    line.insert(line.end(), {power, 1 / power});
  }
  std::ranges::shuffle(line, random);
  return line;
}

/// Ties and products a little below them, which doubles cannot distinguish in long lines of f32; of
/// lengths that halve evenly and do not.
TEST(Product, HasTheCorrectlyRoundedValueHoweverManyFactors) {
  struct Tie {
    ElementType type;
    double a, b;        ///< odd, and one digit too many together
    double more, less;  ///< a little above and below 1 together
    double even, below;
  };
  constexpr std::array ties{
      Tie{f32, 4097, 4099, 1 + 0x1p-23, 1 - 0x1p-23, 16793604, 16793602},
      Tie{f16, 33, 67, 1 + 0x1p-10, 1 - 0x1p-10, 2212, 2210},
      Tie{bf16, 9, 31, 1 + 0x1p-7, 1 - 0x1p-7, 280, 278},
  };
  Random random(15);
  for (const Tie& tie : ties) {
    for (const std::int64_t count : {4, 16, 17, 18, 33, 63, 1000, 4097, 16384}) {
      SCOPED_TRACE(std::string(name_of(tie.type)) + " " + std::to_string(count));
      const auto product_of = [&](std::initializer_list<double> others) {
        const std::vector<double> line = with_powers(others, count, random);
        const Enclosure found = product_in_any_order(
            orders::terms_of(orders::as_elements(tie.type, line)), {tie.type, tie.type});
        return decode(tie.type, found.value).to_double();
      };
      EXPECT_EQ(product_of({tie.a, tie.b}), tie.even);
      EXPECT_EQ(product_of({-tie.a, tie.b}), -tie.even);
      EXPECT_EQ(product_of({tie.a, tie.b, tie.more, tie.less}), tie.below);
    }
  }
}

TEST(Product, HasTheCorrectlyRoundedValueOfFractions) {
  Random random(16);
  const rationals::Rational within(0x1p-35);
  for (const ElementType type : results) {
    for (int round = 0; round < 200; ++round) {
      const std::int64_t count = orders::mixed_length(300, random);
      std::vector<double> line;
      rationals::Rational product = 1;
      for (std::int64_t i = 0; i < count; ++i) {
        const double significand = 1 + std::ldexp(static_cast<double>(random() % 128), -7);
        line.push_back(abs(product) > 1 ? significand / 2 : significand);
        if (random() % 2 != 0) line.back() = -line.back();
        product *= rationals::Rational(line.back());
      }
      const Enclosure found =
          product_in_any_order(orders::terms_of(orders::as_elements(type, line)), {type, type});
      const std::uint64_t value = rationals::rounded(type, product, RoundMode::nearest_even);
      ASSERT_EQ(describe(type, found.value), describe(type, value)) << count << " factors";
      ASSERT_LE(abs(rationals::Rational(found.exact) - product), within * abs(product));
    }
  }
}

}  // namespace
}  // namespace assay::numerics
