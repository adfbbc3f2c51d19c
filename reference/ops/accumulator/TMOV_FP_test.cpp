// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "reference/ops/accumulator/quantised.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

TileSpec in(Location where, TileSpec tile, int fractal) {
  tile.type.location = where;
  tile.type.blayout = BLayout::col_major;
  tile.type.slayout = SLayout::row_major;
  tile.type.fractal = fractal;
  return tile;
}

Call move(ElementType to, ElementType from, Target target, bool rectified = false) {
  TileSpec fp = tile(u64, 1, 32, 1, 32);
  fp.type.location = Location::scaling;
  return {&form_of("TMOV_FP", "plain"),
          target,
          {in(Location::mat, tile(to, 16, 32, 2, 32), 512),
           in(Location::acc, tile(from, 16, 32, 2, 32), 1024), fp},
          {rectified ? 1 : 0}};
}

ExpectedTile moved(const Call& call, std::uint64_t bits, std::uint64_t descriptor) {
  const ElementType from = call.tile("src").type.element, to = call.tile("dst").type.element;
  ElementArray fp = filled(u64, 32, descriptor);
  fp.set(3, descriptor_bits(std::bit_cast<std::uint32_t>(2.0F), 0, true));
  return expected_tile(call, {filled(to, 512, 0x77), filled(from, 512, bits), fp});
}

TEST(TmovFp, ConvertsTheValidRegionByColumns) {
  const std::uint64_t half = descriptor_bits(std::bit_cast<std::uint32_t>(0.5F), 1, true);
  const auto expected = moved(move(i8, i32, Target::cpu), 10, half);
  EXPECT_EQ(expected.value[0], 6U);
  EXPECT_EQ(expected.value[32 + 3], 20U);
  EXPECT_EQ(accept_at(expected, 32 + 31), Accept::exact);
  EXPECT_EQ(accept_at(expected, 64), Accept::unspecified);
}

TEST(TmovFp, ShiftsIntegersDownAndSaturates) {
  const auto shifted = [](std::int64_t value, int shift, bool rectified = false) {
    const auto bits = static_cast<std::uint64_t>(value) & 0xFFFFFFFF;
    return moved(move(i16, i32, Target::a2a3, rectified), bits, shift_bits(shift)).value[0];
  };
  EXPECT_EQ(shifted(7, 1), 3U);
  EXPECT_EQ(shifted(-7, 1), 0xFFFCU);
  EXPECT_EQ(shifted(1 << 20, 4), 0x7FFFU);
  EXPECT_EQ(shifted(-(1 << 20), 4), 0x8000U);
  EXPECT_EQ(shifted(1 << 20, 16), 16U);
  EXPECT_EQ(shifted(-7, 1, true), 0U);
}

TEST(TmovFp, NamesWhatAnIllegalCallBreaks) {
  EXPECT_EQ(broken_constraints(move(i8, f32, Target::a2a3)), Names{});
  EXPECT_EQ(broken_constraints(move(u8, f32, Target::a2a3)), Names{"dst.pair"});
  EXPECT_EQ(broken_constraints(move(u8, f32, Target::a5)), Names{});
  EXPECT_EQ(broken_constraints(move(i16, i32, Target::a2a3)), Names{});
  EXPECT_EQ(broken_constraints(move(i16, i32, Target::a5)), Names{"dst.pair"});
  Call call = move(i8, f32, Target::a5);
  call.tile("fp").type.location = Location::mat;
  EXPECT_EQ(broken_constraints(call), Names{"fp.location"});
  call = move(i8, f32, Target::a2a3);
  call.tile("dst") = tile(i8, 16, 32, 2, 32);
  EXPECT_EQ(broken_constraints(call), Names{"dst.location"});
  call.target = Target::a5;
  EXPECT_EQ(broken_constraints(call), Names{});
}

TEST(TmovFp, ShiftsAreLegalAndStayAsTheyAre) {
  const Call call = move(i16, i32, Target::a2a3);
  std::vector<ElementArray> contents{filled(i16, 512, 0), filled(i32, 512, 0x7FFFFFFF),
                                     filled(u64, 32, 0xDEADBEEF12345678)};
  make_descriptors(call, contents);
  EXPECT_EQ(contents[2][0] & ~(std::uint64_t{15} << 32), 0U);
  const std::vector<ElementArray> once = contents;
  make_descriptors(call, contents);
  EXPECT_EQ(contents, once);
}

}  // namespace
}  // namespace assay::ops
