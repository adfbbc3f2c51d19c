// SPDX-License-Identifier: Apache-2.0
// TRESHAPE and TSUBVIEW: a tile that has the bytes of another one.
#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

ElementArray counted(ElementType type, std::int64_t count) {
  ElementArray made(type, count);
  for (std::int64_t at = 0; at < count; ++at) made.set(at, static_cast<std::uint64_t>(at));
  return made;
}

Call reshape(Target target, const TileSpec& dst, const TileSpec& src) {
  const bool vec = src.type.location == Location::vec;
  return {&form_of("TRESHAPE", vec ? "vec" : "mat"), target, {dst, src}, {}};
}

TileSpec in_columns(TileSpec tile) {
  tile.type.blayout = BLayout::col_major;
  return tile;
}

// 2 x 8 words of 4 bytes. Column 1 of 16 x 2 halves is what lies from byte 32 on: row 1 of words.
TEST(Reshape, HasTheBytesInTheLayoutsOfBothTiles) {
  const Call call = reshape(Target::a5, in_columns(tile(f16, 16, 2, 16, 2)), tile(u32, 2, 8, 2, 8));
  ElementArray source = counted(u32, 16);
  source.set(9, 0xABCD1234);
  const auto expected = expected_tile(call, {filled(f16, 32, 0), source});
  EXPECT_EQ(expected.value[2L * 4], 2U);           // (4, 0): the low half of word 2
  EXPECT_EQ(expected.value[2L * 5], 0U);           // (5, 0): its high half
  EXPECT_EQ(expected.value[2L * 2 + 1], 0x1234U);  // (2, 1): row 1, word 1
  EXPECT_EQ(expected.value[2L * 3 + 1], 0xABCDU);
}

// NZ, two boxes of 16 x 16 halves side by side: the second begins at byte 512. As 32 x 16 they lie
// one below the other.
TEST(Reshape, KeepsBoxesWhereTheyLie) {
  const auto boxed = [](std::int64_t rows, std::int64_t cols) {
    TileSpec made = in_columns(tile(f16, rows, cols, rows, cols));
    made.type.location = Location::mat;
    made.type.slayout = SLayout::row_major;
    return made;
  };
  const Call call = reshape(Target::a2a3, boxed(32, 16), boxed(16, 32));
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, {filled(f16, 512, 0), counted(f16, 512)});
  EXPECT_EQ(expected.value[17], 33U);            // (1, 1) is (1, 1)
  EXPECT_EQ(expected.value[16L * 16 + 3], 19U);  // (16, 3) is (0, 19)
  EXPECT_EQ(expected.value[31L * 16], 496U);     // (31, 0) is (15, 16)
}

// Boxes of 16 x 16 words, of which the second begins at word 256.
TEST(Reshape, OfAnAccumulatorIsOne) {
  const auto accumulator = [](ElementType type, std::int64_t rows, std::int64_t cols) {
    TileSpec made = in_columns(tile(type, rows, cols, rows, cols));
    made.type.location = Location::acc;
    made.type.slayout = SLayout::row_major;
    made.type.fractal = 1024;
    return made;
  };
  const auto broken = [&](const TileSpec& dst) {
    return broken_constraints(reshape(Target::a5, dst, accumulator(f32, 16, 32)));
  };
  EXPECT_EQ(broken(accumulator(f32, 32, 16)), Names{});
  EXPECT_EQ(broken(accumulator(i32, 32, 16)), Names{});
  EXPECT_EQ(broken(accumulator(f32, 32, 32)), Names{"dst.same_bytes"});
  EXPECT_EQ(broken(accumulator(u32, 32, 16)), Names{"dst.place"});
  const Call call = reshape(Target::a5, accumulator(f32, 32, 16), accumulator(f32, 16, 32));
  const auto expected = expected_tile(call, {filled(f32, 512, 0), counted(f32, 512)});
  EXPECT_EQ(expected.value[16L * 16 + 3], 19U);  // (16, 3) is (0, 19)
}

// Decision 106: of the words of a row, five and a half are valid ones.
TEST(Reshape, PromisesWhatIsMadeOfValidElementsAlone) {
  const Call call = reshape(Target::cpu, tile(i32, 1, 8, 1, 7), tile(i16, 1, 16, 1, 11));
  const auto expected = expected_tile(call, {filled(i32, 8, 0), counted(i16, 16)});
  EXPECT_EQ(accept_at(expected, 4), Accept::exact);
  EXPECT_EQ(expected.value[4], 0x00090008U);
  EXPECT_EQ(accept_at(expected, 5), Accept::unspecified);
  EXPECT_EQ(accept_at(expected, 7), Accept::unspecified);
}

TEST(Reshape, NamesWhatItBreaks) {
  const TileSpec words = tile(i32, 2, 8, 2, 8);
  const auto broken = [&](const TileSpec& dst) {
    return broken_constraints(reshape(Target::a5, dst, words));
  };
  EXPECT_EQ(broken(tile(u8, 1, 64, 1, 64)), Names{});
  EXPECT_EQ(broken(tile(u8, 1, 96, 1, 64)), Names{"dst.same_bytes"});
  TileSpec mat = words;
  mat.type.location = Location::mat;
  EXPECT_EQ(broken(mat), Names{"dst.same_location"});
  TileSpec source = mat, boxed = mat;
  source.type.rows = boxed.type.rows = source.valid_rows = 16;
  boxed.type.blayout = BLayout::col_major;
  boxed.type.slayout = SLayout::row_major;
  EXPECT_EQ(broken_constraints(reshape(Target::a5, boxed, source)), Names{"dst.boxes_alike"});
}

Samples of_types_of_views() {
  const auto refused = [](Target target, ElementType to, ElementType from) {
    return Sample("E-TRESHAPE-001", reshape(target, tile(to, 2, 8, 2, 8), tile(from, 2, 8, 2, 8)))
        .is_refused("TRESHAPE: Element types must be compatible.");
  };
  return {refused(Target::cpu, f32, i32), refused(Target::cpu, u32, i32).is_unknown(),
          refused(Target::cpu, f32, f32).is_unknown(), refused(Target::a5, f32, i32).is_unknown()};
}

const SamplesOf samples_of_types_of_views{of_types_of_views};

Call subview(const TileSpec& dst, const TileSpec& src, std::uint64_t row, std::uint64_t col) {
  return {&form_of("TSUBVIEW", "plain"),
          Target::a2a3,
          {dst, src, ScalarSpec{u16, row}, ScalarSpec{u16, col}},
          {}};
}

// The page's example: the last of four parts.
TEST(Subview, BeginsAtTheIndices) {
  const Call call = subview(tile(f32, 4, 64, 2, 32), tile(f32, 4, 64, 4, 64), 2, 32);
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(
      call, {filled(f32, 256, 0), counted(f32, 256), elements(u16, {2}), elements(u16, {32})});
  EXPECT_EQ(expected.value[0], 160U);
  EXPECT_EQ(expected.value[64 + 31], 255U);
  EXPECT_EQ(accept_at(expected, 32), Accept::unspecified);
}

TEST(Subview, NamesWhatItBreaks) {
  const TileSpec part = tile(f32, 4, 64, 2, 32), all = tile(f32, 4, 64, 4, 64);
  const auto broken = [&](const TileSpec& dst, std::uint64_t row, std::uint64_t col) {
    return broken_constraints(subview(dst, all, row, col));
  };
  EXPECT_EQ(broken(part, 3, 0), Names{"dst.window"});
  EXPECT_EQ(broken(part, 0, 4), Names{"dst.aligned"});
  EXPECT_EQ(broken(tile(f32, 2, 32, 2, 32), 0, 0), Names{"dst.step"});
  TileSpec mat = part;
  mat.type.location = Location::mat;
  EXPECT_EQ(broken(mat, 0, 0), Names{"dst.same_location"});
  const TileSpec square = tile(f32, 64, 64, 4, 4);
  EXPECT_EQ(broken_constraints(subview(in_columns(square), square, 0, 0)),
            Names{"dst.same_blayout"});
  EXPECT_EQ(broken_constraints(subview(all, tile(f32, 4, 64, 4, 63), 0, 0)),
            (Names{"dst.no_more_valid", "dst.window"}));
}

}  // namespace
}  // namespace assay::ops
