// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Call call_of(ElementType element, std::int64_t valid_cols = 8) {
  const TileSpec one = tile(element, 1, element == f16 ? 16 : 8, 1, valid_cols);
  return {&form_of("TRSQRT", "plain"), Target::a5, {one, one}, {}};
}

TEST(Trsqrt, IsExactAtPowersOfFour) {
  const auto expected =
      expected_tile(call_of(f32, 4),
                    {filled(f32, 8, 0xFF),
                     elements(f32, {0x3F800000, 0x40800000, 0x3E800000, 0x41800000, 1, 1, 1, 1})});
  EXPECT_EQ(expected.value[0], 0x3F800000U);  // 1
  EXPECT_EQ(expected.value[1], 0x3F000000U);  // 1/2
  EXPECT_EQ(expected.value[2], 0x40000000U);  // 2
  EXPECT_EQ(expected.value[3], 0x3E800000U);  // 1/4
  EXPECT_EQ(accept_at(expected, 3), Accept::interval);
  EXPECT_EQ(accept_at(expected, 4), Accept::unspecified);
}

TEST(Trsqrt, TakesSubnormalsAsTheNumbersTheyAre) {
  // 2^-149 = 2 * 2^-150, so the root is 2^74.5, whose nearest f32 is 1.41421354 * 2^74. The
  // smallest half, 2^-24, has the exact root 2^12.
  const auto wide =
      expected_tile(call_of(f32, 1), {filled(f32, 8, 0), elements(f32, {1, 0, 0, 0, 0, 0, 0, 0})});
  EXPECT_EQ(wide.value[0], 0x64B504F3U);
  const auto narrow = expected_tile(call_of(f16, 1), {filled(f16, 16, 0), filled(f16, 16, 1)});
  EXPECT_EQ(narrow.value[0], 0x6C00U);
}

TEST(Trsqrt, LeavesZeroNegativeAndNanToTheTargetAndNoOtherArgument) {
  const auto expected = expected_tile(
      call_of(f32),
      {filled(f32, 8, 0), elements(f32, {0, 0x80000000, 0xBF800000, 0x7F800000, 0xFF800000,
                                         0x7FC00000, 0x3F800000, 0x80000001})});
  for (const std::int64_t index : {0, 1, 2, 4, 5, 7}) {
    EXPECT_EQ(accept_at(expected, index), Accept::target_defined) << index;
  }
  EXPECT_EQ(accept_at(expected, 6), Accept::interval);
  EXPECT_NE(accept_at(expected, 3), Accept::target_defined);
  EXPECT_EQ(expected.value[3], 0U);
}

TEST(Trsqrt, KeepsTheSignOfZeroApartInWhatItRecords) {
  const auto expected = expected_tile(
      call_of(f32, 2), {filled(f32, 8, 0), elements(f32, {0, 0x80000000, 0, 0, 0, 0, 0, 0})});
  EXPECT_EQ(expected.value[0], 0x7F800000U);
  EXPECT_EQ(expected.value[1], 0xFF800000U);
}

TEST(Trsqrt, WantsATmpOf32BytesOnBothDevices) {
  for (const Constraint& one : form_of("TRSQRT", "tmp").constraints) {
    if (one.name != "tmp.bytes") continue;
    for (const Target target : {Target::a2a3, Target::a5}) {
      EXPECT_TRUE(one.targets.contains(target) && one.enforced.contains(target));
    }
  }
  Call call{&form_of("TRSQRT", "tmp"), Target::a5, {}, {}};
  const TileSpec data = tile(f32, 1, 8, 1, 8);
  call.operands = {data, data, tile(f32, 1, 7, 1, 7)};
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"tmp.bytes"});
  call.tile("tmp") = data;
  EXPECT_TRUE(broken_constraints(call).empty());
}

TEST(Trsqrt, WantsEqualValidRegionsAndHalfOrFloat) {
  Call call = call_of(f32);
  EXPECT_TRUE(broken_constraints(call).empty());
  call.tile("dst").valid_cols = 7;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"dst.same_valid_region"});
  call = call_of(f32);
  call.tile("src").type.element = call.tile("dst").type.element = i32;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"src.element"});
}

}  // namespace
}  // namespace assay::ops
