// SPDX-License-Identifier: Apache-2.0
// Rounding modes, overflow, saturation and C++ conversions.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/real_access.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;
using enum RoundMode;
constexpr double inf = std::numeric_limits<double>::infinity();

std::uint64_t mixed(std::uint64_t n) {
  n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9U;
  n = (n ^ n >> 27) * 0x94D049BB133111EBU;
  return n ^ n >> 31;
}

std::uint64_t encode_double(ElementType type, double value, RoundMode mode) {
  return encode(type, Real(value), mode);
}

TEST(Rounding, FollowsTheTableOfRoundModes) {
  constexpr std::array inputs{2.5, 3.5, -2.5, 2.1, 2.9, -2.1};
  struct Row {
    RoundMode mode;
    std::array<std::int64_t, 6> results;
  };
  const std::vector<Row> table{{nearest_even, {2, 4, -2, 2, 3, -2}},
                               {nearest_away, {3, 4, -3, 2, 3, -2}},
                               {floor, {2, 3, -3, 2, 2, -3}},
                               {ceil, {3, 4, -2, 3, 3, -2}},
                               {toward_zero, {2, 3, -2, 2, 2, -2}},
                               {odd, {3, 3, -3, 3, 3, -3}}};  // Von Neumann: 2.9 lies above 2
  for (const Row& row : table) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto bits = encode_double(i32, inputs[i], row.mode);
      EXPECT_EQ(order_key(i32, bits), row.results[i]) << inputs[i] << " mode " << int(row.mode);
    }
  }
}

/// The six results between two neighbouring positive values, `low` below, `high` above.
void check_between(ElementType type, std::uint64_t low, std::uint64_t high) {
  const double a = decode(type, low).to_double();
  const double b = decode(type, high).to_double();
  const double middle = a + (b - a) / 2;  // exact: these formats have few bits
  const std::uint64_t even = low % 2 == 0 ? low : high;
  ASSERT_EQ(encode_double(type, middle, nearest_even), even) << middle;
  ASSERT_EQ(encode_double(type, middle, nearest_away), high) << middle;
  ASSERT_EQ(encode_double(type, std::nextafter(middle, 0), nearest_away), low) << middle;
  ASSERT_EQ(encode_double(type, std::nextafter(middle, 0), nearest_even), low) << middle;
  ASSERT_EQ(encode_double(type, std::nextafter(middle, inf), nearest_even), high) << middle;
  for (const double value : {std::nextafter(a, inf), middle, std::nextafter(b, 0)}) {
    ASSERT_EQ(encode_double(type, value, floor), low) << value;
    ASSERT_EQ(encode_double(type, value, toward_zero), low) << value;
    ASSERT_EQ(encode_double(type, value, ceil), high) << value;
    ASSERT_EQ(encode_double(type, value, odd), low % 2 != 0 ? low : high) << value;
    if (type == e8m0) continue;
    const std::uint64_t sign = std::uint64_t{1} << (bits_of(type) - 1);
    const std::uint64_t zero_sign = type == hif8 && low == 0 ? 0 : sign;
    ASSERT_EQ(encode_double(type, -value, ceil), low | zero_sign) << value;
    ASSERT_EQ(encode_double(type, -value, floor), high | sign) << value;
    ASSERT_EQ(encode_double(type, -value, toward_zero), low | zero_sign) << value;
  }
}

TEST(Rounding, TakesTheRightNeighbourInEveryGapOfEverySmallFormat) {
  for (const ElementType type : {f16, bf16, e4m3, e5m2, e8m0, hif8, e2m1, e1m2}) {
    SCOPED_TRACE(name_of(type));
    const std::int64_t last = order_key(type, largest_finite(type, false));
    for (std::int64_t key = 0; key < last; ++key) {
      check_between(type, from_order_key(type, key), from_order_key(type, key + 1));
    }
  }
}

struct Overflow {
  ElementType type;
  double value;
  std::array<std::uint64_t, 6> positive;  // in the order of RoundMode
  std::array<std::uint64_t, 6> negative;
};
const std::vector<Overflow> overflows{
    {f16,
     65519.99,
     {0x7BFF, 0x7BFF, 0x7BFF, 0x7C00, 0x7BFF, 0x7BFF},
     {0xFBFF, 0xFBFF, 0xFC00, 0xFBFF, 0xFBFF, 0xFBFF}},
    {f16,
     65520,
     {0x7C00, 0x7C00, 0x7BFF, 0x7C00, 0x7BFF, 0x7BFF},
     {0xFC00, 0xFC00, 0xFC00, 0xFBFF, 0xFBFF, 0xFBFF}},
    {f16,
     1e300,
     {0x7C00, 0x7C00, 0x7BFF, 0x7C00, 0x7BFF, 0x7BFF},
     {0xFC00, 0xFC00, 0xFC00, 0xFBFF, 0xFBFF, 0xFBFF}},
    {f16,
     inf,
     {0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00},
     {0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00}},
    {e4m3, 1e9, {0x7E, 0x7E, 0x7E, 0x7E, 0x7E, 0x7E}, {0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE}},
    {e4m3, 465, {0x7E, 0x7E, 0x7E, 0x7E, 0x7E, 0x7E}, {0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE}},
    {e4m3, inf, {0x7E, 0x7E, 0x7E, 0x7E, 0x7E, 0x7E}, {0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE}},
    {e5m2, 61440, {0x7C, 0x7C, 0x7B, 0x7C, 0x7B, 0x7B}, {0xFC, 0xFC, 0xFC, 0xFB, 0xFB, 0xFB}},
    {hif8, 40960, {0x6E, 0x6F, 0x6E, 0x6F, 0x6E, 0x6E}, {0xEE, 0xEF, 0xEF, 0xEE, 0xEE, 0xEE}},
    {hif8, 40961, {0x6F, 0x6F, 0x6E, 0x6F, 0x6E, 0x6E}, {0xEF, 0xEF, 0xEF, 0xEE, 0xEE, 0xEE}},
    {hif8, 1e9, {0x6F, 0x6F, 0x6E, 0x6F, 0x6E, 0x6E}, {0xEF, 0xEF, 0xEF, 0xEE, 0xEE, 0xEE}},
    {e2m1, 7, {7, 7, 7, 7, 7, 7}, {15, 15, 15, 15, 15, 15}},
    {e8m0, 0x1.8p127, {0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE}, {0, 0, 0, 0, 0, 0}},
    {i8, 127.5, {127, 127, 127, 127, 127, 127}, {128, 128, 128, 129, 129, 129}},
    {u8, 300, {255, 255, 255, 255, 255, 255}, {0, 0, 0, 0, 0, 0}},
    {u8, .5, {0, 1, 0, 1, 0, 1}, {0, 0, 0, 0, 0, 0}}};

TEST(Rounding, OverflowsAsTheModeSays) {
  for (const Overflow& row : overflows) {
    for (std::size_t mode = 0; mode < 6; ++mode) {
      SCOPED_TRACE(testing::Message() << name_of(row.type) << " " << row.value << " " << mode);
      EXPECT_EQ(encode_double(row.type, row.value, RoundMode(mode)), row.positive[mode]);
      EXPECT_EQ(encode_double(row.type, -row.value, RoundMode(mode)), row.negative[mode]);
    }
  }
  for (const double value : {0x1p63, 1e30, inf}) {
    EXPECT_EQ(encode_double(i64, value, nearest_even), 0x7FFFFFFFFFFFFFFFU);
    EXPECT_EQ(encode_double(i64, -value, nearest_even), 0x8000000000000000U);
    EXPECT_EQ(encode_double(u64, value * 2, nearest_even), 0xFFFFFFFFFFFFFFFFU);
  }
  EXPECT_EQ(encode(i32, Real::nan(), nearest_even), 0U);
  EXPECT_EQ(encode(e2m1, Real::nan(), nearest_even), 0U);
}

TEST(Rounding, SeesABitTwoHundredPlacesDown) {
  const Real above = RealAccess::make(power_of_two(0) + power_of_two(-200));
  EXPECT_EQ(encode(f32, above, nearest_even), 0x3F800000U);
  EXPECT_EQ(encode(f32, above, ceil), 0x3F800001U);
  const Real tie_plus = RealAccess::make(power_of_two(0) + power_of_two(-24) + power_of_two(-230));
  EXPECT_EQ(encode(f32, tie_plus, nearest_even), 0x3F800001U);
  EXPECT_EQ(encode(u64, RealAccess::make(power_of_two(63) + power_of_two(-100)), ceil),
            0x8000000000000001U);
}

TEST(Rounding, AgreesWithTheHostFromF64ToF32InItsFourModes) {
  struct Host {
    int rounding;
    RoundMode mode;
  };
  for (const Host host : {Host{FE_TONEAREST, nearest_even}, Host{FE_DOWNWARD, floor},
                          Host{FE_UPWARD, ceil}, Host{FE_TOWARDZERO, toward_zero}}) {
    for (std::uint64_t i = 0; i < 40000; ++i) {
      const std::uint64_t random = mixed(i + 1);
      // Exponents from below the f32 subnormals to above its overflow; every other one a near-tie.
      const std::uint64_t exponent = 1023 - 155 + (random >> 52) % 290;
      std::uint64_t fraction = random & 0xFFFFFFFFFFFFFU;
      if (i % 2 == 0) fraction = (fraction & ~0x1FFFFFFFULL) + 0x10000000 + (random >> 54) % 3 - 1;
      const auto bits = (random & 1) << 63 | exponent << 52 | (fraction & 0xFFFFFFFFFFFFFU);
      const volatile double value = std::bit_cast<double>(bits);
      std::fesetround(host.rounding);
      const volatile float want = static_cast<float>(value);
      std::fesetround(FE_TONEAREST);
      ASSERT_EQ(encode_double(f32, value, host.mode), std::bit_cast<std::uint32_t>(float{want}))
          << std::hexfloat << value << " mode " << int(host.mode);
    }
  }
}

TEST(Rounding, AgreesWithTheHostOnF32AndF64Patterns) {
  for (std::uint64_t i = 0; i < 40000; ++i) {
    const std::uint64_t random = mixed(i);
    const auto narrow = static_cast<std::uint32_t>(random);
    const auto single = std::bit_cast<float>(narrow);
    if (!std::isnan(single)) {
      ASSERT_EQ(decode(f32, narrow).to_double(), double{single});
      ASSERT_EQ(encode(f32, decode(f32, narrow), odd), narrow);
    }
    if (!std::isnan(std::bit_cast<double>(random))) {
      ASSERT_EQ(encode(f64, decode(f64, random), odd), random);
      ASSERT_EQ(std::bit_cast<std::uint64_t>(decode(f64, random).to_double()), random);
    }
    ASSERT_EQ(encode(f32, decode(u64, random), nearest_even),
              std::bit_cast<std::uint32_t>(static_cast<float>(random)));
    ASSERT_EQ(encode(f64, decode(i64, random), nearest_even),
              std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(random))));
    const std::uint64_t tiny = random & 0x801FFFFFFFFFFFFFU;  // f64 subnormals
    ASSERT_EQ(std::bit_cast<std::uint64_t>(decode(f64, tiny).to_double()), tiny);
  }
}

std::uint64_t bits_of_double(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(Convert, TruncatesFloatsAndRefusesWhatCxxLeavesUndefined) {
  EXPECT_EQ(convert(f64, bits_of_double(2.9), i32), 2U);
  EXPECT_EQ(convert(f64, bits_of_double(-2.9), i32), 0xFFFFFFFEU);
  EXPECT_EQ(convert(f64, bits_of_double(-0.9), u8), 0U);
  EXPECT_EQ(convert(f64, bits_of_double(255.9), u8), 255U);
  EXPECT_EQ(convert(f64, bits_of_double(-128.9), i8), 0x80U);
  EXPECT_EQ(convert(f64, bits_of_double(256), u8), std::nullopt);
  EXPECT_EQ(convert(f64, bits_of_double(-1), u8), std::nullopt);
  EXPECT_EQ(convert(f64, bits_of_double(-129), i8), std::nullopt);
  EXPECT_EQ(convert(f64, bits_of_double(0x1p63), i64), std::nullopt);
  EXPECT_EQ(convert(f64, bits_of_double(-0x1p63), i64), 1ULL << 63);
  EXPECT_EQ(convert(f64, bits_of_double(0x1p64), u64), std::nullopt);
  EXPECT_EQ(convert(f32, 0x7FC00000, i32), std::nullopt);
  EXPECT_EQ(convert(f32, 0xFF800000, i32), std::nullopt);
}

TEST(Convert, WrapsIntegers) {
  EXPECT_EQ(convert(i32, 300, i8), 44U);
  EXPECT_EQ(convert(i8, 0xFF, u32), 0xFFFFFFFFU);
  EXPECT_EQ(convert(u8, 0xFF, i32), 0xFFU);
  EXPECT_EQ(convert(i64, ~0ULL, u16), 0xFFFFU);
  EXPECT_EQ(convert(i32, 0xFFFFFFF7, i4), 0x7U);
  EXPECT_EQ(convert(i8, 0x80, u64), 0xFFFFFFFFFFFFFF80U);
}

TEST(Convert, RoundsToFloatsOnce) {
  EXPECT_EQ(convert(f64, bits_of_double(1 + 0x1p-11 + 0x1p-40), f16), 0x3C01U);
  EXPECT_EQ(convert(f64, bits_of_double(1 + 0x1p-11), f16), 0x3C00U);
  EXPECT_EQ(convert(f64, bits_of_double(1 + 0x1p-8 + 0x1p-40), bf16), 0x3F81U);
  EXPECT_EQ(convert(i64, (1LL << 40) + (1LL << 16) + 1, f32), 0x53800001U);
  EXPECT_EQ(convert(i32, 70000, f16), 0x7C00U);
  EXPECT_EQ(convert(f64, bits_of_double(0.1), e4m3), 0x1DU);  // 0.1 is nearest to 0.1015625
  EXPECT_EQ(convert(f32, 0x7F800001, f32), 0x7F800001U);
  EXPECT_EQ(convert(f32, 0xFFC12345, f16), 0x7E00U);
  EXPECT_EQ(convert(f64, bits_of_double(-0.0), f16), 0x8000U);
}

}  // namespace
}  // namespace assay::numerics
