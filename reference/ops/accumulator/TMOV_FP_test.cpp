// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "reference/ops/movement/accumulator/quantised.hpp"
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

ExpectedTile moved(const Call& call, std::uint64_t bits, std::uint64_t descriptor,
                   const ToleranceLookup& granted = correctly_rounded) {
  const ElementType from = call.tile("src").type.element, to = call.tile("dst").type.element;
  ElementArray fp = filled(u64, 32, descriptor);
  fp.set(3, descriptor_bits(std::bit_cast<std::uint32_t>(2.0F), 0, true));
  return expected_tile(call, {filled(to, 512, 0x77), filled(from, 512, bits), fp}, granted);
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

TEST(TmovFp, TakesOfATieOfHiFloat8TheEvenCodeOrTheLargerNumberOfEitherSign) {
  const std::uint64_t half = descriptor_bits(std::bit_cast<std::uint32_t>(0.5F), 0, true);
  using Codes = std::vector<std::uint64_t>;
  const auto by_readings = [&](float value) {
    Codes codes;
    for (const std::uint8_t taken :
         {accumulator_even, accumulator_even_or_larger, accumulator_larger}) {
      const auto bits = std::bit_cast<std::uint32_t>(value);
      codes.push_back(
          moved(move(hif8, f32, Target::a5), bits, half, reading(Choice::accumulator_ties, taken))
              .value[0]);
    }
    return codes;
  };
  // Codes 1 to 7 are 2^-22 to 2^-16: of 2^-19 and 2^-18 the first is even.
  EXPECT_EQ(by_readings(0x1.8p-18F), (Codes{0x04, 0x05, 0x05}));
  EXPECT_EQ(by_readings(-0x1.8p-18F), (Codes{0x84, 0x85, 0x85}));
  // 1.0625 lies between 1 and 1.125.
  EXPECT_EQ(by_readings(2.125F), (Codes{0x08, 0x08, 0x09}));
  // Of 2^-18 and 2^-17 the larger one is even.
  const ExpectedTile one =
      moved(move(hif8, f32, Target::a5), std::bit_cast<std::uint32_t>(-0x1.8p-17F), half);
  EXPECT_EQ(accept_at(one, 0), Accept::exact);
  EXPECT_EQ(one.value[0], 0x86U);
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
