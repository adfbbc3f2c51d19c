// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Call call_of(TileSpec dst, ScalarSpec scalar, Target target = Target::a5) {
  return {&form_of("TEXPANDS", dst.type.conv ? "conv" : "tile"), target, {dst, scalar}, {}};
}

ExpectedTile fill_of(const Call& call, std::uint64_t old = 0x11) {
  const TileSpec& out = call.tile("dst");
  const ScalarSpec& value = call.scalar("scalar");
  return expected_tile(call, {filled(out.type.element, out.type.elements(), old),
                              elements(value.element, {value.bits})});
}

constexpr ScalarSpec three{i32, 3};

TEST(Texpands, FillsTheValidRegionOfAVecTileAndKeepsTheRest) {
  const auto expected = fill_of(call_of(tile(f32, 2, 8, 1, 5), three));
  EXPECT_EQ(accept_at(expected, 4), Accept::exact);
  EXPECT_EQ(expected.value[4], 0x40400000U);  // 3.0f
  EXPECT_EQ(accept_at(expected, 5), Accept::preserved);
  EXPECT_EQ(accept_at(expected, 8), Accept::preserved);
}

TEST(Texpands, FillsAMatTileWhole) {
  TileSpec dst = tile(f32, 2, 8, 1, 5);
  dst.type.location = Location::mat;
  for (const Target target : all_targets) {
    EXPECT_EQ(accept_at(fill_of(call_of(dst, three, target)), 15), Accept::exact);
  }
}

TEST(Texpands, FillsTheShapeOfAConvolutionTile) {
  TileSpec dst = tile(f16, 1, 1, 1, 1);
  dst.type.location = Location::mat;
  dst.type.conv = ConvShape{GlobalLayout::NC1HWC0, 5, {1, 2, 1, 3, 16, 1}};
  dst.valid_cols = 96;
  const auto expected = fill_of(call_of(dst, three));
  EXPECT_EQ(expected.cols, 96);
  EXPECT_EQ(accept_at(expected, 95), Accept::exact);
  EXPECT_EQ(expected.value[95], 0x4200U);  // 3.0 as half
}

TEST(Texpands, ConvertsTheScalarAsAnArgumentIsConverted) {
  // 0.1 as a double becomes the nearest half, 0x2E66; 300 wraps to 44 in a byte.
  EXPECT_EQ(fill_of(call_of(tile(f16, 1, 16, 1, 1), {f64, 0x3FB999999999999AU})).value[0], 0x2E66U);
  EXPECT_EQ(fill_of(call_of(tile(u8, 1, 32, 1, 1), {i32, 300})).value[0], 44U);
  EXPECT_EQ(fill_of(call_of(tile(i32, 1, 8, 1, 1), {f32, 0xC0200000})).value[0], 0xFFFFFFFEU);
}

TEST(Texpands, KeepsThePayloadOfANanOnlyInItsOwnFormat) {
  const auto own = fill_of(call_of(tile(f32, 1, 8, 1, 4), {f32, 0x7FA00001}));
  EXPECT_EQ(accept_at(own, 0), Accept::exact);
  EXPECT_EQ(own.value[0], 0x7FA00001U);
  const auto narrowed = fill_of(call_of(tile(f16, 1, 16, 1, 4), {f32, 0x7FA00001}));
  EXPECT_EQ(accept_at(narrowed, 0), Accept::any_nan);
  EXPECT_EQ(accept_at(narrowed, 4), Accept::preserved);
}

TEST(Texpands, AllowsFrom1To32767BlocksOfAMatTileOnA2a3) {
  TileSpec dst = tile(f32, 32767, 8, 1, 1);
  dst.type.location = Location::mat;
  const auto broken = [&](Target target) {
    return broken_constraints(call_of(dst, three, target));
  };
  EXPECT_TRUE(broken(Target::a2a3).empty());
  dst.type.rows = 32768;
  EXPECT_EQ(broken(Target::a2a3), std::vector<std::string>{"dst.blocks"});
  EXPECT_TRUE(broken(Target::a5).empty()) << "the page counts blocks on A2A3 alone";
  dst.type.location = Location::vec;
  EXPECT_TRUE(broken(Target::a2a3).empty());
}

/// The page lists types and layouts of both devices, and a call that has others must be refused.
TEST(Texpands, MustBeRefusedForOtherTypesAndLayoutsOnBothDevices) {
  for (const Constraint& one : form_of("TEXPANDS", "tile").constraints) {
    if (!one.name.starts_with("dst.element.") && one.name != "dst.row_major") continue;
    for (const Target target : {Target::a2a3, Target::a5}) {
      if (!one.targets.contains(target)) continue;
      EXPECT_TRUE(one.enforced.contains(target)) << one.name << name_of(target);
    }
  }
  std::set<ElementType> breaches;
  const Constraint& types =
      *std::ranges::find_if(form_of("TEXPANDS", "tile").constraints, [](const Constraint& one) {
        return one.name == "dst.element.Vec" && one.targets.contains(Target::a2a3);
      });
  Counting draw;
  for (int i = 0; i < 400; ++i) {
    Call call = call_of(tile(f32, 2, 8, 2, 8), three, Target::a2a3);
    types.breach(call, draw);
    breaches.insert(call.tile("dst").type.element);
  }
  for (const ElementType element : {i8, u8, u16, u32, bf16, i64}) {
    EXPECT_TRUE(breaches.contains(element)) << name_of(element);
  }
}

TEST(Texpands, CountsTheBlocksOfAConvolutionTileBeforeC0) {
  TileSpec dst = tile(f32, 1, 1, 1, 1);
  dst.type.location = Location::mat;
  dst.type.conv = ConvShape{GlobalLayout::NDC1HWC0, 6, {1, 7, 31, 151, 1, 8}};
  EXPECT_TRUE(broken_constraints(call_of(dst, three)).empty());  // 7 * 31 * 151 = 32767
  dst.type.conv->dims = {1, 8, 8, 8, 64, 8};
  EXPECT_EQ(broken_constraints(call_of(dst, three)), std::vector<std::string>{"dst.blocks"});
}

TEST(Texpands, TakesAFractalZTileOfFourDimensions) {
  TileSpec dst = tile(f32, 1, 1, 1, 1);
  dst.type.location = Location::mat;
  dst.type.conv = ConvShape{GlobalLayout::FRACTAL_Z, 4, {3, 2, 16, 8, 1, 1}};
  dst.valid_cols = dst.cols();
  EXPECT_TRUE(broken_constraints(call_of(dst, three)).empty());
  EXPECT_EQ(accept_at(fill_of(call_of(dst, three)), 3 * 2 * 16 * 8 - 1), Accept::exact);
  dst.type.conv->dims[0] = 128;  // 128 * 2 * 16 * 8 = 32768
  dst.valid_cols = dst.cols();
  EXPECT_EQ(broken_constraints(call_of(dst, three)), std::vector<std::string>{"dst.blocks"});
  dst.type.conv->layout = GlobalLayout::NC1HWC0;
  EXPECT_FALSE(broken_constraints(call_of(dst, three)).empty());
}

TEST(Texpands, FillsTheRegionOfStaticPartialColumns) {
  TileSpec dst = tile(f32, 2, 8, 2, 5);
  dst.type.dynamic_valid_cols = false;
  for (const Target target : all_targets) {
    const auto expected = fill_of(call_of(dst, three, target));
    for (const std::int64_t in : {0, 4, 8, 12}) EXPECT_EQ(accept_at(expected, in), Accept::exact);
    for (const std::int64_t out : {5, 7, 13}) {
      EXPECT_EQ(accept_at(expected, out), Accept::preserved);
    }
  }
}

}  // namespace
}  // namespace assay::ops
