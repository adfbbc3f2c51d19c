// SPDX-License-Identifier: Apache-2.0
// The rules of sums and products that are not bounds: zeros, infinities, NaN, no terms, exact
// plans, integers, and the way into expectations.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/sums/matrix.hpp"
#include "reference/numerics/sums/sum.hpp"
#include "reference/numerics/sums/test/orders.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;

constexpr Accumulation single{f32, f32};
constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr float largest = std::numeric_limits<float>::max();

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

Enclosure sum(const std::vector<float>& terms, const Accumulation& how = single) {
  return sum_in_any_order({f32, std::as_bytes(std::span(terms)), std::ssize(terms)}, how);
}

Enclosure product(const std::vector<float>& factors) {
  return product_in_any_order({f32, std::as_bytes(std::span(factors)), std::ssize(factors)},
                              single);
}

void expect_range(const Enclosure& enclosure, float low, float value, float high,
                  bool nan = false) {
  EXPECT_EQ(describe(f32, enclosure.low), describe(f32, bits(low)));
  EXPECT_EQ(describe(f32, enclosure.value), describe(f32, bits(value)));
  EXPECT_EQ(describe(f32, enclosure.high), describe(f32, bits(high)));
  EXPECT_EQ(enclosure.nan, nan);
  EXPECT_TRUE(enclosure.number);
}

void expect_nan_alone(const Enclosure& enclosure) {
  EXPECT_TRUE(enclosure.nan);
  EXPECT_FALSE(enclosure.number);
  EXPECT_EQ(enclosure.value, quiet_nan(f32));
  EXPECT_TRUE(accepts(enclosure, f32, quiet_nan(f32) + 1));
  EXPECT_FALSE(accepts(enclosure, f32, bits(1)));
}

TEST(Sum, HasTheZerosOfIeee) {
  expect_range(sum({}), 0, 0, 0);
  expect_range(sum({0, -0.0F}), 0, 0, 0);
  expect_range(sum({-0.0F, -0.0F}), -0.0F, -0.0F, 0);
  expect_range(sum({3, -1, -2}), 0, 0, 0);
  expect_range(sum({-0x1p-149F}), -0x1p-149F, -0x1p-149F, -0x1p-149F);
  // Rounded to -0 before a zero is added, or after.
  const Enclosure lost = sum({-0x1p-100F}, {f16, f16});
  EXPECT_TRUE(accepts(lost, f16, 0x8000));
  EXPECT_TRUE(accepts(lost, f16, 0));
  // In f32 nothing is lost before the last rounding.
  EXPECT_FALSE(accepts(sum({-0x1p-100F}, {f32, f16}), f16, 0));
}

TEST(Sum, HasTheInfinitiesAndNansOfIeee) {
  expect_range(sum({1, infinite}), infinite, infinite, infinite);
  expect_range(sum({-infinite, 1}), -infinite, -infinite, -infinite);
  expect_nan_alone(sum({infinite, 1, -infinite}));
  expect_nan_alone(sum({__builtin_nanf(""), infinite}));
  // The finite terms may overflow on their own.
  expect_range(sum({-infinite, largest, largest}), -infinite, -infinite, -infinite, true);
  expect_range(sum({0x1p127F, 0x1p127F, -0x1p126F}), 0x1.8p127F, 0x1.8p127F, infinite);
  expect_range(sum({largest, largest, -largest, -largest}), -infinite, 0, infinite, true);
  const std::vector<float> zero{0, 1}, other{infinite, 1};
  const auto terms = [](const std::vector<float>& of) {
    return Terms{f32, std::as_bytes(std::span(of)), std::ssize(of)};
  };
  expect_nan_alone(dot_in_any_order(terms(zero), terms(other), single));
}

/// Products beyond the type: 2^206 alone decides, whatever else is added before or after it.
TEST(Dot, OverflowsToTheInfinityOfTheOnlySignThatCan) {
  const auto dot = [](const std::vector<float>& a, const std::vector<float>& b) {
    const Terms x{f32, std::as_bytes(std::span(a)), std::ssize(a)};
    const Terms y{f32, std::as_bytes(std::span(b)), std::ssize(b)};
    const Enclosure alone = dot_in_any_order(x, y, single);
    const MatrixProduct product =
        matmul(ExactMatrix(MatrixView{f32, x.bits, 1, x.count, x.count}),
               ExactMatrix(MatrixView{f32, y.bits, y.count, 1, 1}), single);
    EXPECT_EQ(product.in_any_order(0, 0), alone);
    EXPECT_EQ(product.in_any_order_of_terms(0, 0), alone);
    return alone;
  };
  const std::vector<float> small{0x1p73F, -0x1p60F, 3}, of_small{0x1p54F, 0x1p60F, -5};
  for (const float sign : {1.0F, -1.0F}) {
    std::vector<float> a{sign * 0x1p103F}, b{0x1p103F};
    a.insert(a.end(), small.begin(), small.end());
    b.insert(b.end(), of_small.begin(), of_small.end());
    expect_range(dot(a, b), sign * infinite, sign * infinite, sign * infinite);
    a[0] = sign * infinite;
    b.push_back(0x1p90F);
    a.push_back(sign * 0x1p90F);
    expect_range(dot(a, b), sign * infinite, sign * infinite, sign * infinite);
  }
  // The other terms overflow together in some order, or one of them does in all.
  expect_range(dot({0x1p103F, -0x1p60F, -0x1p60F}, {0x1p103F, 0x1p67F, 0x1p67F}), -infinite,
               infinite, infinite, true);
  expect_range(dot({0x1p103F, -0x1p70F}, {0x1p103F, 0x1p70F}), -infinite, infinite, infinite, true);
}

TEST(Sum, IsOnePointWhereEveryOrderIsExact) {
  expect_range(sum({1, 2, 3, -4, 0.5F}), 2.5F, 2.5F, 2.5F);
  expect_range(sum({1, 0x1p-24F}), 1, 1, 1 + 0x1p-23F);  // a tie, rounded once or twice
}

/// One large term and many halves of its last place: left to right all are lost.
TEST(Sum, HasTheBoundThatSomeOrderReaches) {
  for (const int count : {3, 10, 100, 1000}) {
    std::vector<float> terms(static_cast<std::size_t>(count), 0x1p-24F);
    terms[0] = 1;
    const Enclosure enclosure = sum(terms);
    EXPECT_TRUE(accepts(enclosure, f32, bits(1))) << count;
    // Twice the bound would be a fault too.
    EXPECT_FALSE(accepts(enclosure, f32, bits(1 - 0x1p-22F))) << count;
    const auto exact = static_cast<float>(1 + (count - 1) * 0x1p-24);
    EXPECT_FALSE(accepts(enclosure, f32, bits(exact + static_cast<float>(count) * 0x1.2p-24F)));
  }
}

TEST(Product, HasTheRulesOfIeee) {
  expect_range(product({}), 1, 1, 1);
  expect_range(product({-3, 0.5F, 4}), -6, -6, -6);
  expect_range(product({-3, 0, 4}), -0.0F, -0.0F, -0.0F);
  expect_range(product({-3, infinite}), -infinite, -infinite, -infinite);
  expect_nan_alone(product({0, infinite}));
  expect_nan_alone(product({0, __builtin_nanf("")}));
  // Some orders overflow on the way, some vanish.
  const Enclosure over = product({0x1p100F, 0x1p100F, 0x1p-100F});
  const Enclosure under = product({0x1p-100F, 0x1p-100F, 0x1p100F});
  EXPECT_EQ(over.value, bits(0x1p100F));
  EXPECT_TRUE(accepts(over, f32, bits(infinite)));
  EXPECT_FALSE(accepts(over, f32, bits(0x1.8p99F)));
  EXPECT_EQ(under.value, bits(0x1p-100F));
  EXPECT_TRUE(accepts(under, f32, bits(0)));
  EXPECT_FALSE(accepts(under, f32, bits(0x1p-40F)));
  EXPECT_FALSE(over.nan || under.nan);
  EXPECT_TRUE(product({0x1p100F, 0x1p100F, 0x1p-100F, 0x1p-100F}).nan);
  EXPECT_TRUE(product({0x1p100F, 0x1p100F, 0}).nan);
  EXPECT_TRUE(product({0x1p-100F, 0x1p-100F, infinite}).nan);
}

TEST(LargestExactTerm, MakesEveryOrderExactAndNoMore) {
  for (const ElementType type : {f32, f16, bf16}) {
    for (const ElementType in : {f32, f16, bf16}) {
      for (const std::int64_t count : {2, 3, 16, 100, 200}) {
        const std::int64_t most = largest_exact_term(type, in, count);
        ASSERT_GT(most, 0);
        const auto all = [&](std::int64_t value) {
          const std::vector<double> terms(static_cast<std::size_t>(count),
                                          static_cast<double>(value));
          const ElementArray elements = orders::as_elements(type, terms);
          return sum_in_any_order(orders::terms_of(elements), {in, f32}).is_point();
        };
        EXPECT_TRUE(all(most)) << name_of(type) << " " << name_of(in) << " " << count;
        std::vector<double> one_more(static_cast<std::size_t>(count), static_cast<double>(most));
        one_more[0] = 1;
        EXPECT_TRUE(
            sum_in_any_order(orders::terms_of(orders::as_elements(type, one_more)), {in, f32})
                .is_point());
      }
    }
  }
  EXPECT_EQ(largest_exact_term(f32, f32, 16), 1 << 20);
  EXPECT_EQ(largest_exact_term(f16, f32, 16), 1 << 11);
  EXPECT_EQ(largest_exact_term(f16, f16, 16), 1 << 7);
  EXPECT_EQ(largest_exact_factor(f16, f16, f32, 16), 1 << 10);
}

TEST(WrappedSum, IsModuloTheWidth) {
  const std::vector<std::int8_t> terms{-128, -128, 127, -1};
  const Terms view{i8, std::as_bytes(std::span(terms)), 4};
  EXPECT_EQ(wrapped_sum(view, i8), static_cast<std::uint8_t>(-130));
  EXPECT_EQ(wrapped_sum(view, i32), static_cast<std::uint32_t>(-130));
  EXPECT_EQ(wrapped_dot(view, view, i16), 128U * 128 * 2 + 127 * 127 + 1 - 0x0000);
  EXPECT_EQ(wrapped_product(view, i32), static_cast<std::uint32_t>(-128 * -128 * 127 * -1));
}

/// A page needs one line for a row and one for a column.
TEST(Sum, GoesIntoTheExpectationOfARowAndOfAColumn) {
  const std::vector<float> tile{1, 2, 3, 10, 20, 30};
  const auto bytes = std::as_bytes(std::span(tile));
  ExpectedTile by_row(f32, 2, 1), by_column(f32, 1, 3);
  for (std::int64_t row = 0; row < 2; ++row) {
    expect(by_row, row, sum_in_any_order({f32, bytes, 3, 3 * row}, single));
  }
  for (std::int64_t col = 0; col < 3; ++col) {
    expect(by_column, col, sum_in_any_order({f32, bytes, 2, col, 3}, single));
  }
  EXPECT_EQ(by_row.value[0], bits(6));
  EXPECT_EQ(by_row.high[1], bits(60));
  EXPECT_EQ(by_column.low[0], bits(11));
  EXPECT_EQ(by_column.value[2], bits(33));
  EXPECT_EQ(by_column.accept[1], Accept::interval);
  EXPECT_EQ(by_column.exact[1], 22);
  expect(by_row, 0, sum({__builtin_nanf("")}));
  expect(by_row, 1, sum({largest, largest, -largest, -largest}));
  EXPECT_EQ(by_row.accept[0], Accept::any_nan);
  EXPECT_EQ(by_row.accept[1], Accept::target_defined);
}

}  // namespace
}  // namespace assay::numerics
