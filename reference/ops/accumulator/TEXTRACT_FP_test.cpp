// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

/// 2 x 3 elements out of 64 x 64.
Call window(std::uint64_t row, std::uint64_t col, Target target = Target::a5) {
  TileSpec out = tile(i8, 32, 32, 2, 3), in = tile(i32, 64, 64, 64, 64);
  TileSpec fp = tile(u64, 1, 64, 1, 64);
  for (TileSpec* one : {&out, &in}) {
    one->type.location = one == &in ? Location::acc : Location::mat;
    one->type.blayout = BLayout::col_major;
    one->type.slayout = SLayout::row_major;
  }
  in.type.fractal = 1024;
  fp.type.location = Location::scaling;
  return {&form_of("TEXTRACT_FP", "plain"),
          target,
          {out, in, fp, ScalarSpec{u16, row}, ScalarSpec{u16, col}},
          {0}};
}

TEST(TextractFp, TakesElementsAndDescriptorsOfTheWindow) {
  std::vector<ElementArray> before{filled(i8, 1024, 0x77), filled(i32, 4096, 1), filled(u64, 64, 0),
                                   elements(u16, {32}), elements(u16, {32})};
  for (std::int64_t col = 0; col < 64; ++col) {
    const auto scale = std::bit_cast<std::uint32_t>(static_cast<float>(col + 1));
    before[2].set(col, descriptor_bits(scale, 0, true));
  }
  before[1].set(33 * 64 + 33, 3);
  const auto expected = expected_tile(window(32, 32), before);
  EXPECT_EQ(expected.value[0], 33U);
  EXPECT_EQ(expected.value[2], 35U);
  EXPECT_EQ(expected.value[32 + 1], 102U);
  EXPECT_EQ(accept_at(expected, 3), Accept::unspecified);
  EXPECT_EQ(accept_at(expected, 64), Accept::unspecified);
}

TEST(TextractFp, NamesWhatAnIllegalCallBreaks) {
  EXPECT_EQ(broken_constraints(window(32, 0)), Names{});
  EXPECT_EQ(broken_constraints(window(64, 0)), (Names{"window.shape", "window.region"}));
  EXPECT_EQ(broken_constraints(window(0, 16)), Names{"window.boxes"});
  Call call = window(32, 32);
  call.tile("fp").valid_cols = 63;
  EXPECT_EQ(broken_constraints(call), Names{"fp.columns"});
  call = window(32, 32);
  call.tile("fp").type.location = Location::mat;
  EXPECT_EQ(broken_constraints(call), Names{"fp.location"});
}

}  // namespace
}  // namespace assay::ops
