// SPDX-License-Identifier: Apache-2.0
// Sums side by side have the enclosures that they have alone.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "reference/numerics/sums/bound.hpp"
#include "reference/numerics/sums/kernels.hpp"

namespace assay::numerics::summation {
namespace {

constexpr std::size_t count = 61;

/// Facts about sums as no data has to have them: next to powers of two, subnormal, far apart.
struct Facts {
  std::vector<double> sum, magnitude, largest, quantum, error;
};

class Drawn {
 public:
  explicit Drawn(std::uint64_t seed) : random_(seed) {}

  int integer(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }

  /// Of the binade of 2^exponent, often its first number or the last one below it.
  double near(int exponent) {
    const double power = std::ldexp(1.0, exponent);
    if (integer(0, 3) == 0) return power;
    if (integer(0, 3) == 0) return std::nextafter(power, 0);
    return power * (1 + std::ldexp(static_cast<double>(random_() >> 12), -52));
  }

  Facts facts() {
    Facts of;
    for (std::size_t i = 0; i < count; ++i) {
      const int exponent = integer(0, 3) == 0 ? integer(-170, 130) : integer(-30, 30);
      const double magnitude = near(exponent);
      of.magnitude.push_back(magnitude);
      of.largest.push_back(near(exponent - integer(0, 30)));
      const double part = integer(0, 2) == 0 ? 0 : near(-integer(1, 60));
      of.sum.push_back((integer(0, 1) == 0 ? -1 : 1) * magnitude * (integer(0, 3) == 0 ? 1 : part));
      of.quantum.push_back(std::ldexp(1.0, exponent - integer(0, 60)));
      of.error.push_back(integer(0, 1) == 0 ? 0 : magnitude * near(-integer(36, 50)));
    }
    return of;
  }

 private:
  std::mt19937_64 random_;
};

Enclosure alone(const Facts& of, std::size_t i, std::int64_t terms, int precision) {
  const Accumulation how{ElementType::f32, ElementType::f32};
  const Totals totals{.count = terms,
                      .sum = of.sum[i],
                      .magnitude = of.magnitude[i],
                      .largest = of.largest[i],
                      .error = of.error[i]};
  return enclose(extent_of(totals, precision, of.quantum[i], accumulator(how.accumulator)), how);
}

TEST(EnclosuresSideBySide, AreThoseOfEachSum) {
  Drawn drawn(7);
  std::int64_t odd_ones = 0, all = 0;
  for (const std::int64_t terms : {2, 3, 17, 256, 100000, 1 << 23}) {
    for (const int precision : {11, 24, 48}) {
      for (int round = 0; round < 60; ++round) {
        const Facts of = drawn.facts();
        std::vector<float> low(count), high(count);
        std::vector<unsigned char> odd(count);
        const double unit = accumulator(ElementType::f32).unit * with_wider;
        for (const Kernels& table : available_kernels()) {
          table.enclose({count, static_cast<double>(terms - 1), growth(unit, terms - 1), precision,
                         of.sum.data(), of.magnitude.data(), of.largest.data(), of.quantum.data(),
                         of.error.data(), low.data(), high.data(), odd.data()});
          for (std::size_t i = 0; i < count; ++i) {
            const Enclosure expected = alone(of, i, terms, precision);
            ASSERT_TRUE(odd[i] != 0 || !expected.nan);
            ++all;
            odd_ones += odd[i];
            if (odd[i] != 0) continue;
            ASSERT_EQ(std::bit_cast<std::uint32_t>(low[i]), expected.low);
            ASSERT_EQ(std::bit_cast<std::uint32_t>(high[i]), expected.high);
          }
        }
      }
    }
  }
  EXPECT_LT(odd_ones, all / 5);
}

TEST(EnclosuresSideBySide, LeaveWhatIsNoNumberToOthers) {
  const double nan = __builtin_nan(""), infinity = __builtin_inf();
  for (const double magnitude : {0.0, infinity, nan}) {
    for (const Kernels& table : available_kernels()) {
      float low = 0, high = 0;
      unsigned char odd = 0;
      const double one = 1, zero = 0;
      table.enclose({1, 3, 0x1p-20, 48, &one, &magnitude, &one, &one, &zero, &low, &high, &odd});
      EXPECT_EQ(odd, 1);
    }
  }
}

}  // namespace
}  // namespace assay::numerics::summation
