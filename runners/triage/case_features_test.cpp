// SPDX-License-Identifier: Apache-2.0
// Laws of the features that describe findings.
#include "runners/triage/case_features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"

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

/// Cases of some recipes of an op.
std::vector<Case> some_cases(const char* mnemonic) {
  std::vector<Case> cases;
  std::uint32_t key = 1;
  for (const generators::Recipe& recipe : generators::recipes(*find_op(mnemonic))) {
    if (cases.size() == 20) break;
    try {
      Case drawn = generators::draw(recipe, ++key);
      if (drawn.intent.legal()) cases.push_back(std::move(drawn));
    } catch (const generators::Unreachable&) {
      continue;
    }
  }
  return cases;
}

TEST(CaseFeatures, OfAProductAreItsExtentsInPlaceOfTheSizesOfOneOperand) {
  const std::vector<Case> cases = some_cases("TMATMUL_BIAS");
  ASSERT_FALSE(cases.empty());
  for (const Case& test_case : cases) {
    const auto numbers = features_of({test_case, {}}).numbers;
    EXPECT_EQ(numbers.at("M"), test_case.call.tile("aMatrix").valid_rows);
    EXPECT_EQ(numbers.at("K"), test_case.call.tile("aMatrix").valid_cols);
    EXPECT_EQ(numbers.at("N"), test_case.call.tile("bMatrix").valid_cols);
    EXPECT_FALSE(numbers.contains("valid_cols"));
    EXPECT_EQ(numbers.at("biasData.valid_cols"), test_case.call.tile("biasData").valid_cols);
  }
}

TEST(CaseFeatures, NameAnIndexByItsOperand) {
  const std::vector<Case> cases = some_cases("TEXTRACT");
  ASSERT_FALSE(cases.empty());
  for (const Case& test_case : cases) {
    const Form& form = test_case.form();
    if (!form.has("indexCol")) continue;
    const auto& index = std::get<ScalarSpec>(test_case.call.operands[form.index_of("indexCol")]);
    EXPECT_EQ(features_of({test_case, {}}).numbers.at("indexCol"),
              static_cast<std::int64_t>(index.bits));
  }
}

TEST(CaseFeatures, SayWhetherAnyInputHasASpecialValue) {
  const std::vector<Case> cases = some_cases("TADD");
  ASSERT_FALSE(cases.empty());
  for (const Case& test_case : cases) {
    const auto words = features_of({test_case, {}}).words;
    if (!words.contains("src0 has NaN")) continue;
    const bool any = words.at("src0 has NaN") == "yes" || words.at("src1 has NaN") == "yes";
    EXPECT_EQ(words.at("an input has NaN"), any ? "yes" : "no");
  }
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
