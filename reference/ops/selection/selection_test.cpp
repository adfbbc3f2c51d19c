// SPDX-License-Identifier: Apache-2.0
// TSEL and TSELS on calls computed by hand.
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t payload_nan = 0xFFC12345;

Call tsel(Target target, ElementType type, std::int64_t valid_rows, std::int64_t valid_cols) {
  const TileSpec data = tile(type, 2, 32, valid_rows, valid_cols);
  const TileSpec mask = tile(u8, 2, 32, valid_rows, (valid_cols + 7) / 8);
  return {&form_of("TSEL", "plain"), target, {data, mask, data, data, tile(u32, 1, 8, 1, 8)}, {}};
}

std::vector<ElementArray> contents(ElementType type, std::vector<std::uint64_t> mask,
                                   std::uint64_t first, std::uint64_t second) {
  mask.resize(64);
  return {filled(type, 64, 0), elements(u8, mask), filled(type, 64, first),
          filled(type, 64, second), filled(u32, 8, 0)};
}

TEST(Tsel, TakesTheFirstSourceWhereTheBitIsSetAndKeepsItsBits) {
  const Call call = tsel(Target::a5, f32, 1, 10);
  const ExpectedTile expected =
      expected_tile(call, contents(f32, {0x81, 0x02}, payload_nan, 0x80000000));
  for (const std::int64_t col : {0, 7, 9}) EXPECT_EQ(expected.value[col], payload_nan) << col;
  for (const std::int64_t col : {1, 6, 8}) EXPECT_EQ(expected.value[col], 0x80000000U) << col;
  EXPECT_EQ(accept_at(expected, 0), Accept::exact);
  EXPECT_EQ(accept_at(expected, 10), Accept::unspecified);
}

TEST(Tsel, BeginsTheMaskAnewInEveryRow) {
  std::vector<std::uint64_t> mask(64, 0);
  mask[0] = 0x08;   // row 0: lane 3; after its three lanes as a stream: row 1, lane 0
  mask[32] = 0x02;  // row 1: lane 1
  for (const Target target : all_targets) {
    const ExpectedTile chosen = expected_tile(tsel(target, i16, 2, 3), contents(i16, mask, 1, 2));
    EXPECT_EQ(chosen.value[0], 2U);
    EXPECT_EQ(chosen.value[32], 2U);
    EXPECT_EQ(chosen.value[33], 1U);
    EXPECT_EQ(accept_at(chosen, 32), Accept::exact);
  }
}

TEST(Tsel, WantsOneTileTypeAndAMaskThatCovers) {
  Call call = tsel(Target::a2a3, i16, 2, 9);
  EXPECT_TRUE(broken_constraints(call).empty());
  call.tile("mask").valid_cols = 1;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"mask.covers"});
  call = tsel(Target::a2a3, i16, 2, 9);
  call.tile("src1").type.element = u16;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"src1.same_type"});
  call = tsel(Target::a2a3, i8, 2, 9);
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"dst.element"});
}

TEST(Tsel, OfWideDataReachesEveryColumn) {
  Call call{&form_of("TSEL", "plain"),
            Target::a5,
            {tile(u64, 1, 128, 1, 65), tile(u32, 1, 32, 1, 3), tile(u64, 1, 128, 1, 65),
             tile(u64, 1, 128, 1, 65), tile(u32, 1, 8, 1, 8)},
            {}};
  EXPECT_TRUE(broken_constraints(call).empty());
  std::vector<std::uint64_t> mask(32, 0);
  mask[2] = 1;  // lane 64
  const ExpectedTile chosen =
      expected_tile(call, {filled(u64, 128, 0), elements(u32, mask), filled(u64, 128, 7),
                           filled(u64, 128, 9), filled(u32, 8, 0)});
  EXPECT_EQ(chosen.value[63], 9U);
  EXPECT_EQ(chosen.value[64], 7U);
}

struct Tsels {
  Call call;
  std::vector<ElementArray> before;

  Tsels(Target target, ElementType type, ElementType mask, ScalarSpec scalar)
      : call{&form_of("TSELS", "plain"),
             target,
             {tile(type, 1, 32, 1, 20),
              tile(mask, 1, 32, 1, (20 + bits_of(mask) - 1) / bits_of(mask)),
              tile(type, 1, 32, 1, 20), tile(type, 1, 32, 1, 32), scalar},
             {}},
        before{filled(type, 32, 0), filled(mask, 32, 0), filled(type, 32, 7), filled(type, 32, 0),
               elements(scalar.element, {scalar.bits})} {}
};

TEST(Tsels, ReadsMasksOfWiderTypesLowestByteFirst) {
  Tsels made(Target::a5, i32, u32, {i32, 0xFFFFFFFE});
  made.before[1].set(0, 0x18100);  // lanes 8, 15 and 16
  const ExpectedTile expected = expected_tile(made.call, made.before);
  for (const std::int64_t col : {8, 15, 16}) EXPECT_EQ(expected.value[col], 7U) << col;
  for (const std::int64_t col : {0, 7, 9, 14, 17})
    EXPECT_EQ(expected.value[col], 0xFFFFFFFEU) << col;
  EXPECT_EQ(accept_at(expected, 20), Accept::unspecified);
}

TEST(Selection, TakesTheMasksOfComparisonsAndOfExamples) {
  for (const Target target : all_targets) {
    for (const ElementType mask : {u8, u16, u32}) {
      Call of_tiles = tsel(target, f32, 1, 20);
      const Call of_one = Tsels(target, f32, mask, {f32, 0}).call;
      of_tiles.tile("mask") = of_one.tile("mask");
      const bool taken = mask == u8 || (mask == u32 && target != Target::a2a3);
      const std::vector<std::string> broken(taken ? 0 : 1, "mask.element");
      EXPECT_EQ(broken_constraints(of_tiles), broken) << name_of(target) << name_of(mask);
      EXPECT_EQ(broken_constraints(of_one), broken) << name_of(target) << name_of(mask);
    }
  }
}

TEST(Tsels, ConvertsTheScalarAsCppDoes) {
  // 2049 is halfway between the halves 2048 and 2050.
  const Tsels half(Target::cpu, f16, u8, {i32, 2049});
  EXPECT_EQ(expected_tile(half.call, half.before).value[0], 0x6800U);
  const Tsels whole(Target::a2a3, i16, u8, {f32, 0xC0200000});  // -2.5
  EXPECT_EQ(expected_tile(whole.call, whole.before).value[0], 0xFFFEU);
}

TEST(Tsels, KeepsTheBitsOfANanThatKeepsItsFormat) {
  const Tsels same(Target::a5, f32, u8, {f32, payload_nan});
  EXPECT_EQ(expected_tile(same.call, same.before).value[0], payload_nan);
  EXPECT_EQ(accept_at(expected_tile(same.call, same.before), 0), Accept::exact);
  const Tsels other(Target::a5, f16, u8, {f32, payload_nan});
  EXPECT_EQ(accept_at(expected_tile(other.call, other.before), 0), Accept::any_nan);
}

TEST(Tsels, HasBfloat16OnA2a3AndNotOnA5) {
  EXPECT_TRUE(broken_constraints(Tsels(Target::a2a3, bf16, u8, {f32, 0}).call).empty());
  EXPECT_EQ(broken_constraints(Tsels(Target::a5, bf16, u8, {f32, 0}).call),
            std::vector<std::string>{"dst.element"});
}

}  // namespace
}  // namespace assay::ops
