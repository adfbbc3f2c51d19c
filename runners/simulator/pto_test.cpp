// SPDX-License-Identifier: Apache-2.0
// The public spelling as a user writes it; expected numbers are worked out by hand.
#include <gtest/gtest.h>

#include <array>
#include <pto/pto-inst.hpp>
#include <stdexcept>

namespace {

using pto::BLayout;
using pto::GlobalTensor;
using pto::Shape;
using pto::Stride;
using pto::TileType;

using Vec4x8 = pto::Tile<TileType::Vec, float, 4, 8, BLayout::RowMajor, -1, -1>;

/// A dense view of rows x cols.
template <typename Element>
auto view(Element* data, std::int64_t rows, std::int64_t cols) {
  using Sizes = Shape<1, 1, 1, -1, -1>;
  using Steps = Stride<-1, -1, -1, -1, 1>;
  const std::int64_t all = rows * cols;
  return GlobalTensor<Element, Sizes, Steps>(data, Sizes(rows, cols), Steps(all, all, all, cols));
}

TEST(PtoHeaders, AddTilesThatWereLoadedAndStoreTheSum) {
  std::array<float, 6> left{1, 2, 3, 4, 5, 6}, right{10, 20, 30, 40, 50, 60}, sum{};
  auto from_left = view(left.data(), 2, 3), from_right = view(right.data(), 2, 3),
       to = view(sum.data(), 2, 3);
  Vec4x8 a(2, 3), b(2, 3), c(2, 3);
  pto::TASSIGN(a, 0);
  pto::TASSIGN(b, 128);
  pto::TASSIGN(c, 256);
  pto::TLOAD(a, from_left);
  pto::TLOAD(b, from_right);
  pto::TADD(c, a, b);
  pto::TSTORE(to, c);
  EXPECT_EQ(sum, (std::array<float, 6>{11, 22, 33, 44, 55, 66}));
}

TEST(PtoHeaders, LeaveAloneWhatIsOutsideTheValidRegion) {
  Vec4x8 a(2, 3), c(2, 3);
  pto::TASSIGN(a, 0);
  pto::TASSIGN(c, 128);
  for (std::uint32_t at = 0; at < 32; ++at) {
    a.SetValue(at, -1.0F);
    c.SetValue(at, 7.0F);
  }
  pto::TABS(c, a);
  for (std::uint32_t at = 0; at < 32; ++at) {
    EXPECT_EQ(c.GetValue(at), at / 8 < 2 && at % 8 < 3 ? 1.0F : 7.0F) << at;
  }
}

TEST(PtoHeaders, AbortAtATileThatIsNotBound) {
  Vec4x8 a(2, 3), c(2, 3);
  pto::TASSIGN(a, 0);
  EXPECT_DEATH(pto::TABS(c, a), "PTO: TABS: an operand has no memory");
}

TEST(PtoHeaders, AbortAtAnAddressBehindTheMemory) {
  Vec4x8 a(2, 3);
  EXPECT_DEATH(pto::TASSIGN(a, 512 * 1024 - 96), "PTO: TASSIGN: the tile ends after");
}

TEST(PtoHeaders, ThrowForWhatIsNotSimulated) {
  Vec4x8 a(2, 3), c(2, 3);
  pto::TASSIGN(a, 0);
  pto::TASSIGN(c, 128);
  // A CPU has no conversion with scratch.
  EXPECT_THROW(pto::TCVT(c, a, a, pto::RoundMode::CAST_RINT), std::runtime_error);
}

TEST(PtoHeaders, AbortAtRegionsThatDiffer) {
  Vec4x8 a(2, 3), c(2, 4);
  pto::TASSIGN(a, 0);
  pto::TASSIGN(c, 128);
  EXPECT_DEATH(pto::TNEG(c, a), "PTO: TNEG: valid regions must be equal");
}

}  // namespace
