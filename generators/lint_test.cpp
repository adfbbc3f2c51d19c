// SPDX-License-Identifier: Apache-2.0
// Laws of the page lint.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generators/generate.hpp"
#include "generators/test/sample_page.hpp"

namespace assay::generators {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Lint, SortsEveryRuleOfAForm) {
  const OpSpec& op = sample_page();
  const Lint found = lint(op, op.forms[0], Target::a5, 100);
  EXPECT_EQ(found.inside_tries, 100);
  EXPECT_EQ(found.inside_valid, 100);
  EXPECT_THAT(found.breaks_alone, ElementsAre("dst.same_element", "src.location", "src.layout",
                                              "dst.same_valid_region", "src.rows"));
  EXPECT_THAT(found.redundant, ElementsAre("src.element: also breaks dst.same_element",
                                           "dst.element: also breaks dst.same_element"));
  EXPECT_THAT(found.vacuous, ElementsAre("tmp.bytes"));
  EXPECT_THAT(found.stated, ElementsAre("dst.location: both follow from one"));
}

TEST(Lint, LooksOnlyAtRulesOfTheTarget) {
  const OpSpec& op = sample_page();
  EXPECT_THAT(lint(op, op.forms[2], Target::a5, 10).breaks_alone, ElementsAre("dst.location"));
  EXPECT_THAT(lint(op, op.forms[2], Target::cpu, 10).breaks_alone,
              ElementsAre("dst.location", "dst.element"));
}

TEST(Lint, NamesPlansThatDoNotExist) {
  OpSpec op = sample_page();
  op.forms[0].plans = {"exponent", "domian"};
  EXPECT_THAT(lint(op, op.forms[0], Target::a5, 1).unknown_plans, ElementsAre("domian"));
}

TEST(Lint, ShowsAFormThatHasNoLegalCall) {
  OpSpec op = sample_page();
  Form& form = op.forms[0];
  Constraint never;
  never.name = "never";
  never.holds = [](const Call&) { return false; };
  never.impose = [](Call&, Draw&) {};
  form.constraints.push_back(never);
  const Lint found = lint(op, form, Target::a5, 10);
  EXPECT_EQ(found.inside_tries, 10);
  EXPECT_EQ(found.inside_valid, 0);
  EXPECT_THAT(found.breaks_alone, IsEmpty());
}

}  // namespace
}  // namespace assay::generators
