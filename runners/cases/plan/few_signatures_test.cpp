// SPDX-License-Identifier: Apache-2.0
// Laws of the few signatures of a suite.
#include "runners/cases/plan/few_signatures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "generators/shapes/lines.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/sdk/compile/needs.hpp"

namespace assay::runners {
namespace {

PlanOptions options_of(const std::string& ops) {
  PlanOptions options;
  options.cases.op_pattern = ops;
  options.cases.targets = {"cpu"};
  return options;
}

std::vector<Case> cases_of(const RunPlan& plan) {
  std::vector<Case> cases;
  for (std::size_t position = 0; position < plan.size(); ++position) {
    if (auto drawn = plan.draw(position)) cases.push_back(std::move(drawn->test));
  }
  return cases;
}

RunPlan few_of(PlanOptions options) {
  options.cases.signatures = SignatureChoice::few;
  return RunPlan(options);
}

std::set<std::string> names_of(const std::vector<Case>& cases) {
  std::set<std::string> names;
  for (const Case& test_case : cases) names.insert(test_case.name);
  return names;
}

std::set<std::string> shown_by_all(const std::vector<Case>& cases) {
  std::set<std::string> shown;
  for (const Case& test_case : cases) {
    for (const std::string& one : shown_by(test_case))
      shown.insert(test_case.form().name + " " + one);
  }
  return shown;
}

std::set<std::string> signatures_of(const std::vector<Case>& cases) {
  std::set<std::string> signatures;
  for (const Case& test_case : cases) signatures.insert(sdk::signature_of(test_case).value_or(""));
  return signatures;
}

/// Properties left out with few signatures; each needs a signature of its own (decision 208).
bool is_of_all_sizes(const std::string& shown) {
  const auto has = [&](std::string_view text) { return shown.find(text) != std::string::npos; };
  return has(" plan mosaic ") || has(" scenario long rows ") ||
         std::ranges::any_of(generators::line_scenarios, [&](const auto& scenario) {
           return has(" scenario " + std::string(scenario.name) + " ");
         });
}

TEST(FewSignatures, ShowWhatAllOfThemShow) {
  for (const std::string op : {"TADDS", "TROWMAX"}) {
    std::vector<std::string> lost;
    const auto all = shown_by_all(cases_of(RunPlan(options_of(op))));
    std::ranges::set_difference(all, shown_by_all(cases_of(few_of(options_of(op)))),
                                std::back_inserter(lost));
    // Lines about signatures may differ, if a case shares the signature of another one.
    std::erase_if(lost, [](const std::string& one) {
      return one.find(" edge.") == std::string::npos && one.find(" breaks.") == std::string::npos &&
             one.find(" scenario ") == std::string::npos && one.find(" plan ") == std::string::npos;
    });
    std::erase_if(lost, is_of_all_sizes);
    EXPECT_THAT(lost, testing::IsEmpty()) << op;
  }
}

TEST(FewSignatures, AreFewer) {
  const RunPlan few = few_of(options_of("TROWMAX"));
  const std::size_t all = signatures_of(cases_of(RunPlan(options_of("TROWMAX")))).size();
  const auto kept = few.cases_as<SuiteCases>()->few();
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->kept, signatures_of(cases_of(few)).size());
  EXPECT_LT(kept->kept, kept->all);
  EXPECT_LT(kept->all, all);
  EXPECT_FALSE(RunPlan(options_of("TROWMAX")).cases_as<SuiteCases>()->few());
}

/// Cases as they are added by hand.
struct Chosen {
  FewSignatures few = {};
  std::vector<std::string> signatures = {};
  explicit Chosen(const std::vector<Case>& cases) {
    for (const Case& test_case : cases) {
      few.add(signatures.size(), test_case);
      signatures.push_back(sdk::signature_of(test_case).value_or(""));
    }
    few.finish();
  }
};

TEST(FewSignatures, KeepAllOfTheirCases) {
  const Chosen chosen(cases_of(RunPlan(options_of("TCOLMAX"))));
  std::set<std::string> kept, left;
  std::set<std::uint64_t> cases(chosen.few.cases().begin(), chosen.few.cases().end());
  for (std::size_t i = 0; i < chosen.signatures.size(); ++i) {
    (cases.contains(i) ? kept : left).insert(chosen.signatures[i]);
  }
  EXPECT_EQ(kept.size(), chosen.few.kept());
  EXPECT_FALSE(left.empty());
  for (const std::string& signature : left) EXPECT_FALSE(kept.contains(signature)) << signature;
}

TEST(FewSignatures, LoseNothingThatCasesShow) {
  for (const std::string op : {"TADDS", "TCVT", "TROWMAX"}) {
    const std::vector<Case> cases = cases_of(RunPlan(options_of(op)));
    const Chosen chosen(cases);
    std::vector<Case> kept;
    for (const std::uint64_t index : chosen.few.cases()) kept.push_back(cases[index]);
    EXPECT_LT(kept.size(), cases.size());
    EXPECT_EQ(shown_by_all(kept), shown_by_all(cases)) << op;
  }
}

TEST(FewSignatures, OfAFormAreThoseThatItHasAmongOthers) {
  const auto is_of = [](const Case& test_case) { return test_case.form().op == "TCOLMIN"; };
  const std::vector<Case> cases = cases_of(RunPlan(options_of("TCOLM*")));
  std::vector<Case> some;
  std::ranges::copy_if(cases, std::back_inserter(some), is_of);
  ASSERT_LT(some.size(), cases.size());
  const auto kept = [&](const std::vector<Case>& of) {
    std::set<std::string> names;
    const Chosen chosen(of);
    for (const std::uint64_t index : chosen.few.cases()) {
      if (is_of(of[index])) names.insert(of[index].name);
    }
    return names;
  };
  EXPECT_EQ(kept(some), kept(cases));
}

TEST(FewSignatures, AreTheSameInEveryShard) {
  std::set<std::string> together;
  for (std::uint64_t index = 1; index <= 3; ++index) {
    PlanOptions options = options_of("TCOLMIN");
    options.share.shard = {index, 3};
    together.merge(names_of(cases_of(few_of(options))));
  }
  EXPECT_EQ(together, names_of(cases_of(few_of(options_of("TCOLMIN")))));
}

TEST(FewSignatures, HaveASampleOfEveryElementType) {
  const RunPlan few = few_of(options_of("TCOLMIN"));
  std::set<ElementType> leads, sampled;
  for (std::size_t position = 0; position < few.size(); ++position) {
    const auto drawn = few.draw(position);
    leads.insert(drawn->test.lead);
    if (few.sampled(few.index_of(position))) sampled.insert(drawn->test.lead);
  }
  EXPECT_EQ(sampled, leads);
}

TEST(Plans, OfALibraryHaveNoFormThatItCannotBeCalledWith) {
  const auto has = [](const std::string& ops, const std::vector<BackendKind>& kinds) {
    PlanOptions options = options_of(ops);
    options.tested.backends.clear();
    for (const BackendKind kind : kinds) {
      options.tested.backends.emplace_back();
      options.tested.backends.back().kind = kind;
    }
    const RunPlan plan(options);
    return std::ranges::any_of(plan.recipes(), [](const generators::Recipe& recipe) {
      return recipe.op->mnemonic == "TGET_SCALE_ADDR";
    });
  };
  const std::string both = "TGET_SCALE_ADDR,TPREFETCH";
  EXPECT_FALSE(has(both, {BackendKind::library}));
  EXPECT_FALSE(has(both, {BackendKind::library, BackendKind::compiled}));
  EXPECT_TRUE(has(both, {BackendKind::simulator}));
  EXPECT_TRUE(has(both, {BackendKind::library, BackendKind::simulator}));
  EXPECT_TRUE(has("TGET_SCALE_ADDR", {BackendKind::library}));
}

}  // namespace
}  // namespace assay::runners
