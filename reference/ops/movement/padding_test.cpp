// SPDX-License-Identifier: Apache-2.0
// Pages that fill a tile with its pad.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

Call fill(const char* op, Target target, TileSpec dst, const TileSpec& src,
          Pad pad = {PadKind::max, 0}) {
  dst.type.pad = pad;
  return {&form_of(op, "vec"), target, {dst, src}, {}};
}

Names broken(const char* op, const TileSpec& dst, const TileSpec& src,
             Pad pad = {PadKind::max, 0}) {
  return broken_constraints(fill(op, Target::a5, dst, src, pad));
}

// Decision 104: whatever is valid in dst.
TEST(Padding, HasWhatIsValidInSrcAndThePadInAllOtherRowsAndColumns) {
  const TileSpec src = tile(i16, 3, 16, 2, 5);
  for (const std::int64_t valid : {2, 3}) {
    const Call call = fill("TFILLPAD", Target::cpu, tile(i16, 3, 16, valid, 7), src);
    const auto expected = expected_tile(call, {filled(i16, 48, 1), filled(i16, 48, 0x22)});
    for (std::int64_t at = 0; at < 48; ++at) {
      const bool copied = at < 32 && at % 16 < 5;
      EXPECT_EQ(accept_at(expected, at), Accept::exact);
      EXPECT_EQ(expected.value[at], copied ? 0x22U : 0x7FFFU) << at;
    }
  }
}

TEST(Padding, OfALargerTileHasItsOwnRows) {
  const TileSpec src = tile(f32, 2, 8, 2, 8), dst = tile(f32, 3, 16, 2, 8);
  ElementArray source = filled(f32, 16, 3);
  source.set(15, 9);
  const Call call = fill("TFILLPAD_EXPAND", Target::a5, dst, src, {PadKind::min, 0});
  const auto expected = expected_tile(call, {filled(f32, 48, 0), source});
  EXPECT_EQ(expected.value[16 + 7], 9U);
  EXPECT_EQ(expected.value[8], 0xFF800000U);
  EXPECT_EQ(expected.value[47], 0xFF800000U);
}

TEST(Padding, MovesBitsAndTakesThePadOfDst) {
  const TileSpec src = tile(u32, 1, 8, 1, 1), dst = tile(f32, 1, 8, 1, 8);
  const Call call = fill("TFILLPAD", Target::a5, dst, src, {PadKind::custom, 0xC0490FDB});
  const auto expected = expected_tile(call, {filled(f32, 8, 0), filled(u32, 8, 0x7FA00001)});
  EXPECT_EQ(expected.value[0], 0x7FA00001U);
  EXPECT_EQ(expected.value[1], 0xC0490FDBU);
}

/// The pad of a tile of floats of one byte, by a reading of Min of e4m3.
std::uint64_t pad_of_small(ElementType type, PadKind kind,
                           std::uint8_t minimum = minimum_is_lowest) {
  const TileSpec small = tile(type, 1, 32, 1, 2);
  const Call call = fill("TFILLPAD", Target::a5, small, small, {kind, 0});
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, {filled(type, 32, 1), filled(type, 32, 0x7F)},
                                      reading(Choice::e4m3_minimum, minimum));
  EXPECT_EQ(accept_at(expected, 1), Accept::exact);
  EXPECT_EQ(expected.value[1], 0x7FU);
  EXPECT_EQ(accept_at(expected, 2), Accept::exact);
  return expected.value[2];
}

// Decision 104: infinities where there are some, else the ends of the range.
TEST(Padding, OfSmallFloatsHasTheirExtremes) {
  EXPECT_EQ(pad_of_small(e5m2, PadKind::max), 0x7CU);
  EXPECT_EQ(pad_of_small(e5m2, PadKind::min), 0xFCU);
  EXPECT_EQ(pad_of_small(hif8, PadKind::max), 0x6FU);
  EXPECT_EQ(pad_of_small(hif8, PadKind::min), 0xEFU);
  EXPECT_EQ(pad_of_small(e4m3, PadKind::max), 0x7EU);
  EXPECT_EQ(pad_of_small(e4m3, PadKind::min), 0xFEU);
  EXPECT_EQ(pad_of_small(e4m3, PadKind::min, minimum_is_smallest), 0x08U);
  EXPECT_EQ(pad_of_small(e8m0, PadKind::max), 0xFEU);
  EXPECT_EQ(pad_of_small(e8m0, PadKind::min), 0x00U);
  for (const ElementType type : {e4m3, e5m2, hif8}) {
    EXPECT_EQ(pad_of_small(type, PadKind::zero), 0U);
  }
}

TEST(Padding, NamesWhatAFillBreaks) {
  const TileSpec small = tile(f16, 2, 16, 2, 7), high = tile(f16, 3, 16, 2, 7);
  EXPECT_EQ(broken("TFILLPAD", small, small), Names{});
  EXPECT_EQ(broken("TFILLPAD", small, small, {}), Names{"dst.pad"});
  EXPECT_EQ(broken("TFILLPAD", high, small), Names{"dst.shape"});
  EXPECT_EQ(broken("TFILLPAD_EXPAND", high, small), Names{});
  EXPECT_EQ(broken("TFILLPAD_EXPAND", small, high), Names{"dst.covering_shape"});
  EXPECT_EQ(broken("TFILLPAD", tile(i16, 2, 16, 2, 7), small), Names{});
  EXPECT_EQ(broken("TFILLPAD", tile(f32, 2, 16, 2, 7), small), Names{"dst.same_width"});
  EXPECT_EQ(broken("TFILLPAD", small, tile(f16, 2, 16, 2, 8)), Names{"dst.covers"});
}

TEST(PaddingInMat, FillsWhatIsNotValidWithZeros) {
  TileSpec dst = tile(f16, 16, 32, 1, 20);
  dst.type.location = Location::mat;
  dst.type.blayout = BLayout::col_major;
  dst.type.slayout = SLayout::row_major;
  const auto call_of = [&](PadKind pad) {
    dst.type.pad = {pad, 0};
    return Call{&form_of("TFILLPAD", "mat"), Target::a2a3, {dst}, {0}};
  };
  for (const PadKind pad : {PadKind::zero, PadKind::null}) {
    const Call call = call_of(pad);
    EXPECT_EQ(broken_constraints(call), Names{});
    const auto expected = expected_tile(call, {filled(f16, 512, 0x3C00)});
    EXPECT_EQ(accept_at(expected, 19), Accept::preserved);
    for (const std::int64_t place : {20, 31, 32, 511}) {
      EXPECT_EQ(accept_at(expected, place), Accept::exact);
      EXPECT_EQ(expected.value[place], 0U);
    }
  }
  EXPECT_EQ(broken_constraints(call_of(PadKind::max)), Names{"dst.mat_pad"});
  dst.type.slayout = SLayout::none_box;
  EXPECT_EQ(broken_constraints(call_of(PadKind::zero)), Names{"dst.layout"});
}

}  // namespace
}  // namespace assay::ops
