// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/types/tile.hpp"

#include <gtest/gtest.h>

#include "reference/isa/types/global_tensor.hpp"

namespace assay {
namespace {

// Source of the table: MODEL section 2.1.
TEST(Box, HasTheDimensionsOfItsFractal) {
  struct Row {
    int fractal;
    SLayout boxes;
    ElementType element;
    std::int64_t rows, cols;
  };
  const Row rows[] = {
      {512, SLayout::none_box, ElementType::f32, 1, 1},
      {512, SLayout::row_major, ElementType::f16, 16, 16},
      {512, SLayout::row_major, ElementType::i64, 16, 4},
      {512, SLayout::col_major, ElementType::i8, 32, 16},
      {512, SLayout::row_major, ElementType::e2m1, 16, 64},
      {1024, SLayout::none_box, ElementType::f32, 16, 16},
      {1024, SLayout::row_major, ElementType::f16, 16, 16},
      {32, SLayout::row_major, ElementType::e8m0, 16, 2},
      {32, SLayout::col_major, ElementType::e8m0, 2, 16},
  };
  for (const Row& row : rows) {
    TileType type;
    type.fractal = row.fractal;
    type.slayout = row.boxes;
    type.element = row.element;
    EXPECT_EQ(box_of(type).rows, row.rows) << row.fractal << name_of(row.element);
    EXPECT_EQ(box_of(type).cols, row.cols) << row.fractal << name_of(row.element);
  }
}

TEST(TileType, IsMalformedWhereALineIsNoMultipleOf32Bytes) {
  TileType type{.element = ElementType::f32, .rows = 3, .cols = 8};
  EXPECT_FALSE(malformed(type));
  type.cols = 9;
  EXPECT_TRUE(malformed(type));
  type.blayout = BLayout::col_major;
  EXPECT_TRUE(malformed(type));
  type.rows = 16;
  EXPECT_FALSE(malformed(type));
}

TEST(TileType, MayHaveRaggedBoxesOnlyInVecMemoryOrWithOneRow) {
  TileType type{.element = ElementType::f16, .rows = 17, .cols = 16};
  type.blayout = BLayout::col_major;
  type.slayout = SLayout::row_major;
  EXPECT_FALSE(malformed(type));
  type.location = Location::mat;
  EXPECT_TRUE(malformed(type));
  type.rows = 1;
  EXPECT_FALSE(malformed(type));
  type.cols = 24;
  EXPECT_TRUE(malformed(type));
}

TEST(MakeWellFormed, RoundsUpToTheNextLegalShapeAndKeepsLegalOnes) {
  TileType type{.element = ElementType::i8, .rows = 5, .cols = 33};
  make_well_formed(type);
  EXPECT_EQ(type.rows, 5);
  EXPECT_EQ(type.cols, 64);
  make_well_formed(type);
  EXPECT_EQ(type.cols, 64);
}

TEST(ElementFormats, StandInTheOrderOfTheirEnumeration) {
  int position = 0;
  for (const ElementFormat& format : all_formats()) {
    EXPECT_EQ(static_cast<int>(format.type), position++);
    EXPECT_EQ(element_named(format.name), format.type);
  }
  EXPECT_EQ(mask_of(ElementType::i4), 0xFU);
  EXPECT_EQ(mask_of(ElementType::u64), ~std::uint64_t{0});
  EXPECT_EQ(bytes_for(ElementType::e2m1, 3), 2);
}

TEST(GlobalTensor, CountsItsAllocationToTheLastElementOfTheView) {
  GlobalSpec view{.shape = {1, 1, 2, 3, 4}, .stride = {100, 100, 50, 10, 1}, .base = 7};
  EXPECT_EQ(view.offset({0, 0, 1, 2, 3}), 7 + 50 + 20 + 3);
  EXPECT_EQ(view.allocation(), 81);
  EXPECT_EQ(view.elements(), 24);
}

// Example of MODEL section 4.3: the NZ view of a half 32x32 matrix.
TEST(GlobalTensor, SeesAnNzViewAsAMatrix) {
  GlobalSpec view{.element = ElementType::f16,
                  .layout = GlobalLayout::NZ,
                  .shape = {1, 2, 2, 16, 16},
                  .stride = {1024, 512, 256, 16, 1}};
  EXPECT_EQ(view_of(view).rows, 32);
  EXPECT_EQ(view_of(view).cols, 32);
  EXPECT_EQ(view.offset({0, 1, 1, 1, 1}), 785);
}

}  // namespace
}  // namespace assay
