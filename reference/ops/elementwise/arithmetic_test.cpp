// SPDX-License-Identifier: Apache-2.0
// Sums, differences, products and quotients at the ends of their types. Patterns by hand.
#include "reference/ops/elementwise/lanes_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

TEST(Overflow, WrapsOnEveryTarget) {
  const auto sum = [](Target target, ElementType type, std::uint64_t a, std::uint64_t b) {
    return lanes({"TADD", "plain", target}, type, Patterns{a}, Patterns{b});
  };
  for (const Target target : all_targets) {
    EXPECT_TRUE(sum(target, i16, 0x7FFF, 1).is_just(0, 0x8000));
    EXPECT_TRUE(sum(target, i32, 0x80000000, 0xFFFFFFFF).is_just(0, 0x7FFFFFFF));
  }
  EXPECT_TRUE(sum(a5, u8, 0xFF, 1).is_just(0, 0x00));
  const std::uint64_t largest = 0x7FFFFFFFFFFFFFFF;
  EXPECT_TRUE(sum(a5, i64, largest, 1).is_just(0, largest + 1));
}

TEST(Overflow, CarriesFromTheLowHalfToTheHighOne) {
  const Page sum{"TADD", "plain", a5}, difference{"TSUB", "plain", a5};
  EXPECT_TRUE(lanes(sum, u64, Patterns{0xFFFFFFFF}, Patterns{1}).is_just(0, 0x100000000));
  EXPECT_TRUE(lanes(difference, u64, Patterns{0x100000000}, Patterns{1}).is_just(0, 0xFFFFFFFF));
  EXPECT_TRUE(lanes(difference, u64, Patterns{0}, Patterns{1}).takes(0, ~std::uint64_t{0}));
}

TEST(Difference, TakesTheSecondFromTheFirst) {
  const Page page{"TSUB", "plain", a2a3};
  EXPECT_TRUE(lanes(page, i32, Patterns{5}, Patterns{7}).is_just(0, 0xFFFFFFFE));
  EXPECT_TRUE(lanes(page, f32, Patterns{0x40A00000}, Patterns{0x40E00000})
                  .is_just(0, 0xC0000000));  // 5 - 7 = -2
  EXPECT_TRUE(lanes({"TSUB", "plain", a5}, u16, Patterns{0}, Patterns{1}).is_just(0, 0xFFFF));
}

TEST(Product, KeepsTheLowBitsOfSixtyFour) {
  // (2^32 + 1)^2 = 2^64 + 2^33 + 1; -1 * 3 = -3.
  const Lanes product =
      lanes({"TMUL", "plain", a5}, i64, {0x100000001, ~std::uint64_t{0}}, {0x100000001, 3});
  EXPECT_TRUE(product.is_just(0, 0x200000001));
  EXPECT_TRUE(product.is_just(1, ~std::uint64_t{0} - 2));
}

TEST(Product, Wraps) {
  // 300 * 300 = 90000 = 65536 + 24464.
  EXPECT_TRUE(lanes({"TMUL", "plain", a2a3}, i16, Patterns{300}, Patterns{300}).is_just(0, 24464));
}

TEST(Product, OfZeroAndInfinityIsNan) {
  const Lanes product = lanes({"TMUL", "plain", a2a3}, f16, {0x0000, 0x3C01}, {0x7C00, 0x3C01});
  EXPECT_TRUE(product.takes(0, 0x7E00));
  EXPECT_TRUE(product.takes(0, 0xFE01));
  EXPECT_FALSE(product.takes(0, 0x7C00));
  // (1 + 2^-10)^2 = 1 + 2^-9 + 2^-20 rounds to 1 + 2^-9.
  EXPECT_TRUE(product.is_just(1, 0x3C02));
}

TEST(Quotient, IsTruncated) {
  const Lanes quotient =
      lanes({"TDIV", "plain", a5}, i32, {0xFFFFFFF9, 7, 0xFFFFFFF9}, {2, 0xFFFFFFFE, 0xFFFFFFFE});
  EXPECT_TRUE(quotient.is_just(0, 0xFFFFFFFD));  // -7 / 2 = -3
  EXPECT_TRUE(quotient.is_just(1, 0xFFFFFFFD));  // 7 / -2 = -3
  EXPECT_TRUE(quotient.is_just(2, 3));           // -7 / -2 = 3
}

TEST(Quotient, OfAnIntegerByZeroIsOpen) {
  for (const ElementType type : {i32, i64}) {
    const Lanes quotient = lanes({"TDIV", "plain", a5}, type, {9, 9}, {0, 9});
    EXPECT_TRUE(quotient.is_open(0));
    EXPECT_TRUE(quotient.is_just(1, 1));
  }
}

TEST(Quotient, OfTheLowestByMinusOneIsOpen) {
  const Lanes words = lanes({"TDIV", "plain", a5}, i32, {0x80000000, 0x80000001, 0x80000000},
                            {0xFFFFFFFF, 0xFFFFFFFF, 1});
  EXPECT_TRUE(words.is_open(0));
  EXPECT_TRUE(words.is_just(1, 0x7FFFFFFF));
  EXPECT_TRUE(words.is_just(2, 0x80000000));
}

TEST(Quotient, OfFloatsByZeroIsOpenEverywhere) {
  const Patterns one{0x3F800000, 0, 0x40C00000}, zero{0x80000000, 0, 0x40400000};
  for (const Page& page : {Page{"TDIV", "plain", cpu}, Page{"TDIV", "precise", a5},
                           Page{"TDIV", "plain", a5}, Page{"TDIV", "precise", a2a3}}) {
    const Lanes quotient = lanes(page, f32, one, zero);
    EXPECT_TRUE(quotient.is_open(0));
    EXPECT_TRUE(quotient.is_open(1));
    EXPECT_TRUE(quotient.is_just(2, 0x40000000));
  }
}

TEST(Quotient, GoesOnBeyondColumn63) {
  const Patterns six(65, 6), two(65, 2);
  for (const Target target : {a5, cpu}) {
    EXPECT_TRUE(lanes({"TDIV", "plain", target}, u64, six, two).is_just(64, 3));
  }
}

TEST(Reciprocal, OfAnIntegerIsOneMinusOneOrZero) {
  const Lanes whole = lanes({"TRECIP", "plain", a5}, i16, Patterns{1, 0xFFFF, 2, 0xFFFE, 0});
  EXPECT_TRUE(whole.is_just(0, 1));
  EXPECT_TRUE(whole.is_just(1, 0xFFFF));
  EXPECT_TRUE(whole.is_just(2, 0));
  EXPECT_TRUE(whole.is_just(3, 0));
  EXPECT_TRUE(whole.is_open(4));
  for (const ElementType type : {u16, i64, bf16}) {
    const TileSpec one = tile(type, 1, 64, 1, 8);
    const Call call{&form_of("TRECIP", "plain"), a5, {one, one}, {0}};
    EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"src.element"});
  }
}

TEST(Reciprocal, OfZeroIsOpenEverywhere) {
  for (const Target target : all_targets) {
    const Lanes floating = lanes({"TRECIP", "plain", target}, f32, Patterns{0, 0x40800000});
    EXPECT_TRUE(floating.is_open(0));
    EXPECT_TRUE(floating.is_just(1, 0x3E800000));  // 1/4
  }
}

/// The contents of a call of five elements, admitted.
std::vector<ElementArray> admitted(Target target, Patterns dividends, Patterns divisors) {
  const Form& form = form_of("TDIV", "plain");
  dividends.resize(8);
  divisors.resize(8);
  const TileSpec one = tile(i32, 1, 8, 1, 5);
  std::vector<ElementArray> contents{filled(i32, 8, 0), elements(i32, dividends),
                                     elements(i32, divisors)};
  form.admit({&form, target, {one, one, one}, {0}}, contents);
  return contents;
}

TEST(DivisorsOfCases, AreSeldomZeroOnEveryTargetAndNeverByWhatLiesOutside) {
  for (const Target target : {a5, cpu}) {
    // The divisors' sum leaves 2 when divided by 4: corrected.
    const auto most =
        admitted(target, {5, 0x80000000, 0x80000000, 7, 0}, {0, 0xFFFFFFFF, 1, 2, 0, 0, 1});
    EXPECT_EQ(most[2][0], 1U);
    EXPECT_EQ(most[2][4], 1U);
    EXPECT_EQ(most[2][5], 0U);
    EXPECT_EQ(most[1][1], 0x80000001U);
    EXPECT_EQ(most[1][2], 0x80000000U);
    // It leaves 3: left as it is.
    const auto few =
        admitted(target, {5, 0x80000000, 0x80000000, 7, 0}, {0, 0xFFFFFFFF, 1, 3, 0, 0, 1});
    EXPECT_EQ(few[2][0], 0U);
    EXPECT_EQ(few[1][1], 0x80000000U);
  }
}

}  // namespace
}  // namespace assay::ops
