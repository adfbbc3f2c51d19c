// SPDX-License-Identifier: Apache-2.0
// Laws of value plans.
#include "generators/values/plans.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <stdexcept>

#include "generators/values/bit_patterns.hpp"

namespace assay::generators {
namespace {

constexpr std::int64_t sample_size = 4000;

std::uint64_t value(std::string_view plan, ElementType type, std::uint32_t key, std::size_t operand,
                    std::int64_t index) {
  return plan_named(plan).value(format_of(type),
                                element_counter(purpose_value, key, operand, index));
}

/// How many of the first elements of a plan have a property.
std::int64_t count(std::string_view plan, ElementType type,
                   const std::function<bool(std::uint64_t)>& wanted) {
  std::int64_t found = 0;
  for (std::int64_t i = 0; i < sample_size; ++i)
    found += wanted(value(plan, type, 1, 0, i)) ? 1 : 0;
  return found;
}

TEST(Plans, StayInTheWidthOfEveryType) {
  for (const ValuePlan& plan : value_plans()) {
    for (const ElementFormat& format : all_formats()) {
      for (std::int64_t i = 0; i < 300; ++i) {
        EXPECT_LE(value(plan.name, format.type, 5, 1, i), mask_of(format.type))
            << plan.name << " " << format.name;
      }
    }
  }
}

TEST(Plans, VaryWithIndexAndKey) {
  for (const ValuePlan& plan : value_plans()) {
    for (const ElementFormat& format : all_formats()) {
      std::set<std::uint64_t> seen;
      int changed = 0;
      for (std::int64_t i = 0; i < 100; ++i) {
        seen.insert(value(plan.name, format.type, 5, 1, i));
        changed += value(plan.name, format.type, 5, 1, i) != value(plan.name, format.type, 6, 1, i);
      }
      EXPECT_GE(seen.size(), 2U) << plan.name << " " << format.name;
      EXPECT_GT(changed, 0) << plan.name << " " << format.name;
    }
  }
}

TEST(Plans, OfSpecialsMeetEverySpecialValue) {
  const auto is = [](std::uint64_t bits) {
    return [bits](std::uint64_t got) { return got == bits; };
  };
  for (const std::uint64_t bits : {0x0000U, 0x8000U, 0x0001U, 0x0400U, 0x7bffU, 0x7c00U, 0xfc00U}) {
    EXPECT_GT(count("specials", ElementType::f16, is(bits)), 0) << bits;
  }
  const auto nan = [](std::uint64_t bits) { return (bits & 0x7fffU) > 0x7c00U; };
  EXPECT_GT(count("specials", ElementType::f16, nan), 0);
  EXPECT_EQ(count("exponent", ElementType::f16, nan), 0);
  EXPECT_EQ(count("exponent", ElementType::e4m3,
                  [](std::uint64_t bits) { return (bits & 0x7fU) == 0x7fU; }),
            0);
}

/// Lines of that many elements in which one is special, of the first of each of some keys.
struct Lines {
  int alone = 0, nan = 0, all = 0;
};

Lines lines_of_rare(ElementType type, std::int64_t length) {
  const ElementFormat& format = format_of(type);
  const std::uint64_t one = from_ratio(format, false, {1, 1});
  Lines lines;
  for (std::uint32_t key = 0; key < 300; ++key, ++lines.all) {
    int special = 0, nan = 0;
    for (std::int64_t i = 0; i < length; ++i) {
      const std::uint64_t magnitude = value("rare", type, key, 1, i) & ~sign_bit(format);
      special += magnitude != 0 && magnitude != one ? 1 : 0;
      nan += magnitude > infinite(format, false) ? 1 : 0;
    }
    lines.alone += special == 1 ? 1 : 0;
    lines.nan += nan > 0 ? 1 : 0;
  }
  return lines;
}

TEST(Plans, OfRareValuesLeaveManyAloneInTheirLineAndFewLinesWithNaN) {
  for (const ElementType type : {ElementType::f16, ElementType::bf16, ElementType::f32}) {
    for (const std::int64_t length : {8, 16, 64}) {
      const Lines lines = lines_of_rare(type, length);
      EXPECT_GT(lines.alone * 100, lines.all * 14) << length;
      EXPECT_LT(lines.nan * 100, lines.all * 35) << length;
      EXPECT_GT(lines.nan, 0) << length;
    }
  }
}

TEST(Plans, OfRareValuesMeetEverySpecialValue) {
  for (const std::uint64_t bits :
       {0x0001U, 0x8001U, 0x0400U, 0x8400U, 0x7bffU, 0xfbffU, 0x7c00U, 0xfc00U}) {
    int found = 0;
    for (std::uint32_t key = 0; key < 20; ++key) {
      for (std::int64_t i = 0; i < 1000; ++i) {
        found += value("rare", ElementType::f16, key, 1, i) == bits ? 1 : 0;
      }
    }
    EXPECT_GT(found, 0) << bits;
  }
}

TEST(Plans, OfExponentsReachEveryBinade) {
  std::set<std::uint64_t> exponents;
  for (std::int64_t i = 0; i < sample_size; ++i) {
    exponents.insert(value("exponent", ElementType::f16, 1, 0, i) >> 10U & 0x1fU);
  }
  EXPECT_EQ(exponents.size(), 31U);  // all but that of infinity
}

TEST(Plans, OfOnesAreWholeNumbersUpToNine) {
  std::set<std::uint64_t> seen;
  for (std::int64_t i = 0; i < sample_size; ++i) {
    seen.insert(value("ones", ElementType::f16, 1, 0, i) & 0x7fffU);
  }
  // 1 to 9 in binary16.
  EXPECT_EQ(seen, (std::set<std::uint64_t>{0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700,
                                           0x4800, 0x4880}));
}

TEST(Plans, OfTiesHaveFewValuesAndSometimesBothZeros) {
  bool zeros = false;
  for (std::uint32_t key = 0; key < 40; ++key) {
    std::set<std::uint64_t> seen;
    for (std::int64_t i = 0; i < 200; ++i) seen.insert(value("ties", ElementType::f32, key, 0, i));
    EXPECT_LE(seen.size(), 5U);
    zeros = zeros || (seen.contains(0) && seen.contains(0x80000000U));
  }
  EXPECT_TRUE(zeros);
}

TEST(Plans, OfShiftsMeetTheWidth) {
  for (const std::uint64_t amount : {0U, 1U, 15U, 16U, 17U, 32U, 0xffffU}) {
    EXPECT_GT(count("shifts", ElementType::u16, [&](std::uint64_t bits) { return bits == amount; }),
              0)
        << amount;
  }
}

TEST(Plans, OfTextMeetDecimalTiesAndCarries) {
  // 0.125 is a tie at two places; 9.995 cut to binary32 is 0x411feb85 and its neighbour above
  // 0x411feb86.
  const auto is = [](std::uint64_t bits) {
    return [bits](std::uint64_t got) { return (got & 0x7fffffffU) == bits; };
  };
  EXPECT_GT(count("text", ElementType::f32, is(0x3e000000U)), 0);
  EXPECT_GT(count("text", ElementType::f32, is(0x411feb85U)), 0);
  EXPECT_GT(count("text", ElementType::f32, is(0x411feb86U)), 0);
}

TEST(Plans, OfCancellationPairOppositeNeighbours) {
  for (std::int64_t i = 0; i < 200; i += 2) {
    const std::uint64_t even = value("cancellation", ElementType::f32, 3, 0, i);
    const std::uint64_t odd = value("cancellation", ElementType::f32, 3, 0, i + 1);
    EXPECT_EQ((even ^ odd) >> 31U, 1U);
    EXPECT_EQ((even & 0x7fffffffU) >> 2U, (odd & 0x7fffffffU) >> 2U);
  }
}

TEST(Plans, OfRisingValuesRiseButForTheWrap) {
  for (const ElementType type : {ElementType::f16, ElementType::i16}) {
    int falls = 0;
    for (std::int64_t i = 0; i < 1000; ++i) {
      // Patterns in the order of their values: both formats count up from the sign bit's turn.
      const auto ordered = [&](std::uint64_t bits) {
        const bool negative = (bits & 0x8000U) != 0;
        const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffU);
        if (type == ElementType::i16) return negative ? magnitude - 0x8000 : magnitude;
        return negative ? -magnitude : magnitude;
      };
      const std::int64_t here = ordered(value("rising", type, 2, 0, i));
      falls += here >= ordered(value("rising", type, 2, 0, i + 1)) ? 1 : 0;
    }
    EXPECT_LE(falls, 1);
  }
}

TEST(Plans, AreRefusedByNameWhereUnknown) {
  EXPECT_THROW(plan_named("nothing"), std::invalid_argument);
}

TEST(Plans, OfAFormAreTheCommonOnesAndItsOwnOnce) {
  Form form;
  form.plans = {"text", "uniform", "text"};
  EXPECT_EQ(plans_of(form),
            (std::vector<std::string>{"uniform", "exponent", "specials", "extremes", "text"}));
}

}  // namespace
}  // namespace assay::generators
