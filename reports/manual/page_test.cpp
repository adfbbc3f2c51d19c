// SPDX-License-Identifier: Apache-2.0
// Laws of the printed manual page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "reports/manual/manual.hpp"
#include "reports/manual/markdown.hpp"

namespace assay::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

Constraint rule(std::string name, std::string text) {
  Constraint made;
  made.name = std::move(name);
  made.text = std::move(text);
  made.source = {"the page", "third bullet"};
  made.breach = [](Call&, Draw&) {};
  return made;
}

OpSpec sample() {
  Form form;
  form.op = "TOP";
  form.name = "tmp";
  form.operands = {{"dst", Role::output, OperandKind::tile},
                   {"src", Role::input, OperandKind::tile},
                   {"tmp", Role::scratch, OperandKind::tile}};
  form.lead = "src";
  form.attributes = {{"mode", {"fast", "exact"}}};
  form.targets = devices;
  Constraint early = rule("src.element", "The element type of src is f16 or f32.");
  early.targets = {Target::a2a3};  // and still enforced everywhere
  Constraint late = rule("tmp.size", "A rule of many words:");
  for (int k = 0; k < 40; ++k) late.text += " words";
  late.stage = Stage::launch;
  late.targets = {Target::a5};
  late.enforced = no_target;
  late.also_stated = "the shape rules";
  form.constraints = {early, late};
  form.may_refuse = {{"sums of bytes", {Target::a5}, {"a table", "A5: No"}}};
  form.results = {{"dst", {}, "rsqrt"}, {"src", {}, ""}};
  form.scenarios = {{"tall", "More rows than columns.", devices, {}}};
  form.plans = {"near_ties"};
  return {.mnemonic = "TOP",
          .family = "family",
          .summary = "What it does.",
          .forms = {form},
          .decisions = {"003-width"},
          .ambiguities = {{"A says x, B says y.", "decision 003"}},
          .notes = {"a5 is fast"}};
}

Tolerance tolerance(const ToleranceKey& key) {
  if (key.element == ElementType::f16) return {Tolerance::Kind::correctly_rounded, 0, "short"};
  return {Tolerance::Kind::ulp, key.target == Target::a5 ? 2.0 : 1.0, "measured"};
}

std::string page() {
  std::ostringstream out;
  print_page(out, sample(), tolerance);
  return out.str();
}

TEST(Page, ShowsTheCallAndItsOperands) {
  EXPECT_THAT(page(), HasSubstr("Form tmp: TOP<mode>(output dst, src, scratch tmp)\n"));
  EXPECT_THAT(page(), HasSubstr("src        input    tile, leads"));
  EXPECT_THAT(page(), HasSubstr("mode       fast, exact\n"));
}

TEST(Page, PutsEachRuleUnderItsStageWithTargetsAndSource) {
  const std::string text = page();
  const auto first = text.find("constraints at instantiation");
  const auto second = text.find("constraints at launch");
  const auto early = text.find("src.element");
  const auto late = text.find("tmp.size");
  ASSERT_NE(late, std::string::npos);
  EXPECT_TRUE(first < early && early < second && second < late);
  EXPECT_THAT(text, HasSubstr("src.element  a2a3         a2a3         The"));
  EXPECT_THAT(text, HasSubstr("tmp.size  a5           none"));
  EXPECT_THAT(text, HasSubstr("[the page: third bullet]"));
  EXPECT_THAT(text, HasSubstr("follows from other constraints: the shape rules"));
}

TEST(Page, SaysWhatMayBeRefused) {
  EXPECT_THAT(page(), HasSubstr("legal calls that may be refused\n"
                                "    a5           sums of bytes [a table: A5: No]\n"));
}

OpSpec sharing(std::string_view mnemonic) {
  OpSpec op = sample();
  op.mnemonic = op.forms[0].op = mnemonic;
  op.forms[0].results = {{.operand = "dst", .flow = {.in_place = {"src"}}}};
  return op;
}

TEST(Page, SaysWhichOperandsMayShareMemory) {
  std::ostringstream out;
  print_page(out, sharing("TOP"), tolerance);
  EXPECT_THAT(out.str(), HasSubstr("operands that may share memory\n"
                                   "    a2a3 a5      dst with src\n"));
  EXPECT_EQ(page().find("share memory"), std::string::npos);
  const auto json = nlohmann::json::parse(page_as_json(sharing("TOP"), tolerance));
  const auto& one = json["forms"][0]["may_share_memory"][0];
  EXPECT_EQ(one,
            nlohmann::json({{"output", "dst"}, {"input", "src"}, {"targets", {"a2a3", "a5"}}}));
}

TEST(Page, SaysOfNoTargetWhosePageForbidsItThatOperandsMayShareMemory) {
  std::ostringstream out;
  print_page(out, sharing("TRECIP"), tolerance);
  EXPECT_THAT(out.str(), HasSubstr("    a5           dst with src\n"));
  std::ostringstream apart;
  print_page(apart, sharing("TXOR"), tolerance);
  EXPECT_EQ(apart.str().find("share memory"), std::string::npos);
}

TEST(Page, KeepsToAHundredColumns) {
  std::istringstream in(page());
  for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST(Page, GivesTheAccuracyOfEveryTargetOfTheForm) {
  EXPECT_THAT(page(), HasSubstr("a2a3  f32  1 ulp (measured)\n"));
  EXPECT_THAT(page(), HasSubstr("a5    f32  2 ulp (measured)\n"));
  EXPECT_THAT(page(), HasSubstr("a5    f16  correctly rounded (short)\n"));
  EXPECT_THAT(page(), Not(HasSubstr("cpu   f")));
  EXPECT_THAT(page(), HasSubstr("src        exact\n"));
}

TEST(Page, EndsWithDecisionsAmbiguitiesAndNotes) {
  EXPECT_THAT(page(), HasSubstr("Decisions\n  - 003-width\n"));
  EXPECT_THAT(page(), HasSubstr("  - A says x, B says y.\n    settled by: decision 003\n"));
  EXPECT_THAT(page(), HasSubstr("Target notes\n  - a5 is fast\n"));
}

std::string html(const ManualFacts& facts) {
  const OpSpec op = sample();
  const std::vector<const OpSpec*> ops{&op};
  std::ostringstream out;
  print_manual_html(out, ops, facts);
  return out.str();
}

TEST(PageHtml, SaysOfEachConstraintHowItIsTestedOrWhyNot) {
  const auto tests = [](const OpSpec&, const Form&, const Constraint& one) {
    return one.name == "src.element" ? ConstraintTests{{Target::a2a3}, {"smallest", "above"}}
                                     : ConstraintTests{};
  };
  const std::string text = html({tolerance, tests, {}, "1"});
  EXPECT_THAT(text, HasSubstr("third bullet <span class=\"dim\">[the page]"));
  EXPECT_THAT(text, HasSubstr("<strong>tested by</strong> cases that break it alone and must be "
                              "refused, on a2a3; cases at its edges: smallest, above; every legal "
                              "case keeps it"));
  EXPECT_THAT(text, HasSubstr("<strong>open because</strong> no source promises that a breach is "
                              "refused on a5"));
  EXPECT_THAT(text, HasSubstr("<strong>breach not tested because</strong> the shape rules"));
  EXPECT_EQ(text.find("third bullet"), text.rfind("third bullet"));
}

TEST(PageHtml, HasTheBulletsOfTheManualInOrderAndThenWhatIsSaidElsewhere) {
  const ManualPage page{"TOP page",
                        {{Told::part, "checks of A2A3", ""},
                         {Told::tested, "a first time", "src.element results"},
                         {Told::tested, "a second time", "src.element@a2a3"},
                         {Told::open, "zero", "the target's"},
                         {Told::untested, "places", "not drawn"}}};
  const std::string text = html({tolerance, {}, {}, "1", {{"TOP", {page}}}});
  std::size_t at = 0;
  for (const char* said : {"Bullets of the TOP page", "<li>checks of A2A3:", "<li>a first time",
                           "<code>src.element</code>", "every element of every legal case",
                           "<li>a second time", "what tests src.element, which is above",
                           "<li>zero", "<strong>open because</strong> the target's", "<li>places",
                           "<strong>not tested because</strong> not drawn",
                           "What is said elsewhere", "<code>tmp.size</code>"}) {
    at = text.find(said, at);
    ASSERT_NE(at, std::string::npos) << said;
  }
  EXPECT_EQ(text.find("<code>src.element</code>"), text.rfind("<code>src.element</code>"));
}

TEST(PageHtml, GivesNoConstraintTheCasesOfAnotherTarget) {
  const auto tests = [](const OpSpec&, const Form&, const Constraint&) {
    return ConstraintTests{{Target::a2a3, Target::a5}, {}};
  };
  const std::string text = html({tolerance, tests, {}, "1"});
  EXPECT_THAT(text, HasSubstr("cases that break it alone and must be refused, on a2a3; every"));
}

TEST(PageHtml, SaysWhatMayBeRefused) {
  EXPECT_THAT(html({tolerance, {}, {}, "1"}),
              HasSubstr("<li>a5: sums of bytes <span class=\"dim\">[a table: A5: No]</span>"));
}

TEST(PageHtml, EndsWithTheDecisionsThatItLinksTo) {
  const std::string text =
      html({tolerance, {}, {{"003", "# 003 Width\n\nSee decision 003.\n"}}, "1"});
  EXPECT_THAT(text, HasSubstr("settled by</strong> decision <a href=\"#decision-003\">003</a>"));
  EXPECT_THAT(text, HasSubstr("<article id=\"decision-003\"><h3>003 Width</h3>"));
}

TEST(Markdown, BecomesHtml) {
  EXPECT_EQ(html_of_markdown("# A\n\none\ntwo `a<b` **so**\n\n- x\n  y\n- z\n", 2),
            "<h2>A</h2>\n<p>one two <code>a&lt;b</code> <strong>so</strong></p>\n<ul><li>x y</li>\n"
            "<li>z</li>\n</ul>\n");
  const std::string table = html_of_markdown("| a | b |\n|---|---|\n| `x|y` | 2 |\n", 2);
  EXPECT_THAT(table, HasSubstr("<th scope=\"col\">a</th><th scope=\"col\">b</th></tr>\n</thead>"));
  EXPECT_THAT(table, HasSubstr("<tr><td><code>x|y</code></td><td>2</td></tr>"));
  EXPECT_EQ(html_of_markdown("```sh\na > b\n```\n", 2), "<pre>a &gt; b\n</pre>\n");
}

TEST(Markdown, LinksDecisionsAndErrata) {
  EXPECT_EQ(html_sentence("decisions 001, 002 and 014, not 015"),
            "decisions <a href=\"#decision-001\">001</a>, <a href=\"#decision-002\">002</a> and <a "
            "href=\"#decision-014\">014</a>, not 015");
  EXPECT_EQ(html_sentence("E-TCVT-003; E-BOARD"),
            "<a href=\"#E-TCVT-003\">E-TCVT-003</a>; E-BOARD");
  EXPECT_EQ(html_sentence("[words](place.md) <"), "words &lt;");
}

TEST(PageJson, HoldsEverythingThatIsData) {
  const auto json = nlohmann::json::parse(page_as_json(sample(), tolerance));
  EXPECT_EQ(json["op"], "TOP");
  const auto& form = json["forms"][0];
  EXPECT_EQ(form["call"], "TOP<mode>(output dst, src, scratch tmp)");
  EXPECT_EQ(form["operands"][2]["role"], "scratch");
  EXPECT_EQ(form["attributes"][0]["values"][1], "exact");
  EXPECT_EQ(form["targets"], nlohmann::json({"a2a3", "a5"}));
  const auto& late = form["constraints"][1];
  EXPECT_EQ(late["stage"], "launch");
  EXPECT_EQ(late["refused_on"], nlohmann::json::array());
  EXPECT_EQ(late["breakable"], false);
  EXPECT_EQ(late["follows_from"], "the shape rules");
  EXPECT_EQ(form["constraints"][0]["breakable"], true);
  EXPECT_EQ(form["constraints"][0]["refused_on"], nlohmann::json({"a2a3"}));
  EXPECT_EQ(form["constraints"][0]["source"]["bullet"], "third bullet");
  EXPECT_EQ(form["may_refuse"][0]["text"], "sums of bytes");
  EXPECT_EQ(form["may_refuse"][0]["targets"], nlohmann::json({"a5"}));
  EXPECT_EQ(form["results"][0]["tolerances"].size(), 4U);
  EXPECT_EQ(form["results"][1]["tolerances"], nlohmann::json::array());
  EXPECT_EQ(form["scenarios"][0]["name"], "tall");
  EXPECT_EQ(form["plans"][0], "near_ties");
  EXPECT_EQ(json["decisions"][0], "003-width");
  EXPECT_EQ(json["ambiguities"][0]["settled"], "decision 003");
  EXPECT_EQ(json["notes"][0], "a5 is fast");
}

}  // namespace
}  // namespace assay::reports
