// SPDX-License-Identifier: Apache-2.0
// Laws of the bullets inside the program.
#include "runners/support/manual_pages.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "reference/ops/op_index.hpp"
#include "runners/support/unpaged.hpp"

namespace assay::runners {
namespace {

TEST(ManualPages, AreThereForEveryOpThatTheManualHasAPageOf) {
  const std::set<std::string> without{"TSUBRELUCONV"};  // listed by the manual, without a page
  const reports::ManualPages pages = all_manual_pages();
  for (const OpSpec& op : all_ops()) {
    EXPECT_EQ(pages.contains(op.mnemonic), !without.contains(op.mnemonic))
        << op.mnemonic << ": its family's bullets.md has its page, or `without` names it";
  }
  EXPECT_EQ(pages.size(), all_ops().size() - without.size());
  EXPECT_EQ(pages.at("TRSQRT").front().page, "TRSQRT manual page");
  EXPECT_EQ(pages.at("TRSQRT").size(), 2U);
}

TEST(ManualPages, OfInstructionsWithoutAPageSayWhatIsMissing) {
  std::set<std::string> names;
  for (const Unpaged& one : all_unpaged()) {
    EXPECT_EQ(find_op(one.mnemonic), nullptr) << one.mnemonic << " has a page now";
    EXPECT_GE(one.reason.size(), 40U) << one.mnemonic;
    names.insert(one.mnemonic);
  }
  EXPECT_TRUE(names.contains("TPACK") && names.contains("TMATMUL_MX_HIF4"));
  EXPECT_EQ(why_unpaged("TADD"), "");
}

TEST(ManualPages, HaveNoBulletForWhichNothingAccounts) {
  for (const auto& [name, pages] : all_manual_pages()) {
    for (const reports::ManualPage& page : pages) {
      EXPECT_FALSE(page.bullets.empty()) << page.page;
      for (const reports::ManualBullet& bullet : page.bullets) {
        EXPECT_EQ(reports::unaccounted(*find_op(name), bullet), "") << page.page;
        EXPECT_NE(reports::text_of(*find_op(name), bullet), "") << page.page << ": " << bullet.why;
      }
    }
  }
}

/// Names and targets of constraints that a word means and that a device need not refuse.
void add_unrefused(const OpSpec& op, const std::string& word, std::set<std::string>& found) {
  for (const Form& form : op.forms) {
    for (const Constraint& one : form.constraints) {
      if (!reports::means(word, one) || !one.breakable()) continue;
      for (const Target target : {Target::a2a3, Target::a5}) {
        const bool applies = one.targets.contains(target) && (word.find('@') == std::string::npos ||
                                                              word.ends_with(name_of(target)));
        if (applies && !one.enforced.contains(target))
          found.insert(
              fmt::format("{} {} {}@{}", op.mnemonic, form.name, one.name, name_of(target)));
      }
    }
  }
}

// Devices refuse breaches of the implementation checks of a founding page. Exceptions: sizes that
// callers choose, how much is transferred, a check of TLoadCubeCheck without a bullet, and what
// bullets of other forms say.
TEST(ManualPages, OfTheFoundingKindHaveDevicesRefuseABreach) {
  std::set<std::string> unrefused;
  for (const char* name : {"TRSQRT", "TLOAD", "TPRINT", "TEXPANDS", "TCOLARGMAX"}) {
    const reports::ManualPage page = all_manual_pages().at(name).front();
    EXPECT_EQ(page.page, fmt::format("{} manual page", name));
    for (const reports::ManualBullet& bullet : page.bullets) {
      std::istringstream words(bullet.told == reports::Told::tested ? bullet.why : "");
      for (std::string word; words >> word;) add_unrefused(*find_op(name), word, unrefused);
    }
  }
  const std::set<std::string> expected{
      "TCOLARGMAX index tmp.stride@a2a3",     "TCOLARGMAX value_index src.layout@a2a3",
      "TCOLARGMAX value_index src.layout@a5", "TCOLARGMAX value_index tmp.stride@a2a3",
      "TEXPANDS conv dst.blocks@a2a3",        "TLOAD tile src.wide_rewriting@a5",
      "TLOAD tile view.match@a2a3",           "TLOAD tile view.match@a5",
      "TPRINT scratch tmp.elements@a2a3",     "TPRINT scratch tmp.elements@a5",
      "TPRINT tile src.layout@a2a3",          "TPRINT tile src.layout@a5"};
  EXPECT_EQ(unrefused, expected);
}

/// Whether the op has what the text of a bullet names in parentheses.
bool has(const OpSpec& op, const std::string& name) {
  const auto is_named = [&](const Erratum& one) { return one.number == name; };
  if (!name.starts_with("scenario ")) return std::ranges::any_of(op.errata, is_named);
  return std::ranges::any_of(op.forms, [&](const Form& form) {
    const auto found = std::ranges::find(form.scenarios, name.substr(9), &Scenario::name);
    return found != form.scenarios.end();
  });
}

TEST(ManualPages, NameScenariosAndErrataThatTheirOpsHave) {
  const std::regex named("(scenario [a-z_ ]+|E-[A-Z_]+-[0-9]+)(?=[,)])");
  std::size_t seen = 0;
  for (const auto& [name, pages] : all_manual_pages()) {
    for (const reports::ManualPage& page : pages) {
      for (const reports::ManualBullet& bullet : page.bullets) {
        const std::sregex_iterator begin(bullet.text.begin(), bullet.text.end(), named);
        for (auto one = begin; one != std::sregex_iterator(); ++one, ++seen)
          EXPECT_TRUE(has(*find_op(name), one->str())) << name << ": " << one->str();
      }
    }
  }
  EXPECT_GE(seen, 15U);
}

}  // namespace
}  // namespace assay::runners
