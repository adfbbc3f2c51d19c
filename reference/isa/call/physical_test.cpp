// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/call/physical.hpp"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

TileType tile(TileLayout layout, ElementType element, std::int64_t rows, std::int64_t cols,
              int fractal = 512) {
  TileType type;
  type.element = element;
  type.rows = rows;
  type.cols = cols;
  type.fractal = fractal;
  const bool col_major =
      layout == TileLayout::DN || layout == TileLayout::NZ || layout == TileLayout::NN;
  type.blayout = col_major ? BLayout::col_major : BLayout::row_major;
  const bool boxes_by_row = layout == TileLayout::NZ || layout == TileLayout::ZZ;
  const bool boxed = layout != TileLayout::ND && layout != TileLayout::DN;
  type.slayout = !boxed         ? SLayout::none_box
                 : boxes_by_row ? SLayout::row_major
                                : SLayout::col_major;
  return type;
}

using enum ElementType;

// The worked examples of MODEL section 3, each of them done by hand there.
TEST(PhysicalOffset, AgreesWithTheWorkedExamples) {
  EXPECT_EQ(physical_offset(tile(TileLayout::ND, f32, 4, 8), 1, 5), 13);
  EXPECT_EQ(physical_offset(tile(TileLayout::DN, f32, 8, 4), 1, 3), 25);
  EXPECT_EQ(physical_offset(tile(TileLayout::NZ, f16, 32, 32), 17, 17), 785);
  EXPECT_EQ(physical_offset(tile(TileLayout::NZ, f16, 32, 32), 0, 31), 527);
  EXPECT_EQ(physical_offset(tile(TileLayout::NZ, f32, 32, 16), 17, 9), 393);
  EXPECT_EQ(physical_offset(tile(TileLayout::NZ, i8, 32, 64), 17, 33), 1569);
  EXPECT_EQ(physical_offset(tile(TileLayout::ZN, f16, 32, 32), 0, 31), 496);
  EXPECT_EQ(physical_offset(tile(TileLayout::ZN, f16, 32, 32), 31, 0), 527);
  EXPECT_EQ(physical_offset(tile(TileLayout::ZN, i8, 64, 32), 17, 17), 561);
  EXPECT_EQ(physical_offset(tile(TileLayout::ZZ, f16, 32, 32), 31, 0), 752);
  EXPECT_EQ(physical_offset(tile(TileLayout::NN, f16, 32, 32), 0, 31), 752);
  EXPECT_EQ(physical_offset(tile(TileLayout::NZ, f32, 32, 32, 1024), 31, 0), 496);
  EXPECT_EQ(physical_offset(tile(TileLayout::ZZ, e8m0, 32, 4, 32), 17, 3), 99);
  EXPECT_EQ(physical_offset(tile(TileLayout::NN, e8m0, 4, 32, 32), 1, 17), 67);
}

TEST(PhysicalOffset, GivesEveryElementAPlaceOfItsOwnInsideTheTile) {
  for (const auto layout : {TileLayout::ND, TileLayout::DN, TileLayout::NZ, TileLayout::ZN,
                            TileLayout::ZZ, TileLayout::NN}) {
    for (const ElementType element : {f32, f16, i8, i64, e2m1}) {
      TileType type = tile(layout, element, 33, 17);
      make_well_formed(type);
      ASSERT_FALSE(malformed(type)) << *malformed(type);
      std::set<std::int64_t> places;
      for (std::int64_t row = 0; row < type.rows; ++row) {
        for (std::int64_t col = 0; col < type.cols; ++col) {
          places.insert(physical_offset(type, row, col));
        }
      }
      EXPECT_EQ(std::ssize(places), type.elements()) << name_of(layout) << name_of(element);
      EXPECT_EQ(*places.begin(), 0);
      EXPECT_EQ(*places.rbegin(), type.elements() - 1);
    }
  }
}

TEST(PhysicalOffset, SeesAConvolutionTileAsOneRow) {
  TileType type;
  type.conv = ConvShape{.layout = GlobalLayout::NC1HWC0, .rank = 5, .dims = {2, 1, 3, 2, 8, 1}};
  EXPECT_EQ(type.elements(), 96);
  EXPECT_EQ(physical_offset(type, 0, 95), 95);
}

TEST(Gather, UndoesScatter) {
  TileSpec spec{tile(TileLayout::NZ, f16, 32, 32), 32, 32};
  ElementArray contents(f16, 1024);
  for (std::int64_t i = 0; i < 1024; ++i) contents.set(i, static_cast<std::uint64_t>(i * 7 + 1));
  std::vector<std::byte> memory(2048);
  scatter(spec, contents, memory);
  EXPECT_EQ(gather(spec, memory), contents);
  // Element (17, 17) lies at offset 785 and has two bytes, low byte first.
  EXPECT_EQ(std::to_integer<std::uint64_t>(memory[1570]) |
                std::to_integer<std::uint64_t>(memory[1571]) << 8U,
            contents[17 * 32 + 17]);
}

TEST(Scatter, PutsEveryElementWhereItsOffsetSays) {
  for (const TileLayout layout : {TileLayout::ND, TileLayout::DN, TileLayout::NZ, TileLayout::ZN,
                                  TileLayout::ZZ, TileLayout::NN}) {
    for (const ElementType element : {i64, f32, f16, i8, e2m1}) {
      const TileSpec spec{tile(layout, element, 64, 64), 64, 64};
      ElementArray contents(element, spec.type.elements());
      for (std::int64_t i = 0; i < contents.size(); ++i) {
        contents.set(i, static_cast<std::uint64_t>(i * 7 + i / 64) & mask_of(element));
      }
      std::vector<std::byte> memory(static_cast<std::size_t>(spec.type.bytes()));
      scatter(spec, contents, memory);
      for (std::int64_t row = 0; row < 64; ++row) {
        for (std::int64_t col = 0; col < 64; ++col) {
          ASSERT_EQ(load_bits(memory, bits_of(element), physical_offset(spec.type, row, col)),
                    contents[row * 64 + col])
              << name_of(layout) << name_of(element) << " at " << row << ", " << col;
        }
      }
      EXPECT_EQ(gather(spec, memory), contents);
    }
  }
}

TEST(Contents, KeepTheEvenElementOfAPairInTheLowNibble) {
  ElementArray pair(e2m1, 2);
  pair.set(0, 0x3);
  pair.set(1, 0xC);
  EXPECT_EQ(std::to_integer<int>(pair.bytes()[0]), 0xC3);
  pair.set(0, 0x5);
  EXPECT_EQ(pair[1], 0xCU);
  EXPECT_EQ(pair[0], 0x5U);
}

}  // namespace
}  // namespace assay
