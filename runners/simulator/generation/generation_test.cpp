// SPDX-License-Identifier: Apache-2.0
// Tiles made from a few numbers: which elements, and what is refused.
#include <gtest/gtest.h>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

struct Triangle {
  const char* target;
  const char* side;
  std::int32_t diagonal;
};

/// A triangle of int16 in 3 x 4 valid elements, rows apart.
std::string triangle(const Triangle& wanted, const char* fault = "") {
  Bench bench;
  const auto& dst = bench.tile(ASSAY_I16, 2, 4, 16, 3, 4);
  bench.scalar(ASSAY_I32, bits_of<std::int32_t>(wanted.diagonal));
  bench.attributes = {{"isUpperOrLower", wanted.side}};
  const assay_status status = bench.run(*make(fault), "TTRI", "plain", wanted.target);
  if (status != ASSAY_DONE) return bench.message;
  std::string text;
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 5; ++col) {
      const auto value = at<std::uint16_t>(dst, row * 16 + col);
      text += value == 0xA5A5 ? '.' : static_cast<char>('0' + value);
    }
    if (row < 3) text += ' ';
  }
  return text;
}

TEST(Triangles, HaveTheirDiagonal) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    EXPECT_EQ(triangle({target, "0", 0}), "1000. 1100. 1110. .....");
    EXPECT_EQ(triangle({target, "1", 1}), "0111. 0011. 0001. .....");
    EXPECT_EQ(triangle({target, "0", -2}), "0000. 0000. 1000. .....");
    EXPECT_EQ(triangle({target, "0", INT32_MAX}), "1111. 1111. 1111. .....");
    EXPECT_EQ(triangle({target, "1", INT32_MIN}), "1111. 1111. 1111. .....");
    EXPECT_NE(triangle({target, "2", 0}).find("must be 0 or 1"), std::string::npos);
  }
}

TEST(Triangles, LoseTheirDiagonalByAFault) {
  EXPECT_EQ(triangle({"a5", "0", 0}, "diagonal_lost"), "0000. 1000. 1100. .....");
  EXPECT_EQ(triangle({"a5", "1", -1}, "diagonal_from_corner"), "1111. 0111. 0011. .....");
}

}  // namespace
}  // namespace assay::simulator
