// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <chrono>
#include <map>
#include <numeric>
#include <set>

#include "reference/numerics/version.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/stored/contents.hpp"
#include "runners/support/build_facts.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/progress.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

using testing::HasSubstr;

TEST(OrderedWork, HandsResultsOverInOrderWhicheverThreadIsLate) {
  const auto slow_on_even = [](std::size_t index) {
    if (index % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return index;
  };
  OrderedWork<std::size_t> work(100, 8, {slow_on_even, slow_on_even, slow_on_even});
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(work.take(), i);
}

TEST(OrderedWork, LetsNoThreadRunFurtherAheadThanItsWindow) {
  std::atomic<std::size_t> highest{0};
  const auto note = [&](std::size_t index) {
    std::size_t seen = highest;
    while (seen < index && !highest.compare_exchange_weak(seen, index)) {
    }
    return index;
  };
  OrderedWork<std::size_t> work(1000, 5, {note, note});
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(work.take(), i);
    EXPECT_LE(highest, i + 5);
  }
}

TEST(OrderedWork, BeginsNothingWhileWhatWaitsIsTooHeavy) {
  std::atomic<bool> first_may_end{false};
  std::atomic<std::size_t> begun{0};
  const auto first_waits = [&](std::size_t index) {
    ++begun;
    while (index == 0 && !first_may_end) std::this_thread::yield();
    return index;
  };
  const ResultRoom<std::size_t> room{.most = 30, .bytes_of = [](auto) { return 10; }};
  OrderedWork<std::size_t> work(100, 100, {first_waits, first_waits}, room);
  while (begun < 4) std::this_thread::yield();  // the first, and three that wait for it
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(begun, 4U);
  first_may_end = true;
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(work.take(), i);
}

TEST(OrderedWork, ThrowsWhatAMakerThrew) {
  const auto fail = [](std::size_t index) {
    if (index == 3) throw InfraError("three");
    return index;
  };
  OrderedWork<std::size_t> work(10, 4, {fail});
  EXPECT_EQ(work.take(), 0U);
  EXPECT_EQ(work.take(), 1U);
  EXPECT_EQ(work.take(), 2U);
  EXPECT_THROW(work.take(), InfraError);
}

TEST(Provenance, NamesTheVersionOfTheReferenceAndNotOfTheProgram) {
  EXPECT_EQ(provenance_of(1, "").reference_version, reference_version);
  EXPECT_NE(reference_version, program_version());
}

TEST(Nearest, MeasuresTheNumberOfEdits) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("ABC", "abc"), 0U);
}

TEST(Nearest, TakesTwoSwappedLettersForOneEdit) {
  EXPECT_EQ(edit_distance("TLAOD", "TLOAD"), 1U);
  EXPECT_EQ(edit_distance("ab", "BA"), 1U);
  EXPECT_EQ(edit_distance("abcd", "badc"), 2U);
  EXPECT_EQ(edit_distance("abc", "cba"), 2U);
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // no character is edited twice
  EXPECT_EQ(nearest("TLAOD", {"TADD", "TLOAD"}), "TLOAD");
  EXPECT_EQ(nearest("--traget", {"--trace", "--target"}), "--target");
}

TEST(Nearest, SuggestsNothingFarFetched) {
  EXPECT_EQ(nearest("trsqt", {"TLOAD", "TRSQRT"}), "TRSQRT");
  EXPECT_EQ(nearest("completely", {"TLOAD", "TRSQRT"}), "");
  EXPECT_EQ(suggestion("completely", {"a5", "cpu"}), "; known are a5, cpu");
}

TEST(Environment, RefusesAnotherRoundingMode) {
  EXPECT_NO_THROW(require_plain_floating_point());
  std::fesetround(FE_UPWARD);
  EXPECT_THROW(require_plain_floating_point(), InfraError);
  std::fesetround(FE_TONEAREST);
}

TEST(Environment, QuotesWhatAShellWouldSplit) {
  const char* const arguments[] = {"assay", "run", "--op", "T*", "it's"};
  EXPECT_EQ(shell_line(5, arguments), "assay run --op 'T*' 'it'\\''s'");
}

TEST(Progress, WritesTimesAsClocksDo) {
  EXPECT_EQ(clock_text(0), "0:00");
  EXPECT_EQ(clock_text(65), "1:05");
  EXPECT_EQ(clock_text(7389), "2:03:09");
}

TEST(Suite, KnowsThoseOfTheTree) {
  EXPECT_THAT(suite_names(),
              testing::UnorderedElementsAre("smoke", "nightly", "enumerate", "enumerate-all",
                                            "programs", "programs-end", "programs-exact",
                                            "programs-related", "programs-outside"));
  EXPECT_EQ(suite_named("smoke").programs, 0U);
  EXPECT_EQ(suite_named("programs").programs, 400U);
  EXPECT_EQ(suite_named("programs").program_calls, 12);
  EXPECT_THROW(
      parse_suite("name = 'a'\nsummary = 'b'\n[programs]\ncount = 1\ncalls = 33\n", "a.toml"),
      UsageError);
  EXPECT_EQ(suite_named("smoke").cases.inside, 4U);
  EXPECT_EQ(suite_named("smoke").cases.outside, 1U);
  EXPECT_EQ(suite_named("nightly").cases.boundary, 16U);
  EXPECT_THROW(suite_named("weekly"), UsageError);
}

TEST(Suite, EnumeratesInputsOfAtMostSoManyBits) {
  EXPECT_EQ(suite_named("smoke").inputs.most_bits, 0);
  EXPECT_EQ(suite_named("enumerate").inputs.most_bits, 24);
  EXPECT_EQ(suite_named("enumerate-all").inputs.most_bits, 32);
  for (const char* wrong : {"most_bits = 33", "most_bits = 0", "sample = 25", "sample = 7"}) {
    EXPECT_THROW(parse_suite(fmt::format("name = 'a'\n[inputs]\n{}\n", wrong), "a.toml"),
                 UsageError)
        << wrong;
  }
}

TEST(Plan, OfAnEnumerationHasTilesOneAfterTheOther) {
  PlanOptions options;
  options.quiet = true;
  options.cases.suite = "enumerate";
  options.cases.op_pattern = "TRSQRT,TSQRT";
  options.cases.targets = {"a5"};
  options.cases.dtypes = {"f16"};
  const RunPlan plan(options);
  EXPECT_EQ(plan.total() % 32, 0U);
  EXPECT_EQ(plan.draw(17).value().test.name, "TRSQRT/plain/a5/f16,f16/all@17");
  EXPECT_EQ(plan.op_of(plan.total() - 1), "TSQRT");
  EXPECT_TRUE(plan.sampled(0));
  EXPECT_FALSE(plan.sampled(1));
  EXPECT_EQ(plan.planned_ops().at("TRSQRT").legal, plan.planned_ops().at("TRSQRT").cases);
  options.share.shard = {2, 3};
  EXPECT_EQ(RunPlan(options).draw(1).value().test.name, "TRSQRT/plain/a5/f16,f16/all@4");
}

TEST(Contents, OfOneInThirtyTwoTilesAreForThreeExecutions) {
  const auto executions = [](const std::string& type, std::uint32_t number) {
    return contents_of(
               generators::case_named(fmt::format("TRSQRT/plain/a5/{0},{0}/all@{1}", type, number)))
        .size();
  };
  EXPECT_EQ(executions("f16", 31), 3U);
  EXPECT_EQ(executions("f32", 31), 3U);
  std::size_t several = 0;
  for (std::uint32_t number = 64; number < 64 * 257; number += 64) {
    several += executions("f32", number) > 1 ? 1 : 0;
  }
  EXPECT_GE(several, 2U);
  EXPECT_LE(several, 24U);
}

TEST(Suite, RefusesUnknownKeysAndTypes) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      parse_suite(text, "s.toml");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("name = 's'"), "accepted");
  EXPECT_THAT(refusal("name = 's'\nsed = 2"), HasSubstr("s.toml:2: unknown key 'sed'"));
  EXPECT_THAT(refusal("name = 's'\nseed = 'x'"), HasSubstr("'seed' must be a whole number"));
  for (const char* bytes : {"2.2e25", "-inf", "4096.0"}) {
    EXPECT_THAT(refusal("name = 's'\n[large]\nbytes = " + std::string(bytes)),
                HasSubstr("s.toml:3: 'bytes' must be a whole number"));
  }
  EXPECT_EQ(refusal("name = 's'\nseed = 'date'"), "accepted");
  for (const char* count : {"0", "17"}) {
    EXPECT_THAT(refusal("name = 's'\ncases_per_signature = " + std::string(count)),
                HasSubstr("s.toml:2: 'cases_per_signature' must be between 1 and 16"));
  }
  EXPECT_THAT(refusal("name = 's'\ntargets = ['a6']"), HasSubstr("unknown target 'a6'"));
  EXPECT_THAT(refusal("ops = '*'"), HasSubstr("no 'name'"));
  EXPECT_THAT(refusal("name = "), HasSubstr("s.toml:1"));
}

TEST(Suite, OfANightHasTheDayForASeedAndAnotherTurnEachNight) {
  const Suite nightly = suite_named("nightly");
  EXPECT_EQ(start_of(nightly, {}).seed, seed_of_today());
  EXPECT_EQ(start_of(nightly, 20260131).seed, 20260131U);
  EXPECT_EQ(start_of(nightly, 20260201).turn, 20260201U);
  const Suite smoke = suite_named("smoke");
  EXPECT_EQ(start_of(smoke, {}).seed, 1U);
  EXPECT_EQ(start_of(smoke, {}).turn, 0U);
  EXPECT_EQ(start_of(smoke, 3).turn, 2U);
}

std::vector<generators::Recipe> directed_recipes(std::size_t count) {
  generators::Recipe recipe;
  recipe.scenario = "twist";
  return std::vector<generators::Recipe>(count, recipe);
}

std::vector<std::uint64_t> signatures_of(const std::vector<generators::Recipe>& recipes) {
  std::vector<std::uint64_t> signatures;
  for (const PlannedCase& one : plan_cases(recipes, {6, 1, 1}, 4)) {
    signatures.push_back(one.index / generators::cases_of_a_signature);
  }
  return signatures;
}

TEST(Selection, GivesTheNextCasesOfATwistedRecipeAnotherSignature) {
  EXPECT_THAT(signatures_of(directed_recipes(1)), testing::ElementsAre(0, 0, 0, 0, 1, 1));
}

TEST(Selection, GivesEachCaseOfAPlanAnotherSignature) {
  const std::vector<generators::Recipe> recipes(1);
  EXPECT_THAT(signatures_of(recipes), testing::ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(Selection, HasFewLargeCases) {
  std::vector<generators::Recipe> recipes(1);
  recipes.front().scenario = generators::large_name;
  EXPECT_EQ(plan_cases(recipes, {4, 1, 1}, 4).size(), 1U);
  EXPECT_EQ(plan_cases(recipes, {16, 1, 1}, 4).size(), 1U);
  EXPECT_EQ(plan_cases(recipes, {64, 1, 1}, 4).size(), 4U);
}

TEST(Selection, GivesThePlansOfAFormSixteenSignaturesAtMost) {
  const std::vector<generators::Recipe> recipes(1);
  const auto cases = plan_cases(recipes, {64, 1, 1}, 4);
  ASSERT_EQ(cases.size(), 64U);
  std::set<std::uint64_t> signatures;
  for (const PlannedCase& one : cases) {
    signatures.insert(one.index / generators::cases_of_a_signature);
  }
  EXPECT_EQ(signatures.size(), 16U);
  EXPECT_EQ(cases.back().index, 15U * generators::cases_of_a_signature + 3);
}

TEST(Selection, GivesATwistedRecipeFourSignaturesAtMost) {
  const std::vector<generators::Recipe> recipes = directed_recipes(1);
  const auto cases = plan_cases(recipes, {64, 1, 1}, 4);
  ASSERT_EQ(cases.size(), 64U);
  EXPECT_EQ(cases.back().index, 3U * generators::cases_of_a_signature + 15);
}

TEST(Selection, HasScenariosOfEveryFormWithAnotherTypeAndPlanInEachTurn) {
  const auto large = [](std::uint64_t turns) {
    std::set<std::pair<ElementType, std::string>> found;
    for (const generators::Recipe& recipe : recipes_of({"TNEG", {"cpu"}, {}}, {0, turns})) {
      if (recipe.scenario == generators::large_name) found.emplace(recipe.lead, recipe.plan);
    }
    return found;
  };
  EXPECT_EQ(large(1).size(), 1U);
  const auto found = large(4);
  EXPECT_EQ(found.size(), 4U);
  std::set<ElementType> leads;
  std::set<std::string> plans;
  for (const auto& [lead, plan] : found) {
    leads.insert(lead);
    plans.insert(plan);
  }
  EXPECT_EQ(leads.size(), 4U);
  EXPECT_EQ(plans.size(), 4U);
}

TEST(Selection, HasTheSameScenariosOfEveryFormWhateverElseThereIsInATurn) {
  const Selection some{"TNEG", {"cpu"}, {}};
  const auto names = [&](const RotationSpan& turns) {
    std::vector<std::string> found;
    for (const generators::Recipe& recipe : recipes_of(some, turns)) {
      if (!recipe.scenario.empty()) {
        found.push_back(recipe.scenario + " " + recipe.plan + " " +
                        std::string(name_of(recipe.lead)));
      }
    }
    return found;
  };
  const std::vector<std::string> four = names({2, 4});
  EXPECT_THAT(four, testing::IsSupersetOf(names({2, 1})));
  EXPECT_EQ(std::set<std::string>(four.begin(), four.end()).size(), four.size());
}

TEST(Plan, TakesAnotherPlanForEachGroupOfAScenario) {
  CaseSelection cases;
  cases.suite = "nightly";
  cases.op_pattern = "TCOLMAX";
  cases.targets = {"cpu"};
  cases.dtypes = {"f32"};
  cases.seed = 1;
  const RunPlan plan({.cases = cases});
  std::set<std::string> plans, of_edges;
  for (std::size_t position = 0; position < plan.size(); ++position) {
    const auto drawn = plan.draw(position);
    if (!drawn) continue;
    if (drawn->test.scenario == "wide") plans.insert(drawn->test.plan);
    if (drawn->test.intent.kind == Intent::Kind::outside) of_edges.insert(drawn->test.plan);
  }
  EXPECT_GT(plans.size(), 3U);
  EXPECT_EQ(of_edges.size(), 1U);
}

std::string name_at(const RunPlan& plan, std::size_t position) {
  const auto drawn = plan.draw(position);
  return drawn ? drawn->test.name : "";
}

PlanOptions few_calls() {
  PlanOptions options;
  options.cases.op_pattern = "TABS";
  options.cases.targets = {"cpu"};
  options.cases.dtypes = {"f32"};
  return options;
}

PlanOptions few_programs() {
  PlanOptions options;
  options.cases.suite = "programs";
  options.cases.op_pattern = "TADD";
  options.cases.targets = {"cpu"};
  options.cases.count = 7;
  return options;
}

/// Four calls and a program.
PlanOptions few_names() {
  const RunPlan calls(few_calls());
  PlanOptions options;
  for (std::size_t i = 0; i < 4; ++i) options.cases.names.push_back(name_at(calls, i));
  options.cases.names.push_back(name_at(RunPlan(few_programs()), 0));
  return options;
}

TEST(Plan, OfEachSourceHasTheSameCasesInShardsAndInAnyOrder) {
  for (PlanOptions options : {few_calls(), few_programs(), few_names()}) {
    const RunPlan whole(options);
    ASSERT_EQ(whole.size(), whole.total());
    std::map<std::uint64_t, std::string> together;
    for (std::uint64_t shard = 1; shard <= 3; ++shard) {
      options.share = {.shard = {shard, 3}, .shuffle = shard == 2};
      const RunPlan part(options);
      EXPECT_EQ(part.digest(), whole.digest());
      for (std::size_t i = 0; i < part.size(); ++i) {
        EXPECT_TRUE(together.emplace(part.index_of(i), name_at(part, i)).second);
      }
    }
    ASSERT_EQ(together.size(), whole.size()) << whole.selection();
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(together.at(whole.index_of(i)), name_at(whole, i));
    }
  }
}

TEST(Plan, KnowsTheOpsOfCasesThatItHasNotDrawn) {
  for (const PlanOptions& options : {few_calls(), few_programs(), few_names()}) {
    const RunPlan plan(options);
    PlannedOps drawn_ops;
    bool programs = false;
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const auto drawn = plan.draw(i);
      if (!drawn) continue;
      programs = programs || drawn->program;
      EXPECT_EQ(plan.op_of(i), drawn->program ? "PROGRAM" : drawn->test.form().op);
      ++drawn_ops[plan.op_of(i)].cases;
    }
    EXPECT_EQ(plan.has_programs(), programs);
    for (const auto& [op, planned] : plan.planned_ops()) {
      EXPECT_GE(planned.cases, drawn_ops[op].cases);
      EXPECT_EQ(planned.legal > 0, !plan.recipes().empty()) << op;
    }
  }
}

TEST(Plan, TakesEveryNamedCaseAsASampleAndNoProgram) {
  const auto samples = [](const RunPlan& plan) {
    std::size_t count = 0;
    for (std::uint64_t index = 0; index < plan.total(); ++index) count += plan.sampled(index);
    return count;
  };
  EXPECT_EQ(samples(RunPlan(few_calls())), 1U);
  EXPECT_EQ(samples(RunPlan(few_programs())), 0U);
  EXPECT_EQ(samples(RunPlan(few_names())), 5U);
  EXPECT_NE(RunPlan(few_names()).kept_names(), nullptr);
  EXPECT_EQ(RunPlan(few_calls()).kept_names(), nullptr);
}

TEST(Selection, TakesTheCasesOfEveryRecipeInTurn) {
  const std::vector<generators::Recipe> recipes = directed_recipes(2);
  const auto cases = plan_cases(recipes, {3, 1, 1}, generators::cases_of_a_signature);
  ASSERT_EQ(cases.size(), 6U);
  EXPECT_EQ(cases[2].index, 2U);
  EXPECT_EQ(cases[3].recipe, &recipes[1]);
}

TEST(Selection, KeepsToWhatWasAskedFor) {
  const auto all = recipes_of({});
  const auto some = recipes_of({"*", {"a5"}, {"f32"}});
  EXPECT_LT(some.size(), all.size());
  for (const generators::Recipe& recipe : some) {
    EXPECT_EQ(recipe.target, Target::a5);
    EXPECT_EQ(recipe.lead, ElementType::f32);
  }
  EXPECT_THROW(recipes_of({"*", {"cpu"}, {"f64"}}), UsageError);
}

}  // namespace
}  // namespace assay::runners
