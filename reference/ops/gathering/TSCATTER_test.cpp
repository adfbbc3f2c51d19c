// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/page_test.hpp"

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

VerdictKind kind_of(const Call& call, const Trial& trial, const std::string& errata) {
  Case test_case;
  test_case.call = call;
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

/// The promise, but what `old` selects holds what it held.
Trial keeping(const Call& call, const std::vector<ElementArray>& before,
              const std::function<bool(std::int64_t)>& old) {
  Trial trial;
  trial.before = trial.after = before;
  const auto expected = expected_tile(call, before);
  for (std::int64_t at = 0; at < expected.value.size(); ++at) {
    if (!old(at)) trial.after[0].set(at, expected.value[at]);
  }
  return trial;
}

TEST(ScatterErrata, OfWhatIsKeptAreKnownByTheirNumbers) {
  const auto before = with_indices({0, 9, 3, 23, 2, 10});
  const Call call = scatter(Target::cpu);
  const Trial kept = keeping(
      call, before, [&](std::int64_t at) { return expected_tile(call, before).value[at] == 0; });
  EXPECT_EQ(kind_of(call, kept, "E-TSCATTER-001"), VerdictKind::known_deviation);
  EXPECT_EQ(kind_of(call, kept, "none"), VerdictKind::deviates);
  const std::vector<ElementArray> numbers{filled(f32, 96, 7), filled(f32, 24, 100)};
  const Call mask = spread("P1010", true);
  Call narrow = mask;
  narrow.tile("dst").valid_cols = 6;
  const Trial outside =
      keeping(narrow, numbers, [](std::int64_t at) { return at % 32 >= 6 || at / 32 >= 2; });
  EXPECT_EQ(kind_of(narrow, outside, "E-TSCATTER-004"), VerdictKind::known_deviation);
  EXPECT_EQ(kind_of(narrow, outside, "none"), VerdictKind::deviates);
}

TEST(ScatterErrata, OfCertainCallsConcernNoOthers) {
  const auto in_effect = [](const char* number, const Call& call) {
    for (const Erratum& one : find_op("TSCATTER")->errata) {
      if (one.number == number) return one.targets.contains(call.target) && one.among(call);
    }
    return false;
  };
  Call bytes = spread("P1010", true);
  bytes.tile("dst").type.element = bytes.tile("src").type.element = i8;
  EXPECT_TRUE(in_effect("E-TSCATTER-002", bytes));
  EXPECT_FALSE(in_effect("E-TSCATTER-002", spread("P1010", true)));
  Trial refused;
  refused.before = refused.after = {filled(i8, 96, 0), filled(i8, 24, 0)};
  refused.outcome = {Outcome::Status::rejected, "src element type must be 16 or 32-bit wide"};
  bytes.tile("dst").valid_cols = 6;
  EXPECT_EQ(kind_of(bytes, refused, "E-TSCATTER-002"), VerdictKind::known_deviation);
  EXPECT_EQ(kind_of(bytes, refused, "none"), VerdictKind::rejected_valid);
  EXPECT_TRUE(in_effect("E-TSCATTER-003", spread("P1010", true)));
  EXPECT_FALSE(in_effect("E-TSCATTER-003", spread("P1010", false)));
  EXPECT_FALSE(in_effect("E-TSCATTER-003", spread("P1111", true)));
  Call wide = scatter(Target::a5);
  wide.tile("dst").type.element = i64;
  EXPECT_FALSE(in_effect("E-TSCATTER-005", wide));
  wide.tile("src").valid_cols = 65;
  EXPECT_TRUE(in_effect("E-TSCATTER-005", wide));
  bytes = spread("P1010", false);
  bytes.target = Target::a2a3;
  EXPECT_FALSE(in_effect("E-TSCATTER-006", bytes));
  bytes.tile("dst").type.element = i8;
  EXPECT_TRUE(in_effect("E-TSCATTER-006", bytes));
}

}  // namespace
}  // namespace assay::ops
