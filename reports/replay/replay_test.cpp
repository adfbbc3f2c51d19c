// SPDX-License-Identifier: Apache-2.0
// Laws of the drawn case: exactly what is wrong is marked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "reports/replay/sample_case_test.hpp"
#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string map_of(const std::string& text) {
  const auto begin = text.find("┌") - 2;
  return text.substr(begin, text.find("  . right") - begin);
}

TEST(Replay, MarksExactlyThePlantedElement) {
  Sample sample(4, 6, 3, 4);
  sample.trial.after[0].set(sample.expected.at(2, 1), next_one);
  const std::string text = sample.print();
  EXPECT_EQ(map_of(text),
            "  ┌────┐\n"
            "  │....│\n"
            "  │....│\n"
            "  │.X..│\n"
            "  └────┘\n");
  EXPECT_THAT(text, HasSubstr("dst: 1 wrong element; all 1 of them\n"));
  EXPECT_EQ(occurrences(text, "(2,1)"), 1U);
  EXPECT_THAT(text, Not(HasSubstr("(0,0)")));
}

TEST(Replay, ShowsInputExpectedGotAndBitsOfAWrongElement) {
  Sample sample(2, 4, 2, 4);
  Form form = sample.test.form();
  form.results[0].flow.in_place = {"src"};
  sample.test.call.form = &form;
  sample.trial.after[0].set(5, next_one);
  const std::string text = sample.print();
  EXPECT_THAT(text, testing::ContainsRegex("dst +src +expected +got +bits\n"));
  EXPECT_THAT(text, testing::ContainsRegex("X  \\(1,1\\)  1 +1 +1\\.00098 +0x3c01\n"));
}

TEST(Replay, ShowsTheDistanceWithTheOneThatIsAllowedWhereOneIsPromised) {
  Sample sample(2, 4, 2, 4);
  Form form = sample.test.form();
  form.results[0].accuracy = "exponential";
  sample.test.call.form = &form;
  sample.trial.after[0].set(5, next_one);
  const ToleranceLookup tolerances = [](const ToleranceKey&) {
    return Tolerance{Tolerance::Kind::ulp, 0.75, "a library"};
  };
  std::ostringstream out;
  print_replay(out, sample.test, std::vector<Trial>{sample.trial},
               std::vector<Expected>{sample.expected}, sample.verdict, tolerances, false);
  EXPECT_THAT(out.str(), testing::ContainsRegex("bits +ulp \\(0.75 allowed\\)\n"));
  EXPECT_THAT(out.str(), testing::ContainsRegex("0x3c01  1\n"));
}

TEST(Replay, ShowsTheFirstPromisedElementsWhereNoneIsWrong) {
  const std::string text = Sample(4, 4, 4, 4).print(3);
  EXPECT_THAT(text, HasSubstr("no wrong element; the first 3 of those with a promise"));
  EXPECT_THAT(text, HasSubstr("(0,2)"));
  EXPECT_THAT(text, Not(HasSubstr("(0,3)")));
}

TEST(Replay, SaysWhatElseWouldHaveBeenAcceptable) {
  Sample sample(2, 4, 2, 4);
  sample.expected.set_accept(0, Accept::interval);
  sample.expected.low.set(0, one);
  sample.expected.high.set(0, 0x4000);
  sample.expected.set_any_of(1, one, 0x4000);
  sample.expected.set_accept(2, Accept::any_nan);
  sample.expected.set_accept(3, Accept::target_defined);
  sample.expected.set_accept(4, Accept::preserved);
  sample.trial.after[0].set(4, 0);
  const std::string text = sample.print();
  EXPECT_THAT(text, HasSubstr("dst: 1 wrong element"));
  EXPECT_THAT(text, HasSubstr("any NaN"));
  sample.trial.after[0].set(2, 0x7e00);
  const std::string right = sample.print();
  EXPECT_THAT(right, HasSubstr("no wrong element"));
  EXPECT_THAT(right, HasSubstr("[1 .. 2]"));
  EXPECT_THAT(right, HasSubstr("1 or 2"));
  EXPECT_THAT(right, HasSubstr("0 (kept)"));
  EXPECT_THAT(map_of(right), HasSubstr("│...~│"));
}

TEST(Replay, MarksABlockWithAnyWrongElementAndKeepsToTheSizeOfTheMap) {
  Sample sample(300, 620, 150, 620);
  sample.trial.after[0].set(sample.expected.at(149, 619), next_one);
  const std::string text = sample.print();
  EXPECT_THAT(text, HasSubstr("one character = 10 rows x 10 columns"));
  EXPECT_EQ(occurrences(map_of(text), "X"), 1U);
  EXPECT_THAT(map_of(text), HasSubstr(".X│\n  └"));
  std::istringstream lines(map_of(text));
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto bytes_of_one = [](unsigned char c) { return (c & 0xC0U) != 0x80U; };
    EXPECT_LE(std::ranges::count_if(line, bytes_of_one), 2 + 64);
    rows += line.empty() ? 0 : 1;
  }
  EXPECT_LE(rows, 32U);
}

TEST(Replay, ShowsRefusalsCrashesAndDamagedGuards) {
  Sample sample(2, 4, 2, 4);
  sample.verdict.kind = VerdictKind::crashed;
  sample.verdict.reason = "signal 11";
  sample.trial.outcome = {Outcome::Status::crashed, "signal 11"};
  sample.trial.damage = {{"dst", -4, 2}};
  const std::string text = sample.print();
  EXPECT_THAT(text, HasSubstr("verdict: crashed: signal 11\n"));
  EXPECT_THAT(text, HasSubstr("execution 1 of 1: crashed: signal 11\n"));
  EXPECT_THAT(text, HasSubstr("guard of dst damaged: 2 bytes changed, the first at byte -4"));
  EXPECT_THAT(text, HasSubstr("dst: no output came back"));
}

TEST(Replay, ShowsTheRuleThatAnIllegalCallBreaks) {
  Sample sample(2, 4, 2, 4);
  sample.test.intent = {Intent::Kind::outside, "src.magic", Edge::smallest};
  EXPECT_THAT(sample.print(), HasSubstr("breaks src.magic (at instantiation): src is magic.\n"
                                        "  source: the page: first bullet\n"
                                        "  a5 must refuse the call\n"));
  sample.test.call.target = Target::cpu;
  EXPECT_THAT(sample.print(), HasSubstr("cpu need not refuse the call"));
}

TEST(Replay, ShowsWhichElementOfAnInputWasChanged) {
  Sample sample(2, 4, 2, 4);
  sample.trial.after[1].set(6, 0x4000);
  EXPECT_THAT(sample.print(), HasSubstr("input src was changed:\n"
                                        "  (1,2) was 1 0x3c00, became 2 0x4000\n"));
}

TEST(Replay, ShowsTheExecutionThatIsWrong) {
  Sample sample(2, 4, 2, 4);
  Trial second = sample.trial;
  second.after[0].set(6, next_one);
  std::ostringstream out;
  print_replay(out, sample.test, std::vector<Trial>{sample.trial, second},
               std::vector<Expected>{sample.expected}, sample.verdict, {}, false);
  EXPECT_THAT(out.str(), HasSubstr("execution 2 of 2\n"));
  EXPECT_THAT(map_of(out.str()), HasSubstr("│....│\n  │..X.│"));
}

TEST(Replay, HasNoWrongElementForOtherPoisonWhereTheJudgeHasNone) {
  Sample sample(2, 4, 2, 4);
  Trial other = sample.trial;
  other.before[0].set(6, next_one);
  other.after[0].set(6, next_one);
  const std::vector<Trial> trials{sample.trial, sample.trial, other};
  for (const VerdictKind kind : {VerdictKind::conforms, VerdictKind::deviates}) {
    sample.verdict.kind = kind;
    std::ostringstream out;
    print_replay(out, sample.test, trials, std::vector<Expected>{sample.expected}, sample.verdict,
                 {}, false);
    const bool good = kind == VerdictKind::conforms;
    EXPECT_THAT(out.str(), HasSubstr(good ? "execution 1 of 3\n" : "execution 3 of 3\n"));
    EXPECT_THAT(map_of(out.str()), HasSubstr(good ? "│....│\n  │....│" : "│....│\n  │..X.│"));
  }
}

TEST(Replay, MarksWhereTwoExecutionsDisagree) {
  Sample sample(2, 4, 2, 4);
  sample.expected.set_accept(3, Accept::target_defined);
  sample.verdict.kind = VerdictKind::deviates;
  sample.verdict.deviation = Deviation::stray_read;
  Trial second = sample.trial;
  second.after[0].set(3, 0x4000);
  std::ostringstream out;
  print_replay(out, sample.test, std::vector<Trial>{sample.trial, sample.trial, second},
               std::vector<Expected>{sample.expected}, sample.verdict, {}, false);
  EXPECT_THAT(map_of(out.str()), HasSubstr("│...X│\n  │....│"));
  EXPECT_THAT(out.str(), testing::ContainsRegex("\\(0,3\\) .* 0x3c00  0x4000"));
}

TEST(Replay, ColoursOnlyWhenAsked) {
  Sample sample(2, 4, 2, 4);
  sample.trial.after[0].set(5, next_one);
  EXPECT_THAT(sample.print(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(sample.print(16, true), HasSubstr(".\x1b[31mX\x1b[0m."));
}

std::string printed(const std::string& expected, const std::string& got, bool differs,
                    std::size_t limit = 16) {
  Sample sample(2, 4, 2, 4);
  sample.trial.text = got;
  sample.verdict.kind = differs ? VerdictKind::deviates : VerdictKind::conforms;
  sample.verdict.deviation = differs ? Deviation::text : Deviation::none;
  const ExpectedText text{.readings = {{"0 0\n", 8}, {expected, 8}}, .capacity = 0};
  std::ostringstream out;
  print_replay(out, sample.test, std::vector<Trial>{sample.trial}, std::vector<Expected>{text},
               sample.verdict, {}, false, limit);
  return out.str();
}

TEST(ReplayText, MarksTheFirstLineWithOtherValuesAndSaysWhich) {
  const std::string text =
      printed("1.00 2.00\n3.00 4.00\n5.00 6.00\n", "1.00 2.00\n3.00 4.01\n5.01 6.00\n", true);
  EXPECT_THAT(text, testing::ContainsRegex("\n  >  3.00 4.00  3.00 4.01\n"));
  EXPECT_EQ(occurrences(text, ">"), 1U);
  EXPECT_THAT(text, HasSubstr("value 2 of the marked line: expected \"4.00\", got \"4.01\""));
}

TEST(ReplayText, NeverMarksAHeader) {
  const std::string text = printed("=== tile 2x2 ===\n1 2\n", "my tile\n\n1 3\n", true);
  EXPECT_THAT(text, testing::ContainsRegex("\n  > +1 2 +1 3\n"));
}

TEST(ReplayText, MarksTheLineThatIsMissing) {
  const std::string text = printed("1 2\n3 4\n", "1 2\n", true);
  EXPECT_THAT(text, testing::ContainsRegex("\n  >  3 4\n"));
  EXPECT_THAT(text, HasSubstr("expected \"3\", got nothing"));
}

TEST(ReplayText, MarksNothingWhereTheJudgeIsContent) {
  EXPECT_THAT(printed("1 2\n", "1 2\n", false), Not(HasSubstr(">")));
}

TEST(ReplayText, ShowsTheLinesAroundTheFirstDifference) {
  std::string expected;
  for (int k = 0; k < 100; ++k) expected += std::to_string(k) + " 7\n";
  std::string got = expected;
  got.replace(got.find("\n60 7"), 5, "\n60 8");
  const std::string text = printed(expected, got, true, 6);
  EXPECT_THAT(text, HasSubstr("58 to 63 of 100"));
  EXPECT_THAT(text, HasSubstr(">  60 7"));
  EXPECT_THAT(text, Not(HasSubstr("56 7")));
}

}  // namespace
}  // namespace assay::reports
