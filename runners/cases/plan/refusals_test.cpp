// SPDX-License-Identifier: Apache-2.0
// Laws of plans for backends that are known to refuse some calls or to lack types (decision 208).
#include "runners/cases/plan/refusals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "generators/generate.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/cases/plan/plan.hpp"

namespace assay::runners {
namespace {

PlanOptions options_of(const std::string& ops, const char* errata = "pto-cpu") {
  PlanOptions options;
  options.cases.op_pattern = ops;
  options.cases.targets = {"cpu"};
  options.tested.errata = known_errata(errata);
  return options;
}

PlanOptions lacking_of(PlanOptions options, sdk::Lacking lacking) {
  options.lacking = std::move(lacking);
  return options;
}

std::vector<StoredCase> drawn_of(const RunPlan& plan) {
  std::vector<StoredCase> cases;
  for (std::size_t position = 0; position < plan.size(); ++position) {
    if (auto drawn = plan.draw(position)) cases.push_back(*std::move(drawn));
  }
  return cases;
}

std::set<std::string> names_of(const RunPlan& plan) {
  std::set<std::string> names;
  for (const StoredCase& one : drawn_of(plan)) names.insert(one.test.name);
  return names;
}

/// How many cases have each reason of a form.
std::map<std::string, int> refused_in(const std::vector<StoredCase>& cases,
                                      const Refusals& refusals) {
  std::map<std::string, int> counts;
  for (const StoredCase& one : cases) {
    if (const auto reason = refusals.reason_for(one)) {
      ++counts[one.test.form().op + " " + one.test.form().name + " " + *reason];
    }
  }
  return counts;
}

TEST(Refusals, AreDrawnOnceForEachErratumAndForm) {
  for (const std::string op : {"TADD", "TCOLSUM", "TABS", "TXORS", "TREMS", "TDIVS", "TCMPS"}) {
    const PlanOptions options = options_of(op);
    const Refusals refusals(options.tested, {});
    const std::vector<StoredCase> cases = drawn_of(RunPlan(options));
    const auto counts = refused_in(cases, refusals);
    EXPECT_FALSE(counts.empty()) << op;
    for (const auto& [reason, count] : counts) EXPECT_EQ(count, 1) << reason;
    const auto before = refused_in(drawn_of(RunPlan(options_of(op, "none"))), refusals);
    EXPECT_EQ(before.size(), counts.size()) << op;
    EXPECT_TRUE(std::ranges::any_of(before, [](const auto& one) { return one.second > 10; })) << op;
  }
}

/// Also where the suite asks for cases of this very type, and where a call is illegal with it.
TEST(Refusals, OfWhatIsLackingAreDrawnOnceForEachForm) {
  const PlanOptions options = options_of("TADD,TGEMV*", "none");
  const sdk::Lacking lacking{.tf32 = true, .elements = {ElementType::bf16}};
  const Refusals refusals(options.tested, lacking);
  const auto without = drawn_of(RunPlan(options)),
             with = drawn_of(RunPlan(lacking_of(options, lacking)));
  const auto before = refused_in(without, refusals), counts = refused_in(with, refusals);
  EXPECT_EQ(before.size(), counts.size());
  EXPECT_GT(before.at("TADD plain bf16"), 20);
  EXPECT_GT(before.at("TGEMV tf32 TF32"), 20);
  for (const auto& [reason, count] : counts) EXPECT_EQ(count, 1) << reason;
}

/// Tiles for which a library has no room, and no fewer cases of those that fit.
TEST(Refusals, OfTilesWithoutRoomAreDrawnOnceForEachForm) {
  const PlanOptions options = options_of("TMATMUL_MX", "none");
  const sdk::Lacking lacking{.capacity = {{"ScaleLeft", 1536}}};
  const Refusals refusals(options.tested, lacking);
  const auto without = drawn_of(RunPlan(options)),
             with = drawn_of(RunPlan(lacking_of(options, lacking)));
  const auto before = refused_in(without, refusals), counts = refused_in(with, refusals);
  EXPECT_EQ(before.size(), counts.size());
  EXPECT_GT(before.at("TMATMUL_MX plain room in ScaleLeft"), 1);
  for (const auto& [reason, count] : counts) EXPECT_EQ(count, 1) << reason;
  const auto fitting = [&](const std::vector<StoredCase>& cases) {
    return std::ranges::count_if(cases, [&](const StoredCase& one) {
      return one.test.intent.legal() && !refusals.reason_for(one);
    });
  };
  EXPECT_GE(fitting(with), fitting(without));
}

TEST(Refusals, LeaveAsManyCasesThatCompareValuesAsThereAreOtherwise) {
  const PlanOptions options = options_of("TADD");
  const Refusals refusals(options.tested, {});
  const auto legal = [&](const std::vector<StoredCase>& cases) {
    return std::ranges::count_if(cases, [&](const StoredCase& one) {
      return one.test.intent.legal() && !refusals.reason_for(one);
    });
  };
  const auto all = drawn_of(RunPlan(options_of("TADD", "none")));
  const auto every =
      std::ranges::count_if(all, [](const StoredCase& one) { return one.test.intent.legal(); });
  EXPECT_LT(legal(all), every / 2);
  EXPECT_GT(legal(drawn_of(RunPlan(options))), every * 9 / 10);
}

TEST(Refusals, AreReplacedByCasesThatNamesDrawAgain) {
  std::set<std::string> seen;
  bool alike = false;
  for (const StoredCase& one : drawn_of(RunPlan(options_of("TADD,TCOLSUM")))) {
    EXPECT_TRUE(seen.insert(one.test.name).second) << one.test.name;
    alike = alike || one.test.name.find("+alike") != std::string::npos;
    const Case again = generators::case_named(one.test.name);
    EXPECT_TRUE(same_call(again.call, one.test.call)) << one.test.name;
  }
  EXPECT_TRUE(alike);
}

TEST(Refusals, DecideTheSameInEveryShardAndOnAnyNumberOfThreads) {
  for (const SignatureChoice choice : {SignatureChoice::all, SignatureChoice::few}) {
    PlanOptions options = options_of("TADD,TABS");
    options.cases.signatures = choice;
    options.jobs = 1;
    const std::set<std::string> whole = names_of(RunPlan(options));
    options.jobs = 3;
    std::set<std::string> together;
    for (std::uint64_t index = 1; index <= 3; ++index) {
      options.share.shard = {index, 3};
      together.merge(names_of(RunPlan(options)));
    }
    EXPECT_EQ(together, whole);
  }
}

TEST(Refusals, ArePartOfWhatAPlanIs) {
  const PlanOptions known = options_of("TADD"), none = options_of("TADD", "none");
  EXPECT_NE(RunPlan(known).digest(), RunPlan(none).digest());
  EXPECT_NE(RunPlan(lacking_of(none, {.elements = {ElementType::bf16}})).digest(),
            RunPlan(none).digest());
}

TEST(Refusals, OfATypeThatIsLackingLeaveCommonScenariosToOtherTypes) {
  const PlanOptions options = options_of("TSUB", "none");
  std::set<std::string> scenarios, with_all, secondary;
  for (const StoredCase& one : drawn_of(RunPlan(options))) with_all.insert(one.test.scenario);
  for (const ElementType lacking :
       generators::lead_elements(*RunPlan(options).recipes().front().form, Target::cpu)) {
    scenarios.clear();
    for (const StoredCase& one : drawn_of(RunPlan(lacking_of(options, {.elements = {lacking}})))) {
      if (one.test.lead != lacking) scenarios.insert(one.test.scenario);
    }
    for (const std::string scenario : {"large", "large alike", "large part"}) {
      EXPECT_TRUE(scenarios.contains(scenario)) << scenario << name_of(lacking);
    }
  }
  EXPECT_EQ(scenarios, with_all);
}

TEST(Refusals, KeepASignatureOfEveryErratumAmongFew) {
  PlanOptions options = options_of("TFILLPAD,TLOAD,TFMOD");
  const auto met = [&](SignatureChoice choice) {
    options.cases.signatures = choice;
    const Refusals refusals(options.tested, {});
    std::set<std::string> numbers;
    for (const StoredCase& one : drawn_of(RunPlan(options))) {
      numbers.merge(refusals.errata_of(one));
    }
    return numbers;
  };
  const std::set<std::string> few = met(SignatureChoice::few);
  EXPECT_EQ(few, met(SignatureChoice::all));
  EXPECT_TRUE(few.contains("erratum E-TLOAD-001"));
  EXPECT_TRUE(few.contains("erratum E-TFILLPAD-004"));
}

/// Calls that pages let the CPU refuse, and that a library's profile declines, are drawn once for
/// each form; a library whose profile does not decline them gets all.
TEST(Refusals, AreWhatALibraryDeclines) {
  const auto declined = [](const PlanOptions& options) {
    int count = 0;
    for (const StoredCase& one : drawn_of(RunPlan(options))) {
      const MayRefuse* allowed = may_refuse(one.test.call);
      const bool products = allowed != nullptr && allowed->text == "products of floats of 8 bits";
      count += products && one.test.intent.legal() ? 1 : 0;
    }
    return count;
  };
  PlanOptions options = options_of("TMATMUL");
  EXPECT_GT(declined(options), 20);
  options.tested.backends = {BackendSpec{.kind = BackendKind::library}};
  options.tested.sdk.include = "include";
  EXPECT_EQ(declined(options), 1);  // the other form is of float alone
}

PlanOptions few_of(const std::string& ops) {
  PlanOptions options = options_of(ops);
  options.cases.signatures = SignatureChoice::few;
  return options;
}

TEST(Plans, OfALibraryHaveViewsOfManyAndOfFarBlocks) {
  for (const std::string op : {"TLOAD", "TSTORE"}) {
    int many = 0, far = 0;
    for (const StoredCase& one : drawn_of(RunPlan(few_of(op)))) {
      const auto* view = std::get_if<GlobalSpec>(
          &one.test.call.operands[one.test.form().index_of(op == "TLOAD" ? "src" : "dst")]);
      if (view == nullptr || !one.test.intent.legal()) continue;
      for (std::size_t dim = 0; dim < 3; ++dim) {
        many += view->shape.at(dim) > 3 ? 1 : 0;
        far += (view->shape.at(dim) - 1) * view->stride.at(dim) > 65535 ? 1 : 0;
      }
    }
    EXPECT_GT(many, 0) << op;
    EXPECT_GT(far, 0) << op;
  }
}

TEST(Plans, OfALibraryHaveEveryPairOfTcvtWithBothSaturationModes) {
  std::map<std::pair<ElementType, ElementType>, std::set<std::string_view>> modes;
  for (const StoredCase& one : drawn_of(RunPlan(few_of("TCVT")))) {
    if (one.test.form().name != "saturation" || !one.test.intent.legal()) continue;
    const Call& call = one.test.call;
    modes[{call.tile("src").type.element, call.tile("dst").type.element}].insert(
        call.attribute("SaturationMode"));
  }
  EXPECT_GT(modes.size(), 20U);
  for (const auto& [pair, found] : modes) {
    EXPECT_EQ(found.size(), 2U) << name_of(pair.first) << ' ' << name_of(pair.second);
  }
}

TEST(Plans, OfALibraryHaveTilesThatAByteDoesNotCount) {
  std::set<std::string> scenarios;
  for (const StoredCase& one : drawn_of(RunPlan(few_of("TSUB")))) {
    scenarios.insert(one.test.scenario);
  }
  EXPECT_TRUE(scenarios.contains("257 columns"));
  EXPECT_TRUE(scenarios.contains("over 255 rows"));
}

TEST(Plans, DrawTheSameOfAnOpWhateverElseIsSelected) {
  std::set<std::string> alone = names_of(RunPlan(options_of("TCOLMAX", "none"))), among;
  for (const std::string& name : names_of(RunPlan(options_of("TABS,TCOL*", "none")))) {
    if (name.starts_with("TCOLMAX/")) among.insert(name);
  }
  EXPECT_EQ(alone, among);
}

}  // namespace
}  // namespace assay::runners
