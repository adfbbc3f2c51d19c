// SPDX-License-Identifier: Apache-2.0
// Laws of the plans that one case of a scenario has.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

constexpr std::int64_t sample_size = 4000;

std::uint64_t value(std::string_view plan, ElementType type, std::uint32_t key, std::size_t operand,
                    std::int64_t index) {
  return plan_named(plan).value(format_of(type),
                                element_counter(purpose_value, key, operand, index));
}

std::set<std::uint64_t> values(std::string_view plan, ElementType type, std::size_t operand) {
  std::set<std::uint64_t> found;
  for (std::int64_t i = 0; i < sample_size; ++i) found.insert(value(plan, type, 1, operand, i));
  return found;
}

TEST(MosaicPlan, HasSpecialAndOrdinaryValuesInOneOperand) {
  const std::set<std::uint64_t> found = values("mosaic", ElementType::f32, 1);
  for (const std::uint64_t bits : {0x80000000U, 0x00000001U, 0x00800000U, 0x7f7fffffU, 0xff7fffffU,
                                   0x7f800000U, 0xff800000U, 0x3f800000U, 0x40e00000U}) {
    EXPECT_TRUE(found.contains(bits)) << std::hex << bits;
  }
  EXPECT_GT(found.size(), std::size_t{sample_size} / 2);
  const std::set<std::uint64_t> integers = values("mosaic", ElementType::i16, 1);
  for (const std::uint64_t bits : {0x7fffU, 0x8000U, 0x7ffeU, 0x8001U, 0U, 1U, 0xffffU}) {
    EXPECT_TRUE(integers.contains(bits)) << std::hex << bits;
  }
}

// "twins" makes equal elements, "multiples" pairs: both need the same plan at the same place.
TEST(MosaicPlan, IsTheSamePlanAtTheSamePlaceOfTwoOperands) {
  const auto equals = [](std::uint32_t key_of_second) {
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < sample_size; ++i) {
      const std::uint64_t first = value("mosaic", ElementType::i32, 1, 1, i);
      found += first > 9 && first == value("mosaic", ElementType::i32, key_of_second, 2, i) ? 1 : 0;
    }
    return found;
  };
  EXPECT_GT(equals(1), sample_size / 50);
  EXPECT_GT(equals(1), 2 * equals(2));
}

TEST(EndsPlan, HasNothingElse) {
  const std::set<std::uint64_t> magnitudes{0, 1, 0x3ff, 0x400, 0x7bff, 0x7bfe, 0x7c00, 0x3c00};
  for (const std::uint64_t bits : values("ends", ElementType::f16, 1)) {
    EXPECT_TRUE(magnitudes.contains(bits & 0x7fffU) || (bits & 0x7fffU) > 0x7c00U)
        << std::hex << bits;
  }
  EXPECT_EQ(values("ends", ElementType::u8, 1), (std::set<std::uint64_t>{0, 1, 0xfe, 0xff}));
}

TEST(EndsPlan, HasOneValueInALineOfEverySecondOperand) {
  int in_lines = 0;
  for (std::uint32_t key = 0; key < 100; ++key) {
    bool equal = true;
    for (std::int64_t i = 0; i < 256; ++i) {
      const std::int64_t first = i / 32 * 32;
      equal = equal && value("ends", ElementType::i16, key, 1, i) ==
                           value("ends", ElementType::i16, key, 1, first);
    }
    in_lines += equal ? 1 : 0;
  }
  EXPECT_GT(in_lines, 25);
  EXPECT_LT(in_lines, 75);
}

TEST(HeldPlan, AddsLittleToAccumulatorsAtTheEnds) {
  EXPECT_EQ(values("held", ElementType::i32, 1), values("ends", ElementType::i32, 1));
  EXPECT_EQ(values("held", ElementType::i32, 3), values("ends", ElementType::i32, 1));  // biases
  EXPECT_EQ(values("held", ElementType::i8, 1), (std::set<std::uint64_t>{0, 1}));
  EXPECT_EQ(values("held", ElementType::f16, 3),
            (std::set<std::uint64_t>{0x0000, 0x8000, 0x3c00, 0xbc00}));
}

// 88.72284 is where the exponential of a float becomes infinite; what is taken from it moves it by
// less than the distance to its neighbours.
TEST(ThresholdsPlan, IsWhereExponentialsOverflowAndUnderflow) {
  const auto number = [](std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  };
  bool finite = false;
  bool infinite = false;
  bool subnormal = false;
  for (const std::uint64_t bits : values("thresholds", ElementType::f32, 1)) {
    const float result = std::exp(number(bits));
    finite = finite || (std::isnormal(result) && result > 0x1.ffp127F);
    infinite = infinite || std::isinf(result);
    subnormal = subnormal || std::fpclassify(result) == FP_SUBNORMAL;
  }
  EXPECT_TRUE(finite && infinite && subnormal);
  for (const std::uint64_t bits : values("thresholds", ElementType::f32, 2)) {
    EXPECT_LE(std::abs(number(bits)), 0x1p-17F) << number(bits);
  }
}

}  // namespace
}  // namespace assay::generators
