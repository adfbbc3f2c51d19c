// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/profiles/own_errata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

using testing::HasSubstr;

const std::string head = "[[erratum]]\nnumber='E-B-1'\ntitle='t'\nsource='s'\n";

std::vector<Erratum> parse(const std::string& text) { return parse_own_errata(text, "own.toml"); }

std::string refusal(const std::string& text) {
  try {
    parse(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(OwnErrata, AreAnEntryForEachFormOfEachOp) {
  const auto errata = parse(head + "op='TABS,TNEG'\noutcome='zero'\ntarget='a5'\ndtype='f16'\n");
  ASSERT_EQ(errata.size(), 2U);
  EXPECT_EQ(errata[0].op, "TABS");
  EXPECT_EQ(errata[1].op, "TNEG");
  for (const Erratum& one : errata) {
    EXPECT_EQ(one.number, "E-B-1");
    EXPECT_TRUE(one.from_user);
    EXPECT_EQ(one.effect, ErratumEffect::result);
    EXPECT_TRUE(one.targets.contains(Target::a5));
    EXPECT_FALSE(one.targets.contains(Target::cpu));
    EXPECT_EQ(one.results.size(), 1U);
    EXPECT_TRUE(one.among);
  }
}

TEST(OwnErrata, SayWhatBecomesOfAWholeCall) {
  EXPECT_EQ(parse(head + "op='TABS'\noutcome='refused'\n")[0].effect, ErratumEffect::refusal);
  const Erratum said = parse(head + "op='TABS'\noutcome='refused'\nsays='no room'\n")[0];
  EXPECT_TRUE(said.knows_refusal("there is no room left"));
  EXPECT_FALSE(said.knows_refusal("types differ"));
  EXPECT_EQ(parse(head + "op='TABS'\noutcome='crashes'\n")[0].effect, ErratumEffect::crash);
  EXPECT_THAT(refusal(head + "op='TABS'\noutcome='accepted'\n"), HasSubstr("no 'constraint'"));
  EXPECT_THAT(refusal(head + "op='TABS'\noutcome='accepted'\nconstraint='x'\n"),
              HasSubstr("TABS plain has no constraint 'x'"));
  EXPECT_THAT(refusal(head + "op='TABS'\noutcome='refused'\ninputs='nan'\n"),
              HasSubstr("'inputs' means nothing with refused"));
  EXPECT_THAT(refusal(head + "op='TABS'\noutcome='zero'\nsays='no room'\n"),
              HasSubstr("'says' belongs to the outcome refused"));
  EXPECT_THAT(refusal(head + "op='TPRINT'\noutcome='zero'\n"), HasSubstr("writes no tile"));
}

TEST(OwnErrata, AreRefusedWithLineAndSuggestion) {
  EXPECT_THAT(refusal(head + "op='TABZ'\noutcome='zero'\n"), HasSubstr("own.toml:5: "));
  EXPECT_THAT(refusal(head + "op='TABS'\noutcom='zero'\n"), HasSubstr("did you mean outcome?"));
  EXPECT_THAT(refusal(head + "op='TABS'\noutcome='nul'\n"), HasSubstr("unknown outcome 'nul'"));
  EXPECT_THAT(refusal(head + "op='TABS'\noutcome='within'\nunit='ulp'\n"),
              HasSubstr("positive 'bound'"));
  EXPECT_THAT(refusal(head + "op='TABS'\noutcome='within'\nbound=-1.0\nunit='ulp'\n"),
              HasSubstr("positive 'bound'"));
  EXPECT_THAT(refusal(head + "op='TABS'\noutcome='zero'\nbound=1.0\n"), HasSubstr("within"));
  EXPECT_THAT(refusal(head + "op='TABS'\nform='pln'\noutcome='zero'\n"),
              HasSubstr("no form 'pln'"));
  EXPECT_THAT(refusal("[[erratum]]\nnumber='E-TCVT-001'\ntitle='t'\nsource='s'\n"),
              HasSubstr("the number of another erratum"));
  const std::string one = head + "op='TABS'\noutcome='zero'\n";
  EXPECT_THAT(refusal(one + one), HasSubstr("is here twice"));
  EXPECT_THAT(refusal(""), HasSubstr("no [[erratum]] table"));
}

}  // namespace
}  // namespace assay::runners
