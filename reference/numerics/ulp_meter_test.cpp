// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/ulp_meter.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {
namespace {

// Every binade of double and both ends of each format, where definitions turn.
std::vector<double> exact_values() {
  constexpr double inf = std::numeric_limits<double>::infinity();
  std::vector<double> values{0.0,       -0.0,
                             inf,       std::numeric_limits<double>::quiet_NaN(),
                             0x1p-1074, std::numeric_limits<double>::max()};
  std::uint64_t random = 1;
  for (int exponent = -1074; exponent < 1024; exponent += 1 + std::abs(exponent) / 64) {
    const double power = std::ldexp(1.0, exponent);
    random = random * 6364136223846793005U + 1442695040888963407U;
    values.insert(values.end(),
                  {power, std::nextafter(power, inf), std::nextafter(power, 0.0),
                   std::ldexp(1 + std::ldexp(static_cast<double>(random >> 12), -52), exponent)});
  }
  const std::size_t positive = values.size();
  for (std::size_t i = 0; i < positive; ++i) values.push_back(-values[i]);
  return values;
}

std::vector<std::uint64_t> patterns(ElementType type) {
  const std::uint64_t mask = mask_of(type);
  std::vector<std::uint64_t> bits;
  const std::uint64_t step = mask / 61 + 1;
  for (std::uint64_t i = 0; i < 61 && i * step <= mask; ++i) {
    for (const std::uint64_t near : {i * step, i * step + 1, i * step - 1, mask - i}) {
      bits.push_back(near & mask);
    }
  }
  for (int e = 0; e < format_of(type).bits; ++e) bits.push_back(std::uint64_t{1} << e);
  return bits;
}

TEST(UlpMeter, GivesEveryBitOfTheDefinition) {
  const std::vector<double> values = exact_values();
  for (const ElementFormat& format : all_formats()) {
    const UlpMeter meter(format.type);
    for (const std::uint64_t got : patterns(format.type)) {
      const std::size_t step = is_infinite(format.type, got) ? 1 : 31;
      for (std::size_t i = got % step; i < values.size(); i += step) {
        ASSERT_EQ(meter(got, values[i]), ulp_distance(format.type, got, values[i]))
            << format.name << " got 0x" << std::hex << got << " exact " << std::hexfloat
            << values[i];
      }
    }
  }
}

TEST(UlpMeter, MeasuresBetweenTwoPatternsWhatTheyStandFor) {
  for (const ElementFormat& format : all_formats()) {
    const UlpMeter meter(format.type);
    for (const std::uint64_t got : patterns(format.type)) {
      for (const std::uint64_t wanted : {got, got + 1, got - 3, got * 7}) {
        const std::uint64_t bits = wanted & mask_of(format.type);
        ASSERT_EQ(meter.between(got, bits),
                  ulp_distance(format.type, got, decode(format.type, bits)))
            << format.name << " got 0x" << std::hex << got << " wanted 0x" << bits;
      }
    }
  }
}

TEST(UlpMeter, TakesANearbyDoubleJustBelowAPowerOfTwoForThatPower) {
  const UlpMeter meter(ElementType::f32, Centre::nearby);
  EXPECT_NEAR(*meter(0x3f800001, 1), 1, 1e-9);
  EXPECT_NEAR(*meter(0x3f800001, 1 - 0x1p-53), 1, 1e-6);
  EXPECT_NEAR(*meter(0x3f800001, 1 - 0x1p-30), 2, 1e-1);
}

TEST(UlpMeter, GivesTheDefinitionForNearbyDoublesElsewhere) {
  for (const ElementFormat& format : all_formats()) {
    const UlpMeter meter(format.type, Centre::nearby);
    for (const std::uint64_t got : patterns(format.type)) {
      for (const double exact : {1.01, -1.7, 1e-4, 300.5, 0.0, 1e300}) {
        ASSERT_EQ(meter(got, exact), ulp_distance(format.type, got, exact))
            << format.name << " got 0x" << std::hex << got << " exact " << exact;
      }
    }
  }
}

}  // namespace
}  // namespace assay::numerics
