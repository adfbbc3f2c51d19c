// SPDX-License-Identifier: Apache-2.0
// Printed elements against the C library, which shares no code with ours.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;

struct Field {
  int width;
  int precision;
};
constexpr std::array fields{Field{6, 2}, Field{8, 4}, Field{10, 6}, Field{0, 0}, Field{3, 1}};

std::string c_text(double value, Field field) {
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%*.*f", field.width, field.precision, value);
  return buffer.data();
}

TEST(PrintFixed, AgreesWithTheCLibraryOnEveryHalf) {
  for (std::uint64_t bits = 0; bits < 65536; ++bits) {
    if (is_nan(f16, bits)) continue;
    const double value = decode(f16, bits).to_double();
    for (const Field field : fields) {
      ASSERT_EQ(print_fixed(f16, bits, field.width, field.precision), c_text(value, field));
    }
  }
}

TEST(PrintFixed, AgreesWithTheCLibraryOnFloatsOfEveryExponent) {
  for (std::uint64_t i = 0; i < 60000; ++i) {
    const auto bits = static_cast<std::uint32_t>(i * 0x9E3779B97F4A7C15ULL >> 32);
    const auto value = std::bit_cast<float>(bits);
    const Field field = fields[i % fields.size()];
    ASSERT_EQ(print_fixed(f32, bits, field.width, field.precision), c_text(value, field));
  }
}

TEST(PrintFixed, AgreesWithTheCLibraryAroundDecimalTies) {
  for (int i = -20000; i <= 20000; ++i) {
    const float tie = static_cast<float>(i) / 64;  // every second one ends in ...5 at some digit
    for (const float value : {std::nextafter(tie, -1e9F), tie, std::nextafter(tie, 1e9F)}) {
      for (const Field field : fields) {
        ASSERT_EQ(
            print_fixed(f32, std::bit_cast<std::uint32_t>(value), field.width, field.precision),
            c_text(value, field));
      }
    }
  }
}

TEST(PrintFixed, RoundsExactTiesToEven) {
  EXPECT_EQ(print_fixed(f32, 0x3D000000, 8, 4), "  0.0312");  // 0.03125
  EXPECT_EQ(print_fixed(f32, 0x3DC00000, 8, 4), "  0.0938");  // 0.09375
  EXPECT_EQ(print_fixed(f32, 0xBE000000, 6, 2), " -0.12");    // -0.125
  EXPECT_EQ(print_fixed(f16, 0x4100, 0, 0), "2");             // 2.5
  EXPECT_EQ(print_fixed(f16, 0x4300, 0, 0), "4");             // 3.5
  EXPECT_EQ(print_fixed(f32, 0x8000'0000, 8, 4), " -0.0000");
  EXPECT_EQ(print_fixed(f32, 0x0000'0001, 8, 4), "  0.0000");
  EXPECT_EQ(print_fixed(f32, 0x7F7FFFFF, 6, 2), "340282346638528859811704183484516925440.00");
}

TEST(PrintFixed, NamesInfinityAndNan) {
  EXPECT_EQ(print_fixed(f32, 0x7F800000, 8, 4), "     inf");
  EXPECT_EQ(print_fixed(f16, 0xFC00, 6, 2), "  -inf");
  EXPECT_EQ(print_fixed(f32, 0x7FC00000, 8, 4), "     nan");
  EXPECT_EQ(print_fixed(f32, 0xFFC00000, 8, 4), "    -nan");
  EXPECT_EQ(print_fixed(hif8, 0x80, 0, 2), "nan");
  EXPECT_EQ(print_fixed(e8m0, 0xFF, 0, 2), "nan");
}

TEST(PrintFixed, PrintsIntegersWhole) {
  EXPECT_EQ(print_fixed(i8, 0x80, 6, 2), "  -128");
  EXPECT_EQ(print_fixed(u8, 0x80, 6, 2), "   128");
  EXPECT_EQ(print_fixed(u32, 0xFFFFFFFF, 8, 4), "4294967295");
  EXPECT_EQ(print_fixed(i64, 1ULL << 63, 8, 4), "-9223372036854775808");
  EXPECT_EQ(print_fixed(u64, ~0ULL, 8, 4), "18446744073709551615");
  EXPECT_EQ(print_fixed(i4, 0xF, 0, 0), "-1");
}

TEST(PrintFixed, PrintsTheSmallFormats) {
  EXPECT_EQ(print_fixed(e4m3, 0xFE, 0, 2), "-448.00");
  EXPECT_EQ(print_fixed(e8m0, 0xFE, 0, 0), "170141183460469231731687303715884105728");
  EXPECT_EQ(print_fixed(hif8, 0xEE, 8, 1), "-32768.0");
  EXPECT_EQ(print_fixed(e2m1, 0x9, 0, 0), "-0");  // -0.5, a tie
  EXPECT_EQ(print_fixed(f64, 0x3FB999999999999A, 0, 20), "0.10000000000000000555");
}

TEST(Describe, NamesAValueBriefly) {
  EXPECT_EQ(describe(f32, 0x3FC00000), "1.5");
  EXPECT_EQ(describe(f16, 0x8000), "-0");
  EXPECT_EQ(describe(f16, 0x7BFF), "65504");
  EXPECT_EQ(describe(bf16, 0x7FC1), "nan(0x7fc1)");
  EXPECT_EQ(describe(f32, 1), "1.4013e-45");
  EXPECT_EQ(describe(f32, 0x3DCCCCCD), "0.1");
  EXPECT_EQ(describe(f64, 0x3FB999999999999A), "0.1");
  EXPECT_EQ(describe(f32, 0xFF800000), "-inf");
  EXPECT_EQ(describe(i8, 0xFF), "-1");
  EXPECT_EQ(describe(u64, ~0ULL), "18446744073709551615");
}

TEST(Describe, ShowsTheDifferenceOfAnyTwoValues) {
  EXPECT_EQ(describe(f32, 0x40600000), "3.5");
  EXPECT_EQ(describe(f32, 0x40600001), "3.5000002");
  EXPECT_EQ(describe(f32, 0x43B71211), "366.14114");
  EXPECT_EQ(describe(f32, 0x43B71212), "366.14117");
  for (std::uint64_t bits = 0; bits < 0x7C00; ++bits) {
    EXPECT_NE(describe(f16, bits), describe(f16, bits + 1)) << bits;
  }
  for (const std::uint64_t bits : {0x00000001ULL, 0x007FFFFFULL, 0x3F7FFFFFULL, 0x7F7FFFFEULL}) {
    EXPECT_NE(describe(f32, bits), describe(f32, bits + 1)) << bits;
  }
}

}  // namespace
}  // namespace assay::numerics
