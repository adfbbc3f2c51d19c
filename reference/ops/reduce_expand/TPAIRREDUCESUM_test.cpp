// SPDX-License-Identifier: Apache-2.0
// Sums of neighbours, and each erratum of them where it is in effect and where it is not.
#include <functional>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

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

// 1 + 2, 3 + 4, 5 + 6, 7 + 8.
constexpr std::uint64_t sum_of[] = {three, 0x40E00000, 0x41300000, 0x41700000};

/// Three rows of 1, 2, 3, ...
Sample counted_pairs(const char* number, Target target, std::int64_t valid_cols, bool fixed) {
  const Bits counted{one, two, three, 0x40800000, 0x40A00000, six, 0x40E00000, 0x41000000};
  TileSpec all = tile(f32, 3, 8, 3, valid_cols);
  all.type.dynamic_valid_cols = !fixed;
  Sample made(number, sums(target, all, all));
  for (std::int64_t at = 0; at < 24; ++at) {
    made.holds_at("src0", at, counted[static_cast<std::size_t>(at % 8)]);
  }
  return made.holds("dst", nan).holds_outside("src0", 1);
}

/// The rest of a row is kept, or rows of sums follow each other.
Samples of_pair_sums() {
  const auto kept = [](const char* number, Target target, std::int64_t cols) {
    Sample made = counted_pairs(number, target, cols, false);
    for (std::int64_t at = 0; at < 24; ++at) {
      if (at % 8 < cols) made.gives(at, at % 8 < cols / 2 ? sum_of[at % 8] : nan);
    }
    return made;
  };
  const auto packed = [](Target target, bool fixed) {
    Sample made = counted_pairs("E-TPAIRREDUCESUM-002", target, 8, fixed);
    for (std::int64_t at = 0; at < 24; ++at) made.gives(at, at < 12 ? sum_of[at % 4] : nan);
    return made;
  };
  return {kept("E-TPAIRREDUCESUM-001", Target::a2a3, 5),
          kept("E-TPAIRREDUCESUM-003", Target::a5, 8),
          kept("E-TPAIRREDUCESUM-001", Target::a5, 8).is_another(),
          kept("E-TPAIRREDUCESUM-001", Target::cpu, 5).is_unknown(),
          packed(Target::a5, true),
          packed(Target::a5, false).is_unknown(),
          packed(Target::a2a3, true).is_unknown()};
}

const SamplesOf samples_of_pair_sums{of_pair_sums};

}  // namespace
}  // namespace assay::ops
