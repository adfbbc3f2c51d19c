// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

constexpr int by_rows = 0, by_elements = 1;
constexpr int undefined = 0, skip = 1, clamp = 2, wrap = 3;
constexpr int left_out = 0, last = 1, any = 2;
constexpr int add = 0, greatest = 1;

GlobalSpec matrix(ElementType element, std::int64_t rows, std::int64_t cols) {
  GlobalSpec view;
  view.element = element;
  view.shape = {1, 1, 1, rows, cols};
  view.stride = {rows * cols, rows * cols, rows * cols, cols, 1};
  view.base = 1;
  return view;
}

/// 2 x 3 elements into a table of five, after one element that is none of its.
Call elements_of(const char* form, Target target, ElementType element, std::vector<int> options) {
  options.insert(options.begin(), by_elements);
  return {&form_of("MSCATTER", form),
          target,
          {matrix(element, 1, 5), tile(element, 2, 8, 2, 3), tile(i32, 2, 8, 2, 3)},
          options};
}

/// src has 100 to 102 and 108 to 110; the table holds 7.
std::vector<ElementArray> with_indices(ElementType element, const std::vector<std::uint64_t>& six) {
  std::vector<ElementArray> before{filled(element, 6, 7), filled(element, 16, 0),
                                   filled(i32, 16, 99)};
  for (std::int64_t at = 0; at < 16; ++at) before[1].set(at, 100 + static_cast<std::uint64_t>(at));
  for (std::size_t at = 0; at < 6; ++at) {
    before[2].set(static_cast<std::int64_t>(at / 3 * 8 + at % 3), six[at]);
  }
  return before;
}

TEST(TableScatter, KeepsTheLastElementOfAPlace) {
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    const Call call = elements_of("plain", target, f32, {0, undefined, left_out});
    EXPECT_EQ(broken_constraints(call), Names{});
    const auto expected = expected_tile(call, with_indices(f32, {0, 4, 0, 2, 4, 0}));
    EXPECT_EQ(expected.value[1], 110U);
    EXPECT_EQ(accept_at(expected, 1), Accept::exact);
    EXPECT_EQ(expected.value[5], 109U);
    EXPECT_EQ(expected.value[3], 108U);
    for (const std::int64_t kept : {0, 2, 4}) {
      EXPECT_EQ(accept_at(expected, kept), Accept::preserved);
    }
  }
}

TEST(TableScatter, KeepsAnyElementByDefaultOfA5) {
  const Call call = elements_of("plain", Target::a5, f32, {0, undefined, any});
  const auto expected = expected_tile(call, with_indices(f32, {0, 4, 0, 2, 4, 0}));
  EXPECT_EQ(accept_at(expected, 1), Accept::any_of);
  EXPECT_EQ(accept_at(expected, 3), Accept::exact);
  const auto many = expected_tile(call, with_indices(f32, {0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(accept_at(many, 1), Accept::target_defined);
  EXPECT_EQ(broken_constraints(elements_of("plain", Target::a2a3, f32, {0, undefined, any})),
            Names{"ScatterConflict.value"});
}

TEST(TableScatter, HandlesIndicesBeyondTheTable) {
  const std::vector<std::uint64_t> indices{0, 5, 0xFFFFFFFF, 0, 0, 0};
  const auto place = [&](int handling, std::int64_t at) {
    const Call call = elements_of("plain", Target::cpu, f32, {0, handling, left_out});
    const auto expected = expected_tile(call, with_indices(f32, indices));
    return accept_at(expected, at) == Accept::exact ? expected.value[at] : 7;
  };
  EXPECT_EQ(place(skip, 5), 7U);
  EXPECT_EQ(place(clamp, 5), 102U);
  EXPECT_EQ(place(wrap, 5), 7U);  // 2^32 - 1 is 0 modulo 5
  EXPECT_EQ(place(skip, 1), 110U);
}

TEST(TableScatter, PutsRowsIntoRows) {
  Call call = elements_of("plain", Target::cpu, f32, {0, undefined, last});
  call.attributes[0] = by_rows;
  call.global("table") = matrix(f32, 3, 3);
  call.tile("idx") = tile(i32, 1, 8, 1, 2);
  EXPECT_EQ(broken_constraints(call), Names{});
  std::vector<ElementArray> before = with_indices(f32, {0, 0, 0, 0, 0, 0});
  before[0] = filled(f32, 10, 7);
  before[2] = elements(i32, {2, 1, 0, 0, 0, 0, 0, 0});
  const auto expected = expected_tile(call, before);
  EXPECT_EQ(expected.value[1 + 6], 100U);
  EXPECT_EQ(expected.value[1 + 6 + 2], 102U);
  EXPECT_EQ(expected.value[1 + 3], 108U);
  EXPECT_EQ(accept_at(expected, 1), Accept::preserved);
}

TEST(TableScatter, AddsEveryElementOfAPlace) {
  const Call call = elements_of("atomic", Target::a5, i32, {add, undefined, left_out});
  EXPECT_EQ(broken_constraints(call), Names{});
  auto before = with_indices(i32, {0, 4, 0, 2, 4, 0});
  before[1].set(10, 0xFFFFFFFF);  // -1 in place of 110
  EXPECT_EQ(expected_tile(call, before).value[1], 7U + 100 + 102 - 1);
  EXPECT_EQ(expected_tile(call, before).value[3], 115U);
  Call bytes = elements_of("atomic", Target::a2a3, i8, {add, undefined, left_out});
  EXPECT_EQ(broken_constraints(bytes), Names{});
  bytes.attributes[1] = greatest;
  EXPECT_EQ(broken_constraints(bytes), Names{"ScatterAtomicOp.type"});
}

TEST(TableScatter, RoundsEverySumOfFloats) {
  const auto sum = [](Target target, bool three) {
    const Call call = elements_of("atomic", target, f32, {add, undefined, left_out});
    auto before = with_indices(f32, {0, 0, three ? 0U : 1U, 1, 1, 1});
    before[0].set(1, 0x4B800000);  // 2^24
    before[1].set(0, 0x3F800000);  // 1: halfway, stays even
    before[1].set(1, 0x40000000);  // 2
    before[1].set(2, 0x3F800000);
    return expected_tile(call, before);
  };
  const auto ordered = sum(Target::cpu, false);
  EXPECT_EQ(ordered.value[1], 0x4B800001U);
  EXPECT_NE(accept_at(ordered, 1), Accept::any_of);
  const auto open = sum(Target::a5, false);
  EXPECT_EQ(accept_at(open, 1), Accept::any_of);
  EXPECT_EQ(open.value[1], 0x4B800001U);
  EXPECT_EQ(open.low[1], 0x4B800002U);  // 2^24 + 2 + 1 is halfway, too
  EXPECT_EQ(accept_at(sum(Target::a5, true), 1), Accept::target_defined);
  EXPECT_EQ(sum(Target::a2a3, true).value[1], 0x4B800002U);
}

TEST(TableScatter, TakesExtremesOfNumbers) {
  const Call call = elements_of("atomic", Target::a5, f32, {greatest, undefined, left_out});
  auto before = with_indices(f32, {0, 0, 1, 1, 2, 2});
  before[0].set(1, 0xBF800000);  // -1
  before[1].set(0, 0xC0000000);  // -2
  before[1].set(1, 0xBF000000);  // -0.5
  before[0].set(2, 0x80000000);  // -0, with +0
  before[1].set(2, 0);
  before[1].set(8, 0xBF800000);
  before[1].set(9, 0x7FC00000);  // NaN
  const auto expected = expected_tile(call, before);
  EXPECT_EQ(expected.value[1], 0xBF000000U);
  EXPECT_EQ(accept_at(expected, 2), Accept::any_of);
  EXPECT_EQ(accept_at(expected, 3), Accept::target_defined);
}

/// 2^64 - 1 is 1 modulo 7, and 2^32 - 1 is 3.
Samples of_wrapped_scatters() {
  Call stored = elements_of("plain", Target::cpu, f32, {0, wrap, left_out});
  stored.global("table") = matrix(f32, 1, 7);
  std::vector<ElementArray> before = with_indices(f32, {0xFFFFFFFF, 0, 0, 0, 0, 0});
  before[0] = filled(f32, 8, 7);
  Call sums = elements_of("atomic", Target::cpu, i32, {add, wrap, left_out});
  sums.global("table") = matrix(i32, 1, 7);
  std::vector<ElementArray> zeros = with_indices(i32, {0xFFFFFFFF, 0, 1, 2, 4, 5});
  zeros[0] = filled(i32, 8, 0);
  Call last_one = sums;
  last_one.attributes[3] = last;
  const char* const says = "Conflict::Last cannot be used";
  return {
      Sample("E-MSCATTER-001", stored, before).gives(1, 110).gives(2, 100),
      Sample("E-MSCATTER-004", sums, zeros).gives_row({}, {0, 101, 100 + 102, 108, 0, 109, 110, 0}),
      Sample("E-MSCATTER-002", last_one, zeros).is_refused(says),
      Sample("E-MSCATTER-002", sums, zeros).is_refused(says).is_another()};
}

/// Extremes of rows are of other elements: element 1 of the table is 200, which is more than every
/// element of src.
Samples of_row_extremes() {
  const auto extreme = [](int places, int atomic) {
    Call call = elements_of("atomic", Target::cpu, i32, {atomic, undefined, left_out});
    call.attributes[0] = places;
    call.global("table") = matrix(i32, 2, 3);
    call.tile("idx") = tile(i32, 1, 8, 1, 2);
    std::vector<ElementArray> before = with_indices(i32, {0, 0, 0, 0, 0, 0});
    before[0] = elements(i32, {0, 50, 200, 60, 70, 80, 90});
    before[2] = elements(i32, {1, 1, 0, 0, 0, 0, 0, 0});
    return Sample("E-MSCATTER-003", call, before)
        .gives_row({0, 50, 200, 60, 108, 109, 110}, {0, 50, 200, 60, 200, 200, 200});
  };
  return {extreme(by_rows, greatest), extreme(by_rows, add).is_another()};
}

const SamplesOf samples_of_table_scatters{of_wrapped_scatters, of_row_extremes};

TEST(TableScatterErrata, OfExtremesConcernRows) {
  const Call call = elements_of("atomic", Target::cpu, i32, {greatest, undefined, left_out});
  EXPECT_FALSE(Sample("E-MSCATTER-003", call).erratum().concerns(call));
}

}  // namespace
}  // namespace assay::ops
