// SPDX-License-Identifier: Apache-2.0
// Laws of the features that describe findings.
#include "runners/triage/case_features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "generators/generate.hpp"

namespace assay::runners {
namespace {

TEST(CaseFeatures, HoldTheLargestAndTheSmallestExponentOfTheInputs) {
  for (const char* name : {"TRSQRT/tmp/a5/f32,f32/5x48/v1x48/exponent@7c25b1f5",
                           "TRSQRT/plain/a5/f32,f32/223x8/v223x8/specials@5ee612a6"}) {
    const Case test_case = generators::case_named(name);
    const std::size_t src = test_case.form().index_of("src");
    const ElementArray contents = generators::fill(test_case, generators::Poison::first)[src];
    const auto& tile = std::get<TileSpec>(test_case.call.operands[src]);
    int lowest = 1000;
    int highest = -1000;
    for (std::int64_t i = 0; i < contents.size(); ++i) {
      if (i / tile.cols() >= tile.valid_rows || i % tile.cols() >= tile.valid_cols) continue;
      const float value = std::bit_cast<float>(static_cast<std::uint32_t>(contents[i]));
      if (!std::isfinite(value) || value == 0) continue;
      const int exponent = std::fpclassify(value) == FP_SUBNORMAL ? -127 : std::ilogb(value);
      lowest = std::min(lowest, exponent);
      highest = std::max(highest, exponent);
    }
    const auto features = features_of({test_case, {}});
    EXPECT_EQ(features.numbers.at("src lowest exponent"), lowest) << name;
    EXPECT_EQ(features.numbers.at("src highest exponent"), highest) << name;
    EXPECT_FALSE(features.numbers.contains("dst highest exponent"));
  }
}

TEST(CaseFeatures, HaveNoExponentsOfIntegers) {
  const auto features = features_of(
      {generators::case_named("TAND/plain/a5/i32,i32,i32/56x88/v56x77/specials@8eb611d6"), {}});
  EXPECT_FALSE(features.numbers.contains("src0 lowest exponent"));
  EXPECT_TRUE(features.words.contains("src0 has zeros"));
}

TEST(CaseFeatures, SayWhetherATileHasOneExtentAtRunTime) {
  const Case test_case =
      generators::case_named("TAND/plain/a5/i32,i32,i32/56x88/v56x77/specials@8eb611d6");
  const auto said = [&](bool rows, bool cols) {
    Case other = test_case;
    for (OperandValue& value : other.call.operands) {
      TileType& type = std::get<TileSpec>(value).type;
      type.dynamic_valid_rows = type.dynamic_valid_cols = true;
    }
    TileType& last = std::get<TileSpec>(other.call.operands.back()).type;
    last.dynamic_valid_rows = rows;
    last.dynamic_valid_cols = cols;
    return features_of({other, {}}).words.at("a tile has one valid extent at run time");
  };
  EXPECT_EQ(said(true, true), "no");
  EXPECT_EQ(said(false, false), "no");
  EXPECT_EQ(said(true, false), "yes");
  EXPECT_EQ(said(false, true), "yes");
}

}  // namespace
}  // namespace assay::runners
