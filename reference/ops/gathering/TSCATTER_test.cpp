// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

/// 2 x 3 elements into 4 x 8, of which 3 x 8 are valid.
Call scatter(Target target) {
  return {&form_of("TSCATTER", "index"),
          target,
          {tile(i32, 4, 8, 3, 8), tile(i32, 2, 8, 2, 3), tile(u32, 2, 8, 2, 3)},
          {}};
}

/// Element i of src is 100 + i; dst holds 7.
std::vector<ElementArray> with_indices(const std::vector<std::uint64_t>& six) {
  std::vector<ElementArray> before{filled(i32, 32, 7), filled(i32, 16, 0), filled(u32, 16, 99)};
  for (std::int64_t at = 0; at < 16; ++at) before[1].set(at, 100 + static_cast<std::uint64_t>(at));
  for (std::size_t at = 0; at < 6; ++at) {
    before[2].set(static_cast<std::int64_t>(at / 3 * 8 + at % 3), six[at]);
  }
  return before;
}

TEST(Scatter, TakesAnIndexForTheNumberOfAnElement) {
  const Call call = scatter(Target::a5);
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, with_indices({0, 9, 3, 23, 2, 10}));
  EXPECT_EQ(expected.value[9], 101U);  // (1, 1)
  EXPECT_EQ(expected.value[3], 102U);
  EXPECT_EQ(expected.value[23], 108U);
  EXPECT_EQ(expected.value[1], 0U);
  EXPECT_EQ(accept_at(expected, 1), Accept::exact);
  EXPECT_EQ(expected.value[31], 0U);  // of the row that is not valid
  EXPECT_EQ(accept_at(expected, 31), Accept::exact);
}

TEST(Scatter, MayStoreAnyOfElementsWithOneIndex) {
  const auto expected = expected_tile(scatter(Target::cpu), with_indices({5, 5, 4, 4, 4, 5}));
  EXPECT_EQ(accept_at(expected, 5), Accept::any_of);
  EXPECT_EQ(expected.value[5], 110U);
  EXPECT_EQ(expected.low[5], 101U);
  EXPECT_EQ(expected.high[5], 100U);
  EXPECT_EQ(accept_at(expected_tile(scatter(Target::cpu), with_indices({5, 5, 5, 5, 4, 4})), 5),
            Accept::target_defined);
}

TEST(Scatter, HasIndicesOfValidElementsMostlyOnce) {
  const Call call = scatter(Target::cpu);
  std::vector<ElementArray> made = with_indices({24, 31, 32, 1000, 0xFFFFFFFF, 77});
  call.form->admit(call, made);
  std::vector<std::uint64_t> indices;
  for (std::int64_t at = 0; at < 6; ++at) indices.push_back(made[2][at / 3 * 8 + at % 3]);
  std::ranges::sort(indices);
  EXPECT_LT(indices.back(), 24U);
  EXPECT_EQ(std::ranges::adjacent_find(indices), indices.end());
  const ElementArray before = made[2];
  call.form->admit(call, made);
  EXPECT_EQ(made[2], before);
}

Call spread(const char* pattern, bool along_rows) {
  const Form& form = form_of("TSCATTER", "mask");
  const auto& patterns = form.attributes[0].values;
  const auto at = std::ranges::find(patterns, pattern) - patterns.begin();
  const TileSpec dst = along_rows ? tile(f32, 3, 32, 2, 12) : tile(f32, 12, 8, 8, 3);
  return {&form, Target::cpu, {dst, tile(f32, 3, 8, 2, 3)}, {static_cast<int>(at), !along_rows}};
}

TEST(Scatter, ByAMaskFillsALaneOfEachGroup) {
  std::vector<ElementArray> before{filled(f32, 96, 7), filled(f32, 24, 0)};
  for (std::int64_t at = 0; at < 24; ++at) before[1].set(at, 100 + static_cast<std::uint64_t>(at));
  const Call row = spread("P0100", true);
  EXPECT_EQ(broken_constraints(row), Names{});
  const auto expected = expected_tile(row, before);
  EXPECT_EQ(expected.value[2], 100U);
  EXPECT_EQ(expected.value[6], 101U);
  EXPECT_EQ(expected.value[32 + 10], 110U);
  EXPECT_EQ(expected.value[3], 0U);
  EXPECT_EQ(accept_at(expected, 95), Accept::exact);
  const Call column = spread("P0001", false);
  EXPECT_EQ(broken_constraints(column), Names{});
  const auto down = expected_tile(column, before);
  EXPECT_EQ(down.value[0], 100U);
  EXPECT_EQ(down.value[4 * 8 + 2], 110U);
  EXPECT_EQ(down.value[8], 0U);
}

Samples of_scatters() {
  const std::vector<ElementArray> numbers{filled(f32, 96, 7), filled(f32, 24, 100)};
  Call narrow = spread("P1010", true);
  narrow.tile("dst").valid_cols = 6;
  Sample outside("E-TSCATTER-004", narrow, numbers);
  for (std::int64_t at = 0; at < 96; ++at) {
    if (at % 32 >= 6 || at / 32 >= 2) outside.gives(at, 0, 7);
  }
  const auto of_bytes = [](const char* number, Target target, bool along_rows, ElementType type) {
    Call call = spread("P1010", along_rows);
    call.target = target;
    call.tile("dst").type.element = call.tile("src").type.element = type;
    return Sample(number, call);
  };
  const auto refused = [&](ElementType type) {
    return of_bytes("E-TSCATTER-002", Target::cpu, true, type)
        .where("dst", [](TileSpec& tile) { tile.valid_cols = 6; })
        .is_refused("src element type must be 16 or 32-bit wide");
  };
  const auto stream = [&](const char* pattern, bool along_rows) {
    return Sample("E-TSCATTER-003", spread(pattern, along_rows), numbers).gives(0, 9);
  };
  const auto wide = [](std::int64_t valid) {
    Call call = scatter(Target::a5);
    call.tile("dst") = tile(i64, 4, 72, 3, 72);
    call.tile("src") = tile(i64, 2, 72, 2, valid);
    call.tile("indexes") = tile(i64, 2, 72, 2, valid);
    return Sample("E-TSCATTER-005", call).gives(0, 9);
  };
  return {Sample("E-TSCATTER-001", scatter(Target::cpu), with_indices({0, 9, 3, 23, 2, 10}))
              .gives(1, 0, 7),
          outside,
          refused(i8),
          refused(f32).is_another(),
          stream("P1010", true),
          stream("P1010", false).is_another(),
          stream("P1111", true).is_another(),
          wide(65),
          wide(3).is_another(),
          of_bytes("E-TSCATTER-006", Target::a2a3, false, i8).gives(0, 9),
          of_bytes("E-TSCATTER-006", Target::a2a3, false, f32).gives(0, 9).is_another()};
}

const SamplesOf samples_of_scatters{of_scatters};

}  // namespace
}  // namespace assay::ops
