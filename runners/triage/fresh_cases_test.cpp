// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/fresh_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/judge/records/record.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::runners {
namespace {

std::vector<CaseRecord> records_of_adding(Target target) {
  const OpSpec& op = *find_op("TADD");
  std::vector<CaseRecord> records;
  for (const generators::Recipe& recipe : generators::recipes(op)) {
    if (recipe.target != target || !recipe.intent.legal()) continue;
    try {
      records.push_back(
          record_of(generators::draw(recipe, generators::key_of(recipe, 1, 0)), Verdict{}));
    } catch (const generators::Unreachable&) {
      continue;
    }
  }
  return records;
}

bool is_wide(const StoredCase& stored) {
  return std::get<TileSpec>(stored.test.call.operands[0]).valid_cols > 16;
}

const FreshRule wide{.covers = is_wide,
                     .comparable = [](const Intent& intent) { return intent.legal(); }};

std::vector<std::string> names_of(const std::vector<StoredCase>& cases) {
  std::vector<std::string> names;
  names.reserve(cases.size());
  for (const StoredCase& one : cases) names.push_back(one.test.name);
  return names;
}

TEST(FreshCases, LieOnTheirSideOfTheRuleAndInTheTargetsOfTheRun) {
  const std::vector<CaseRecord> records = records_of_adding(Target::a5);
  const FreshDraws drawn = fresh_cases(sources_like(records), wide, {}, {});
  EXPECT_EQ(drawn.covered.size(), FreshOptions().wanted);
  EXPECT_EQ(drawn.others.size(), FreshOptions().wanted);
  EXPECT_TRUE(std::ranges::all_of(drawn.covered, is_wide));
  EXPECT_TRUE(std::ranges::none_of(drawn.others, is_wide));
  for (const auto* side : {&drawn.covered, &drawn.others}) {
    for (const StoredCase& one : *side) {
      EXPECT_EQ(one.test.call.target, Target::a5);
      EXPECT_TRUE(one.test.intent.legal());
    }
  }
}

TEST(FreshCases, AreNoneOfTheRunAndTheSameEachTime) {
  const std::vector<CaseRecord> records = records_of_adding(Target::cpu);
  const auto draw = [&](const std::set<std::string>& known) {
    return fresh_cases(sources_like(records), wide, known, {});
  };
  const FreshDraws first = draw({});
  EXPECT_EQ(names_of(first.covered), names_of(draw({}).covered));
  const std::string gone = first.covered.front().test.name;
  const std::vector<std::string> others = names_of(draw({gone}).covered);
  EXPECT_EQ(std::ranges::find(others, gone), others.end());
}

TEST(FreshCases, OfWhatIsCompiledKeepTheSignature) {
  const std::vector<CaseRecord> records = records_of_adding(Target::cpu);
  std::set<std::uint32_t> signatures;
  for (const CaseRecord& one : records) signatures.insert(one.key >> 16U);
  const FreshDraws drawn = fresh_cases(compiled_sources(records), wide, {}, {});
  ASSERT_FALSE(drawn.covered.empty());
  for (const StoredCase& one : drawn.covered) {
    EXPECT_TRUE(signatures.contains(one.test.key >> 16U)) << one.test.name;
  }
}

TEST(FreshCases, AreFewerWhereTheRuleIsOutOfReach) {
  const std::vector<CaseRecord> records = records_of_adding(Target::cpu);
  const FreshRule never{.covers = [](const StoredCase&) { return false; },
                        .comparable = wide.comparable};
  const FreshDraws drawn = fresh_cases(sources_like(records), never, {}, {});
  EXPECT_TRUE(drawn.covered.empty());
  EXPECT_EQ(drawn.others.size(), FreshOptions().wanted);
}

}  // namespace
}  // namespace assay::runners
