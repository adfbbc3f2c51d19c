// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// Index form over a source of `rows` x one block, all columns valid.
Call call_of(ElementType element, std::int64_t rows, Target target = Target::a5) {
  const std::int64_t cols = 256 / bits_of(element);
  return {&form_of("TCOLARGMAX", "index"),
          target,
          {tile(u32, 1, 64, 1, cols), tile(element, rows, cols, rows, cols),
           tile(element, 1, 3 * cols, 1, 3 * cols)},
          {}};
}

/// Contents in which every row repeats one value; the first column decides.
std::vector<ElementArray> rows_of(const Call& call, const std::vector<std::uint64_t>& values) {
  const TileSpec& in = call.tile("src");
  std::vector<std::uint64_t> bits;
  for (const std::uint64_t value : values) {
    bits.insert(bits.end(), static_cast<std::size_t>(in.cols()), value);
  }
  return {filled(u32, 64, 0xAAAAAAAA), elements(in.type.element, bits),
          filled(in.type.element, call.tile("tmp").cols(), 0)};
}

ExpectedTile index_of(const Call& call, const std::vector<std::uint64_t>& values,
                      const ToleranceLookup& granted = correctly_rounded) {
  return expected_tile(call, rows_of(call, values), granted);
}

TEST(Tcolargmax, GivesTheLowestRowOfEqualMaxima) {
  const auto expected = index_of(call_of(i32, 4), {2, 9, 9, 1});
  EXPECT_EQ(accept_at(expected, 0), Accept::exact);
  EXPECT_EQ(expected.value[0], 1U);
  EXPECT_EQ(accept_at(expected, 8), Accept::unspecified);
}

TEST(Tcolargmax, OrdersSignedAndUnsignedByTheirValues) {
  EXPECT_EQ(index_of(call_of(i8, 3), {0x80, 0xFF, 0x7F}).value[0], 2U);
  EXPECT_EQ(index_of(call_of(u8, 3), {0x80, 0xFF, 0x7F}).value[0], 1U);
  EXPECT_EQ(index_of(call_of(u16, 3), {0x8000, 0x7FFF, 0xFFFF}).value[0], 2U);
  EXPECT_EQ(accept_at(index_of(call_of(u16, 3), {0x8000, 0x7FFF, 0xFFFF}), 0), Accept::exact);
}

TEST(Tcolargmax, OrdersUnsignedSourcesByTheirValuesOnA2a3) {
  // As half, 0xBC00 is -1 and 0x7FFF is a NaN.
  for (const std::uint64_t bits : {0xBC00U, 0x7FFFU}) {
    const auto expected = index_of(call_of(u16, 2, Target::a2a3), {0x3C00, bits});
    EXPECT_EQ(accept_at(expected, 0), Accept::exact);
    EXPECT_EQ(expected.value[0], 1U);
  }
}

TEST(Tcolargmax, FindsTheGreatestNumberAmongNan) {
  constexpr std::uint64_t nan = 0x7FC00000, one = 0x3F800000, two = 0x40000000;
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    const auto first = index_of(call_of(f32, 3, target), {nan, one, two});
    EXPECT_EQ(accept_at(first, 0), Accept::exact);
    EXPECT_EQ(first.value[0], 2U);
    EXPECT_EQ(index_of(call_of(f32, 3, target), {two, nan, one}).value[0], 0U);
    EXPECT_EQ(index_of(call_of(f32, 3, target), {nan, nan, nan}).value[0], 0U);
  }
}

TEST(Tcolargmax, TakesTheFirstZeroOrThePositiveOne) {
  const Call call = call_of(f32, 3);
  const std::vector<std::uint64_t> rows{0xBF800000, 0x80000000, 0};
  const auto first = index_of(call, rows);
  EXPECT_EQ(accept_at(first, 0), Accept::exact);
  EXPECT_EQ(first.value[0], 1U);
  const auto apart = index_of(call, rows, reading(Choice::zeros_in_searches, zeros_apart));
  EXPECT_EQ(accept_at(apart, 0), Accept::exact);
  EXPECT_EQ(apart.value[0], 2U);
}

TEST(Tcolargmax, CountsRowsBeyond2048Exactly) {
  std::vector<std::uint64_t> rows(2100, 0x3C00);
  rows[2051] = 0x4000;
  EXPECT_EQ(accept_at(index_of(call_of(f16, 2100), rows), 0), Accept::exact);
  EXPECT_EQ(index_of(call_of(f16, 2100), rows).value[0], 2051U);
  EXPECT_EQ(accept_at(index_of(call_of(f16, 2100, Target::a2a3), rows), 0), Accept::exact);
  EXPECT_EQ(index_of(call_of(f16, 2100, Target::a2a3), rows).value[0], 2051U);
}

TEST(Tcolargmax, ReturnsTheValueOfTheRowItNames) {
  const std::int64_t cols = 8;
  const Call call{&form_of("TCOLARGMAX", "value_index"),
                  Target::a5,
                  {tile(f32, 1, cols, 1, cols), tile(i32, 1, cols, 1, cols),
                   tile(f32, 3, cols, 3, cols), tile(f32, 1, 64, 1, 64)},
                  {}};
  std::vector<std::uint64_t> bits(24, 0x3F800000);
  bits[8] = 0x40000000;
  const std::vector<ElementArray> before{filled(f32, cols, 0), filled(i32, cols, 0),
                                         elements(f32, bits), filled(f32, 64, 0)};
  EXPECT_EQ(expected_tile(call, before, 0).value[0], 0x40000000U);
  EXPECT_EQ(expected_tile(call, before, 1).value[0], 1U);
  EXPECT_EQ(expected_tile(call, before, 1).value[1], 0U);
}

// The page lists 32 bits for every target, and 16 bits for two-byte sources of devices.
TEST(Tcolargmax, CountsTwoByteSourcesWithValuesIn16BitsOrOnTheCpuIn32) {
  for (const char* op : {"TCOLARGMAX", "TCOLARGMIN"}) {
    for (const Target target : all_targets) {
      for (const ElementType index : {u16, i16, u32, i32}) {
        for (const ElementType type : {f16, f32}) {
          Call call{&form_of(op, "value_index"),
                    target,
                    {tile(type, 1, 16, 1, 16), tile(index, 1, 16, 1, 16), tile(type, 3, 16, 3, 16),
                     tile(type, 1, 64, 1, 64)},
                    {}};
          call.tile("src").type.dynamic_valid_cols = true;
          const bool halves = type == f16, narrow = bits_of(index) == 16;
          const bool taken = halves == narrow || (halves && target == Target::cpu);
          EXPECT_EQ(broken_constraints(call).empty(), taken)
              << op << name_of(target) << name_of(index) << name_of(type);
        }
      }
    }
  }
}

// The example of the page: 255 columns of 4 repeats, so 8 + 8 elements of tmp are required; it has
// 32.
TEST(Tcolargmax, TakesTheExampleOfItsPage) {
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    Call call{&form_of("TCOLARGMAX", "index"),
              target,
              {tile(u32, 1, 256, 1, 255), tile(f32, 16, 256, 16, 255), tile(f32, 1, 32, 1, 32)},
              {}};
    for (OperandValue& value : call.operands) {
      TileType& type = std::get<TileSpec>(value).type;
      type.dynamic_valid_rows = type.dynamic_valid_cols = true;
    }
    EXPECT_TRUE(broken_constraints(call).empty()) << name_of(target);
  }
}

// 300 columns of half: 3 repeats, 6 elements and 3 in blocks of 16.
TEST(Tcolargmax, WantsTheStrideOfItsPageInTmpOnA2a3) {
  Call call{&form_of("TCOLARGMAX", "index"),
            Target::a2a3,
            {tile(u32, 1, 304, 1, 300), tile(f16, 4, 304, 4, 300), tile(f16, 1, 32, 1, 32)},
            {}};
  call.tile("src").type.dynamic_valid_cols = true;
  EXPECT_TRUE(broken_constraints(call).empty());
  call.tile("tmp") = tile(f16, 1, 16, 1, 16);
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"tmp.stride"});
  call.tile("tmp") = tile(f16, 4, 304, 4, 304);
  EXPECT_TRUE(broken_constraints(call).empty()) << "a tmp like src";
}

}  // namespace
}  // namespace assay::ops
