// SPDX-License-Identifier: Apache-2.0
// Bitwise logic of tiles, computed by hand.
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// One valid column per value, in tiles of one row and 64 columns.
TileSpec line(ElementType element, std::int64_t valid_cols) {
  return tile(element, 1, 64, 1, valid_cols);
}

ElementArray padded(ElementType element, std::vector<std::uint64_t> bits) {
  bits.resize(64, 0x5A);
  return elements(element, std::move(bits));
}

std::uint64_t of_pair(std::string_view op, ElementType element, std::uint64_t a, std::uint64_t b) {
  const TileSpec one = line(element, 1);
  const Call call{&form_of(op, "plain"), cpu, {one, one, one}, {}};
  const auto expected =
      expected_tile(call, {filled(element, 64, 0), padded(element, {a}), padded(element, {b})});
  EXPECT_EQ(accept_at(expected, 0), Accept::exact);
  EXPECT_EQ(accept_at(expected, 1), Accept::unspecified);
  return expected.value[0];
}

Call xor_call(Target target, ElementType element = u8) {
  const TileSpec one = line(element, 3);
  return {&form_of("TXOR", "tmp"), target, {one, one, one, one}, {}};
}

TEST(Bitwise, CombinesEveryBitAndNoOther) {
  EXPECT_EQ(of_pair("TAND", u8, 0b1100, 0b1010), 0b1000U);
  EXPECT_EQ(of_pair("TOR", u8, 0b1100, 0b1010), 0b1110U);
  EXPECT_EQ(of_pair("TAND", i16, 0xFFFF, 0x8001), 0x8001U);
  EXPECT_EQ(of_pair("TOR", i32, 0x80000000, 1), 0x80000001U);
  EXPECT_EQ(of_pair("TAND", u64, 0xF00000000000000FU, 0x9000000000000009U), 0x9000000000000009U);
}

TEST(Bitwise, ExclusiveOrNeedsNothingOfItsScratchTile) {
  for (const Target target : {a2a3, a5, cpu}) {
    const auto expected =
        expected_tile(xor_call(target), {filled(u8, 64, 0), padded(u8, {0xCC, 0xFF, 0}),
                                         padded(u8, {0xAA, 0xFF, 0}), filled(u8, 64, 0xEE)});
    EXPECT_EQ(expected.value[0], 0x66U);
    EXPECT_EQ(expected.value[1], 0U);
    EXPECT_EQ(expected.value[2], 0U);
    EXPECT_EQ(accept_at(expected, 2), Accept::exact);
    EXPECT_EQ(accept_at(expected, 3), Accept::unspecified);
  }
}

TEST(Bitwise, ComplementStaysWithinTheElement) {
  const TileSpec one = line(i16, 2);
  const Call call{&form_of("TNOT", "plain"), a5, {one, one}, {}};
  const auto expected = expected_tile(call, {filled(i16, 64, 0), padded(i16, {0, 0x1234})});
  EXPECT_EQ(expected.value[0], 0xFFFFU);
  EXPECT_EQ(expected.value[1], 0xEDCBU);
}

TEST(Bitwise, TakesNoSixtyFourBits) {
  EXPECT_EQ(broken_constraints(xor_call(cpu, u64)), std::vector<std::string>{"src0.element"});
  EXPECT_EQ(broken_constraints(xor_call(a5, u64)), std::vector<std::string>{"src0.element"});
  EXPECT_EQ(broken_constraints(xor_call(a2a3, i64)), std::vector<std::string>{"src0.element"});
}

TEST(Bitwise, WantsAScratchTileLikeTheDestinationOnA2a3Alone) {
  for (const Target target : {a2a3, a5, cpu}) {
    Call call = xor_call(target);
    call.tile("tmp").valid_cols = 2;
    call.tile("tmp").type.element = u16;
    const std::vector<std::string> broken{"tmp.same_element", "tmp.like_dst"};
    EXPECT_EQ(broken_constraints(call), target == a2a3 ? broken : std::vector<std::string>{});
  }
}

TEST(Bitwise, WantsOneTypeAndOneValidRegion) {
  Call call = xor_call(cpu);
  call.tile("src1").type.element = i8;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"src1.same_element"});
  call = xor_call(cpu);
  call.tile("src0").valid_cols = 4;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"src0.same_valid_region"});
}

}  // namespace
}  // namespace assay::ops
