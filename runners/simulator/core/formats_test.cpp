// SPDX-License-Identifier: Apache-2.0
// Codecs and conversions against hand arithmetic and against the host's own types.
#include "runners/simulator/core/formats.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace assay::simulator {
namespace {

std::uint64_t half_of(double value) { return encode(FloatFormat{5, 10}, value); }

TEST(Formats, DecodeHalfByHand) {
  EXPECT_EQ(value_of(ASSAY_F16, 0x3C00), 1.0);
  EXPECT_EQ(value_of(ASSAY_F16, 0xC100), -2.5);
  EXPECT_EQ(value_of(ASSAY_F16, 0x7BFF), 65504.0);
  EXPECT_EQ(value_of(ASSAY_F16, 0x0001), std::ldexp(1.0, -24));
  EXPECT_EQ(value_of(ASSAY_F16, 0x0400), std::ldexp(1.0, -14));
  EXPECT_TRUE(std::signbit(value_of(ASSAY_F16, 0x8000)));
  EXPECT_TRUE(std::isnan(value_of(ASSAY_F16, 0x7C01)));
  EXPECT_EQ(value_of(ASSAY_F16, 0xFC00), -INFINITY);
  EXPECT_EQ(value_of(ASSAY_BF16, 0x3FC0), 1.5);
}

TEST(Formats, EveryFiniteHalfSurvivesDecodingAndEncoding) {
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7C00U) == 0x7C00U) continue;
    ASSERT_EQ(half_of(value_of(ASSAY_F16, bits)), bits);
  }
}

TEST(Formats, RoundToNearestEven) {
  EXPECT_EQ(half_of(2049), half_of(2048));
  EXPECT_EQ(half_of(2051), half_of(2052));
  EXPECT_EQ(half_of(65519), 0x7BFFU);
  EXPECT_EQ(half_of(65520), 0x7C00U);
  EXPECT_EQ(half_of(-1e300), 0xFC00U);
  EXPECT_EQ(half_of(std::ldexp(1.0, -25)), 0U);
  EXPECT_EQ(half_of(std::ldexp(1.0001, -25)), 1U);
  EXPECT_EQ(half_of(std::ldexp(1.0 - 0x1p-12, -14)), 0x0400U);  // carries into the normal numbers
  EXPECT_EQ(half_of(-0.0), 0x8000U);
  // The lowest bit of a long double decides a tie.
  EXPECT_EQ(encode(FloatFormat{5, 10}, 1.0L + 0x1p-11L + 0x1p-63L), 0x3C01U);
}

TEST(Formats, ConvertLikeTheHost) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    const auto number = std::bit_cast<std::int64_t>(bits) >> (bits % 60);
    const auto pattern = std::bit_cast<std::uint64_t>(number);
    const double wide = std::ldexp(static_cast<double>(number), static_cast<int>(bits % 300) - 190);
    const auto wide_bits = std::bit_cast<std::uint64_t>(wide);
    EXPECT_EQ(convert(ASSAY_F64, wide_bits, ASSAY_F32),
              std::bit_cast<std::uint32_t>(static_cast<float>(wide)));
    EXPECT_EQ(convert(ASSAY_I64, pattern, ASSAY_F32),
              std::bit_cast<std::uint32_t>(static_cast<float>(number)));
    EXPECT_EQ(convert(ASSAY_U64, pattern, ASSAY_F32),
              std::bit_cast<std::uint32_t>(static_cast<float>(pattern)));
    EXPECT_EQ(convert(ASSAY_I64, pattern, ASSAY_I8), static_cast<std::uint8_t>(number));
    const auto narrow = static_cast<float>(number % 100000) / 3.0F;
    EXPECT_EQ(convert(ASSAY_F32, std::bit_cast<std::uint32_t>(narrow), ASSAY_I32),
              static_cast<std::uint32_t>(static_cast<std::int32_t>(narrow)));
  }
}

TEST(Formats, ConvertDoublesToHalfWithOneRounding) {
  // Just above the tie between 1 and its neighbour; a stop in float would fall on the tie.
  const double above = 1.0 + 0x1p-11 + 0x1p-40;
  EXPECT_EQ(convert(ASSAY_F64, std::bit_cast<std::uint64_t>(above), ASSAY_F16), 0x3C01U);
  EXPECT_EQ(
      convert(ASSAY_F64, std::bit_cast<std::uint64_t>(above), ASSAY_F16, Rounding::toward_zero),
      0x3C00U);
}

TEST(Formats, KeepSignsAndPayloadsOfNan) {
  EXPECT_EQ(convert(ASSAY_F32, 0xFFC12345U, ASSAY_F32), 0xFFC12345U);
  EXPECT_EQ(convert(ASSAY_F32, 0xFF802000U, ASSAY_F16), 0xFE01U);
  EXPECT_EQ(convert(ASSAY_F16, 0x7E01U, ASSAY_F32), 0x7FC02000U);
}

TEST(Formats, ClampWhatAnIntegerCannotHold) {
  EXPECT_EQ(convert(ASSAY_F32, std::bit_cast<std::uint32_t>(1e10F), ASSAY_I32), 0x7FFFFFFFU);
  EXPECT_EQ(convert(ASSAY_F32, std::bit_cast<std::uint32_t>(-300.0F), ASSAY_I8), 0x80U);
  EXPECT_EQ(convert(ASSAY_F32, std::bit_cast<std::uint32_t>(-1.5F), ASSAY_U8), 0U);
  EXPECT_EQ(convert(ASSAY_F32, 0x7FC00000U, ASSAY_I32), 0U);
  EXPECT_EQ(convert(ASSAY_F32, 0, ASSAY_E4M3), std::nullopt);
}

TEST(Formats, PadWithTheExtremesOfTheType) {
  EXPECT_EQ(pad_pattern(ASSAY_F32, ASSAY_PAD_MIN, 0), 0xFF800000U);
  EXPECT_EQ(pad_pattern(ASSAY_F16, ASSAY_PAD_MAX, 0), 0x7C00U);
  EXPECT_EQ(pad_pattern(ASSAY_BF16, ASSAY_PAD_MIN, 0), 0xFF80U);
  EXPECT_EQ(pad_pattern(ASSAY_I16, ASSAY_PAD_MIN, 0), 0x8000U);
  EXPECT_EQ(pad_pattern(ASSAY_I8, ASSAY_PAD_MAX, 0), 0x7FU);
  EXPECT_EQ(pad_pattern(ASSAY_U32, ASSAY_PAD_MAX, 0), 0xFFFFFFFFU);
  EXPECT_EQ(pad_pattern(ASSAY_U32, ASSAY_PAD_MIN, 0), 0U);
  EXPECT_EQ(pad_pattern(ASSAY_I64, ASSAY_PAD_MAX, 0), 0x7FFFFFFFFFFFFFFFU);
  EXPECT_EQ(pad_pattern(ASSAY_U64, ASSAY_PAD_MAX, 0), 0xFFFFFFFFFFFFFFFFU);
  EXPECT_EQ(pad_pattern(ASSAY_E4M3, ASSAY_PAD_MAX, 0), 0x7EU);
  EXPECT_EQ(pad_pattern(ASSAY_E5M2, ASSAY_PAD_MIN, 0), 0xFCU);
  EXPECT_EQ(pad_pattern(ASSAY_HIF8, ASSAY_PAD_MAX, 0), 0x6FU);
  EXPECT_EQ(pad_pattern(ASSAY_E8M0, ASSAY_PAD_MAX, 0), 0xFEU);
  EXPECT_EQ(pad_pattern(ASSAY_F32, ASSAY_PAD_NULL, 0x1234), 0U);
  EXPECT_EQ(pad_pattern(ASSAY_F16, ASSAY_PAD_CUSTOM, 0xBF80BC00U), 0xBC00U);
}

TEST(Formats, PackTwoSmallElementsInAByteTheEvenOneLow) {
  unsigned char bytes[2] = {0x21, 0x43};
  EXPECT_EQ(load_bits(bytes, 4, 0), 1U);
  EXPECT_EQ(load_bits(bytes, 4, 3), 4U);
  store_bits(bytes, 4, 1, 0xF);
  EXPECT_EQ(bytes[0], 0xF1);
  store_bits(bytes, 4, 2, 0xE);
  EXPECT_EQ(bytes[1], 0x4E);
}

}  // namespace
}  // namespace assay::simulator
