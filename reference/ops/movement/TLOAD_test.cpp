// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// Global memory whose element k holds k + 1, so that a value names its place.
ElementArray numbered(const GlobalSpec& view) {
  ElementArray memory(view.element, view.allocation());
  for (std::int64_t k = 0; k < memory.size(); ++k) {
    memory.set(k, static_cast<std::uint64_t>(k + 1) & mask_of(view.element));
  }
  return memory;
}

ExpectedTile load_of(const TileSpec& dst, const GlobalSpec& src, Target target = Target::a5) {
  const Call call{&form_of("TLOAD", "tile"), target, {dst, src}, {}};
  return expected_tile(call, {filled(dst.type.element, dst.type.elements(), 0x77), numbered(src)});
}

GlobalSpec view(ElementType element, GlobalLayout layout, Dims5 shape, Dims5 stride,
                std::int64_t base = 0) {
  GlobalSpec made;
  made.element = element;
  made.layout = layout;
  made.shape = shape;
  made.stride = stride;
  made.base = base;
  return made;
}

TEST(Tload, StacksTheOuterDimensionsOfAnNdViewAsRows) {
  const auto src = view(f32, GlobalLayout::ND, {1, 2, 1, 3, 4}, {200, 100, 50, 10, 1}, 5);
  const auto expected = load_of(tile(f32, 6, 8, 6, 4), src);
  // Row 4 is (0, 1, 0, 1): 5 + 100 + 10 + column 2, and values start at one.
  EXPECT_EQ(expected.value[4 * 8 + 2], 118U);
}

TEST(Tload, StacksTheOuterDimensionsOfADnViewAsColumns) {
  const auto src = view(f32, GlobalLayout::DN, {1, 1, 2, 8, 3}, {60, 60, 30, 1, 9});
  TileSpec dst = tile(f32, 8, 6, 8, 6);
  dst.type.blayout = BLayout::col_major;
  // Column 4 is (0, 0, 1, ., 1): 30 + row 5 + 9.
  EXPECT_EQ(load_of(dst, src).value[5 * 6 + 4], 45U);
}

TEST(Tload, ReadsBlocksOfAnNzView) {
  const auto src = view(f16, GlobalLayout::NZ, {1, 2, 2, 16, 16}, {1024, 512, 256, 16, 1});
  TileSpec dst = tile(f16, 32, 32, 32, 32);
  dst.type.blayout = BLayout::col_major;
  dst.type.slayout = SLayout::row_major;
  EXPECT_EQ(load_of(dst, src).value[17 * 32 + 17], 786U);
}

TEST(Tload, ReadsPairsOfGroupsOfAScaleView) {
  const auto src = view(e8m0, GlobalLayout::MX_A_DN, {1, 1, 2, 16, 2}, {64, 64, 32, 2, 1});
  TileSpec dst = tile(e8m0, 16, 4, 16, 4);
  dst.type.location = Location::mat;
  dst.type.slayout = SLayout::row_major;
  dst.type.fractal = 32;
  // Row 3, column 2 is (0, 0, 1, 3, 0): 32 + 6.
  EXPECT_EQ(load_of(dst, src).value[3 * 4 + 2], 39U);
}

TEST(Tload, PadsTheTailOfTheLastBlockAndTouchesNothingBeyond) {
  const auto src = view(f32, GlobalLayout::ND, {1, 1, 1, 2, 9}, {18, 18, 18, 9, 1});
  TileSpec dst = tile(f32, 3, 24, 2, 9);
  dst.type.pad.kind = PadKind::max;
  const auto expected = load_of(dst, src);
  EXPECT_EQ(expected.value[9], 0x7F800000U);
  EXPECT_EQ(accept_at(expected, 15), Accept::exact);
  EXPECT_EQ(accept_at(expected, 16), Accept::preserved);
  EXPECT_EQ(accept_at(expected, 2 * 24), Accept::preserved);
  dst.type.pad.kind = PadKind::null;
  EXPECT_EQ(accept_at(load_of(dst, src), 9), Accept::unspecified);
  EXPECT_EQ(accept_at(load_of(dst, src), 16), Accept::preserved);
}

TEST(Tload, MayPadTheWholeTileOnTheCpu) {
  const auto src = view(i16, GlobalLayout::ND, {1, 1, 1, 1, 3}, {3, 3, 3, 3, 1});
  TileSpec dst = tile(i16, 2, 16, 1, 3);
  dst.type.pad.kind = PadKind::min;
  const auto expected = load_of(dst, src, Target::cpu);
  EXPECT_EQ(expected.value[31], 0x8000U);
  EXPECT_EQ(expected.high[31], 0x77U);
}

// Source: MODEL section 1.3.
TEST(Tload, PadsWithThePatternsOfTheElementType) {
  const auto pad_of = [](ElementType element, Pad pad) {
    const std::int64_t block = 256 / bits_of(element);
    TileSpec dst = tile(element, 1, block, 1, 2);
    dst.type.pad = pad;
    const auto src = view(element, GlobalLayout::ND, {1, 1, 1, 1, 2}, {2, 2, 2, 2, 1});
    return load_of(dst, src).value[block - 1];
  };
  EXPECT_EQ(pad_of(f16, {PadKind::min, 0}), 0xFC00U);
  EXPECT_EQ(pad_of(bf16, {PadKind::max, 0}), 0x7F80U);
  EXPECT_EQ(pad_of(u32, {PadKind::max, 0}), 0xFFFFFFFFU);
  EXPECT_EQ(pad_of(u8, {PadKind::min, 0}), 0U);
  EXPECT_EQ(pad_of(i8, {PadKind::min, 0}), 0x80U);
  EXPECT_EQ(pad_of(e4m3, {PadKind::max, 0}), 0U);
  EXPECT_EQ(pad_of(i64, {PadKind::max, 0}), 0U);
  EXPECT_EQ(pad_of(f32, {PadKind::custom, 0xBF800000}), 0xBF800000U);
  EXPECT_EQ(pad_of(u8, {PadKind::custom, 0xBF8000A5}), 0xA5U);
}

// Source: decision 038.
TEST(Tload, TakesTheExtremesOf64BitIntegersFromAHost) {
  const auto accepted = [](ElementType element, PadKind kind) {
    TileSpec dst = tile(element, 1, 4, 1, 2);
    dst.type.pad.kind = kind;
    const auto src = view(element, GlobalLayout::ND, {1, 1, 1, 1, 2}, {2, 2, 2, 2, 1});
    const ExpectedTile expected = load_of(dst, src, Target::cpu);
    EXPECT_EQ(expected.accept[3], Accept::any_of);
    EXPECT_EQ(expected.value[3], 0U);
    return std::uint64_t{expected.low[3]};
  };
  EXPECT_EQ(accepted(i64, PadKind::max), 0x7FFFFFFFFFFFFFFFU);
  EXPECT_EQ(accepted(i64, PadKind::min), 0x8000000000000000U);
  EXPECT_EQ(accepted(u64, PadKind::max), 0xFFFFFFFFFFFFFFFFU);
  EXPECT_EQ(accepted(u64, PadKind::min), 0U);
  EXPECT_EQ(accepted(i64, PadKind::null), 0U);
}

TEST(Tload, NamesTheConstraintThatAnIllegalPairBreaks) {
  const auto src = view(f32, GlobalLayout::ND, {1, 1, 1, 8, 8}, {64, 64, 64, 8, 1});
  TileSpec dst = tile(f32, 8, 8, 8, 8);
  const auto broken = [&] {
    return broken_constraints({&form_of("TLOAD", "tile"), Target::a5, {dst, src}, {}});
  };
  EXPECT_TRUE(broken().empty());
  dst.type.blayout = BLayout::col_major;
  EXPECT_EQ(broken().front(), "src.layout_pair");
}

// Source: the CPU header asserts layouts of the view alone.
TEST(Tload, PromisesNoRefusalOfAPairThatAHostLoads) {
  for (const Constraint& constraint : form_of("TLOAD", "tile").constraints) {
    if (constraint.name == "src.layout_pair") {
      EXPECT_FALSE(constraint.enforced.contains(Target::cpu));
      EXPECT_TRUE(constraint.enforced.contains(Target::a5));
      return;
    }
  }
  FAIL() << "no such rule";
}

}  // namespace
}  // namespace assay::ops
