// SPDX-License-Identifier: Apache-2.0
// Sums of neighbours, and each erratum of them where it is in effect and where it is not.
#include <functional>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, three = 0x40400000, six = 0x40C00000,
                        minus_zero = 0x80000000, nan = 0x7FC00000;

Call sums(Target target, const TileSpec& dst, const TileSpec& src) {
  return {&form_of("TPAIRREDUCESUM", "plain"), target, {dst, src}, {}};
}

// Five valid columns: 1 + 2, 3 + 3, -0 + 0; then zeros.
TEST(PairSums, StandOneBehindTheOtherBeforeZeros) {
  const TileSpec row = tile(f32, 1, 8, 1, 5);
  const auto expected = expected_tile(
      sums(Target::a5, row, row),
      {filled(f32, 8, nan), elements(f32, {one, two, three, three, minus_zero, nan, nan, nan})});
  const std::vector<std::uint64_t> values{three, six, 0, 0, 0};
  for (std::int64_t at = 0; at < 5; ++at) {
    EXPECT_EQ(expected.value[at], values[static_cast<std::size_t>(at)]) << at;
    EXPECT_EQ(accept_at(expected, at), at < 3 ? Accept::interval : Accept::exact) << at;
  }
  EXPECT_EQ(accept_at(expected, 5), Accept::unspecified);
}

// 2048 + 1 lies between halves 2048 and 2050; 65504 + 65504 is beyond the largest.
TEST(PairSums, AreRoundedOnce) {
  const TileSpec row = tile(f16, 1, 16, 1, 6);
  ElementArray source = filled(f16, 16, 0);
  const std::vector<std::uint64_t> halves{0x6800, 0x3C00, 0x7BFF, 0x7BFF, 0x7C00, 0xFC00};
  for (std::int64_t at = 0; at < 6; ++at) source.set(at, halves[static_cast<std::size_t>(at)]);
  const auto expected = expected_tile(sums(Target::a2a3, row, row), {filled(f16, 16, 0), source});
  EXPECT_EQ(expected.value[0], 0x6800U);
  EXPECT_EQ(expected.low[0], expected.high[0]);
  EXPECT_EQ(expected.value[1], 0x7C00U);
  EXPECT_EQ(accept_at(expected, 2), Accept::any_nan);
}

TEST(PairSums, NameWhatTheyBreak) {
  const auto broken = [](const TileSpec& dst, const TileSpec& src) {
    return broken_constraints(sums(Target::a5, dst, src));
  };
  const TileSpec row = tile(f32, 1, 16, 1, 5);
  EXPECT_EQ(broken(row, tile(f32, 3, 8, 1, 5)), Names{});
  EXPECT_EQ(broken(row, tile(f32, 1, 8, 1, 6)), Names{"src0.same_valid_region"});
  EXPECT_EQ(broken(row, tile(f16, 1, 16, 1, 5)), Names{"dst.same_element"});
  EXPECT_EQ(broken(tile(i32, 1, 8, 1, 5), tile(i32, 1, 8, 1, 5)), Names{"src0.element"});
}

/// Three rows of eight floats 1, 2, 3, ...; dst begins with NaN.
VerdictKind judged(Target target, std::int64_t valid_cols, bool fixed, const std::string& errata,
                   const std::function<std::uint64_t(std::int64_t row, std::int64_t col)>& result) {
  const std::vector<std::uint64_t> counted{one,        two, three,      0x40800000,
                                           0x40A00000, six, 0x40E00000, 0x41000000};
  Case test_case;
  TileSpec all = tile(f32, 3, 8, 3, valid_cols);
  all.type.dynamic_valid_cols = !fixed;
  test_case.call = sums(target, all, all);
  std::vector<Trial> trials(3);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Trial& trial = trials[i];
    trial.before = {filled(f32, 24, nan), filled(f32, 24, i == other_poison_trial ? 1 : 2)};
    for (std::int64_t row = 0; row < 3; ++row) {
      for (std::int64_t col = 0; col < valid_cols; ++col) {
        trial.before[1].set(8 * row + col, counted[static_cast<std::size_t>(col)]);
      }
    }
    trial.after = trial.before;
    for (std::int64_t row = 0; row < 3; ++row) {
      for (std::int64_t col = 0; col < valid_cols; ++col) {
        trial.after[0].set(8 * row + col, result(row, col));
      }
    }
  }
  return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of(errata)}).kind;
}

// 1 + 2, 3 + 4, 5 + 6, 7 + 8.
constexpr std::uint64_t sum_of[] = {three, 0x40E00000, 0x41300000, 0x41700000};

TEST(PairSumErrata, OfPairsKeepTheRestOfARow) {
  const auto of = [](Target target, std::int64_t cols, const std::string& errata) {
    return judged(target, cols, false, errata, [=](std::int64_t, std::int64_t col) {
      return col < cols / 2 ? sum_of[col] : nan;
    });
  };
  EXPECT_EQ(of(Target::a2a3, 5, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a2a3, 5, "E-TPAIRREDUCESUM-001"), VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::a5, 8, "E-TPAIRREDUCESUM-003"), VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::a5, 8, "E-TPAIRREDUCESUM-001"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::cpu, 5, "all"), VerdictKind::deviates);
}

TEST(PairSumErrata, OfPackedSumsAreThoseOfTypesWithAllColumns) {
  const auto of = [](Target target, bool fixed, const std::string& errata) {
    return judged(target, 8, fixed, errata, [](std::int64_t row, std::int64_t col) {
      const std::int64_t at = 8 * row + col;
      return at < 12 ? sum_of[at % 4] : nan;
    });
  };
  EXPECT_EQ(of(Target::a5, true, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a5, true, "E-TPAIRREDUCESUM-002"), VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::a5, false, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a2a3, true, "all"), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
