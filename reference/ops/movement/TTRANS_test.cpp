// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Call transpose(const TileSpec& dst, const TileSpec& src, const TileSpec& tmp,
               Target target = Target::a5) {
  return {&form_of("TTRANS", "tile"), target, {dst, src, tmp}, {}};
}

/// Elements that count up from 1 in logical order.
ElementArray numbered(const TileSpec& tile) {
  ElementArray made(tile.type.element, tile.type.elements());
  for (std::int64_t i = 0; i < made.size(); ++i) {
    made.set(i, static_cast<std::uint64_t>(i + 1) & mask_of(tile.type.element));
  }
  return made;
}

TEST(Ttrans, ExchangesRowsAndColumns) {
  const TileSpec src = tile(f32, 2, 8, 2, 3), dst = tile(f32, 4, 8, 3, 2);
  const auto expected = expected_tile(transpose(dst, src, tile(f32, 3, 16, 3, 16)),
                                      {filled(f32, 32, 0x77), numbered(src), filled(f32, 48, 0)});
  // src: 1 2 3 and 9 10 11.
  const std::uint64_t rows[3][2] = {{1, 9}, {2, 10}, {3, 11}};
  for (std::int64_t row = 0; row < 3; ++row) {
    for (std::int64_t col = 0; col < 2; ++col) {
      EXPECT_EQ(accept_at(expected, row * 8 + col), Accept::exact);
      EXPECT_EQ(expected.value[row * 8 + col], rows[row][col]);
    }
  }
  for (const std::int64_t index : {2, 7, 10, 24, 31}) {
    EXPECT_EQ(accept_at(expected, index), Accept::unspecified) << index;
  }
}

TEST(Ttrans, MovesBitsIntoAnotherTypeOfTheSize) {
  const TileSpec src = tile(f32, 1, 8, 1, 1), dst = tile(i32, 1, 8, 1, 1);
  const auto expected =
      expected_tile(transpose(dst, src, tile(f32, 1, 16, 1, 16)),
                    {filled(i32, 8, 0), filled(f32, 8, 0xFFC00001), filled(f32, 16, 0)});
  EXPECT_EQ(expected.value[0], 0xFFC00001U);
}

TEST(Ttrans, NamesWhatAnIllegalCallBreaks) {
  using Names = std::vector<std::string>;
  const TileSpec src = tile(f16, 4, 16, 4, 5), dst = tile(f16, 5, 16, 5, 4);
  const TileSpec tmp = tile(f16, 5, 16, 5, 16);
  const auto broken = [&](TileSpec out, TileSpec in, TileSpec scratch, Target target) {
    return broken_constraints(transpose(out, in, scratch, target));
  };
  EXPECT_EQ(broken(dst, src, tmp, Target::a2a3), Names{});
  TileSpec wrong = dst;
  wrong.valid_cols = 5;
  EXPECT_EQ(broken(wrong, src, tmp, Target::cpu), Names{"dst.mirrored"});
  wrong = dst;
  wrong.type.element = f32;
  EXPECT_EQ(broken(wrong, src, tmp, Target::a5), Names{"dst.same_width"});
  wrong = src;
  wrong.type.blayout = BLayout::col_major;
  wrong.type.rows = 16;
  EXPECT_EQ(broken(dst, wrong, tmp, Target::a5), Names{"src.row_major"});
  EXPECT_EQ(broken(dst, wrong, tmp, Target::cpu), Names{});
}

// The formula of the page: W * ceil(H / RowStride) * RowStride * sizeof.
TEST(Ttrans, AsksForScratchWhereStridesAreAligned) {
  struct Row {
    ElementType element;
    std::int64_t high, wide;  ///< of src, all of it valid
    std::int64_t stride;      ///< columns of dst
    std::int64_t bytes;
  };
  for (const Row& row :
       {Row{f16, 17, 16, 32, 1024}, Row{u8, 3, 32, 32, 1024}, Row{f32, 16, 8, 16, 512},
        Row{f32, 16, 8, 24, 0}, Row{f32, 1, 2048, 16, 0}, Row{f32, 1, 2040, 16, 130560}}) {
    const TileSpec src = tile(row.element, row.high, row.wide, row.high, row.wide);
    const TileSpec dst = tile(row.element, row.wide, row.stride, row.wide, row.high);
    const auto fits = [&](std::int64_t bytes) {
      const std::int64_t count = bytes * 8 / bits_of(row.element);
      return broken_constraints(transpose(dst, src, tile(row.element, 1, count, 1, count))).empty();
    };
    EXPECT_TRUE(fits(std::max<std::int64_t>(row.bytes, 32))) << row.bytes;
    EXPECT_EQ(fits(std::max<std::int64_t>(row.bytes - 32, 32)), row.bytes <= 32) << row.bytes;
  }
}

}  // namespace
}  // namespace assay::ops
