// SPDX-License-Identifier: Apache-2.0
// The judge against the model of it in exact binary fractions, and against the mistakes of
// comparators that are known from elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "reference/judge/acceptance_model_test.hpp"
#include "reference/judge/judge.hpp"

namespace assay {
namespace {

using enum Accept;

constexpr Accept kinds[] = {unspecified, exact,          interval,  any_of,          any_nan,
                            preserved,   target_defined, some_bits, interval_or_zero};

/// Bits of one type: special ones, neighbours of ones drawn before, and any.
class Draws {
 public:
  explicit Draws(ElementType type)
      : type_(type), mask_(mask_of(type)), engine_(static_cast<std::uint64_t>(type) + 1) {}

  std::uint64_t next() {
    const std::uint64_t sign = (mask_ >> 1) + 1;
    switch (below(8)) {
      case 0:
        return last_ = 0;
      case 1:
        return last_ = sign;
      case 2:
        return last_ = special();
      case 3:
        return last_ = (last_ + 1) & mask_;
      case 4:
        return last_ = (last_ - 1) & mask_;
      case 5:
        return last_ ^= sign;
      default:
        return last_ = engine_() & mask_;
    }
  }
  std::uint64_t below(std::uint64_t count) { return engine_() % count; }

  /// Two numbers in order, with the value between them.
  void range(std::uint64_t& low, std::uint64_t& value, std::uint64_t& high) {
    const auto number = [&] {
      for (;;) {
        const std::uint64_t bits = next();
        if (model::meaning_of(type_, bits).kind != model::Meaning::Kind::nan) return bits;
      }
    };
    std::uint64_t drawn[] = {number(), number(), number()};
    std::ranges::sort(drawn, [&](std::uint64_t a, std::uint64_t b) {
      return !model::at_most(model::meaning_of(type_, b), model::meaning_of(type_, a));
    });
    low = drawn[0];
    value = drawn[1];
    high = drawn[2];
  }

 private:
  /// All exponent bits set, and the next patterns: infinities, greatest numbers, some NaN.
  std::uint64_t special() {
    const int fraction = std::max(format_of(type_).precision - 1, 0);
    const std::uint64_t top = mask_ >> 1 >> fraction << fraction;
    return (top + below(5) - 2 + (below(2) << (bits_of(type_) - 1))) & mask_;
  }

  ElementType type_;
  std::uint64_t mask_;
  std::mt19937_64 engine_;
  std::uint64_t last_ = 0;
};

/// A row of elements of all kinds of acceptance, and what came back: often right.
struct Row {
  Row(ElementType type, std::int64_t count, Draws& draws)
      : expected(type, 1, count), before(type, count), got(type, count) {
    for (std::int64_t i = 0; i < count; ++i) fill(i, draws);
  }

  void fill(std::int64_t i, Draws& draws) {
    const Accept kind = kinds[draws.below(std::size(kinds))];
    std::uint64_t low = draws.next(), value = draws.next(), high = draws.next();
    if (has_interval(kind)) draws.range(low, value, high);
    expected.set_accept(i, kind);
    expected.low.set(i, low);
    expected.value.set(i, value);
    expected.high.set(i, high);
    before.set(i, draws.next());
    const std::uint64_t candidates[] = {value,     low,          high,         before[i],
                                        value + 1, low - 1,      high + 1,     0,
                                        value ^ 1, draws.next(), draws.next(), draws.next()};
    got.set(i, candidates[draws.below(std::size(candidates))] & mask_of(before.type()));
  }

  bool accepted(std::int64_t i) const {
    return model::accepts(expected.accept[static_cast<std::size_t>(i)], before.type(),
                          expected.value[i], expected.low[i], expected.high[i], before[i], got[i]);
  }

  ExpectedTile expected;
  ElementArray before;
  ElementArray got;
};

class JudgeOf : public testing::TestWithParam<ElementType> {};

TEST_P(JudgeOf, IsTheModelInEveryKindOfAcceptance) {
  constexpr int rows = 60;
  constexpr std::int64_t count = 300;  // more than are compared together
  Draws draws(GetParam());
  std::vector<std::int64_t> seen_right(std::size(kinds)), seen_wrong(std::size(kinds));
  for (int k = 0; k < rows; ++k) {
    const Row row(GetParam(), count, draws);
    const std::vector<bool> wrong = wrong_elements(row.expected, row.before, row.got);
    std::int64_t counted = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const bool right = row.accepted(i);
      counted += right ? 0 : 1;
      ++(right ? seen_right : seen_wrong)[static_cast<std::size_t>(row.expected.accept[place])];
      ASSERT_EQ(!wrong[place], right)
          << name_of(row.expected.accept[place]) << " value " << row.expected.value[i] << " from "
          << row.expected.low[i] << " to " << row.expected.high[i] << ", before " << row.before[i]
          << ", got " << row.got[i];
    }
    EXPECT_EQ(compare(row.expected, row.before, row.got).wrong, counted);
    EXPECT_EQ(all_acceptable(row.expected, row.before, row.got), counted == 0);
  }
  const bool has_nan = format_of(GetParam()).has_nan;
  for (const Accept kind : kinds) {
    const auto place = static_cast<std::size_t>(kind);
    const bool free = kind == unspecified || kind == target_defined;
    const std::int64_t least_right = kind != any_nan || has_nan ? 50 : 0;
    EXPECT_GE(seen_right[place], least_right) << name_of(kind);
    EXPECT_GE(seen_wrong[place], free ? 0 : 50) << name_of(kind);
  }
}

/// Blocks are compared as a whole: one wrong element must be seen wherever it is.
TEST_P(JudgeOf, SeesTheOneWrongElementWhereverItStands) {
  constexpr std::int64_t count = 260;
  Draws draws(GetParam());
  Row row(GetParam(), count, draws);
  for (std::int64_t i = 0; i < count; ++i) row.got.set(i, row.expected.value[i]);
  std::ranges::fill(row.expected.accept, exact);
  ASSERT_TRUE(all_acceptable(row.expected, row.before, row.got));
  for (std::int64_t i = 0; i < count; ++i) {
    row.got.set(i, row.expected.value[i] ^ 1);
    EXPECT_FALSE(all_acceptable(row.expected, row.before, row.got)) << i;
    EXPECT_EQ(compare(row.expected, row.before, row.got).wrong, 1) << i;
    row.got.set(i, row.expected.value[i]);
  }
}

std::vector<ElementType> all_types() {
  std::vector<ElementType> types;
  for (const ElementFormat& format : all_formats()) types.push_back(format.type);
  return types;
}

std::string type_of(const testing::TestParamInfo<ElementType>& test_case) {
  return std::string(name_of(test_case.param));
}

INSTANTIATE_TEST_SUITE_P(Types, JudgeOf, testing::ValuesIn(all_types()), type_of);

// ---- mistakes that comparators elsewhere make ----

constexpr std::uint64_t bits_of_float(float number) { return std::bit_cast<std::uint32_t>(number); }

/// A tile of one value, right where not said otherwise.
struct Tile {
  Tile(ElementType type, std::uint64_t value, std::int64_t rows = 64, std::int64_t cols = 64)
      : expected(type, rows, cols), before(type, rows * cols), got(type, rows * cols) {
    for (std::int64_t i = 0; i < got.size(); ++i) {
      expected.set_exact(i, value);
      got.set(i, value);
    }
  }
  std::int64_t wrong() const {
    const std::int64_t counted = compare(expected, before, got).wrong;
    EXPECT_EQ(all_acceptable(expected, before, got), counted == 0);
    return counted;
  }
  void all(std::uint64_t bits) {
    for (std::int64_t i = 0; i < got.size(); ++i) got.set(i, bits);
  }

  ExpectedTile expected;
  ElementArray before;
  ElementArray got;
};

TEST(ClassicMistake, InfinityIsNotOne) {
  Tile tile(ElementType::f32, bits_of_float(std::numeric_limits<float>::infinity()));
  tile.all(bits_of_float(1));
  EXPECT_EQ(tile.wrong(), 4096);
}

TEST(ClassicMistake, SomeNanAmongMany) {
  Tile tile(ElementType::f32, bits_of_float(2));
  for (std::int64_t i = 0; i < 16; ++i) tile.got.set(i * 256 + 17, 0x7FC00000);
  EXPECT_EQ(tile.wrong(), 16);
}

TEST(ClassicMistake, AllOffByLessThanARelativeThousandth) {
  Tile tile(ElementType::f32, bits_of_float(1));
  tile.all(bits_of_float(1.0008F));
  EXPECT_EQ(tile.wrong(), 4096);
}

TEST(ClassicMistake, LargeIntegersThatAreEqualAsFloats) {
  Tile far(ElementType::i32, 1'000'000'000);
  far.all(1'000'900'000);
  EXPECT_EQ(far.wrong(), 4096);
  Tile near(ElementType::i32, (1 << 24) + 1);
  near.all(1 << 24);
  EXPECT_EQ(near.wrong(), 4096);
}

TEST(ClassicMistake, ATinyValueOfTheWrongSign) {
  Tile tile(ElementType::f32, bits_of_float(1e-30F));
  tile.all(bits_of_float(-1e-30F));
  EXPECT_EQ(tile.wrong(), 4096);
  Tile zero(ElementType::f32, bits_of_float(0));
  zero.all(bits_of_float(-0.0F));
  EXPECT_EQ(zero.wrong(), 4096);
}

TEST(ClassicMistake, ATileThatWasNotWritten) {
  Tile tile(ElementType::f16, 0x3C00);
  tile.got = tile.before;
  EXPECT_EQ(tile.wrong(), 4096);
}

TEST(ClassicMistake, OnlyTheFirstPartIsRight) {
  Tile tile(ElementType::bf16, 0x3F80);
  for (std::int64_t i = 128; i < tile.got.size(); ++i) tile.got.set(i, 0);
  EXPECT_EQ(tile.wrong(), 4096 - 128);
}

}  // namespace
}  // namespace assay
