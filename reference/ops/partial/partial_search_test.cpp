// SPDX-License-Identifier: Apache-2.0
// Values that carry an index, of which the greater or smaller one is selected (decision 195), and
// what implementations are known to select instead. Computed by hand.
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;
constexpr std::uint64_t one = 0x3C00, two = 0x4000, nan = 0x7E01, minus_zero = 0x8000;
using Patterns = std::vector<std::uint64_t>;

/// A row of halves with int32 indices: dst and src0 have four columns, src1 has `fewer`.
struct Pairs {
  Call call;
  std::vector<ElementArray> before;

  Pairs(const std::string& op, Target target, Patterns first, Patterns second,
        std::int64_t fewer = 3)
      : call{&form_of(op, "plain"), target, {}, {}} {
    for (const ElementType type : {f16, i32}) {
      for (const std::int64_t valid : {std::int64_t{4}, std::int64_t{4}, fewer}) {
        call.operands.emplace_back(tile(type, 1, 16, 1, valid));
      }
    }
    first.resize(16, 0x1111);
    second.resize(16, 0x7800);
    Patterns of_first, of_second;  // the greater index belongs to src0
    for (std::uint64_t i = 0; i < 16; ++i) {
      of_first.push_back(900 - i);
      of_second.push_back(100 + i);
    }
    before = {filled(f16, 16, 0x5555), elements(f16, first),    elements(f16, second),
              filled(i32, 16, 0x55),   elements(i32, of_first), elements(i32, of_second)};
  }
  ExpectedTile value() const { return expected_tile(call, before, 0); }
  ExpectedTile index() const { return expected_tile(call, before, 1); }
};

void expect_pair(const Pairs& pairs, std::int64_t col, std::uint64_t value, std::uint64_t index) {
  EXPECT_EQ(accept_at(pairs.value(), col), Accept::exact);
  EXPECT_EQ(pairs.value().value[col], value);
  EXPECT_EQ(accept_at(pairs.index(), col), Accept::exact);
  EXPECT_EQ(pairs.index().value[col], index);
}

TEST(PartialSearch, TakesTheBetterValueWithItsIndex) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Pairs greatest("TPARTARGMAX", target, {two, one, one, nan}, {one, two, one});
    expect_pair(greatest, 0, two, 900);
    expect_pair(greatest, 1, two, 101);
    expect_pair(greatest, 2, one, 102);  // equal: the second
    expect_pair(greatest, 3, nan, 897);  // alone
    const Pairs smallest("TPARTARGMIN", target, {two, one, minus_zero, one}, {one, two, 0});
    expect_pair(smallest, 0, one, 100);
    expect_pair(smallest, 1, one, 899);
    expect_pair(smallest, 2, 0, 102);  // zeros are equal
    expect_pair(smallest, 3, one, 897);
  }
}

TEST(PartialSearch, LeavesNanToTheMachine) {
  const Pairs pairs("TPARTARGMAX", a5, {nan, one, one}, {one, nan, one});
  for (const std::int64_t col : {0, 1}) {
    EXPECT_EQ(accept_at(pairs.value(), col), Accept::any_of) << col;
    EXPECT_EQ(accept_at(pairs.index(), col), Accept::any_of) << col;
  }
  expect_pair(pairs, 2, one, 102);
}

TEST(PartialSearch, TakesTheSecondOfSubnormalNumbersThatAreFlushed) {
  const Pairs pairs("TPARTARGMAX", a5, {2, 1, 2}, {1, 2, one});
  expect_pair(pairs, 0, 2, 900);
  expect_pair(pairs, 1, 2, 101);
  const auto flushed =
      expect(pairs.call, pairs.before, reading(Choice::subnormals_elsewhere, subnormals_flushed));
  const auto& values = std::get<ExpectedTile>(flushed.at(0));
  const auto& indices = std::get<ExpectedTile>(flushed.at(1));
  EXPECT_EQ(values.value[0], 0U);
  EXPECT_EQ(indices.value[0], 100U);
  EXPECT_EQ(accept_at(indices, 0), Accept::exact);
  EXPECT_EQ(values.value[2], one);
  EXPECT_EQ(indices.value[2], 102U);
}

TEST(PartialSearch, HasPairsOfTypesAndRegions) {
  Pairs pairs("TPARTARGMAX", a2a3, {}, {});
  EXPECT_EQ(broken_constraints(pairs.call), std::vector<std::string>());
  for (const char* name : {"dstVal", "src0Val", "src1Val"})
    pairs.call.tile(name).type.element = f32;
  for (const char* name : {"dstIdx", "src0Idx", "src1Idx"})
    pairs.call.tile(name).type.element = i16;
  EXPECT_EQ(broken_constraints(pairs.call), std::vector<std::string>{"dstIdx.pair"});
  Pairs apart("TPARTARGMAX", a5, {}, {});
  apart.call.tile("src1Idx").valid_cols = 4;
  EXPECT_EQ(broken_constraints(apart.call), std::vector<std::string>{"src1Idx.same_valid_region"});
}

VerdictKind kind_of(const Pairs& pairs, const std::vector<ElementArray>& after,
                    const std::string& errata) {
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  Case test_case;
  test_case.call = pairs.call;
  Trial trial;
  trial.before = pairs.before;
  trial.after = after;
  return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
}

TEST(PartialSearch, OfEqualsDevicesAreKnownToTakeTheFirst) {
  for (const std::string op : {"TPARTARGMAX", "TPARTARGMIN"}) {
    for (const auto& [target, number] : {std::pair{a2a3, "-001"}, std::pair{a5, "-002"}}) {
      const Pairs pairs(op, target, {one, minus_zero, one, one}, {one, 0, one});
      std::vector<ElementArray> after = pairs.before;
      for (std::int64_t col = 0; col < 4; ++col) {
        after[0].set(col, pairs.before[1][col]);
        after[3].set(col, pairs.before[4][col]);
      }
      EXPECT_EQ(kind_of(pairs, after, "E-" + op + number), VerdictKind::known_deviation);
      EXPECT_EQ(kind_of(pairs, after, "none"), VerdictKind::deviates);
      after[3].set(1, 101);
      after[0].set(2, two);
      EXPECT_EQ(kind_of(pairs, after, "E-" + op + number), VerdictKind::deviates);
    }
  }
}

TEST(PartialSearch, OfOtherPitchesTheCpuIsKnownToMissIndices) {
  for (const std::string op : {"TPARTARGMAX", "TPARTARGMIN"}) {
    Pairs pairs(op, cpu, {one, one, one, one}, {one, one, one});
    for (const char* name : {"dstIdx", "src0Idx", "src1Idx"}) {
      pairs.call.tile(name).type = tile(i32, 4, 8, 1, 1).type;
    }
    for (std::size_t i = 0; i < 6; ++i) {
      auto& made = std::get<TileSpec>(pairs.call.operands[i]);
      made.type.rows = i < 3 ? 2 : 4;
      made.valid_rows = 2;
      pairs.before[i] = filled(i < 3 ? f16 : i32, 32, i < 3 ? one : 0);
      for (std::int64_t k = 0; k < 32; ++k) {
        if (i > 3)
          pairs.before[i].set(k, static_cast<std::uint64_t>(100 * static_cast<int>(i) + k));
      }
    }
    std::vector<ElementArray> after = pairs.before;
    for (const std::int64_t row : {0, 1}) {
      for (std::int64_t col = 0; col < 4; ++col) {
        after[0].set(row * 16 + col, one);
        after[3].set(row * 16 + col,
                     (col < 3 ? 500U : 400U) + static_cast<std::uint64_t>(row * 16 + col));
      }
    }
    EXPECT_EQ(kind_of(pairs, after, "E-" + op + "-004"), VerdictKind::known_deviation);
    EXPECT_EQ(kind_of(pairs, after, "none"), VerdictKind::deviates);
    after[3].set(8, 1);  // what dst held there stays
    EXPECT_EQ(kind_of(pairs, after, "E-" + op + "-004"), VerdictKind::deviates);
  }
}

VerdictKind breach_of(const Call& call, const char* constraint, const std::string& errata) {
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  Case test_case;
  test_case.call = call;
  test_case.intent = {Intent::Kind::outside, constraint};
  Trial trial;
  for (const OperandValue& value : call.operands) {
    const TileType& type = std::get<TileSpec>(value).type;
    trial.before.push_back(filled(type.element, type.elements(), 1));
  }
  trial.after = trial.before;
  return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
}

TEST(PartialSearch, ChecksThatAreMissingAreKnown) {
  for (const std::string op : {"TPARTARGMAX", "TPARTARGMIN"}) {
    for (const auto& [constraint, number] :
         {std::pair{"src1Idx.same_element", "-006"}, std::pair{"src0Idx.same_valid_region", "-007"},
          std::pair{"dstVal.covered", "-008"}}) {
      const Call call = Pairs(op, cpu, {}, {}).call;
      EXPECT_EQ(breach_of(call, constraint, "E-" + op + number), VerdictKind::known_deviation);
      EXPECT_EQ(breach_of(call, constraint, "none"), VerdictKind::accepted_invalid);
    }
  }
}

TEST(PartialSearch, IndicesBeyondTheirTileAreKnown) {
  const auto damaged = [](const std::string& op, const Intent& intent, const std::string& errata) {
    const auto exactly = [](const ToleranceKey&) {
      return Tolerance{Tolerance::Kind::exact, 0, {}};
    };
    Pairs pairs(op, cpu, {one, one, one, one}, {one, one, one});
    for (const char* name : {"dstIdx", "src0Idx", "src1Idx"}) {
      pairs.call.tile(name).type = tile(i32, 2, 8, 1, 1).type;
    }
    for (std::size_t i = 0; i < 6; ++i) {
      auto& made = std::get<TileSpec>(pairs.call.operands[i]);
      made.type.rows = made.valid_rows = 2;
      pairs.before[i] = filled(made.type.element, 2 * made.cols(), 1);
    }
    Case test_case;
    test_case.call = pairs.call;
    test_case.intent = intent;
    Trial trial;
    trial.before = trial.after = pairs.before;
    trial.damage = {{"dstIdx", 64, 64}};
    return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
  };
  const Intent illegal{Intent::Kind::outside, "dstIdx.location"};
  for (const std::string op : {"TPARTARGMAX", "TPARTARGMIN"}) {
    EXPECT_EQ(damaged(op, {}, "E-" + op + "-009"), VerdictKind::known_deviation);
    EXPECT_EQ(damaged(op, illegal, "E-" + op + "-010"), VerdictKind::known_deviation);
    EXPECT_EQ(damaged(op, {}, "none"), VerdictKind::deviates);
    EXPECT_EQ(damaged(op, illegal, "none"), VerdictKind::deviates);
  }
}

}  // namespace
}  // namespace assay::ops
