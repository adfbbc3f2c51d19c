// SPDX-License-Identifier: Apache-2.0
// The matrix of conversions that a page prints.
#include "reports/manual/type_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "reference/ops/op_index.hpp"

namespace assay::reports {
namespace {

using enum ElementType;

std::optional<TypePair> pair_of(const std::string& op, Target target, ElementType from,
                                ElementType to) {
  const std::vector<TypePair> pairs = type_pairs(find_op(op)->forms[0], target);
  const auto found = std::ranges::find_if(
      pairs, [&](const TypePair& pair) { return pair.from == from && pair.to == to; });
  return found == pairs.end() ? std::nullopt : std::optional(*found);
}

TEST(TypePairs, HasThePairsOfTheManualAndNoOther) {
  EXPECT_TRUE(pair_of("TCVT", Target::a2a3, f32, f16));
  EXPECT_TRUE(pair_of("TCVT", Target::a5, f16, i8));
  EXPECT_FALSE(pair_of("TCVT", Target::a5, f32, i8));
  EXPECT_FALSE(pair_of("TCVT", Target::a2a3, f32, i8));
  EXPECT_FALSE(pair_of("TCVT", Target::a2a3, f64, f32));
}

TEST(TypePairs, SayWhatAConversionCanLose) {
  const auto marks = [](ElementType from, ElementType to) {
    const std::optional<TypePair> pair = pair_of("TCVT", Target::a5, from, to);
    if (!pair) return std::string("none");
    return std::string(pair->may_round ? "r" : "") + (pair->may_overflow ? "s" : "");
  };
  EXPECT_EQ(marks(f16, f32), "");
  EXPECT_EQ(marks(f32, f16), "rs");
  EXPECT_EQ(marks(f32, bf16), "rs");  // the largest float is beyond the largest bfloat16
  EXPECT_EQ(marks(i16, f32), "");
  EXPECT_EQ(marks(i32, f32), "r");
  EXPECT_EQ(marks(i32, i16), "s");
  EXPECT_EQ(marks(f16, i32), "r");
}

TEST(TypePairs, AreOfConversionsAlone) {
  std::ostringstream out;
  print_type_pairs(out, find_op("TADD")->forms[0]);
  EXPECT_EQ(out.str(), "");
  print_type_pairs(out, find_op("TCVT")->forms[0]);
  EXPECT_THAT(out.str(), testing::ContainsRegex("a2a3: to +f32 +f16"));
}

}  // namespace
}  // namespace assay::reports
