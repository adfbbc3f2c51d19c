// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// Elements that count up from 1 in logical order.
ElementArray numbered(const TileSpec& tile) {
  ElementArray made(tile.type.element, tile.type.elements());
  for (std::int64_t i = 0; i < made.size(); ++i) {
    made.set(i, static_cast<std::uint64_t>(i + 1) & mask_of(tile.type.element));
  }
  return made;
}

Call extraction(const char* form, Target target, const TileSpec& dst, const TileSpec& src,
                std::uint64_t row, std::uint64_t col) {
  return {&form_of("TEXTRACT", form),
          target,
          {dst, src, ScalarSpec{u16, row}, ScalarSpec{u16, col}},
          {}};
}

ExpectedTile extracted(const Call& call) {
  const TileSpec &dst = call.tile("dst"), &src = call.tile("src");
  return expected_tile(call, {filled(dst.type.element, dst.type.elements(), 0x77), numbered(src),
                              elements(u16, {0}), elements(u16, {0})});
}

TEST(Textract, TakesTheWindowAtTheIndices) {
  const auto expected = extracted(
      extraction("vec", Target::cpu, tile(f32, 4, 8, 2, 3), tile(f32, 8, 16, 8, 16), 3, 5));
  // Row 3, column 5 of 16 columns is 3 * 16 + 5, and values start at one.
  EXPECT_EQ(expected.value[0], 54U);
  EXPECT_EQ(expected.value[2], 56U);
  EXPECT_EQ(expected.value[8 + 1], 71U);
  EXPECT_EQ(accept_at(expected, 3), Accept::unspecified);
  EXPECT_EQ(accept_at(expected, 16), Accept::unspecified);
}

TileSpec boxed(ElementType element, Location where, std::int64_t rows, std::int64_t cols,
               BLayout block, SLayout box) {
  TileSpec made = tile(element, rows, cols, rows, cols);
  made.type.location = where;
  made.type.blayout = block;
  made.type.slayout = box;
  return made;
}

TEST(Textract, TakesOperandsOfTheMatrixUnitWhateverBothLayoutsAre) {
  const TileSpec src = boxed(f16, Location::mat, 48, 32, BLayout::col_major, SLayout::row_major);
  for (const Location where : {Location::left, Location::right}) {
    const SLayout box = where == Location::left ? SLayout::row_major : SLayout::col_major;
    const TileSpec dst = boxed(f16, where, 16, 16, BLayout::row_major, box);
    const auto expected = extracted(extraction("cube", Target::a2a3, dst, src, 32, 16));
    EXPECT_EQ(expected.value[2 * 16 + 3], (34U * 32) + 19 + 1);
  }
}

TEST(Textract, NamesWhatAnIllegalCallBreaks) {
  using Names = std::vector<std::string>;
  const TileSpec src = tile(f32, 8, 16, 8, 16), dst = tile(f32, 4, 8, 2, 3);
  const auto broken = [&](const TileSpec& out, std::uint64_t row, std::uint64_t col) {
    return broken_constraints(extraction("vec", Target::a2a3, out, src, row, col));
  };
  EXPECT_EQ(broken(dst, 4, 8), Names{});
  EXPECT_EQ(broken(dst, 5, 8), Names{"window.shape"});
  EXPECT_EQ(broken(dst, 4, 9), Names{"window.shape"});
  EXPECT_EQ(broken(tile(i32, 4, 8, 2, 3), 0, 0), Names{"dst.same_element"});
  const TileSpec rows = boxed(f16, Location::mat, 32, 32, BLayout::row_major, SLayout::none_box);
  const TileSpec right =
      boxed(f16, Location::right, 16, 16, BLayout::row_major, SLayout::col_major);
  EXPECT_EQ(broken_constraints(extraction("cube", Target::a5, right, rows, 0, 16)),
            Names{"src.layout"});
}

/// Windows of 2 x 3 halves, at (1, 5) and (0, 2) of 4 x 32 of them.
Call two_of(const TileSpec& src) {
  TileSpec dst = tile(f16, 16, 16, 2, 3);
  dst.type.blayout = BLayout::col_major;
  dst.type.slayout = SLayout::row_major;
  const auto index = [](std::uint64_t value) { return ScalarSpec{u16, value}; };
  return {&form_of("TEXTRACT", "two"),
          Target::a2a3,
          {dst, dst, src, index(1), index(5), index(0), index(2)},
          {}};
}

TEST(ExtractionOfTwo, TakesEachWindowAtItsOwnIndices) {
  const Call call = two_of(tile(f16, 4, 32, 4, 32));
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{});
  std::vector<ElementArray> before{filled(f16, 256, 0), filled(f16, 256, 0), filled(f16, 128, 0)};
  for (std::int64_t i = 0; i < 128; ++i) before[2].set(i, static_cast<std::uint64_t>(i));
  for (const ElementType type : {u16, u16, u16, u16}) before.push_back(filled(type, 1, 0));
  const auto first = expected_tile(call, before), second = expected_tile(call, before, 1);
  EXPECT_EQ(first.value[0], 37U);
  EXPECT_EQ(first.value[16 + 2], 71U);
  EXPECT_EQ(second.value[0], 2U);
  EXPECT_EQ(accept_at(second, 3), Accept::unspecified);
}

TEST(ExtractionOfTwo, NamesTheWindowThatIsTooFarOut) {
  EXPECT_EQ(broken_constraints(two_of(tile(f16, 2, 32, 2, 32))),
            std::vector<std::string>{"dst0.bounds"});
  EXPECT_EQ(broken_constraints(two_of(tile(i16, 4, 32, 4, 32))).size(), 3U);  // all types
}

/// Windows of 2 x 4 floats of four bits at (1, 6) and (0, 2) of 4 x 64 of them.
TEST(ExtractionOfTwo, TakesHalfBytesInWholeBytes) {
  TileSpec src = tile(e2m1, 4, 64, 4, 64), dst = tile(e2m1, 16, 64, 2, 4);
  dst.type.blayout = BLayout::col_major;
  dst.type.slayout = SLayout::row_major;
  Call call = two_of(src);
  call.target = Target::a5;
  call.tile("dst0") = call.tile("dst1") = dst;
  call.scalar("indexCol0").bits = 6;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{});
  std::vector<ElementArray> before{filled(e2m1, 1024, 0), filled(e2m1, 1024, 0), numbered(src)};
  for (int i = 0; i < 4; ++i) before.push_back(filled(u16, 1, 0));
  const auto first = expected_tile(call, before), second = expected_tile(call, before, 1);
  EXPECT_EQ(first.value[0], (64U + 6U + 1U) % 16U);
  EXPECT_EQ(first.value[64 + 3], (2U * 64U + 9U + 1U) % 16U);
  EXPECT_EQ(second.value[1], 4U);
  call.scalar("indexCol1").bits = 3;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"dst1.pairs"});
}

TEST(Textract, OfHalfBytesGoesToOperandsOfOneOrder) {
  using Names = std::vector<std::string>;
  const auto boxed = [](Location where, std::int64_t rows, bool zn) {
    TileSpec made = tile(e1m2, rows, 64, rows, 64);
    made.type.location = where;
    made.type.blayout = zn ? BLayout::row_major : BLayout::col_major;
    made.type.slayout = zn ? SLayout::col_major : SLayout::row_major;
    return made;
  };
  using enum Location;
  const auto broken = [](const TileSpec& out, const TileSpec& in, std::uint64_t row) {
    return broken_constraints(extraction("cube", Target::a5, out, in, row, 0));
  };
  EXPECT_EQ(broken(boxed(left, 64, false), boxed(mat, 128, false), 3), Names{});
  EXPECT_EQ(broken(boxed(right, 64, true), boxed(mat, 128, true), 64), Names{});
  EXPECT_EQ(broken(boxed(right, 64, true), boxed(mat, 128, false), 64), Names{"window.packed"});
}

}  // namespace
}  // namespace assay::ops
