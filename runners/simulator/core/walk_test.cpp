// SPDX-License-Identifier: Apache-2.0
// The walk against the worked examples of the model and against hand arithmetic.
#include "runners/simulator/core/walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace assay::simulator {
namespace {

struct Example {
  assay_element element;
  std::uint32_t fractal;
  assay_block_layout block;
  assay_box_layout box;
  std::int64_t rows, cols, row, col, offset;
};

assay_operand operand_of(const Example& example) {
  assay_operand tile{};
  tile.element = example.element;
  tile.fractal_size = example.fractal;
  tile.block_layout = example.block;
  tile.box_layout = example.box;
  tile.rows = tile.valid_rows = example.rows;
  tile.cols = tile.valid_cols = example.cols;
  return tile;
}

constexpr auto row_major = ASSAY_ROW_MAJOR;
constexpr auto col_major = ASSAY_COL_MAJOR;
constexpr auto none = ASSAY_NONE_BOX;
constexpr auto box_rows = ASSAY_BOX_ROW_MAJOR;
constexpr auto box_cols = ASSAY_BOX_COL_MAJOR;

// Source: worked examples of the model's section on physical offsets.
constexpr Example examples[] = {
    {ASSAY_F32, 512, row_major, none, 4, 8, 1, 5, 13},
    {ASSAY_F32, 512, col_major, none, 8, 4, 1, 3, 25},
    {ASSAY_F16, 512, col_major, box_rows, 32, 32, 17, 17, 785},
    {ASSAY_F16, 512, col_major, box_rows, 32, 32, 0, 31, 527},
    {ASSAY_F32, 512, col_major, box_rows, 32, 16, 17, 9, 393},
    {ASSAY_I8, 512, col_major, box_rows, 32, 64, 17, 33, 1569},
    {ASSAY_F16, 512, row_major, box_cols, 32, 32, 0, 31, 496},
    {ASSAY_F16, 512, row_major, box_cols, 32, 32, 31, 0, 527},
    {ASSAY_I8, 512, row_major, box_cols, 64, 32, 17, 17, 561},
    {ASSAY_F16, 512, row_major, box_rows, 32, 32, 31, 0, 752},
    {ASSAY_F16, 512, col_major, box_cols, 32, 32, 0, 31, 752},
    {ASSAY_F32, 1024, col_major, box_rows, 32, 32, 31, 0, 496},
    {ASSAY_E8M0, 32, row_major, box_rows, 32, 4, 17, 3, 99},
    {ASSAY_E8M0, 32, col_major, box_cols, 4, 32, 1, 17, 67},
};

TEST(Walk, FindsThePlacesOfTheWorkedExamples) {
  for (const Example& example : examples) {
    const auto places = walk(route_of(operand_of(example)));
    const auto index = static_cast<std::size_t>(example.row * example.cols + example.col);
    EXPECT_EQ(places[index], example.offset)
        << example.rows << 'x' << example.cols << " (" << example.row << ',' << example.col << ')';
  }
}

TEST(Walk, GivesEveryElementOfATileAPlaceOfItsOwn) {
  for (const Example& example : examples) {
    const auto places = walk(route_of(operand_of(example)));
    const std::set<std::int64_t> different(places.begin(), places.end());
    EXPECT_EQ(different.size(), places.size());
    EXPECT_EQ(*different.begin(), 0);
    EXPECT_EQ(*different.rbegin(), static_cast<std::int64_t>(places.size()) - 1);
  }
}

TEST(Walk, KnowsOneRowOfNzBoxesButNoOtherRaggedBoxes) {
  Example example{ASSAY_F16, 512, col_major, box_rows, 1, 64, 0, 20, 20};
  EXPECT_TRUE(walk_is_settled(operand_of(example)));
  EXPECT_EQ(walk(route_of(operand_of(example)))[20], 20);
  example.block = row_major;
  EXPECT_FALSE(walk_is_settled(operand_of(example)));
  example.rows = 17;
  example.block = col_major;
  EXPECT_FALSE(walk_is_settled(operand_of(example)));
}

struct Spot {
  std::int64_t row, col, offset;
  friend bool operator==(const Spot&, const Spot&) = default;
};

std::vector<Spot> spots_of(assay_layout layout, std::array<std::int64_t, 5> shape,
                           std::array<std::int64_t, 5> stride) {
  assay_operand global{};
  global.layout = layout;
  std::copy(shape.begin(), shape.end(), global.shape);
  std::copy(stride.begin(), stride.end(), global.stride);
  std::vector<Spot> spots;
  walk_view(global, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    spots.push_back({row, col, offset});
  });
  return spots;
}

bool holds(const std::vector<Spot>& spots, Spot spot) {
  return std::find(spots.begin(), spots.end(), spot) != spots.end();
}

TEST(View, CountsRowsOfAnNdViewOverItsOuterDimensions) {
  const auto spots = spots_of(ASSAY_ND, {2, 1, 3, 2, 4}, {1000, 500, 100, 10, 1});
  EXPECT_EQ(spots.size(), 48U);
  EXPECT_TRUE(holds(spots, {0, 3, 3}));
  EXPECT_TRUE(holds(spots, {5, 2, 212}));    // (0,0,2,1,2)
  EXPECT_TRUE(holds(spots, {11, 0, 1210}));  // (1,0,2,1,0)
}

TEST(View, CountsColumnsOfADnViewOverItsOuterDimensions) {
  const auto spots = spots_of(ASSAY_DN, {1, 2, 1, 3, 2}, {900, 100, 50, 1, 10});
  EXPECT_EQ(spots.size(), 12U);
  EXPECT_TRUE(holds(spots, {2, 1, 12}));   // (0,0,0,2,1)
  EXPECT_TRUE(holds(spots, {1, 3, 111}));  // (0,1,0,1,1)
}

TEST(View, PutsAnNzElementWhereTheTileHasIt) {
  // 32x32 half: the strides of the model's two-dimensional helper.
  const auto spots = spots_of(ASSAY_NZ, {1, 2, 2, 16, 16}, {1024, 512, 256, 16, 1});
  EXPECT_TRUE(holds(spots, {17, 17, 785}));
  EXPECT_TRUE(holds(spots, {0, 31, 527}));
}

TEST(View, KnowsTheSixMicroscalingLayouts) {
  EXPECT_TRUE(holds(spots_of(ASSAY_MX_A_ZZ, {1, 2, 3, 16, 2}, {192, 96, 32, 2, 1}), {17, 3, 131}));
  EXPECT_TRUE(holds(spots_of(ASSAY_MX_A_ND, {1, 1, 16, 3, 2}, {96, 96, 6, 2, 1}), {5, 3, 33}));
  EXPECT_TRUE(holds(spots_of(ASSAY_MX_A_DN, {1, 1, 3, 16, 2}, {96, 96, 32, 2, 1}), {5, 3, 43}));
  EXPECT_TRUE(holds(spots_of(ASSAY_MX_B_NN, {1, 2, 3, 16, 2}, {192, 96, 32, 2, 1}), {3, 17, 131}));
  EXPECT_TRUE(holds(spots_of(ASSAY_MX_B_ND, {1, 1, 3, 16, 2}, {96, 96, 32, 2, 1}), {3, 5, 43}));
  EXPECT_TRUE(holds(spots_of(ASSAY_MX_B_DN, {1, 1, 16, 3, 2}, {96, 96, 6, 2, 1}), {3, 5, 33}));
}

}  // namespace
}  // namespace assay::simulator
