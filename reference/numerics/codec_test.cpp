// SPDX-License-Identifier: Apache-2.0
// Bits to values and back, classes and order, against the definitions of MODEL sections 1.1
// and 1.4.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/numerics/as_double.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {
namespace {

using enum ElementType;
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

constexpr std::array small_types{f16,  bf16, e4m3, e5m2, e8m0, hif8, e2m1,
                                 e1m2, i4,   i8,   u8,   i16,  u16};
constexpr std::array modes{RoundMode::nearest_even, RoundMode::nearest_away, RoundMode::floor,
                           RoundMode::ceil,         RoundMode::toward_zero,  RoundMode::odd};

std::uint64_t codes(ElementType type) { return mask_of(type) + 1; }

/// Fields in order: sign, exponent, fraction; written down from MODEL 1.1, not taken from
/// format_of.
struct Fields {
  ElementType type;
  int exponent_bits;
  int fraction_bits;
  int bias;
  bool ieee_specials;
};
constexpr std::array plain_formats{Fields{f16, 5, 10, 15, true}, Fields{bf16, 8, 7, 127, true},
                                   Fields{e5m2, 5, 2, 15, true}, Fields{e4m3, 4, 3, 7, false},
                                   Fields{e2m1, 2, 1, 1, false}, Fields{e1m2, 1, 2, 1, false}};

double value_by_fields(const Fields& fields, std::uint64_t bits) {
  const auto fraction = bits & ((1U << fields.fraction_bits) - 1);
  const auto exponent_mask = (1U << fields.exponent_bits) - 1;
  const auto exponent = (bits >> fields.fraction_bits) & exponent_mask;
  const double sign = bits >> (fields.fraction_bits + fields.exponent_bits) != 0 ? -1 : 1;
  if (fields.ieee_specials && exponent == exponent_mask) return fraction == 0 ? sign * inf : nan;
  if (fields.type == e4m3 && (bits & 0x7F) == 0x7F) return nan;
  const double significand = std::ldexp(static_cast<double>(fraction), -fields.fraction_bits);
  if (exponent == 0) return sign * std::ldexp(significand, 1 - fields.bias);
  return sign * std::ldexp(1 + significand, static_cast<int>(exponent) - fields.bias);
}

/// MODEL 1.4 read row by row.
double hif8_value(unsigned bits) {
  if (bits == 0) return 0;
  if (bits == 0x80) return nan;
  const double sign = (bits & 0x80) != 0 ? -1 : 1;
  const unsigned word = bits & 0x7F;
  if (word == 0x6F) return sign * inf;
  if (word < 8) return sign * std::ldexp(1.0, static_cast<int>(word) - 23);
  int rest = 3;  // bits below the prefix
  int width = 0;
  if (word >= 0x20) {
    rest = 5;
    width = static_cast<int>(word >> 5) + 1;
  } else if (word >= 0x10) {
    rest = 4;
    width = 1;
  }
  const int mantissa_bits = rest - width;
  const int field = static_cast<int>(word & ((1U << rest) - 1)) >> mantissa_bits;
  const int mantissa = static_cast<int>(word & ((1U << mantissa_bits) - 1));
  int exponent = 0;
  if (width > 0) {
    const int leading = 1 << (width - 1);
    const int size = leading | (field & (leading - 1));
    exponent = (field & leading) != 0 ? -size : size;
  }
  return sign * std::ldexp(1 + std::ldexp(static_cast<double>(mantissa), -mantissa_bits), exponent);
}

void expect_same(double got, double want, std::uint64_t bits) {
  if (std::isnan(want)) {
    EXPECT_TRUE(std::isnan(got)) << "code 0x" << std::hex << bits;
  } else {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(want))
        << "code 0x" << std::hex << bits << " is " << got << ", should be " << want;
  }
}

TEST(Decode, AgreesWithTheFieldsOfEveryCode) {
  for (const Fields& fields : plain_formats) {
    SCOPED_TRACE(name_of(fields.type));
    for (std::uint64_t bits = 0; bits < codes(fields.type); ++bits) {
      expect_same(decode(fields.type, bits).to_double(), value_by_fields(fields, bits), bits);
    }
  }
}

TEST(AsDouble, IsWhatDecodingAndRoundingGive) {
  const auto expect_as_decoded = [](ElementType type, std::uint64_t bits) {
    expect_same(as_double(type, bits), decode(type, bits).to_double(), bits);
    const bool negative_nan = is_nan(type, bits) && std::signbit(as_double(type, bits));
    EXPECT_FALSE(negative_nan) << "NaN of " << name_of(type) << " has a sign";
  };
  for (const ElementType type : small_types) {
    SCOPED_TRACE(name_of(type));
    for (std::uint64_t bits = 0; bits < codes(type); ++bits) expect_as_decoded(type, bits);
  }
  std::uint64_t word = 1;
  for (const ElementType type : {f32, f64, i32, u32, i64, u64}) {
    SCOPED_TRACE(name_of(type));
    for (int i = 0; i < 20000; ++i) {
      word = word * 6364136223846793005 + 1442695040888963407;
      expect_as_decoded(type, word >> (i % 40));
      expect_as_decoded(type, mask_of(type) - (word >> 50));
    }
  }
}

TEST(Decode, SplitsEveryHiFloat8CodeByCountingBits) {
  for (unsigned bits = 0; bits < 256; ++bits) {
    expect_same(decode(hif8, bits).to_double(), hif8_value(bits), bits);
  }
}

struct WorkedValue {
  ElementType type;
  std::uint64_t bits;
  double value;
};
const std::vector<WorkedValue> worked_values{{e4m3, 0x7E, 448},
                                             {e4m3, 0x01, 0x1p-9},
                                             {e4m3, 0x08, 0x1p-6},
                                             {e5m2, 0x7B, 57344},
                                             {e5m2, 0x01, 0x1p-16},
                                             {e5m2, 0xFC, -inf},
                                             {e8m0, 0x00, 0x1p-127},
                                             {e8m0, 0x7F, 1},
                                             {e8m0, 0xFE, 0x1p127},
                                             {e8m0, 0xFF, nan},
                                             {f16, 0x7BFF, 65504},
                                             {e2m1, 0x7, 6},
                                             {e2m1, 0xF1, .5},
                                             {e1m2, 0x7, 1.75},
                                             {e1m2, 0x9, -.25},
                                             {hif8, 0x6E, 32768},
                                             {hif8, 0x01, 0x1p-22},
                                             {hif8, 0x07, 0x1p-16},
                                             {hif8, 0x08, 1},
                                             {hif8, 0x0F, 1.875},
                                             {hif8, 0x10, 2},
                                             {hif8, 0x18, .5},
                                             {hif8, 0x1F, .9375},
                                             {hif8, 0x20, 4},
                                             {hif8, 0x28, 8},
                                             {hif8, 0x30, .25},
                                             {hif8, 0x38, .125},
                                             {hif8, 0x40, 16},
                                             {hif8, 0x50, 0x1p-4},
                                             {hif8, 0x60, 256},
                                             {hif8, 0x70, 0x1p-8},
                                             {hif8, 0x7C, 0x1p-14},
                                             {hif8, 0x7F, 0x1.8p-15},
                                             {hif8, 0x6F, inf},
                                             {hif8, 0xEF, -inf},
                                             {hif8, 0x80, nan},
                                             {i4, 0xF8, -8},
                                             {i4, 0x7, 7},
                                             {i8, 0x80, -128},
                                             {u8, 0x80, 128},
                                             {f64, 0x1, 0x1p-1074},
                                             {u64, ~std::uint64_t{0}, 0x1p64},
                                             {i64, 1ULL << 63, -0x1p63}};

TEST(Decode, GivesTheWorkedValuesOfTheModel) {
  for (const WorkedValue& row : worked_values) {
    SCOPED_TRACE(name_of(row.type));
    expect_same(decode(row.type, row.bits).to_double(), row.value, row.bits);
  }
}

TEST(Encode, ReturnsEveryCodeToItself) {
  for (const ElementType type : small_types) {
    SCOPED_TRACE(name_of(type));
    for (std::uint64_t bits = 0; bits < codes(type); ++bits) {
      const std::uint64_t want = is_nan(type, bits) ? quiet_nan(type) : bits;
      for (const RoundMode mode : modes) ASSERT_EQ(encode(type, decode(type, bits), mode), want);
    }
  }
}

TEST(OrderKey, CountsTheValuesOfAFormatInOrder) {
  for (const ElementType type : small_types) {
    SCOPED_TRACE(name_of(type));
    std::uint64_t numbers = 0;
    for (std::uint64_t bits = 0; bits < codes(type); ++bits) {
      if (is_nan(type, bits)) continue;
      ++numbers;
      ASSERT_EQ(from_order_key(type, order_key(type, bits)), bits);
    }
    const bool infinite = format_of(type).has_infinity;
    const auto ends = [&](bool negative) {
      return order_key(type, infinite ? infinity(type, negative) : largest_finite(type, negative));
    };
    EXPECT_EQ(ends(false) - ends(true) + 1, static_cast<std::int64_t>(numbers));
    for (std::int64_t key = ends(true); key < ends(false); ++key) {
      const Real here = decode(type, from_order_key(type, key));
      const Real next = decode(type, from_order_key(type, key + 1));
      const bool zeros = here.is_zero() && next.is_zero();
      ASSERT_EQ(compare(here, next), zeros ? 0 : -1) << key;
      if (zeros) {
        ASSERT_TRUE(here.is_negative() && !next.is_negative());
      }
    }
  }
}

TEST(OrderKey, OrdersTheExtremesOfWideTypes) {
  EXPECT_EQ(order_key(u64, 0), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(order_key(u64, ~0ULL), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(order_key(i64, 1ULL << 63), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(order_key(f64, 0), 0);
  EXPECT_EQ(order_key(f64, 1ULL << 63), -1);
  EXPECT_EQ(from_order_key(f32, -1), 0x80000000U);
  EXPECT_EQ(order_key(f32, 0xFF800000U), -0x7F800001LL);
}

TEST(Classify, CallsNoIntegerInfiniteOrNan) {
  for (const ElementFormat& format : all_formats()) {
    if (is_float(format.type)) continue;
    for (const std::uint64_t bits : {mask_of(format.type), mask_of(format.type) >> 1}) {
      EXPECT_FALSE(is_infinite(format.type, bits)) << format.name;
      EXPECT_FALSE(is_nan(format.type, bits)) << format.name;
    }
  }
}

TEST(Classify, KnowsTheLandmarksOfEveryFormat) {
  EXPECT_EQ(quiet_nan(f32), 0x7FC00000U);
  EXPECT_EQ(quiet_nan(f16), 0x7E00U);
  EXPECT_EQ(quiet_nan(bf16), 0x7FC0U);
  EXPECT_EQ(quiet_nan(e4m3), 0x7FU);
  EXPECT_EQ(quiet_nan(e5m2), 0x7EU);
  EXPECT_EQ(quiet_nan(e8m0), 0xFFU);
  EXPECT_EQ(quiet_nan(hif8), 0x80U);
  EXPECT_EQ(quiet_nan(e2m1), 0U);
  EXPECT_EQ(quiet_nan(f64), 0x7FF8000000000000U);
  EXPECT_EQ(infinity(f16, true), 0xFC00U);
  EXPECT_EQ(infinity(bf16, false), 0x7F80U);
  EXPECT_EQ(infinity(hif8, true), 0xEFU);
  EXPECT_EQ(infinity(e4m3, false), 0U);
  EXPECT_EQ(largest_finite(f32, false), 0x7F7FFFFFU);
  EXPECT_EQ(largest_finite(hif8, true), 0xEEU);
  EXPECT_EQ(largest_finite(e8m0, false), 0xFEU);
  EXPECT_EQ(largest_finite(i4, true), 0x8U);
  EXPECT_EQ(largest_finite(u16, false), 0xFFFFU);
  EXPECT_EQ(smallest_normal(f32), 0x00800000U);
  EXPECT_EQ(smallest_normal(e4m3), 0x08U);
  EXPECT_EQ(decode(hif8, smallest_normal(hif8)).to_double(), 0x1p-15);
  EXPECT_EQ(smallest_subnormal(hif8), 1U);
}

TEST(Classify, CountsTheSpecialsOfEveryFormat) {
  struct Count {
    ElementType type;
    int nans, infinities, zeros, subnormals, negatives;
  };
  const std::vector<Count> table{{f16, 2046, 2, 2, 2046, 32768}, {bf16, 254, 2, 2, 254, 32768},
                                 {e4m3, 2, 0, 2, 14, 128},       {e5m2, 6, 2, 2, 6, 128},
                                 {e8m0, 1, 0, 0, 0, 0},          {hif8, 1, 2, 1, 14, 128},
                                 {e2m1, 0, 0, 2, 2, 8},          {e1m2, 0, 0, 2, 6, 8},
                                 {i8, 0, 0, 1, 0, 128},          {u8, 0, 0, 1, 0, 0}};
  for (const Count& row : table) {
    SCOPED_TRACE(name_of(row.type));
    Count seen{row.type, 0, 0, 0, 0, 0};
    for (std::uint64_t bits = 0; bits < codes(row.type); ++bits) {
      seen.nans += is_nan(row.type, bits);
      seen.infinities += is_infinite(row.type, bits);
      seen.zeros += is_zero(row.type, bits);
      seen.subnormals += is_subnormal(row.type, bits);
      seen.negatives += is_negative(row.type, bits);
    }
    EXPECT_EQ(seen.nans, row.nans);
    EXPECT_EQ(seen.infinities, row.infinities);
    EXPECT_EQ(seen.zeros, row.zeros);
    EXPECT_EQ(seen.subnormals, row.subnormals);
    EXPECT_EQ(seen.negatives, row.negatives);
  }
}

}  // namespace
}  // namespace assay::numerics
