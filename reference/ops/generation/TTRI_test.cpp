// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

enum Side : std::uint8_t { lower = 0, upper = 1, neither = 2 };

Call triangle(Side side, std::int32_t diagonal, TileSpec dst = tile(i32, 3, 8, 3, 4)) {
  const ScalarSpec number{i32, static_cast<std::uint32_t>(diagonal)};
  return {&form_of("TTRI", "plain"), Target::a5, {dst, number}, {side}};
}

/// Rows of the valid region, "1" for a one of its type: "1000 1100 1110".
std::string drawn(const Call& call) {
  const TileSpec& dst = call.tile("dst");
  const auto expected = expected_tile(call, {filled(dst.type.element, dst.type.elements(), 0x55),
                                             elements(i32, {call.scalar("diagonal").bits})});
  const std::uint64_t one = dst.type.element == f16 ? 0x3C00 : 1;
  std::string text;
  for (std::int64_t row = 0; row < dst.valid_rows; ++row) {
    if (row > 0) text += ' ';
    for (std::int64_t col = 0; col < dst.valid_cols; ++col) {
      const std::int64_t at = expected.at(row, col);
      const bool known = accept_at(expected, at) == Accept::exact;
      const bool is_bit = expected.value[at] == 0 || expected.value[at] == one;
      text += !known || !is_bit ? '?' : expected.value[at] == 0 ? '0' : '1';
    }
  }
  return text;
}

TEST(Ttri, HasTheDiagonalInBothTriangles) {
  EXPECT_EQ(drawn(triangle(lower, 0)), "1000 1100 1110");
  EXPECT_EQ(drawn(triangle(upper, 0)), "1111 0111 0011");
  EXPECT_EQ(drawn(triangle(lower, 1)), "1100 1110 1111");
  EXPECT_EQ(drawn(triangle(upper, 1)), "0111 0011 0001");
  EXPECT_EQ(drawn(triangle(lower, -1)), "0000 1000 1100");
  EXPECT_EQ(drawn(triangle(upper, -1)), "1111 1111 0111");
}

TEST(Ttri, IsAllOnesOrZerosBesideTheDiagonal) {
  EXPECT_EQ(drawn(triangle(lower, 3)), "1111 1111 1111");
  EXPECT_EQ(drawn(triangle(upper, 4)), "0000 0000 0000");
  EXPECT_EQ(drawn(triangle(lower, -3)), "0000 0000 0000");
  EXPECT_EQ(drawn(triangle(upper, -2)), "1111 1111 1111");
  EXPECT_EQ(drawn(triangle(lower, INT32_MAX)), "1111 1111 1111");
  EXPECT_EQ(drawn(triangle(upper, INT32_MAX)), "0000 0000 0000");
  EXPECT_EQ(drawn(triangle(lower, INT32_MIN)), "0000 0000 0000");
  EXPECT_EQ(drawn(triangle(upper, INT32_MIN)), "1111 1111 1111");
}

TEST(Ttri, HasTheOneOfItsTypeAndLeavesTheRestOpen) {
  const Call call = triangle(lower, 0, tile(f16, 2, 16, 2, 3));
  EXPECT_EQ(drawn(call), "100 110");
  const auto expected = expected_tile(call, {filled(f16, 32, 0x55), elements(i32, {0})});
  EXPECT_EQ(accept_at(expected, 3), Accept::unspecified);
}

TEST(Ttri, MustRefuseAnotherSide) {
  EXPECT_EQ(broken_constraints(triangle(neither, 0)),
            std::vector<std::string>{"isUpperOrLower.value"});
  for (const Constraint& one : form_of("TTRI", "plain").constraints) {
    const bool concerned = one.name == "isUpperOrLower.value";
    EXPECT_TRUE(!concerned || one.enforced == every_target);
  }
}

}  // namespace
}  // namespace assay::ops
