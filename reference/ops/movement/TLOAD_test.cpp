// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/load/view_offsets.hpp"
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

ExpectedTile load_of(const TileSpec& dst, const GlobalSpec& src, Target target = Target::a5,
                     const ToleranceLookup& granted = correctly_rounded) {
  const Call call{&form_of("TLOAD", "tile"), target, {dst, src}, {}};
  return expected_tile(call, {filled(dst.type.element, dst.type.elements(), 0x77), numbered(src)},
                       granted);
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

// Source: decision 006.
TEST(Tload, PadsOrKeepsWhatIsOutsideTheValidRegionOnEveryTarget) {
  const auto src = view(f32, GlobalLayout::ND, {1, 1, 1, 2, 9}, {18, 18, 18, 9, 1});
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    TileSpec dst = tile(f32, 3, 24, 2, 9);
    dst.type.pad.kind = PadKind::max;
    const auto expected = load_of(dst, src, target);
    for (const std::int64_t index : {9, 15, 16, 23, 48, 71}) {
      EXPECT_EQ(accept_at(expected, index), Accept::any_of) << index;
      EXPECT_EQ(expected.value[index], 0x7F800000U);
      EXPECT_EQ(expected.low[index], 0x7F800000U);
      EXPECT_EQ(expected.high[index], 0x77U);
    }
    EXPECT_EQ(accept_at(expected, 8), Accept::exact);
    dst.type.pad.kind = PadKind::null;
    EXPECT_EQ(accept_at(load_of(dst, src, target), 9), Accept::unspecified);
    EXPECT_EQ(accept_at(load_of(dst, src, target), 71), Accept::unspecified);
  }
}

TEST(Tload, LeavesABoxThatHoldsAValidElementOpen) {
  const auto src = view(f16, GlobalLayout::ND, {1, 1, 1, 3, 5}, {15, 15, 15, 5, 1});
  TileSpec dst = tile(f16, 32, 32, 3, 5);
  dst.type.location = Location::mat;
  dst.type.blayout = BLayout::col_major;
  dst.type.slayout = SLayout::row_major;
  dst.type.pad.kind = PadKind::zero;
  const auto expected = load_of(dst, src);
  EXPECT_EQ(accept_at(expected, 495), Accept::unspecified);
  EXPECT_EQ(accept_at(expected, 16), Accept::any_of);
  EXPECT_EQ(accept_at(expected, 512), Accept::any_of);
}

// Source: decision 006 and the pages of types that it names.
TEST(Tload, PadsWithThePatternsOfTheElementType) {
  struct Row {
    ElementType element;
    Pad pad;
    Target target;
    std::vector<std::uint64_t> patterns;  ///< by reading, in addition to what was there
  };
  const Pad most{PadKind::max, 0}, least{PadKind::min, 0}, own{PadKind::custom, 0xBF800000};
  constexpr Target a5 = Target::a5, a2a3 = Target::a2a3, cpu = Target::cpu;
  const Row rows[] = {
      {f16, least, a5, {0xFC00, 0xFC00}},
      {bf16, most, a5, {0x7F80, 0x7C00}},
      {bf16, least, cpu, {0xFF80, 0xFC00}},
      {u32, most, a2a3, {0xFFFFFFFF, 0xFFFFFFFF}},
      {i16, least, cpu, {0x8000, 0x8000}},
      {u8, least, a5, {0, 0xFF}},
      {u8, most, a5, {0xFF, 0x7F}},
      {i8, least, a5, {0x80, 0xFF}},
      {i64, most, cpu, {0x7FFFFFFFFFFFFFFF, 0x7FFFFFFFFFFFFFFF}},
      {i64, least, a2a3, {0x8000000000000000, 0x8000000000000000}},
      {u64, most, a2a3, {0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF}},
      {i32, {PadKind::zero, 0}, cpu, {0, 0}},
      {f32, own, a5, {0xBF800000, 0xBF800000}},
      {f32, own, cpu, {}},
      {u8, own, a5, {}},
      {e4m3, most, a5, {0x7E, 0x7E}},
      {e5m2, least, a5, {0xFC, 0xFC}},
      {e1m2, least, a5, {}},
  };
  for (const Row& row : rows) {
    const std::int64_t block = 256 / bits_of(row.element);
    TileSpec dst = tile(row.element, 1, block, 1, 2);
    dst.type.pad = row.pad;
    const auto src = view(row.element, GlobalLayout::ND, {1, 1, 1, 1, 2}, {2, 2, 2, 2, 1});
    const std::int64_t last = block - 1;
    if (row.patterns.empty()) {
      EXPECT_EQ(accept_at(load_of(dst, src, row.target), last), Accept::unspecified);
      continue;
    }
    for (const std::uint8_t taken : {pad_of_the_type, pad_of_the_table}) {
      const auto expected = load_of(dst, src, row.target, reading(Choice::pad_patterns, taken));
      EXPECT_EQ(accept_at(expected, last), Accept::any_of);
      EXPECT_EQ(expected.value[last], row.patterns[taken]);
      EXPECT_EQ(expected.high[last], 0x77U & mask_of(row.element));
    }
  }
}

// Source: the founding page, whose rule on 64-bit pairs is A2A3's.
TEST(Tload, LetsA5AloneLoadWideBoxes) {
  TileSpec dst = tile(i64, 16, 4, 16, 4);
  dst.type.blayout = BLayout::col_major;
  dst.type.slayout = SLayout::row_major;
  const auto src = view(i64, GlobalLayout::NZ, {1, 1, 1, 16, 4}, {64, 64, 64, 4, 1});
  const auto broken = [&](Target target) {
    return broken_constraints({&form_of("TLOAD", "tile"), target, {dst, src}, {}});
  };
  EXPECT_TRUE(broken(Target::a5).empty());
  EXPECT_EQ(broken(Target::a2a3), std::vector<std::string>{"src.wide_layout"});
  EXPECT_EQ(load_of(dst, src).value[3 * 4 + 2], 15U);
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

// Source: the founding page, below its implementation checks of A5.
TEST(Tload, PromisesThatA5RefusesScalesWithoutAPartner) {
  const auto broken = [](GlobalLayout layout, std::int64_t rows, std::int64_t cols) {
    const bool left = layout == GlobalLayout::MX_A_DN;
    const auto src = view(e8m0, layout, {1, 1, 2, 16, 2}, {64, 64, 32, 2, 1});
    TileSpec dst = left ? tile(e8m0, 16, 4, rows, cols) : tile(e8m0, 4, 16, rows, cols);
    dst.type.location = Location::mat;
    dst.type.blayout = left ? BLayout::row_major : BLayout::col_major;
    dst.type.slayout = left ? SLayout::row_major : SLayout::col_major;
    dst.type.fractal = 32;
    return broken_constraints({&form_of("TLOAD", "tile"), Target::a5, {dst, src}, {}});
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(broken(GlobalLayout::MX_A_DN, 16, 4), Names{});
  EXPECT_EQ(broken(GlobalLayout::MX_A_DN, 16, 3), Names{"dst.scale_pairs"});
  EXPECT_EQ(broken(GlobalLayout::MX_B_ND, 4, 16), Names{});
  EXPECT_EQ(broken(GlobalLayout::MX_B_ND, 3, 16), Names{"dst.scale_pairs"});
  for (const Constraint& one : form_of("TLOAD", "tile").constraints) {
    if (one.name != "dst.scale_pairs") continue;
    EXPECT_TRUE(one.breakable());
    EXPECT_TRUE(one.enforced.contains(Target::a5));
    return;
  }
  FAIL() << "no such constraint";
}

// Source: the founding page, which has no limit.
TEST(Tload, TakesAnyNumberOfRowsInVec) {
  const auto src = view(f32, GlobalLayout::ND, {1, 1, 1, 5000, 8}, {40000, 40000, 40000, 8, 1});
  const Call call{&form_of("TLOAD", "tile"), Target::a2a3, {tile(f32, 5000, 8, 5000, 8), src}, {}};
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{});
}

TEST(Tload, PromisesNoRefusalOfOtherWidthsOnTheCpu) {
  for (const Constraint& one : form_of("TLOAD", "tile").constraints) {
    const bool promised = one.name == "src.same_width" && one.enforced.contains(Target::cpu);
    EXPECT_FALSE(promised);
  }
}

// 2 images of 2 blocks, 1 x 3 places with 16 channels; three elements precede the view.
TEST(Tload, TakesAnImageElementForElement) {
  TileSpec dst;
  dst.type.element = f16;
  dst.type.location = Location::mat;
  dst.type.conv = ConvShape{GlobalLayout::NC1HWC0, 5, {2, 2, 1, 3, 16, 1}};
  dst.type.dynamic_valid_rows = dst.type.dynamic_valid_cols = false;
  dst.valid_cols = 192;
  GlobalSpec src;
  src.element = f16;
  src.layout = GlobalLayout::NC1HWC0;
  src.shape = {2, 2, 1, 3, 16};
  src.stride = {96, 48, 48, 16, 1};
  src.dynamic_stride = false;
  src.base = 3;
  Call call{&form_of("TLOAD", "image"), Target::a5, {dst, src}, {}};
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{});
  ElementArray memory(f16, 195);
  for (std::int64_t i = 0; i < 195; ++i) memory.set(i, static_cast<std::uint64_t>(i));
  const auto expected = expected_tile(call, {filled(f16, 192, 7), memory});
  EXPECT_EQ(expected.value[0], 3U);
  EXPECT_EQ(expected.value[191], 194U);
  EXPECT_EQ(accept_at(expected, 191), Accept::exact);
  call.global("src").stride[0] = 128;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"src.view"});
  call.global("src").stride[0] = 96;
  call.tile("dst").type.conv->layout = GlobalLayout::NDC1HWC0;
  EXPECT_EQ(broken_constraints(call), (std::vector<std::string>{"dst.conv", "src.view"}));
}

TEST(ViewOffsets, AreThoseOfTheIndicesOfEveryLayout) {
  for (const GlobalLayout layout :
       {GlobalLayout::ND, GlobalLayout::DN, GlobalLayout::NZ, GlobalLayout::MX_A_ZZ,
        GlobalLayout::MX_A_ND, GlobalLayout::MX_A_DN, GlobalLayout::MX_B_NN, GlobalLayout::MX_B_ND,
        GlobalLayout::MX_B_DN}) {
    GlobalSpec view;
    view.layout = layout;
    view.shape = {2, 3, 4, 5, 6};
    view.stride = {5000, 1300, 300, 50, 7};
    view.base = 11;
    constexpr std::int64_t rows = 12, cols = 10;
    const ViewOffsets places(view, rows, cols);
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t col = 0; col < cols; ++col) {
        EXPECT_EQ(places.at(row, col), view.offset(view_index(view, row, col)))
            << name_of(layout) << " " << row << " " << col;
      }
    }
  }
}

}  // namespace
}  // namespace assay::ops
