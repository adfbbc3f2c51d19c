// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Bits = std::vector<std::uint64_t>;
using Names = std::vector<std::string>;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, three = 0x40400000;
constexpr std::uint64_t minus_zero = 0x80000000, nan = 0x7FC00000;

GlobalSpec counts() {
  GlobalSpec made;
  made.element = u16;
  made.shape = {1, 1, 1, 1, 4};
  made.stride = {4, 4, 4, 4, 1};
  made.dynamic_stride = false;
  return made;
}

/// Two lists of f32, one with a column that is no record.
Call two_lists(bool stops, std::int64_t room = 8) {
  return {&form_of("TMRGSORT", "two"),
          Target::cpu,
          {tile(f32, 1, 8, 1, room), counts(), tile(f32, 1, 16, 1, 16), tile(f32, 1, 8, 1, 4),
           tile(f32, 1, 8, 1, 5)},
          {stops ? 1 : 0}};
}

std::vector<ElementArray> contents_of(const Bits& first, const Bits& second) {
  std::vector<ElementArray> made{filled(f32, 8, 0x55), filled(u16, 4, 9), filled(f32, 16, 0x55),
                                 filled(f32, 8, 0x55), filled(f32, 8, 0x55)};
  for (std::size_t i = 0; i < 4; ++i) {
    made[3].set(static_cast<std::int64_t>(i), first.at(i));
    made[4].set(static_cast<std::int64_t>(i), second.at(i));
  }
  return made;
}

const Bits left{three, 10, one, 11}, right{three, 5, two, 6};

Bits first(const ExpectedTile& expected, std::int64_t count) {
  Bits bits;
  for (std::int64_t i = 0; i < count; ++i) bits.push_back(expected.value[i]);
  return bits;
}

TEST(MergedLists, TakeEqualValuesFromTheFirstListWhateverTheirIndices) {
  const auto merged = expected_tile(two_lists(false), contents_of(left, right));
  EXPECT_EQ(first(merged, 8), (Bits{three, 10, three, 5, two, 6, one, 11}));
  EXPECT_EQ(accept_at(merged, 7), Accept::exact);
  const auto counted = expected_tile(two_lists(false), contents_of(left, right), 1);
  EXPECT_EQ(accept_at(counted, 0), Accept::unspecified);
}

TEST(MergedLists, StopAsOneEnds) {
  const auto merged = expected_tile(two_lists(true), contents_of(left, right));
  EXPECT_EQ(first(merged, 6), (Bits{three, 10, three, 5, two, 6}));
  EXPECT_EQ(accept_at(merged, 6), Accept::unspecified);
  const auto counted = expected_tile(two_lists(true), contents_of(left, right), 1);
  EXPECT_EQ(first(counted, 4), (Bits{1, 2, 0, 0}));
  EXPECT_EQ(accept_at(counted, 3), Accept::exact);
}

TEST(MergedLists, AreOpenWhereOneIsOutOfOrder) {
  for (const Bits& wrong : {Bits{one, 1, two, 2}, Bits{nan, 1, one, 2}}) {
    const auto before = contents_of(left, wrong);
    EXPECT_EQ(accept_at(expected_tile(two_lists(true), before), 0), Accept::target_defined);
    EXPECT_EQ(accept_at(expected_tile(two_lists(true), before, 1), 0), Accept::target_defined);
  }
}

TEST(MergedLists, HaveZerosOfBothSignsInOneOfTwoOrders) {
  const Bits below{minus_zero, 1, 0xBF800000, 2}, above{0, 3, 0xC0000000, 4};
  const auto before = contents_of(below, above);
  EXPECT_EQ(first(expected_tile(two_lists(true), before), 4), (Bits{minus_zero, 1, 0, 3}));
  const auto apart = reading(Choice::zeros_in_searches, zeros_apart);
  EXPECT_EQ(first(expected_tile(two_lists(true), before, apart), 4), (Bits{0, 3, minus_zero, 1}));
}

TEST(MergedLists, OfCasesAreInOrderWithDistinctIndices) {
  const Call call = two_lists(false);
  auto made = contents_of({one, 1, nan, 1}, {minus_zero, 1, 0, 1});
  call.form->admit(call, made);
  EXPECT_EQ(made[3][0], 0x7F800000U);  // in place of the NaN
  EXPECT_EQ(made[3][2], one);
  EXPECT_EQ(made[4][0], 0U);
  EXPECT_EQ(made[4][2], minus_zero);
  EXPECT_NE(made[3][1], made[3][3]);
  EXPECT_NE(made[3][3], made[4][1]);
  const auto again = made;
  call.form->admit(call, made);
  EXPECT_EQ(made, again);
}

/// Eight blocks of half, of 16 records each; of a block all values are one.
TEST(MergedBlocks, AreThoseOfFourEach) {
  const Call call{&form_of("TMRGSORT", "blocks"),
                  Target::a5,
                  {tile(f16, 1, 512, 1, 512), tile(f16, 1, 512, 1, 512), ScalarSpec{u32, 64}},
                  {}};
  EXPECT_EQ(broken_constraints(call), Names{});
  std::vector<ElementArray> before{filled(f16, 512, 0x55), filled(f16, 512, 0),
                                   elements(u32, {64})};
  for (std::int64_t record = 0; record < 128; ++record) {
    const auto number = static_cast<std::uint64_t>(record);
    before[1].set(4 * record, 0x3C00 + number / 16);
    before[1].set(4 * record + 2, number);
    before[1].set(4 * record + 3, 0xABCD);
  }
  const auto merged = expected_tile(call, before);
  EXPECT_EQ(first(merged, 4), (Bits{0x3C03, 0, 48, 0xABCD}));
  EXPECT_EQ(merged.value[252], 0x3C00U);
  EXPECT_EQ(merged.value[256], 0x3C07U);
  EXPECT_EQ(merged.value[258], 112U);
}

Call blocks_of(std::uint64_t length, std::int64_t cols, Target target) {
  return {&form_of("TMRGSORT", "blocks"),
          target,
          {tile(f32, 1, 2048, 1, cols), tile(f32, 1, 2048, 1, cols), ScalarSpec{u32, length}},
          {}};
}

Names broken_with(std::uint64_t length, std::int64_t cols) {
  return broken_constraints(blocks_of(length, cols, Target::a5));
}

TEST(MergedBlocks, NameWhatACallBreaks) {
  EXPECT_EQ(broken_with(128, 1024), Names{});
  EXPECT_EQ(broken_with(32, 256), Names{"blockLen.units"});
  EXPECT_EQ(broken_with(64, 0), Names{"blockLen.groups"});
  EXPECT_EQ(broken_with(0, 256), Names{"blockLen.groups"});
  EXPECT_EQ(broken_with(64, 320), Names{"src.groups"});
}

TEST(MergedLists, NameWhatACallBreaks) {
  EXPECT_EQ(broken_constraints(two_lists(true)), Names{});
  EXPECT_EQ(broken_constraints(two_lists(true, 2)), Names{});
  EXPECT_EQ(broken_constraints(two_lists(true, 4)), Names{"dst.records"});
  Call call = two_lists(true);
  call.target = Target::a5;
  call.tile("src1").type.rows = 2;
  EXPECT_EQ(broken_constraints(call), Names{"src1.rows"});
  call = two_lists(true);
  call.target = Target::a2a3;
  call.tile("tmp").type.cols = 192 * 256 - 16;
  EXPECT_EQ(broken_constraints(call), Names{"tmp.memory"});
  call.tile("tmp").type.cols -= 8;
  EXPECT_EQ(broken_constraints(call), Names{});
}

/// Lists stop as dst is full.
Samples of_full_results() {
  return {Sample("E-TMRGSORT-007", two_lists(true, 2), contents_of(left, right))
              .in("executed")
              .gives_row({}, {1, 0, 0, 0})};
}

const SamplesOf samples_of_merges{of_full_results};

/// Missing checks, each on its targets.
Samples of_unchecked_merges() {
  const auto merged = [](const char* number, std::uint64_t length, std::int64_t cols, Target target,
                         const char* constraint) {
    return Sample(number, blocks_of(length, cols, target)).breaks(constraint);
  };
  const auto four = [](const char* number, Target target, const char* constraint) {
    Call call = two_lists(false);
    call.form = &form_of("TMRGSORT", "four");
    call.operands.insert(call.operands.end(), {tile(f32, 1, 8, 1, 4), tile(f32, 2, 8, 1, 4)});
    call.target = target;
    return Sample(number, call).breaks(constraint);
  };
  using enum Target;
  return {merged("E-TMRGSORT-001", 32, 256, cpu, "blockLen.units"),
          merged("E-TMRGSORT-002", 64, 0, cpu, "blockLen.groups"),
          merged("E-TMRGSORT-003", 64, 320, cpu, "src.groups"),
          merged("E-TMRGSORT-004", 32, 256, a5, "blockLen.units"),
          merged("E-TMRGSORT-005", 64, 0, a5, "blockLen.groups"),
          merged("E-TMRGSORT-006", 64, 320, a5, "src.groups"),
          merged("E-TMRGSORT-006", 64, 320, a2a3, "src.groups").is_unknown(),
          four("E-TMRGSORT-008", a2a3, "src3.rows"),
          four("E-TMRGSORT-009", a5, "src3.rows"),
          four("E-TMRGSORT-009", a5, "src2.rows").is_unknown()};
}

const SamplesOf samples_of_unchecked_merges{of_unchecked_merges};

}  // namespace
}  // namespace assay::ops
