// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Call insertion(const char* form, const TileSpec& dst, const TileSpec& src, std::uint64_t row,
               std::uint64_t col) {
  return {&form_of("TINSERT", form),
          Target::a5,
          {dst, src, ScalarSpec{u16, row}, ScalarSpec{u16, col}},
          {}};
}

ExpectedTile inserted(const Call& call) {
  const TileSpec &dst = call.tile("dst"), &src = call.tile("src");
  ElementArray from(src.type.element, src.type.elements());
  for (std::int64_t i = 0; i < from.size(); ++i) from.set(i, static_cast<std::uint64_t>(i + 1));
  return expected_tile(call, {filled(dst.type.element, dst.type.elements(), 0x77), from,
                              elements(u16, {0}), elements(u16, {0})});
}

TEST(Tinsert, PutsTheValidRegionAndKeepsTheRest) {
  const auto expected =
      inserted(insertion("vec", tile(f32, 4, 16, 4, 10), tile(f32, 2, 8, 2, 3), 1, 5));
  EXPECT_EQ(expected.value[16 + 5], 1U);
  EXPECT_EQ(expected.value[16 + 7], 3U);
  EXPECT_EQ(expected.value[32 + 6], 10U);
  for (const std::int64_t kept : {0, 9, 16 + 4, 16 + 8, 32 + 9, 48 + 5}) {
    EXPECT_EQ(accept_at(expected, kept), Accept::preserved) << kept;
  }
  EXPECT_EQ(accept_at(expected, 10), Accept::unspecified);
}

TEST(Tinsert, WritesWhereDstIsNotValid) {
  const auto expected =
      inserted(insertion("vec", tile(i32, 4, 16, 2, 6), tile(i32, 2, 8, 2, 3), 1, 5));
  EXPECT_EQ(accept_at(expected, 32 + 7), Accept::exact);
  EXPECT_EQ(expected.value[32 + 7], 11U);
}

TEST(Tinsert, LeavesOpenWhatSharesABoxWithTheWindow) {
  TileSpec dst = tile(f16, 32, 32, 32, 32), src = tile(f16, 16, 16, 3, 5);
  dst.type.location = Location::mat;
  for (TileSpec* one : {&dst, &src}) {
    one->type.blayout = BLayout::col_major;
    one->type.slayout = SLayout::row_major;
  }
  const auto expected = inserted(insertion("mat", dst, src, 16, 16));
  EXPECT_EQ(expected.value[18 * 32 + 20], 2 * 16 + 4 + 1U);
  EXPECT_EQ(accept_at(expected, 31 * 32 + 31), Accept::unspecified);
  EXPECT_EQ(accept_at(expected, 15 * 32 + 31), Accept::preserved);
  EXPECT_EQ(accept_at(expected, 31 * 32 + 15), Accept::preserved);
}

/// Both floats of four bits are in the lists of A5; a window of them is of whole bytes.
TEST(Tinsert, PutsAccumulatorsIntoVecInTheLayoutsOfItsPage) {
  TileSpec sums = tile(f32, 16, 16, 16, 16);
  sums.type.location = Location::acc;
  sums.type.blayout = BLayout::col_major;
  sums.type.slayout = SLayout::row_major;
  sums.type.fractal = 1024;
  const auto broken = [&](BLayout blayout, SLayout slayout) {
    TileSpec dst = tile(f32, 32, 32, 32, 32);
    dst.type.blayout = blayout;
    dst.type.slayout = slayout;
    Call call = insertion("acc", dst, sums, 16, 0);
    call.attributes = {0};
    return broken_constraints(call);
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(broken(BLayout::row_major, SLayout::none_box), Names{});
  EXPECT_EQ(broken(BLayout::col_major, SLayout::none_box), Names{});
  EXPECT_EQ(broken(BLayout::col_major, SLayout::row_major), Names{});
  EXPECT_EQ(broken(BLayout::row_major, SLayout::col_major), Names{"dst.drained"});
}

TEST(Tinsert, OfHalfBytesIsLegalOnA5) {
  using Names = std::vector<std::string>;
  const TileSpec dst = tile(e2m1, 8, 128, 8, 128), src = tile(e2m1, 4, 64, 2, 6);
  const auto broken = [&](Target target, const TileSpec& in, std::uint64_t col) {
    Call call = insertion("vec", dst, in, 3, col);
    call.target = target;
    return broken_constraints(call);
  };
  EXPECT_EQ(broken(Target::a5, src, 10), Names{});
  EXPECT_EQ(broken(Target::a5, src, 11), Names{"window.pairs"});
  EXPECT_EQ(broken(Target::a5, tile(e2m1, 4, 64, 2, 5), 10), Names{"window.pairs"});
  EXPECT_EQ(broken(Target::cpu, src, 10), Names{"src.element"});
  const auto expected = inserted(insertion("vec", dst, src, 3, 10));
  EXPECT_EQ(expected.value[3 * 128 + 15], 6U);
  EXPECT_EQ(accept_at(expected, 3 * 128 + 9), Accept::preserved);
  EXPECT_EQ(accept_at(expected, 3 * 128 + 16), Accept::preserved);
}

/// The page aligns valid rows up to 16 from indexRow on: a split begins at a box.
TEST(Tinsert, SplitsCopiesFromVecToMatInBoxes) {
  using Names = std::vector<std::string>;
  const auto boxed = [](Location location, std::int64_t rows, std::int64_t cols,
                        std::int64_t valid_rows, std::int64_t valid_cols) {
    TileSpec made = tile(f16, rows, cols, valid_rows, valid_cols);
    made.type.location = location;
    made.type.blayout = BLayout::col_major;
    made.type.slayout = SLayout::row_major;
    return made;
  };
  const TileSpec dst = boxed(Location::mat, 48, 96, 48, 96);
  const TileSpec src = boxed(Location::vec, 16, 48, 5, 48);
  const auto split = [&](const TileSpec& out, const TileSpec& in, std::uint64_t row,
                         std::uint64_t col) {
    Call call = insertion("split", out, in, row, col);
    call.attributes = {0};
    return call;
  };
  EXPECT_EQ(broken_constraints(split(dst, src, 16, 32)), Names{});
  EXPECT_EQ(broken_constraints(split(dst, src, 5, 32)), Names{"window.boxes"});
  EXPECT_EQ(broken_constraints(split(dst, src, 32, 64)), Names{"window.bounds"});
  TileSpec other = dst;
  other.type.location = Location::vec;
  EXPECT_EQ(broken_constraints(split(other, src, 16, 32)), Names{"dst.location"});
  other = src;
  other.type.location = Location::mat;
  EXPECT_EQ(broken_constraints(split(dst, other, 16, 32)), Names{"src.location"});
  other = tile(f16, 16, 48, 5, 48);
  EXPECT_EQ(broken_constraints(split(dst, other, 16, 32)), Names{"src.layout"});
  other = src;
  other.type.element = bf16;
  EXPECT_EQ(broken_constraints(split(dst, other, 16, 32)), Names{"dst.same_element"});
  const auto expected = inserted(split(dst, src, 16, 32));
  EXPECT_EQ(expected.value[20 * 96 + 32 + 47], 4 * 48 + 47 + 1U);
  EXPECT_EQ(accept_at(expected, 31 * 96 + 32), Accept::unspecified);
  EXPECT_EQ(accept_at(expected, 16 * 96 + 31), Accept::preserved);
  EXPECT_EQ(accept_at(expected, 16 * 96 + 80), Accept::preserved);
  EXPECT_EQ(accept_at(expected, 32 * 96 + 32), Accept::preserved);
}

TEST(Tinsert, NamesWhatAnIllegalCallBreaks) {
  using Names = std::vector<std::string>;
  const TileSpec dst = tile(f32, 8, 16, 8, 16), src = tile(f32, 4, 8, 2, 3);
  const auto broken = [&](const TileSpec& in, std::uint64_t row, std::uint64_t col) {
    return broken_constraints(insertion("vec", dst, in, row, col));
  };
  EXPECT_EQ(broken(src, 6, 13), Names{});
  EXPECT_EQ(broken(src, 7, 13), Names{"window.bounds"});
  EXPECT_EQ(broken(src, 6, 14), Names{"window.bounds"});
  EXPECT_EQ(broken(tile(i32, 4, 8, 2, 3), 0, 0), Names{"dst.same_element"});
  TileSpec mat = dst, blocks = tile(f32, 4, 8, 2, 8);
  mat.type.location = Location::mat;
  EXPECT_EQ(broken_constraints(insertion("mat", mat, blocks, 0, 8)), Names{});
  EXPECT_EQ(broken_constraints(insertion("mat", mat, src, 0, 8)), Names{"src.whole_blocks"});
  EXPECT_EQ(broken_constraints(insertion("mat", mat, blocks, 0, 4)), Names{"src.whole_blocks"});
}

}  // namespace
}  // namespace assay::ops
