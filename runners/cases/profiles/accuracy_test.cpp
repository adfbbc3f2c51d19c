// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/profiles/accuracy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reference/ops/op_index.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

const std::string base =
    "[[tolerance]]\naccuracy = 'root'\nkind = 'ulp'\nbound = 2\nreason = 'r'\n";

std::string entry(const std::string& filters) { return base + filters + "\n"; }

AccuracyProfile parse(const std::string& text) {
  return AccuracyProfile::parse(text, "profile.toml", {"root"});
}

std::string refusal(const std::string& text) {
  try {
    parse(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

Tolerance of(const AccuracyProfile& profile, Target target, ElementType element,
             const std::string& form = "plain") {
  return profile.of({"root", "OP", form, target, element});
}

TEST(Accuracy, TakesTheEntryWithTheMostFilters) {
  const auto profile = parse(
      "[[tolerance]]\naccuracy='root'\ntarget='a5'\nelement='f16'\nkind='exact'\nreason='r'\n"
      "[[tolerance]]\naccuracy='root'\ntarget='a5'\nkind='relative'\nbound=1e-3\nreason='r'\n" +
      base);
  EXPECT_EQ(of(profile, Target::a5, ElementType::f16).kind, Tolerance::Kind::exact);
  EXPECT_EQ(of(profile, Target::a5, ElementType::f32).kind, Tolerance::Kind::relative);
  EXPECT_EQ(of(profile, Target::a5, ElementType::f32).bound, 1e-3);
  EXPECT_EQ(of(profile, Target::cpu, ElementType::f16).kind, Tolerance::Kind::ulp);
}

TEST(Accuracy, IsExactWhereAResultNamesNoKey) {
  EXPECT_EQ(parse(base).of({"", "OP", "plain", Target::cpu, ElementType::f32}).kind,
            Tolerance::Kind::exact);
}

TEST(Accuracy, RefusesWhatItDoesNotKnowWithLineAndSuggestion) {
  EXPECT_THAT(refusal(entry("targt = 'a5'")),
              testing::MatchesRegex("profile.toml:6: unknown key 'targt'; did you mean target\\?"));
  EXPECT_THAT(refusal(entry("target = 'a6'")), testing::HasSubstr("unknown target 'a6'"));
  EXPECT_THAT(refusal(entry("element = 'f17'")), testing::HasSubstr("unknown dtype 'f17'"));
  EXPECT_THAT(refusal(entry("bound = ")), testing::HasSubstr("profile.toml:6"));
  EXPECT_THAT(refusal("[[tolerance]]\naccuracy='root'\nkind='upl'\nreason='r'"),
              testing::HasSubstr("did you mean ulp?"));
  EXPECT_THAT(refusal("[[tolerance]]\naccuracy='rot'\nkind='exact'\nreason='r'"),
              testing::HasSubstr("no page has a result of accuracy 'rot'"));
  EXPECT_THAT(refusal("[[tolerance]]\naccuracy='root'\nkind='ulp'\nreason='r'"),
              testing::HasSubstr("need a 'bound'"));
}

TEST(Accuracy, RefusesABoundByWhichAZeroWouldPassAsAnyNumber) {
  const auto bounded = [](const std::string& kind, const std::string& bound) {
    return refusal("[[tolerance]]\naccuracy='root'\nkind='" + kind +
                   "'\nreason='r'\nbound=" + bound);
  };
  EXPECT_THAT(bounded("ulp", "inf"), testing::StartsWith("profile.toml:5: 'bound' must be below"));
  EXPECT_THAT(bounded("ulp", "1e300"), testing::HasSubstr("below 1.67772e+07 ulp"));
  EXPECT_THAT(bounded("relative", "2"), testing::HasSubstr("must be below 1, "));
  EXPECT_THAT(bounded("ulp", "-1"),
              testing::StartsWith("profile.toml:5: 'bound' must be positive"));
  EXPECT_EQ(bounded("ulp", "2048"), "accepted");
  EXPECT_THAT(bounded("ulp", "2048\nelement='f16'"), testing::HasSubstr("below 2048 ulp"));
}

TEST(Accuracy, RefusesTwoEntriesThatAreEquallySpecific) {
  EXPECT_THAT(refusal(entry("target = 'a5'") + entry("element = 'f16'") + base),
              testing::HasSubstr("equally specific"));
  EXPECT_EQ(refusal(entry("target = 'a5'") + entry("target = 'cpu'") + base), "accepted");
}

TEST(Accuracy, NeedsAnEntryForEverythingThatNoOtherNames) {
  EXPECT_THROW(parse(entry("target = 'a5'")).require_complete({"root"}), UsageError);
  EXPECT_NO_THROW(parse(base).require_complete({"root"}));
  EXPECT_THROW(parse(base).require_complete({"root", "sum"}), UsageError);
}

TEST(Accuracy, OfAFileReplacesTheEntriesBelowItThatItMatches) {
  const auto below = parse(
      "[[tolerance]]\naccuracy='root'\ntarget='a5'\nelement='f16'\nkind='exact'\nreason='r'\n" +
      base);
  const auto above = parse(
      "[[tolerance]]\naccuracy='root'\ntarget='a5'\nkind='ulp'\nbound=0.5\nreason='tighter'\n");
  const auto both = above.over(below);
  EXPECT_EQ(of(both, Target::a5, ElementType::f16).reason, "tighter");
  EXPECT_EQ(of(both, Target::a5, ElementType::f32).bound, 0.5);
  EXPECT_EQ(of(both, Target::cpu, ElementType::f32).bound, 2);
  EXPECT_EQ(both.entry_for({"root", "OP", "plain", Target::a5, ElementType::f32})->line, 1);
}

TEST(Accuracy, RefusesABoundThatNoResultCanKeep) {
  const auto bound = [](const std::string& kind, const std::string& value,
                        const std::string& element) {
    return refusal("[[tolerance]]\naccuracy='root'\nkind='" + kind + "'\nbound=" + value +
                   "\nreason='r'\n" + element);
  };
  EXPECT_THAT(bound("ulp", "0.3", ""),
              testing::HasSubstr("profile.toml:1: no result can keep 0.3"));
  EXPECT_EQ(bound("ulp", "0.5", ""), "accepted");
  EXPECT_THAT(bound("relative", "1e-4", ""), testing::HasSubstr("name the element"));
  EXPECT_THAT(bound("relative", "1e-4", "element='f16'"), testing::HasSubstr("correctly_rounded"));
  EXPECT_EQ(bound("relative", "1e-4", "element='f32'"), "accepted");
}

TEST(Accuracy, BuiltInProfileGivesTheDecidedBounds) {
  const auto profile = load_accuracy("");
  const auto root = [&](const char* form, Target target, ElementType element) {
    const Tolerance of = profile.of({"rsqrt", "TRSQRT", form, target, element});
    return std::pair(of.kind, of.bound);
  };
  using enum Tolerance::Kind;
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    const bool device = target != Target::cpu;
    for (const ElementType element : {ElementType::f32, ElementType::f16}) {
      const double figure = element == ElementType::f32 ? 1e-4 : 1e-3;
      EXPECT_EQ(root("tmp", target, element), std::pair(ulp, 2.0));
      EXPECT_EQ(root("plain", target, element),
                device ? std::pair(relative, figure) : std::pair(ulp, 2.0));
    }
  }
}

TEST(Accuracy, OfTheBuiltInProfileIsExactlyWhatPagesUse) {
  std::set<std::string> used;
  const auto insert = [&](const std::vector<Result>& results) {
    for (const Result& result : results) {
      if (!result.accuracy.empty()) used.insert(result.accuracy);
    }
  };
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) insert(form.results);
    for (const Erratum& erratum : op.errata) insert(erratum.results);
  }
  EXPECT_THAT(accuracy_keys(), testing::ElementsAreArray(used));
  EXPECT_NO_THROW(load_accuracy("").require_complete(accuracy_keys()));
}

TEST(Accuracy, HoldsEveryPreciseQuotientOnA5ToCorrectRounding) {
  const auto profile = load_accuracy("");
  std::size_t forms = 0;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      const bool divides = std::ranges::any_of(
          form.results, [](const Result& result) { return result.accuracy == "divide"; });
      if (!divides || form.name.find("precise") == std::string::npos) continue;
      ++forms;
      const Tolerance got =
          profile.of({"divide", op.mnemonic, form.name, Target::a5, ElementType::f32});
      EXPECT_EQ(got.kind, Tolerance::Kind::correctly_rounded) << op.mnemonic << " " << form.name;
    }
  }
  EXPECT_GE(forms, 6U);
}

}  // namespace
}  // namespace assay::runners
