// SPDX-License-Identifier: Apache-2.0
// Expected values are worked out by hand.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, three = 0x40400000, four = 0x40800000,
                        minus_one = 0xBF800000, minus_two = 0xC0000000;

TileSpec column(ElementType type, std::int64_t rows) {
  TileSpec made = tile(type, rows, 1, rows, 1);
  made.type.blayout = BLayout::col_major;
  return made;
}

std::vector<std::uint64_t> values(const ExpectedTile& expected, std::int64_t count) {
  std::vector<std::uint64_t> list;
  for (std::int64_t i = 0; i < count; ++i) list.push_back(expected.value[i]);
  return list;
}

ExpectedTile result_of(const std::string& op, const std::string& form, const TileSpec& dst,
                       const TileSpec& first, std::vector<std::uint64_t> a, const TileSpec& second,
                       std::vector<std::uint64_t> b, Target target = Target::a5) {
  const Call call{&form_of(op, form), target, {dst, first, second}, {}};
  const ElementType type = dst.type.element;
  return expected_tile(call, {filled(type, dst.type.elements(), 0), elements(type, std::move(a)),
                              elements(type, std::move(b))});
}

const std::vector<std::uint64_t> two_rows{one, two, three, four, 0, 0, 0, 0,
                                          two, two, two,   one,  0, 0, 0, 0};

TEST(RowExpansion, SubtractsTheValueOfItsRow) {
  const auto expected =
      result_of("TROWEXPANDSUB", "plain", tile(f32, 2, 8, 2, 2), tile(f32, 2, 8, 2, 2), two_rows,
                column(f32, 8), {one, two, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(values(expected, 2), (std::vector<std::uint64_t>{0, one}));
  EXPECT_EQ(expected.value[8], 0U);
  EXPECT_EQ(accept_at(expected, 2), Accept::unspecified);
}

TEST(RowExpansion, KeepsTheOrderOfSwappedOperands) {
  const auto expected = result_of("TROWEXPANDSUB", "swapped", tile(f32, 2, 8, 2, 2), column(f32, 8),
                                  {one, four, 0, 0, 0, 0, 0, 0}, tile(f32, 2, 8, 2, 2), two_rows);
  EXPECT_EQ(values(expected, 2), (std::vector<std::uint64_t>{0, minus_one}));
  EXPECT_EQ(expected.value[8], two);
}

TEST(RowExpansion, RepeatsBlocksOfThirtyTwoBytes) {
  const std::vector<std::uint64_t> block{one, two, three, four, one, one, one, two};
  const std::vector<std::uint64_t> zeros(16, 0);
  const auto expected = result_of("TROWEXPANDADD", "plain", tile(f32, 1, 16, 1, 10),
                                  tile(f32, 1, 16, 1, 10), zeros, tile(f32, 1, 8, 1, 8), block);
  EXPECT_EQ(values(expected, 10),
            (std::vector<std::uint64_t>{one, two, three, four, one, one, one, two, one, two}));
}

TEST(ColumnExpansion, MeetsTheFirstRowEverywhere) {
  const auto expected =
      result_of("TCOLEXPANDSUB", "plain", tile(f32, 2, 8, 2, 4), tile(f32, 2, 8, 2, 4), two_rows,
                tile(f32, 1, 8, 1, 4), {one, one, four, one, 0, 0, 0, 0});
  EXPECT_EQ(values(expected, 4), (std::vector<std::uint64_t>{0, one, minus_one, three}));
  EXPECT_EQ(expected.value[8], one);
  EXPECT_EQ(expected.value[10], minus_two);
}

TEST(ColumnExpansion, TakesTheNumberBesideANan) {
  constexpr std::uint64_t nan = 0x7FC00000;
  const auto shape = tile(f32, 1, 8, 1, 2);
  const auto expected =
      result_of("TCOLEXPANDMAX", "plain", shape, shape, {nan, one, 0, 0, 0, 0, 0, 0}, shape,
                {one, nan, 0, 0, 0, 0, 0, 0}, Target::cpu);
  EXPECT_EQ(values(expected, 2), (std::vector<std::uint64_t>{one, one}));
  EXPECT_EQ(accept_at(expected, 0), Accept::exact);
}

TEST(ExponentialOfADifference, RoundsTheDifferenceFirst) {
  // Numbers of half around 6 are 2^-8 apart: 6 - 0.001 becomes 6, whose exponential is 403.43
  // (0x5E4E); that of 5.999 is 403.02 (0x5E4C).
  const auto shape = tile(f16, 1, 16, 1, 1);
  std::vector<std::uint64_t> six(16, 0x4600), little(16, 0x1419);
  const auto expected = result_of("TROWEXPANDEXPDIF", "plain", shape, shape, six,
                                  tile(f16, 1, 16, 1, 16), little, Target::cpu);
  EXPECT_EQ(expected.value[0], 0x5E4EU);
}

TEST(Replication, CopiesTheBitsOfANan) {
  const Call call{&form_of("TROWEXPAND", "plain"),
                  Target::a2a3,
                  {tile(f32, 2, 8, 2, 3), tile(f32, 2, 8, 2, 1)},
                  {}};
  std::vector<std::uint64_t> source(16, one);
  source[0] = 0xFFA00001;
  source[8] = 0x80000000;
  const auto expected = expected_tile(call, {filled(f32, 16, 0), elements(f32, source)});
  EXPECT_EQ(values(expected, 3), std::vector<std::uint64_t>(3, 0xFFA00001));
  EXPECT_EQ(expected.value[10], 0x80000000U);
  EXPECT_EQ(accept_at(expected, 0), Accept::exact);
  EXPECT_EQ(accept_at(expected, 3), Accept::unspecified);
}

/// Elements of 8 bytes from column 64 on are not copied.
Samples of_wide_copies() {
  Samples made;
  for (const char* number : {"E-TCOLEXPAND-001", "E-TROWEXPAND-001"}) {
    const TileSpec row = tile(i64, 1, 68, 1, 66);
    made.push_back(Sample(number, sample_call(number, "plain", Target::a5, {row, row}))
                       .holds("src", 7)
                       .gives_all(7, 0x55, 64));
  }
  return made;
}

// The page has A2A3 return early, where its header asserts.
Samples of_empty_sources() {
  const Call call = sample_call("E-TROWEXPAND-002", "plain", Target::a2a3,
                                {tile(f32, 2, 8, 2, 3), tile(f32, 2, 8, 2, 0)});
  EXPECT_TRUE(broken_constraints(call).empty());
  return {Sample("E-TROWEXPAND-002", call).is_refused()};
}

const SamplesOf samples_of_copies{of_wide_copies, of_empty_sources};

TEST(Replication, WritesNothingFromAnEmptySourceOnA2a3) {
  const Call call{&form_of("TROWEXPAND", "plain"),
                  Target::a2a3,
                  {tile(f32, 2, 8, 2, 3), tile(f32, 2, 8, 2, 0)},
                  {}};
  const auto made = expected_tile(call, {filled(f32, 16, 0x55), filled(f32, 16, one)});
  EXPECT_EQ(accept_at(made, 0), Accept::preserved);
}

TEST(RowExpansion, WantsRoomForEveryEightRowsOnA2A3) {
  const auto broken = [](std::int64_t rows, std::int64_t bytes) {
    const Call call{&form_of("TROWEXPANDADD", "tmp"),
                    Target::a2a3,
                    {tile(f32, rows, 8, rows, 8), tile(f32, rows, 8, rows, 8), column(f32, rows),
                     tile(f32, 1, bytes / 4, 1, 1)},
                    {}};
    return broken_constraints(call);
  };
  EXPECT_EQ(broken(16, 512), std::vector<std::string>{});
  EXPECT_EQ(broken(16, 480), std::vector<std::string>{"tmp.rows"});
  EXPECT_EQ(broken(24, 512), std::vector<std::string>{"tmp.rows"});
  EXPECT_EQ(broken(256, 7680), std::vector<std::string>{});
  EXPECT_EQ(broken(256, 7648), std::vector<std::string>{"tmp.rows"});
}

}  // namespace
}  // namespace assay::ops
