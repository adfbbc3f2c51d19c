// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/distance.hpp"

#include <gtest/gtest.h>

#include <random>

#include "reference/numerics/real.hpp"

namespace assay::runners {
namespace {

using enum ElementType;

constexpr double infinity = std::numeric_limits<double>::infinity();

void expect_definition(const UlpDistance& distance, ElementType type, std::uint32_t got,
                       double exact) {
  const double defined = numerics::ulp_distance(type, got, exact).value_or(-1);
  const double found = distance(got, exact);
  if (defined < 0) {
    EXPECT_TRUE(std::isnan(found)) << name_of(type) << " " << got << " " << exact;
  } else {
    EXPECT_NEAR(found, defined, 1e-9 * (1 + defined))
        << name_of(type) << " " << got << " " << exact;
  }
}

TEST(UlpDistance, IsThatOfTheDefinitionForEveryNarrowPattern) {
  for (const ElementType type : {e2m1, e4m3, e5m2, hif8, e8m0, i8, u8}) {
    const UlpDistance distance(type);
    for (std::uint32_t exact = 0; exact <= mask_of(type); ++exact) {
      const double centre = numerics::decode(type, exact).to_double();
      for (std::uint32_t got = 0; got <= mask_of(type); got += exact % 7 + 1) {
        expect_definition(distance, type, got, centre);
        expect_definition(distance, type, got, centre * 1.01);
      }
    }
  }
}

TEST(UlpDistance, IsThatOfTheDefinitionForWidePatterns) {
  std::mt19937_64 bits(7);
  for (const ElementType type : {f16, bf16, f32, i16, u16, i32, u32}) {
    const UlpDistance distance(type);
    for (int i = 0; i < 20000; ++i) {
      const auto got = static_cast<std::uint32_t>(bits() & mask_of(type));
      const std::uint64_t near = (got + bits() % 9 - 4) & mask_of(type);
      const double exact = numerics::decode(type, near).to_double();
      expect_definition(distance, type, got, exact * (1 + 1e-5));
      expect_definition(distance, type, static_cast<std::uint32_t>(near), exact);
    }
    for (const double exact : {0.0, -0.0, infinity, -infinity, 1e300, -1e300, 1e-300}) {
      for (int i = 0; i < 500; ++i) {
        expect_definition(distance, type, static_cast<std::uint32_t>(bits() & mask_of(type)),
                          exact);
      }
    }
  }
}

TEST(UlpDistance, TakesADoubleJustBelowAPowerOfTwoForThatPower) {
  const UlpDistance distance(f32);
  EXPECT_NEAR(distance(0x3f800001, 1), 1, 1e-9);
  EXPECT_NEAR(distance(0x3f800001, 1 - 0x1p-53), 1, 1e-6);
  EXPECT_NEAR(distance(0x3f800001, 1 - 0x1p-30), 2, 1e-1);
}

}  // namespace
}  // namespace assay::runners
