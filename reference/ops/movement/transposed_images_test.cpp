// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "reference/ops/movement/images_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using namespace image_layout;
using enum GlobalLayout;
using Names = std::vector<std::string>;

Call conversion(const TileSpec& dst, const TileSpec& src, std::int64_t scratch_bytes = 32768,
                Target target = Target::a5) {
  const ElementType element = src.type.element;
  const std::int64_t count = scratch_bytes * 8 / bits_of(element);
  return {&form_of("TTRANS", "image"), target, {dst, src, tile(element, 1, count, 1, count)}, {}};
}

/// Element i of src is i + 1.
ExpectedTile converted(const Call& call) {
  const TileSpec &dst = call.tile("dst"), &src = call.tile("src"), &tmp = call.tile("tmp");
  ElementArray from(src.type.element, src.type.elements());
  for (std::int64_t i = 0; i < from.size(); ++i) from.set(i, static_cast<std::uint64_t>(i + 1));
  EXPECT_EQ(broken_constraints(call), Names{});
  return expected_tile(call, {filled(dst.type.element, dst.type.elements(), 0x77), from,
                              filled(tmp.type.element, tmp.type.elements(), 0)});
}

TEST(TransposedImages, PutChannelsIntoBlocks) {
  // Image 1, channel 17 (lane 1 of block 1), column 3.
  const auto expected = converted(
      conversion(image(f16, NC1HWC0, {2, 2, 1, 16, 16}), image(f16, nchw, {2, 18, 1, 16})));
  EXPECT_EQ(expected.value[512 + 256 + 3 * 16 + 1], (18 + 17) * 16 + 3 + 1U);
  EXPECT_EQ(accept_at(expected, 512 + 256 + 3 * 16 + 1), Accept::exact);
  EXPECT_EQ(accept_at(expected, 512 + 256 + 3 * 16 + 2), Accept::unspecified);
}

TEST(TransposedImages, MayHaveFourLanes) {
  // Channel 6 is lane 2 of block 1.
  const auto expected =
      converted(conversion(image(f32, NC1HWC0, {1, 2, 2, 4, 4}), image(f32, nchw, {1, 7, 2, 4})));
  EXPECT_EQ(expected.value[32 + 5 * 4 + 2], 6 * 8 + 5 + 1U);
  EXPECT_EQ(accept_at(expected, 32 + 5 * 4 + 3), Accept::unspecified);
}

TEST(TransposedImages, TakeChannelsOutOfBlocks) {
  const auto expected =
      converted(conversion(image(i32, nchw, {2, 16, 2, 4}), image(i32, NC1HWC0, {2, 2, 2, 4, 8})));
  EXPECT_EQ(expected.value[128 + 9 * 8 + 6], 128 + 64 + 6 * 8 + 1 + 1U);
}

TEST(TransposedImages, KeepGroupsApart) {
  const auto expected = converted(
      conversion(image(i32, gnc1hwc0, {3, 2, 2, 2, 4, 8}), image(i32, gnchw, {3, 2, 10, 2, 4})));
  EXPECT_EQ(expected.value[2 * 256 + 128 + 64 + 6 * 8 + 1], 2 * 160 + 80 + 9 * 8 + 6 + 1U);
  const auto back = converted(
      conversion(image(i32, gnchw, {3, 2, 16, 2, 4}), image(i32, gnc1hwc0, {3, 2, 2, 2, 4, 8})));
  EXPECT_EQ(back.value[2 * 256 + 128 + 9 * 8 + 6], 2 * 256 + 128 + 64 + 6 * 8 + 1 + 1U);
}

TEST(TransposedImages, BecomeWeights) {
  // Image 17 is row 1 of box 1.
  const auto expected = converted(
      conversion(image(f32, FRACTAL_Z, {12, 2, 16, 8}), image(f32, NC1HWC0, {18, 2, 2, 3, 8})));
  EXPECT_EQ(expected.value[11 * 256 + 128 + 8 + 3], 17 * 96 + 11 * 8 + 3 + 1U);
  EXPECT_EQ(accept_at(expected, 11 * 256 + 128 + 16), Accept::unspecified);
  const auto deep = converted(conversion(image(f32, FRACTAL_Z_3D, {48, 2, 16, 8}),
                                         image(f32, ncdhw, {18, 10, 3, 2, 4}), 65536));
  // Depth 2, block 1, row 1, column 2; channel 9.
  EXPECT_EQ(deep.value[(2 * 16 + 8 + 6) * 256 + 128 + 8 + 1], 17 * 240 + 9 * 24 + 2 * 8 + 6 + 1U);
  EXPECT_EQ(accept_at(deep, (2 * 16 + 8 + 6) * 256 + 128 + 8 + 2), Accept::unspecified);
}

TEST(TransposedImages, AskForScratchByTheFormulasOfThePage) {
  struct Row {
    TileSpec dst, src;
    std::int64_t bytes;
  };
  const std::vector<Row> rows{
      // H * W * 16 * 4, C0 * 16 * 4, and in bytes H * W * 32.
      {image(f32, NC1HWC0, {1, 1, 2, 4, 8}), image(f32, nchw, {1, 8, 2, 4}), 512},
      {image(f32, nchw, {1, 8, 2, 4}), image(f32, NC1HWC0, {1, 1, 2, 4, 8}), 512},
      {image(i8, NC1HWC0, {1, 1, 2, 16, 32}), image(i8, nchw, {1, 3, 2, 16}), 1024},
      {image(f16, gnc1hwc0, {2, 1, 1, 1, 32, 16}), image(f16, gnchw, {2, 1, 3, 1, 32}), 1024},
      // 2 * 16 * 6 elements twice; one image: 16 * 6 once and once more for 6 * 16.
      {image(f16, FRACTAL_Z_3D, {6, 1, 16, 16}), image(f16, ncdhw, {2, 3, 1, 2, 3}), 768},
      {image(f16, FRACTAL_Z_3D, {6, 1, 16, 16}), image(f16, ncdhw, {1, 3, 1, 2, 3}), 384}};
  for (const Row& row : rows) {
    EXPECT_EQ(broken_constraints(conversion(row.dst, row.src, row.bytes)), Names{}) << row.bytes;
    EXPECT_EQ(broken_constraints(conversion(row.dst, row.src, row.bytes - 32)), Names{"tmp.room"});
  }
  EXPECT_EQ(broken_constraints(conversion(image(f32, FRACTAL_Z, {1, 1, 16, 8}),
                                          image(f32, NC1HWC0, {1, 1, 1, 1, 8}), 32)),
            Names{});
}

TEST(TransposedImages, NameWhatAnIllegalCallBreaks) {
  const TileSpec src = image(f16, nchw, {2, 18, 1, 16});
  const TileSpec dst = image(f16, NC1HWC0, {2, 2, 1, 16, 16});
  const auto broken = [](const TileSpec& out, const TileSpec& in, Target target = Target::a5) {
    return broken_constraints(conversion(out, in, 32768, target));
  };
  EXPECT_EQ(broken(dst, src, Target::a2a3), Names{});
  EXPECT_EQ(broken(image(f16, NC1HWC0, {2, 3, 1, 16, 16}), src), Names{"dst.conv"});
  EXPECT_EQ(broken(image(f16, NC1HWC0, {2, 2, 1, 16, 8}), src), Names{"dst.conv"});
  EXPECT_EQ(broken(image(f16, FRACTAL_Z, {32, 1, 16, 16}), src), Names{"dst.conv"});
  EXPECT_EQ(broken(image(f16, NC1HWC0, {2, 2, 1, 17, 16}), image(f16, nchw, {2, 18, 1, 17})),
            Names{"src.plane"});
  EXPECT_EQ(broken(image(i64, NC1HWC0, {1, 1, 1, 4, 4}), image(i64, nchw, {1, 4, 1, 4})),
            Names{"src.element"});
  // Four lanes are for blocks that are made alone.
  EXPECT_EQ(broken(image(f32, nchw, {1, 4, 2, 4}), image(f32, NC1HWC0, {1, 1, 2, 4, 4})),
            (Names{"src.conv", "dst.conv"}));
}

}  // namespace
}  // namespace assay::ops
