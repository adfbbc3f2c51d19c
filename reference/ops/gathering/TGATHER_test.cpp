// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

/// Element i is 100 + i.
ElementArray counted(ElementType type, std::int64_t count) {
  ElementArray made(type, count);
  for (std::int64_t at = 0; at < count; ++at) made.set(at, 100 + static_cast<std::uint64_t>(at));
  return made;
}

/// 2 x 8 indices into 3 x 16 elements, of which 3 x 5 are valid.
Call by_index(Target target) {
  return {
      &form_of("TGATHER", "index"),
      target,
      {tile(i32, 2, 8, 2, 8), tile(i32, 3, 16, 3, 5), tile(i32, 2, 8, 2, 8), tile(i32, 2, 8, 2, 8)},
      {}};
}

std::vector<ElementArray> with_indices(const std::vector<std::uint64_t>& indices) {
  return {filled(i32, 16, 7), counted(i32, 48), elements(i32, indices), filled(i32, 16, 0)};
}

TEST(Gather, TakesAnIndexForTheNumberOfAnElement) {
  const std::vector<std::uint64_t> indices{0, 16, 36, 4, 20, 1, 1, 32, 3, 17, 0, 0, 0, 0, 0, 34};
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    const Call call = by_index(target);
    EXPECT_EQ(broken_constraints(call), Names{});
    const auto expected = expected_tile(call, with_indices(indices));
    for (std::size_t at = 0; at < indices.size(); ++at) {
      EXPECT_EQ(expected.value[static_cast<std::int64_t>(at)], 100 + indices[at]);
    }
  }
}

TEST(Gather, LeavesOtherIndicesOpenAndMakesThemLegal) {
  std::vector<std::uint64_t> indices(16, 0);
  indices[0] = 5;           // a column that is not valid
  indices[1] = 48;          // beyond src0
  indices[2] = 0xFFFFFFFF;  // -1
  const Call call = by_index(Target::a5);
  auto made = with_indices(indices);
  for (std::int64_t at = 0; at < 3; ++at) {
    EXPECT_EQ(accept_at(expected_tile(call, made), at), Accept::target_defined);
  }
  call.form->admit(call, made);
  for (std::int64_t at = 0; at < 16; ++at) {
    EXPECT_EQ(accept_at(expected_tile(call, made), at), Accept::exact);
  }
  EXPECT_EQ(made[2][3], 0U);  // a legal one stays
}

Call by_mask(int pattern, bool rows, const TileSpec& dst, const TileSpec& src) {
  return {&form_of("TGATHER", "mask"), Target::cpu, {dst, src}, {pattern, rows ? 1 : 0}};
}

TEST(Gather, ByAPatternBeginsItAgainWithEveryRow) {
  // P0010: columns 1 and 5 of six rows of seven are 12 elements.
  const Call call = by_mask(3, false, tile(f32, 2, 8, 2, 8), tile(f32, 6, 8, 6, 7));
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, {filled(f32, 16, 7), counted(f32, 48)});
  for (std::int64_t at = 0; at < 12; ++at) {
    const std::int64_t from = at / 2 * 8 + (at % 2 == 0 ? 1 : 5);
    EXPECT_EQ(expected.value[at], static_cast<std::uint64_t>(100 + from));
  }
  EXPECT_EQ(accept_at(expected, 12), Accept::target_defined);
}

TEST(Gather, ByAPatternTakesRowsAlongColumns) {
  // P1010: rows 1 and 3 of five.
  const Call call = by_mask(1, true, tile(i32, 2, 8, 2, 8), tile(f32, 5, 16, 5, 8));
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, {filled(i32, 16, 7), counted(f32, 80)});
  EXPECT_EQ(expected.value[0], 116U);
  EXPECT_EQ(expected.value[8 + 7], 155U);
}

/// Two rows of five valid halves: thresholds 2 and -1.
Call by_comparison(int mode) {
  TileSpec column = tile(i32, 8, 1, 2, 1);
  column.type.blayout = BLayout::col_major;
  TileSpec counts = column;
  counts.type.element = u32;
  return {&form_of("TGATHER", "compare"),
          Target::a2a3,
          {tile(u32, 2, 8, 2, 5), tile(f16, 2, 16, 2, 5), column, counts, tile(i32, 8, 8, 8, 8),
           ScalarSpec{u32, 0xFFFFFFFE}},
          {mode}};
}

std::vector<ElementArray> compared_numbers() {
  std::vector<ElementArray> before{filled(u32, 16, 9), filled(f16, 32, 0),
                                   filled(i32, 8, 2),  filled(u32, 8, 9),
                                   filled(i32, 64, 0), elements(u32, {0xFFFFFFFE})};
  before[2].set(1, 0xFFFFFFFF);
  // 1, 3, NaN, 2, infinity; -1, -2, -0.5, -infinity, -0.
  const std::vector<std::uint64_t> numbers{0x3C00, 0x4200, 0x7E00, 0x4000, 0x7C00,
                                           0xBC00, 0xC000, 0xB800, 0xFC00, 0x8000};
  for (std::size_t at = 0; at < 10; ++at) {
    before[1].set(static_cast<std::int64_t>(at / 5 * 16 + at % 5), numbers[at]);
  }
  return before;
}

TEST(Gather, ByAComparisonNumbersItsMatches) {
  const Call call = by_comparison(0);
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto found = expected_tile(call, compared_numbers());
  const auto counts = expected_tile(call, compared_numbers(), 1);
  EXPECT_EQ(found.value[0], 0xFFFFFFFFU);  // column 1, after -2
  EXPECT_EQ(found.value[1], 2U);           // column 4
  EXPECT_EQ(accept_at(found, 2), Accept::target_defined);
  EXPECT_EQ(found.value[8], 16U);  // row 1, column 2
  EXPECT_EQ(found.value[9], 18U);
  EXPECT_EQ(counts.value[0], 2U);
  EXPECT_EQ(counts.value[1], 2U);
  const auto equal = expected_tile(by_comparison(1), compared_numbers());
  EXPECT_EQ(equal.value[0], 1U);   // column 3
  EXPECT_EQ(equal.value[8], 14U);  // row 1, column 0
  EXPECT_EQ(expected_tile(by_comparison(1), compared_numbers(), 1).value[1], 1U);
}

TEST(Gather, ComparesWithThresholdsThatHalvesHold) {
  const Call call = by_comparison(1);
  auto made = compared_numbers();
  made[2].set(0, 2049 + 64);
  EXPECT_EQ(accept_at(expected_tile(call, made, 1), 0), Accept::target_defined);
  call.form->admit(call, made);
  EXPECT_EQ(made[2][0], (2049U + 64) % 64);
  EXPECT_EQ(made[2][1], 0xFFFFFFFFU);
  EXPECT_EQ(made[1][16], 0xBC00U);  // row 1 equals -1, but for one column of four
  EXPECT_EQ(accept_at(expected_tile(call, made, 1), 0), Accept::exact);
}

/// Every sample but those of refusals has a first element that no page gives.
Samples of_gathers() {
  const auto taken = [](const char* number, Target target, ElementType type,
                        std::vector<int> attributes) {
    Call call =
        by_mask(attributes[0], attributes[1] != 0, tile(type, 2, 8, 2, 8), tile(type, 5, 16, 5, 8));
    call.target = target;
    return Sample(number, call).gives(0, 9);
  };
  const auto rows = [](std::int64_t of_dst) {
    return Sample("E-TGATHER-002",
                  by_mask(1, true, tile(f32, of_dst, 8, 2, 8), tile(f32, 5, 16, 5, 8)))
        .is_refused("dst.GetValidRow() == DstTileData::Rows");
  };
  const auto indexed = [](const char* number, ElementType type, ElementType index) {
    Call call = by_index(Target::a5);
    call.tile("dst").type.element = call.tile("src0").type.element = type;
    call.tile("src1").type.element = index;
    return Sample(number, call).gives(0, 9);
  };
  const auto compared = [](const char* number, Target target, bool unsigned_words = false) {
    Call call = by_comparison(0);
    call.target = target;
    if (unsigned_words) call.tile("src0") = tile(u32, 2, 64, 2, 60);
    std::vector<ElementArray> before = compared_numbers();
    if (unsigned_words) before[1] = filled(u32, 128, 3);
    return Sample(number, call, before).gives(0, 77);
  };
  return {rows(3),
          rows(2).is_another(),
          taken("E-TGATHER-003", Target::a2a3, i64, {1, 1}),
          taken("E-TGATHER-004", Target::a5, i32, {1, 1}),
          taken("E-TGATHER-004", Target::a5, i32, {6, 1}).is_another(),
          taken("E-TGATHER-005", Target::a5, i64, {1, 1}).is_refused(),
          taken("E-TGATHER-005", Target::a5, i64, {1, 0}).is_refused().is_another(),
          taken("E-TGATHER-006", Target::a5, i64, {1, 0}),
          indexed("E-TGATHER-007", i64, i16).is_refused(),
          indexed("E-TGATHER-008", i32, i16),
          indexed("E-TGATHER-008", i32, i32).is_another(),
          indexed("E-TGATHER-008", i64, i16).is_another(),
          compared("E-TGATHER-001", Target::cpu).is_refused(),
          compared("E-TGATHER-001", Target::a2a3).is_refused().is_another(),
          compared("E-TGATHER-009", Target::a5),
          compared("E-TGATHER-009", Target::a5, true).is_another()};
}

const SamplesOf samples_of_gathers{of_gathers};

}  // namespace
}  // namespace assay::ops
