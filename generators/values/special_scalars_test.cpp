// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

using enum ElementType;

std::set<std::uint64_t> all_between(ElementType from, ElementType to) {
  std::set<std::uint64_t> all;
  for (std::size_t number = 0; number < specials_between(format_of(from), format_of(to));
       ++number) {
    all.insert(special_between(format_of(from), format_of(to), number));
  }
  return all;
}

std::uint64_t single(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t twice(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(SpecialsBetween, AreEdgesWhereAFloatBecomesANarrowerOne) {
  const std::set<std::uint64_t> half = all_between(f32, f16);
  EXPECT_EQ(half.size(), 16U);
  for (const float edge : {0x1p-25F, std::nextafter(0x1p-25F, 1.0F), 65520.0F,
                           std::nextafter(65520.0F, 0.0F), 1 + 0x1p-11F, 0x1p-33F, 0x1p-65F}) {
    EXPECT_TRUE(half.contains(single(edge))) << edge;
  }
  const std::set<std::uint64_t> halves_of_doubles = all_between(f64, f16);
  for (const double edge : {0x1p-25, 65520.0, 1 + 0x1p-11, 0x1p-4, 0x1p-36}) {
    EXPECT_TRUE(halves_of_doubles.contains(twice(edge))) << edge;
  }
  const std::set<std::uint64_t> floats = all_between(f64, f32);
  for (const double edge : {0x1p-150, 0x1.ffffffp127, 1 + 0x1p-24}) {
    EXPECT_TRUE(floats.contains(twice(edge))) << edge;
  }
}

TEST(SpecialsBetween, ReachTheEndsOfFormatsWithEqualExponents) {
  const std::set<std::uint64_t> all = all_between(f32, bf16);
  EXPECT_TRUE(all.contains(single(0x1p-134F)));
  EXPECT_TRUE(all.contains(single(0x1.ffp127F)));
}

TEST(SpecialsBetween, AreThoseOfTheTypeWhereNothingIsRounded) {
  for (const auto& [from, to] : {std::pair{f32, f32}, {f32, i32}, {i64, f16}, {f16, f32}}) {
    ASSERT_EQ(specials_between(format_of(from), format_of(to)), special_scalars);
    for (std::size_t number = 0; number < special_scalars; ++number) {
      EXPECT_EQ(special_between(format_of(from), format_of(to), number),
                special_scalar(format_of(from), number));
    }
  }
}

}  // namespace
}  // namespace assay::generators
