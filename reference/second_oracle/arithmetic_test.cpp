// SPDX-License-Identifier: Apache-2.0
// Codecs and algebraic functions against values worked out by hand. None of it needs the first
// oracle.
#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "reference/second_oracle/codec.hpp"
#include "reference/second_oracle/second_oracle.hpp"

namespace assay::second_oracle {
namespace {

using ElementType::bf16;
using ElementType::e1m2;
using ElementType::e2m1;
using ElementType::e4m3;
using ElementType::e5m2;
using ElementType::e8m0;
using ElementType::f16;
using ElementType::f32;
using ElementType::f64;
using ElementType::hif8;
using ElementType::i16;
using ElementType::i32;
using ElementType::i4;
using ElementType::i64;
using ElementType::i8;
using ElementType::u16;
using ElementType::u8;

struct WorkedValue {
  ElementType type;
  u64 bits;
  bool negative;
  u64 n;
  int exponent;
};

// From the text of MODEL 1.1 and 1.4.
const std::vector<WorkedValue> worked_values{
    {f16, 0x7BFF, false, 65504, 0},   {bf16, 0x3F80, false, 1, 0},
    {f32, 0x80000001, true, 1, -149}, {e4m3, 0x7E, false, 448, 0},
    {e4m3, 0x08, false, 1, -6},       {e4m3, 0x81, true, 1, -9},
    {e5m2, 0x7B, false, 57344, 0},    {e5m2, 0x01, false, 1, -16},
    {e8m0, 0x00, false, 1, -127},     {e8m0, 0x7F, false, 1, 0},
    {e8m0, 0xFE, false, 1, 127},      {e2m1, 0x1, false, 1, -1},
    {e2m1, 0x5, false, 3, 0},         {e2m1, 0xF, true, 6, 0},
    {e1m2, 0x1, false, 1, -2},        {e1m2, 0x7, false, 7, -2},
    {hif8, 0x01, false, 1, -22},      {hif8, 0x07, false, 1, -16},
    {hif8, 0x08, false, 1, 0},        {hif8, 0x0F, false, 15, -3},
    {hif8, 0x10, false, 2, 0},        {hif8, 0x18, false, 1, -1},
    {hif8, 0x20, false, 4, 0},        {hif8, 0x28, false, 8, 0},
    {hif8, 0x30, false, 1, -2},       {hif8, 0x38, false, 1, -3},
    {hif8, 0x40, false, 16, 0},       {hif8, 0x50, false, 1, -4},
    {hif8, 0x60, false, 256, 0},      {hif8, 0x70, false, 1, -8},
    {hif8, 0x7C, false, 1, -14},      {hif8, 0x7F, false, 3, -16},
    {hif8, 0xEE, true, 32768, 0},     {i4, 0xF8, true, 8, 0},
    {i8, 0x80, true, 128, 0},         {u8, 0x80, false, 128, 0},
    {i64, u64{1} << 63, true, 1, 63}, {ElementType::u64, ~u64{0}, false, ~u64{0}, 0},
    {f64, 1, false, 1, -1074}};

TEST(Codec, GivesTheWorkedValuesOfTheModel) {
  for (const WorkedValue& row : worked_values) {
    SCOPED_TRACE(testing::Message() << name_of(row.type) << " " << std::hex << row.bits);
    const Number number = decode(row.type, row.bits);
    const int shift = std::countl_zero(row.n);
    EXPECT_TRUE(number.is(Kind::finite));
    EXPECT_EQ(number.negative, row.negative);
    EXPECT_EQ(number.significand, row.n << shift);
    EXPECT_EQ(number.exponent, row.exponent - shift);
  }
}

TEST(Codec, KnowsTheCodesThatAreNoNumbers) {
  for (const u64 bits : {0x7FU, 0xFFU}) EXPECT_TRUE(decode(e4m3, bits).is(Kind::nan));
  for (const u64 bits : {0x7DU, 0x7EU, 0xFFU}) EXPECT_TRUE(decode(e5m2, bits).is(Kind::nan));
  EXPECT_TRUE(decode(e5m2, 0xFC).is(Kind::infinite));
  EXPECT_TRUE(decode(e8m0, 0xFF).is(Kind::nan));
  EXPECT_TRUE(decode(hif8, 0x80).is(Kind::nan));
  EXPECT_TRUE(decode(hif8, 0xEF).is(Kind::infinite) && decode(hif8, 0xEF).negative);
  EXPECT_TRUE(decode(f16, 0x7C01).is(Kind::nan));
  EXPECT_TRUE(decode(bf16, 0xFF80).is(Kind::infinite));
  EXPECT_TRUE(decode(e2m1, 0x8).is(Kind::zero) && decode(e2m1, 0x8).negative);
}

TEST(Codec, ReturnsEveryNumberOfANarrowTypeToItsCode) {
  for (const ElementType type :
       {f16, bf16, e4m3, e5m2, e8m0, hif8, e2m1, e1m2, i4, i8, u8, i16, u16}) {
    for (u64 bits = 0; bits <= mask_of(type); ++bits) {
      if (decode(type, bits).is(Kind::nan)) continue;
      for (const u64 result : rounded_in_every_mode(Function::identity, {&bits, 1}, type, type)) {
        ASSERT_EQ(result, bits) << name_of(type);
      }
    }
  }
}

u64 in_mode(Function function, std::vector<u64> arguments, ElementType from, ElementType to,
            RoundMode mode) {
  return rounded(function, arguments, from, to, mode);
}

TEST(Rounded, FollowsTheTableOfRoundModes) {
  struct Row {
    u64 half;
    std::array<int, 6> results;  // of 2.5 3.5 -2.5 2.1 2.9 -2.1 by MODEL 7, transposed
  };
  const Row rows[] = {{0x4100, {2, 3, 2, 3, 2, 3}},       {0x4300, {4, 4, 3, 4, 3, 3}},
                      {0xC100, {-2, -3, -3, -2, -2, -3}}, {0x4033, {2, 2, 2, 3, 2, 3}},
                      {0x41CD, {3, 3, 2, 3, 2, 3}},       {0xC033, {-2, -2, -3, -2, -2, -3}}};
  for (const Row& row : rows) {
    const auto results = rounded_in_every_mode(Function::identity, {&row.half, 1}, f16, i32);
    for (std::size_t m = 0; m < 6; ++m) {
      EXPECT_EQ(static_cast<std::int32_t>(results[m]), row.results[m]) << std::hex << row.half;
    }
  }
}

TEST(Rounded, SaturatesOverflowsAndTiesAsTheConventionsSay) {
  const auto convert = [](u64 bits, ElementType from, ElementType to, RoundMode mode) {
    return in_mode(Function::identity, {bits}, from, to, mode);
  };
  using enum RoundMode;
  EXPECT_EQ(convert(0x7F7FFFFF, f32, f16, nearest_even), 0x7C00U);
  EXPECT_EQ(convert(0x7F7FFFFF, f32, f16, odd), 0x7BFFU);
  EXPECT_EQ(convert(0xFF7FFFFF, f32, f16, ceil), 0xFBFFU);
  EXPECT_EQ(convert(0x7F800000, f32, e4m3, toward_zero), 0x7EU);
  EXPECT_EQ(convert(0x47200000, f32, hif8, nearest_even), 0x6EU);  // 40960: half way to infinity
  EXPECT_EQ(convert(0x47200000, f32, hif8, nearest_away), 0x6FU);
  EXPECT_EQ(convert(0x80000000, f32, hif8, floor), 0x00U);
  EXPECT_EQ(convert(0xB4000000, f32, hif8, nearest_even), 0x00U);  // -2^-23: a tie with zero
  EXPECT_EQ(convert(0xFF800000, f32, e8m0, nearest_even), 0x00U);
  EXPECT_EQ(convert(0x7F800000, f32, e8m0, nearest_even), 0xFEU);
  EXPECT_EQ(convert(0x3FC00000, f32, e8m0, nearest_even), 0x80U);  // 1.5: 0x7F is odd
  EXPECT_EQ(convert(0x7FC00001, f32, u8, nearest_even), 0U);
  EXPECT_EQ(convert(0xFFC00001, f32, f16, nearest_even), 0x7E00U);
  EXPECT_EQ(convert(0xFF800000, f32, i8, nearest_even), 0x80U);
  EXPECT_EQ(convert(0xBF000000, f32, u16, floor), 0U);
  EXPECT_EQ(convert(~u64{0}, ElementType::u64, i64, nearest_even), ~u64{0} >> 1);
  EXPECT_EQ(convert(~u64{0}, ElementType::u64, f64, nearest_even), 0x43F0000000000000U);
}

TEST(Rounded, RoundsOnceAfterAFusedMultiplication) {
  // (1 + 2^-23)(1 - 2^-23) - 1 = -2^-46.
  const std::vector<u64> arguments{0x3F800001, 0x3F7FFFFE, 0xBF800000};
  EXPECT_EQ(in_mode(Function::fused_multiply_add, arguments, f32, f32, RoundMode::nearest_even),
            0xA8800000U);
}

TEST(Rounded, GivesThePublishedDigitsOfRoots) {
  // sqrt(2) = 1.6A09E667F3BCC908B2FB... in hexadecimal; 1/sqrt(2) is half of it.
  const u64 two = 0x4000000000000000;
  const auto root = rounded_in_every_mode(Function::square_root, {&two, 1}, f64, f64);
  const auto half = rounded_in_every_mode(Function::reciprocal_square_root, {&two, 1}, f64, f64);
  for (const RoundMode mode : every_round_mode) {
    const auto m = static_cast<std::size_t>(mode);
    const bool down = mode == RoundMode::floor || mode == RoundMode::toward_zero;
    EXPECT_EQ(root[m], down ? 0x3FF6A09E667F3BCC : 0x3FF6A09E667F3BCD) << name_of(mode);
    EXPECT_EQ(half[m], down ? 0x3FE6A09E667F3BCC : 0x3FE6A09E667F3BCD) << name_of(mode);
  }
}

TEST(Rounded, RefusesTheWrongNumberOfArguments) {
  const u64 bits[] = {0, 0};
  EXPECT_THROW(rounded(Function::add, {bits, 1}, f32, f32, RoundMode::odd), std::invalid_argument);
  EXPECT_THROW(rounded(Function::reciprocal, bits, f32, f32, RoundMode::odd),
               std::invalid_argument);
}

TEST(Rounded, FindsRemaindersOfNumbersFarApart) {
  // 2^127 mod 3 = 2, by 2^2k = 1 (mod 3); the quotient is odd, so the nearest multiple is above.
  const std::vector<u64> arguments{0x7F000000, 0x40400000};
  EXPECT_EQ(in_mode(Function::truncated_remainder, arguments, f32, f32, RoundMode::odd),
            0x40000000U);
  EXPECT_EQ(in_mode(Function::nearest_remainder, arguments, f32, f32, RoundMode::odd), 0xBF800000U);
  // -2^-149 and 2^127: 2^127 - 2^-149 rounds to the number below in mode floor alone.
  const std::vector<u64> far{0x80000001, 0x7F000000};
  EXPECT_EQ(in_mode(Function::floored_remainder, far, f32, f32, RoundMode::nearest_even),
            0x7F000000U);
  EXPECT_EQ(in_mode(Function::floored_remainder, far, f32, f32, RoundMode::floor), 0x7EFFFFFFU);
}

}  // namespace
}  // namespace assay::second_oracle
