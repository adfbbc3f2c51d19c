// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/tally.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "generators/generate.hpp"
#include "reference/judge/judge.hpp"
#include "reference/ops/per_element.hpp"
#include "reference/ops/semantics.hpp"
#include "runners/sweep/plan.hpp"

namespace assay::runners {
namespace {

using enum ElementType;

constexpr std::size_t plus_zero = 0, plus_normal = 2, plus_nan = 4, minus_normal = 7;

SweepPlan unary_plan() {
  return plan_sweep({.op = "TRSQRT", .dtype = "f16", .form = "plain", .target = "cpu"});
}

Result quotient(Promise promised = {}) {
  return ops::rounded({.function = Function::divide,
                       .arguments = {"a", "b"},
                       .accuracy = "divide",
                       .promised = std::move(promised)});
}

/// A made-up op of two arguments of 8 bits.
struct PairPlan {
  Form form;
  SweepPlan plan;

  explicit PairPlan(Result result, ElementType type = e4m3)
      : plan{.result = std::move(result),
             .from = type,
             .to = type,
             .tolerance = {Tolerance::Kind::correctly_rounded, 0, ""},
             .inputs = InputSpace({Codes::all(type), Codes::all(type)}),
             .selection = "all"} {
    form.op = "PAIR";
    form.operands = {{"dst", Role::output, OperandKind::tile},
                     {"a", Role::input, OperandKind::tile},
                     {"b", Role::input, OperandKind::tile}};
    TileSpec tile;
    tile.type.element = type;
    set_valid(tile, 256, 256);
    plan.test.call = {&form, Target::cpu, {tile, tile, tile}, {}};
    plan.test.plan = "uniform";
    plan.arguments = {1, 2};
    plan.output = 0;
  }
  PairPlan(const PairPlan&) = delete;
  PairPlan& operator=(const PairPlan&) = delete;
};

/// Judges results for the f16 inputs from `first` on.
SweepPart judged(const SweepPlan& plan, std::uint64_t first, std::vector<std::uint16_t> got) {
  const SweepRules rules(plan);
  SweepTally tally(rules);
  tally.draw(first, got.size());
  got.resize(plan.tile_inputs());
  tally.judge(std::as_bytes(std::span(got)));
  return tally.take();
}

TEST(SweepTally, DrawsTheInputsAndRepeatsTheLastToFillTheTile) {
  const SweepPlan plan = unary_plan();
  const SweepRules rules(plan);
  SweepTally tally(rules);
  const auto arguments = tally.draw(0x3c00, 3);
  ASSERT_EQ(arguments.size(), 1U);
  ASSERT_EQ(arguments[0].size(), 2 * plan.tile_inputs());
  std::vector<std::uint16_t> bits(plan.tile_inputs());
  std::memcpy(bits.data(), arguments[0].data(), arguments[0].size());
  EXPECT_EQ(bits[0], 0x3c00);
  EXPECT_EQ(bits[2], 0x3c02);
  EXPECT_EQ(bits.back(), 0x3c02);
}

TEST(SweepTally, CountsRightResultsWithTheirErrors) {
  // 1/sqrt(4) = 0.5. The next f16 is 4 + 2^-8; its root's inverse is 0.5 - 2^-12 + 3/2^23 and a
  // little, so the f16 0.5 - 2^-12 is (3/2^23) / 2^-12 = 0.00073 ulp away.
  const SweepPart part = judged(unary_plan(), 0x4400, {0x3800, 0x37ff});
  EXPECT_EQ(part.inputs, 2U);
  EXPECT_EQ(part.compared, 2U);
  EXPECT_EQ(part.wrong, 0U);
  EXPECT_EQ(part.measured, 2U);
  EXPECT_NEAR(part.ulp_sum, 0.00073, 2e-3);
  EXPECT_EQ(part.compared_classes[0][plus_normal][plus_normal], 2U);
  ASSERT_EQ(part.columns.size(), 1U);
  EXPECT_EQ(name_of(part.columns[0]), "+2^2");
}

TEST(SweepTally, ReportsAWrongResultWithItsDistance) {
  const SweepPart part = judged(unary_plan(), 0x4400, {0x3803});
  EXPECT_EQ(part.wrong, 1U);
  EXPECT_EQ(part.wrong_classes[plus_normal], 1U);
  ASSERT_EQ(part.wrong_inputs.size(), 1U);
  const SweepInput& wrong = part.wrong_inputs[0];
  EXPECT_EQ(wrong.index, 0x4400U);
  EXPECT_EQ(wrong.arguments[0], 0x4400U);
  EXPECT_EQ(wrong.expected, 0x3800U);
  EXPECT_EQ(wrong.got, 0x3803U);
  EXPECT_NEAR(wrong.ulp, 3, 2e-3);
  EXPECT_EQ(part.worst, part.wrong_inputs);
  EXPECT_EQ(part.columns[0].counts[ulp_bin(3)], 1U);
}

TEST(SweepTally, KeepsNaNOutOfMaximumAndMean) {
  const SweepPart part = judged(unary_plan(), 0x4400, {0x3801, 0x7e00, 0xfe01, 0x3800});
  EXPECT_EQ(part.compared, 4U);
  EXPECT_EQ(part.wrong, 3U);  // the inverse roots are 0.5 and a little less: the last is near
  EXPECT_EQ(part.measured, 2U);
  EXPECT_TRUE(std::isfinite(part.ulp_sum));
  EXPECT_LT(part.columns[0].max_ulp, 3);
  EXPECT_GT(part.columns[0].max_ulp, 0.9);
  EXPECT_EQ(part.columns[0].counts[nan_bin], 2U);
  EXPECT_TRUE(std::isinf(part.worst[0].ulp));
  EXPECT_EQ(part.worst[0].index, 0x4401U);
  EXPECT_EQ(part.compared_classes[0][plus_normal][plus_nan], 1U);
}

TEST(SweepTally, RecordsWhatThePageLeavesToTheTargetAndNeverFailsIt) {
  // The largest finite number and infinity, then NaN, of which the page promises nothing.
  const SweepPart part = judged(unary_plan(), 0x7bff, {0x1c00, 0x0000, 0xffff, 0x0000});
  EXPECT_EQ(part.inputs, 4U);
  EXPECT_EQ(part.compared, 2U);
  EXPECT_EQ(part.target_defined, 2U);
  EXPECT_EQ(part.wrong, 0U);
  EXPECT_EQ(part.target_defined_classes[0][plus_nan][plus_zero], 1U);
  EXPECT_EQ(
      judged(unary_plan(), 0xbc00, {0x3c00}).target_defined_classes[0][minus_normal][plus_normal],
      1U);
}

TEST(SweepTally, AcceptsAnyNaNWhereTheExactResultIsOne) {
  const PairPlan pairs(quotient());
  const SweepRules rules(pairs.plan);
  SweepTally tally(rules);
  tally.draw(0, 1);  // 0/0
  std::vector<std::byte> got(pairs.plan.tile_inputs(), std::byte{0xff});
  tally.judge(got);
  SweepPart part = tally.take();
  EXPECT_EQ(part.wrong, 0U);
  EXPECT_EQ(part.worst[0].ulp, 0);
  tally.draw(0, 1);
  got.assign(got.size(), std::byte{0x38});
  tally.judge(got);
  part = tally.take();
  EXPECT_EQ(part.wrong, 1U);
  EXPECT_TRUE(std::isinf(part.worst[0].ulp));
}

TEST(SweepTally, CountsTheClassesOfEveryArgument) {
  const PairPlan pairs(quotient());
  const SweepRules rules(pairs.plan);
  SweepTally tally(rules);
  tally.draw(0, 65536);
  tally.judge(std::vector<std::byte>(65536, std::byte{0x38}));
  const SweepPart part = tally.take();
  EXPECT_EQ(part.compared, 65536U);
  // e4m3 has per sign one zero, 7 subnormals, 119 normals and one NaN.
  const std::map<std::size_t, std::uint64_t> sizes{{0, 1}, {1, 7}, {2, 119}, {3, 0}, {4, 1}};
  for (const ClassTable& table : part.compared_classes) {
    for (std::size_t k = 0; k < number_classes; ++k) {
      EXPECT_EQ(table[k][plus_normal], 256 * sizes.at(k % negative_class)) << k;
    }
  }
  std::uint64_t counted = 0;
  for (const SweepColumn& column : part.columns) {
    for (const std::uint64_t count : column.counts) counted += count;
  }
  EXPECT_EQ(counted, 65536U);
}

TEST(SweepTally, AsksThePageAboutBothArgumentsInTheirOrder) {
  const PairPlan pairs(quotient([](ElementType, std::span<const std::uint64_t> bits) {
    return bits[0] == 0x40 && bits[1] < 3;
  }));
  const SweepRules rules(pairs.plan);
  SweepTally tally(rules);
  tally.draw(0, 65536);
  tally.judge(std::vector<std::byte>(65536));
  const SweepPart part = tally.take();
  EXPECT_EQ(part.compared, 3U);
  EXPECT_EQ(part.worst.size(), 3U);
  for (const SweepInput& input : part.worst) EXPECT_EQ(input.arguments[0], 0x40U);
}

/// The result for one pair if the call returned `got` for it.
SweepPart judged_pair(const SweepPlan& plan, std::uint64_t a, std::uint64_t b, std::uint8_t got) {
  const SweepRules rules(plan);
  SweepTally tally(rules);
  tally.draw(a << 8U | b, 1);
  tally.judge(std::vector<std::byte>(plan.tile_inputs(), std::byte{got}));
  return tally.take();
}

TEST(SweepTally, FollowsThePageWhereItAcceptsOneOfTwoPatterns) {
  const PairPlan pairs(ops::per_element({{"a"}, {"b"}},
                                        [](const ops::ElementContext& at) {
                                          return ops::either(at.arguments[0].bits,
                                                             at.arguments[1].bits);
                                        }),
                       u8);
  EXPECT_EQ(judged_pair(pairs.plan, 10, 20, 10).wrong, 0U);
  EXPECT_EQ(judged_pair(pairs.plan, 10, 20, 20).wrong, 0U);
  const SweepPart part = judged_pair(pairs.plan, 10, 20, 17);
  ASSERT_EQ(part.wrong_inputs.size(), 1U);
  EXPECT_EQ(part.wrong_inputs[0].ulp, 3);
  EXPECT_EQ(part.wrong_inputs[0].accept, Accept::any_of);
}

TEST(SweepTally, ComparesExactResultsBitByBit) {
  const PairPlan pairs(ops::per_element({{"a"}, {"b"}}, [](const ops::ElementContext& at) {
    return ops::exactly(at.arguments[0].bits);
  }));
  EXPECT_EQ(judged_pair(pairs.plan, 0x80, 1, 0x80).wrong, 0U);
  EXPECT_EQ(judged_pair(pairs.plan, 0x80, 1, 0x00).wrong, 1U) << "the zero of the other sign";
  EXPECT_EQ(judged_pair(pairs.plan, 0xff, 1, 0xff).wrong, 0U);
  EXPECT_EQ(judged_pair(pairs.plan, 0xff, 1, 0x7f).wrong, 1U) << "the NaN of the other sign";
}

TEST(SweepTally, NeverJudgesWhatThePageKeepsFromTheTarget) {
  PairPlan pairs(quotient());
  pairs.form.admit = [](const Call&, std::vector<ElementArray>& contents) {
    for (std::int64_t i = 0; i < contents[2].size(); ++i) {
      if (contents[2][i] == 0) contents[2].set(i, 0x38);
    }
  };
  const SweepRules rules(pairs.plan);
  SweepTally tally(rules);
  const auto arguments = tally.draw(0x3800, 3);  // 1/0, 1/2^-9, 1/2^-8
  EXPECT_EQ(arguments[1][0], std::byte{0x38});
  EXPECT_EQ(arguments[1][1], std::byte{0x01});
  tally.judge(std::vector<std::byte>(pairs.plan.tile_inputs(), std::byte{0x7e}));
  const SweepPart part = tally.take();
  EXPECT_EQ(part.inputs, 3U);
  EXPECT_EQ(part.withheld, 1U);
  EXPECT_EQ(part.compared, 2U);
}

// A suite has few numbers beyond i8 and few negative ones; a sweep has them all.
TEST(SweepTally, GivesAllInputsThatAreOnlyRareInCases) {
  SweepOptions conversion{.op = "TCVT", .dtype = "f16", .target = "a5", .to = "i8"};
  SweepOptions logarithm{.op = "TLOG", .dtype = "f16", .target = "a5"};
  for (const auto& [wanted, first] :
       {std::pair(conversion, 0x7800U), std::pair(logarithm, 0xBC00U)}) {
    const SweepPlan plan = plan_sweep(wanted);
    const SweepRules rules(plan);
    SweepTally tally(rules);
    tally.draw(first, 100);
    tally.judge(std::vector<std::byte>(plan.tile_inputs() * 2));
    EXPECT_EQ(tally.take().withheld, 0U) << wanted.op;
  }
}

TEST(SweepTally, TakesAFewWideInputsOfANarrowResult) {
  SweepOptions wanted{.op = "TCVT", .dtype = "f32", .target = "a5", .to = "hif8"};
  wanted.sample = 20;
  const SweepPlan plan = plan_sweep(wanted);
  const SweepRules rules(plan);
  SweepTally tally(rules);
  tally.draw(0x1000, 5);
  tally.judge(std::vector<std::byte>(plan.tile_inputs()));
  EXPECT_EQ(tally.take().inputs, 5U);
}

/// The verdict of a sweep is that of a run, input by input.
TEST(SweepTally, AgreesWithTheJudgeOfARun) {
  for (const char* op : {"TADD", "TABS", "TMAX", "TSUB"}) {
    SweepOptions wanted;
    wanted.op = op;
    wanted.dtype = "i8";
    wanted.target = "a5";
    const SweepPlan plan = plan_sweep(wanted);
    const SweepRules rules(plan);
    SweepTally tally(rules);
    const std::size_t count = std::min<std::size_t>(plan.tile_inputs(), plan.inputs.size());
    const auto arguments = tally.draw(0, count);
    std::vector<ElementArray> contents = generators::fill(plan.test, generators::Poison::first);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      std::ranges::copy(arguments[k], contents[plan.arguments[k]].bytes().begin());
    }
    ElementArray got = contents[plan.output];
    for (std::int64_t i = 0; i < got.size(); ++i)
      got.set(i, static_cast<std::uint64_t>(i) / 5 % 256);
    const auto lookup = [](const ToleranceKey&) {
      return Tolerance{Tolerance::Kind::correctly_rounded, 0, ""};
    };
    const auto expected = expect(plan.test.call, contents, lookup);
    const auto wrong = wrong_elements(std::get<ExpectedTile>(expected[0]), {}, got);
    tally.judge(std::as_const(got).bytes());
    const SweepPart part = tally.take();
    EXPECT_GT(part.wrong, 100U) << op;
    EXPECT_EQ(part.wrong,
              static_cast<std::uint64_t>(std::count(
                  wrong.begin(), wrong.begin() + static_cast<std::ptrdiff_t>(count), true)))
        << op;
  }
}

TEST(SweepTally, AddsUpToTheSameHoweverOftenItIsTaken) {
  const SweepPlan plan = unary_plan();
  const SweepRules rules(plan);
  SweepTally tally(rules);
  std::vector<std::uint16_t> got(plan.tile_inputs(), 0x3800);
  const auto part_of = [&](std::uint64_t first, std::size_t count) {
    tally.draw(first, count);
    tally.judge(std::as_bytes(std::span(got)));
    return tally.take();
  };
  const SweepPart once = part_of(0x4000, 1000);
  part_of(0, 500);
  EXPECT_EQ(part_of(0x4000, 1000), once);
}

}  // namespace
}  // namespace assay::runners
