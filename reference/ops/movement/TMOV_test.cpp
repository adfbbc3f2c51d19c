// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

Call moved(const char* form, Target target, const TileSpec& dst, const TileSpec& src) {
  return {&form_of("TMOV", form), target, {dst, src}, {}};
}

TileSpec in(Location where, TileSpec tile, BLayout block = BLayout::row_major,
            SLayout box = SLayout::none_box) {
  tile.type.location = where;
  tile.type.blayout = block;
  tile.type.slayout = box;
  return tile;
}

TileSpec row(Location where, ElementType element, std::int64_t cols, std::int64_t rows = 1) {
  return in(where, tile(element, rows, cols, 1, cols));
}

Names biases(Target target, ElementType to, ElementType from, std::int64_t cols) {
  return broken_constraints(
      moved("bias", target, row(Location::bias, to, cols), row(Location::mat, from, cols)));
}

TEST(Tmov, CopiesPatternsOfTheValidRegion) {
  const TileSpec wide = tile(f32, 2, 16, 2, 3), narrow = tile(f32, 4, 8, 2, 3);
  ElementArray source = filled(f32, 32, 0x77);
  source.set(2, 0x7FA00001);   // a signalling NaN
  source.set(16, 0x80000000);  // -0
  const auto expected =
      expected_tile(moved("vec", Target::cpu, narrow, wide), {filled(f32, 32, 5), source});
  EXPECT_EQ(expected.value[2], 0x7FA00001U);
  EXPECT_EQ(expected.value[8], 0x80000000U);
  EXPECT_EQ(accept_at(expected, 8), Accept::exact);
  EXPECT_EQ(accept_at(expected, 3), Accept::unspecified);
  EXPECT_EQ(accept_at(expected, 16), Accept::unspecified);
}

/// CommonCheck of A5 has both floats of four bits, in whole bytes and without a transposition.
TEST(Tmov, OfHalfBytesIsLegalOnA5) {
  const auto broken = [](const char* form, Target target, const TileSpec& dst,
                         const TileSpec& src) {
    return broken_constraints(moved(form, target, dst, src));
  };
  const TileSpec rows = tile(e2m1, 4, 64, 3, 62), odd = tile(e2m1, 4, 64, 3, 61);
  EXPECT_EQ(broken("vec", Target::a5, rows, rows), Names{});
  EXPECT_EQ(broken("vec", Target::a5, odd, odd), Names{"src.pairs"});
  EXPECT_EQ(broken("vec", Target::cpu, rows, rows), Names{"src.element"});
  EXPECT_EQ(broken("vec", Target::a2a3, rows, rows), Names{"src.element"});
  const TileSpec matrix = tile(e1m2, 64, 64, 64, 64);
  const auto boxed = [&](Location where, bool zn) {
    return in(where, matrix, zn ? BLayout::row_major : BLayout::col_major,
              zn ? SLayout::col_major : SLayout::row_major);
  };
  using enum Location;
  EXPECT_EQ(broken("cube", Target::a5, boxed(left, false), boxed(mat, false)), Names{});
  EXPECT_EQ(broken("cube", Target::a5, boxed(right, true), boxed(mat, true)), Names{});
  EXPECT_EQ(broken("cube", Target::a5, boxed(right, true), boxed(mat, false)), Names{"dst.packed"});
  EXPECT_EQ(broken("boxes", Target::a5, boxed(mat, false), matrix), Names{});
  EXPECT_EQ(broken("boxes", Target::a5, boxed(mat, true), matrix), Names{"dst.packed"});
  const auto expected = expected_tile(moved("vec", Target::a5, rows, rows),
                                      {filled(e2m1, 256, 0), filled(e2m1, 256, 9)});
  EXPECT_EQ(expected.value[61], 9U);
  EXPECT_EQ(accept_at(expected, 62), Accept::unspecified);
}

TEST(Tmov, WidensBiases) {
  const auto as_float = [](ElementType from, std::uint64_t bits) {
    return expected_tile(
        moved("bias", Target::a5, row(Location::bias, f32, 32), row(Location::mat, from, 32)),
        {filled(f32, 32, 0), filled(from, 32, bits)});
  };
  EXPECT_EQ(as_float(f16, 0xC100).value[0], 0xC0200000U);   // -2.5
  EXPECT_EQ(as_float(f16, 0x0001).value[31], 0x33800000U);  // 2^-24
  EXPECT_EQ(as_float(bf16, 0x3FC0).value[0], 0x3FC00000U);  // 1.5
  EXPECT_EQ(as_float(f16, 0x8000).low[0], 0x80000000U);     // -0 alone
  EXPECT_EQ(as_float(f16, 0x8000).high[0], 0x80000000U);
  EXPECT_EQ(accept_at(as_float(f16, 0x7E00), 0), Accept::any_nan);
}

TEST(Tmov, NamesWhatBiasesBreak) {
  EXPECT_EQ(biases(Target::a2a3, f32, f16, 32), Names{});
  EXPECT_EQ(biases(Target::a2a3, f32, f16, 16), Names{"src.units"});  // 32 bytes of halves
  EXPECT_EQ(biases(Target::a5, f32, f16, 16), Names{});               // 64 bytes of floats
  EXPECT_EQ(biases(Target::a5, i32, i32, 8), Names{"dst.units"});
  EXPECT_EQ(biases(Target::a5, f32, f32, 1024), Names{});
  EXPECT_EQ(biases(Target::a5, f32, f32, 1040), Names{"dst.table"});
  EXPECT_EQ(biases(Target::a2a3, f32, bf16, 32), Names{"src.element"});
  EXPECT_EQ(biases(Target::a5, f32, bf16, 32), Names{});
  EXPECT_EQ(biases(Target::a5, u32, i32, 16), Names{"dst.pair"});
  EXPECT_EQ(biases(Target::a5, f16, f16, 64), Names{"dst.pair"});
  EXPECT_EQ(broken_constraints(moved("bias", Target::a5, row(Location::bias, f32, 16, 2),
                                     row(Location::mat, f32, 16, 2))),
            Names{"src.one_row"});
}

TEST(Tmov, NamesWhatScalesBreak) {
  const auto broken = [](Target target, ElementType element, std::int64_t cols) {
    return broken_constraints(moved("scaling", target, row(Location::scaling, element, cols),
                                    row(Location::mat, element, cols)));
  };
  EXPECT_EQ(broken(Target::a2a3, i64, 256), Names{});
  EXPECT_EQ(broken(Target::a2a3, u64, 24), Names{"src.units"});
  EXPECT_EQ(broken(Target::a2a3, u32, 32), Names{"src.element"});
  EXPECT_EQ(broken(Target::a5, u64, 512), Names{});
  EXPECT_EQ(broken(Target::a5, u64, 528), Names{"dst.table"});
}

/// Scales of a left operand in ZZ, or of a right one in NN.
TileSpec scales(Location where, bool left, ElementType element = e8m0) {
  TileSpec made = tile(element, left ? 32 : 4, left ? 4 : 32, left ? 31 : 3, left ? 3 : 31);
  made.type.location = where;
  made.type.blayout = left ? BLayout::row_major : BLayout::col_major;
  made.type.slayout = left ? SLayout::row_major : SLayout::col_major;
  made.type.fractal = 32;
  return made;
}

TEST(Tmov, TakesScalesToTheMemoryOfTheirSide) {
  using enum Location;
  const auto broken = [](const TileSpec& dst, const TileSpec& src) {
    return broken_constraints(moved("scales", Target::a5, dst, src));
  };
  EXPECT_EQ(broken(scales(scale_left, true), scales(mat, true)), Names{});
  EXPECT_EQ(broken(scales(scale_right, false), scales(mat, false)), Names{});
  EXPECT_EQ(broken(scales(scale_left, true, i8), scales(mat, true, i8)), Names{"src.element"});
  EXPECT_EQ(broken(scales(scale_left, true, i8), scales(mat, true)), Names{"dst.same_element"});
  EXPECT_EQ(broken(scales(scale_left, false), scales(mat, false)),
            (Names{"src.scale_boxes", "dst.scale_boxes"}));
  TileSpec large = scales(mat, true);
  large.type.rows = 1040;
  TileSpec room = large;
  room.type.location = scale_left;
  EXPECT_EQ(broken(room, large), Names{"dst.room"});
  ElementArray source = filled(e8m0, 128, 0x7F);
  source.set(17 * 4 + 2, 0x80);
  const auto expected =
      expected_tile(moved("scales", Target::a5, scales(scale_left, true), scales(mat, true)),
                    {filled(e8m0, 128, 0), source});
  EXPECT_EQ(expected.value[17 * 4 + 2], 0x80U);
  EXPECT_EQ(accept_at(expected, 17 * 4 + 2), Accept::exact);
  EXPECT_EQ(accept_at(expected, 17 * 4 + 3), Accept::unspecified);
}

TEST(Tmov, NamesWhatOtherPathsBreak) {
  const TileSpec square = tile(f16, 32, 32, 30, 31);
  const TileSpec nz = in(Location::mat, square, BLayout::col_major, SLayout::row_major);
  const TileSpec right = in(Location::right, square, BLayout::row_major, SLayout::col_major);
  const TileSpec dn = in(Location::mat, square, BLayout::col_major);
  EXPECT_EQ(broken_constraints(moved("cube", Target::a5, right, nz)), Names{});
  EXPECT_EQ(broken_constraints(moved("cube", Target::a5, right, dn)), Names{"src.layout"});
  EXPECT_EQ(broken_constraints(moved("boxes", Target::a5, nz, square)), Names{});
  const auto into_zn = [](ElementType element) {
    const TileSpec rows = tile(element, 32, 32, 30, 31);
    return broken_constraints(moved("boxes", Target::a5,
                                    in(Location::mat, rows, BLayout::row_major, SLayout::col_major),
                                    rows));
  };
  EXPECT_EQ(into_zn(i32), Names{});
  EXPECT_EQ(into_zn(u8), Names{});
  EXPECT_EQ(into_zn(i16), Names{"src.element"});
  const TileSpec bytes = tile(u8, 32, 32, 30, 31);
  EXPECT_EQ(broken_constraints(
                moved("boxes", Target::a5,
                      in(Location::mat, bytes, BLayout::col_major, SLayout::row_major), bytes)),
            Names{"dst.zn"});
  EXPECT_EQ(broken_constraints(moved("vec", Target::a2a3, square, square)), Names{});
  const auto vec = [&](Target target, const TileSpec& dst) {
    return broken_constraints(moved("vec", target, dst, square));
  };
  EXPECT_EQ(vec(Target::a2a3, in(Location::acc, square)), Names{"dst.location"});
  EXPECT_EQ(vec(Target::a2a3, tile(f16, 32, 48, 30, 31)), Names{"dst.shape"});
  EXPECT_EQ(vec(Target::a5, tile(f16, 32, 48, 30, 31)), Names{});
}

std::optional<std::string> null_of(const Call& call, std::uint64_t bits) {
  Case test_case;
  test_case.call = call;
  const TileType& type = call.tile("src").type;
  const std::vector<ElementArray> before{filled(type.element, type.elements(), 9),
                                         filled(type.element, type.elements(), bits)};
  return passing_null(test_case, before, expect(call, before, correctly_rounded));
}

// Decision 201.
TEST(Tmov, MayCopyAndIsNoEvidenceOfZerosOrOfWhatWasThere) {
  const TileSpec whole = tile(f32, 2, 8, 2, 8);
  const Call call = moved("vec", Target::cpu, whole, whole);
  EXPECT_EQ(null_of(call, 3), std::nullopt);
  EXPECT_EQ(null_of(call, 0), "zeros");
  EXPECT_EQ(null_of(call, 9), "an untouched output");
  Form unsaid = *call.form;
  unsaid.copies = false;
  Call other = call;
  other.form = &unsaid;
  EXPECT_EQ(null_of(other, 3), "a copy of src");
}

}  // namespace
}  // namespace assay::ops
