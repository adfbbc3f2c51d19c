// SPDX-License-Identifier: Apache-2.0
// Laws of findings, on cases whose cause is known because the fault was injected.
#include "reports/findings/finding.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct Shape {
  std::string op = "TSEL";
  std::string target;
  std::string dtype;
  std::int64_t rows;
  std::int64_t cols;
};

/// Every combination of targets, dtypes and a few shapes.
std::vector<Shape> shapes(const std::string& op = "TSEL") {
  std::vector<Shape> list;
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    for (const char* dtype : {"f32", "f16", "i32"}) {
      for (std::int64_t rows : {1, 7, 64, 300}) {
        for (std::int64_t cols = 1; cols <= 40; cols += 3) {
          list.push_back({op, target, dtype, rows, cols});
        }
      }
    }
  }
  return list;
}

CaseRecord record_of(const Shape& shape, bool fails) {
  CaseRecord record = record_with(fails ? VerdictKind::deviates : VerdictKind::conforms,
                                  fails ? Deviation::value : Deviation::none);
  record.op = shape.op;
  record.target = shape.target;
  record.dtype = shape.dtype;
  record.name = fmt::format("{}/plain/{}/{}/{}x{}/v-/uniform@00000001", shape.op, shape.target,
                            shape.dtype, shape.rows, shape.cols);
  return record;
}

std::optional<CaseFeatures> features(const CaseRecord& record) {
  CaseFeatures found;
  const std::size_t at = record.name.find(record.dtype) + record.dtype.size() + 1;
  const std::size_t cross = record.name.find('x', at);
  found.numbers["rows"] = std::stoll(record.name.substr(at));
  found.numbers["valid_cols"] = std::stoll(record.name.substr(cross + 1));
  found.numbers["elements"] = found.numbers["rows"] * found.numbers["valid_cols"];
  return found;
}

template <typename Fails>
std::vector<CaseRecord> planted(Fails fails, const std::string& op = "TSEL") {
  std::vector<CaseRecord> records;
  for (const Shape& shape : shapes(op)) records.push_back(record_of(shape, fails(shape)));
  return records;
}

bool is_tail(const Shape& shape) {
  return shape.target == "a5" && shape.dtype == "f32" && shape.cols % 8 != 0;
}

TEST(Finding, NamesTheParameterThatSeparatesFailingFromPassingCases) {
  const auto records = planted(is_tail);
  const auto findings = findings_of(records, features);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].title, "TSEL a5 f32: wrong where valid_cols % 8 != 0");
  EXPECT_EQ(findings[0].rule, "target = a5 and dtype = f32 and valid_cols % 8 != 0");
  EXPECT_EQ(findings[0].failing,
            static_cast<std::size_t>(std::ranges::count_if(shapes(), is_tail)));
  EXPECT_EQ(findings[0].passing, 0U);
  EXPECT_EQ(findings[0].verdict, "deviates (value)");
}

TEST(Finding, RoundsAThresholdToTheRoundestNumberThatSeparates) {
  const auto findings =
      findings_of(planted([](const Shape& shape) { return shape.rows > 100; }), features);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].rule, "rows > 256");  // 64 pass, 300 fail, 256 is between
}

/// 20 cases of which the last `count`, those with the most columns, fail; the rows say nothing.
std::string rule_where_the_widest_fail(std::int64_t count) {
  std::vector<CaseRecord> records;
  for (std::int64_t i = 0; i < 20; ++i) {
    const std::int64_t cols = i < 20 - count ? 5 + 2 * i : 70 + 2 * i;
    records.push_back(record_of({"TSEL", "a5", "f32", 1 + i * 7 % 20, cols}, i >= 20 - count));
  }
  return findings_of(records, features).at(0).rule;
}

TEST(Finding, NamesAConditionWithoutExceptionOfFewCases) {
  EXPECT_EQ(rule_where_the_widest_fail(6), "valid_cols > 64");
  EXPECT_EQ(rule_where_the_widest_fail(2), "");  // chance finds such a one
}

TEST(Finding, ShowsTheSmallestCaseWithItsReplayLine) {
  const auto findings = findings_of(planted(is_tail), features);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].representative, "TSEL/plain/a5/f32/1x1/v-/uniform@00000001");
  EXPECT_THAT(findings[0].replay,
              AllOf(HasSubstr("assay replay"), HasSubstr(findings[0].representative)));
  EXPECT_EQ(findings[0].reason, "a reason");
}

TEST(Finding, TellsTwoCausesOfOneOpApart) {
  std::vector<CaseRecord> records;
  for (const Shape& shape : shapes()) {
    CaseRecord record = record_of(shape, is_tail(shape) || shape.target == "cpu");
    if (shape.target == "cpu") {
      record.verdict.worst = {.operand = "dst", .expected = 1, .got = 0};
    } else if (is_tail(shape)) {
      record.verdict.worst = {.operand = "dst", .expected = 1, .got = 0x7fc00000};
    }
    records.push_back(record);
  }
  const auto findings = findings_of(records, features);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].rule, "target = cpu");
  EXPECT_EQ(findings[1].rule, "target = a5 and dtype = f32 and valid_cols % 8 != 0");
}

TEST(Finding, TellsRefusalsForTwoReasonsApart) {
  std::vector<CaseRecord> records;
  for (const Shape& shape : shapes()) {
    const bool refused = shape.target == "a5" && shape.dtype != "i32";
    CaseRecord record = record_of(shape, false);
    if (refused) {
      record.verdict.kind = VerdictKind::rejected_valid;
      record.verdict.reason = fmt::format("a legal call was refused: {} of {} columns",
                                          shape.dtype == "f16" ? "halves" : "rows", shape.cols);
    }
    records.push_back(record);
  }
  const auto findings = findings_of(records, features);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(std::set<std::string>({findings[0].rule, findings[1].rule}),
            std::set<std::string>({"target = a5 and dtype = f16", "target = a5 and dtype = f32"}));
}

TEST(Finding, HasNoListOfPartsOfTheSuiteAsItsRule) {
  std::vector<CaseRecord> records = planted(
      [](const Shape& shape) { return shape.cols > 30 || (shape.cols > 20 && shape.rows == 7); });
  const std::vector<std::string> plans{"ties", "extremes", "specials", "uniform", "exponent"};
  for (std::size_t i = 0; i < records.size(); ++i) {
    const bool fails = records[i].verdict.kind != VerdictKind::conforms;
    records[i].plan = plans[(fails ? 0 : 3) + i % 2];
  }
  for (const Finding& finding : findings_of(records, features)) {
    EXPECT_EQ(finding.rule.find("plan in"), std::string::npos) << finding.rule;
    EXPECT_EQ(finding.rule.find("plan not in"), std::string::npos) << finding.rule;
  }
}

TEST(Finding, SaysOfAnEmptyRegionThatItIsEmpty) {
  std::vector<CaseRecord> records = planted([](const Shape& shape) { return shape.cols == 1; });
  const auto empty = [](const CaseRecord& record) {
    CaseFeatures found = *features(record);
    found.numbers["valid_cols"] -= 1;
    found.numbers.erase("elements");
    return std::optional(found);
  };
  const auto findings = findings_of(records, empty);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].title, "TSEL: wrong where valid_cols = 0");
}

TEST(Finding, HasEveryFailingCaseExactlyOnceAndNoOther) {
  // Failing at random: whatever the rules, no case may be lost.
  std::uint64_t state = 7;
  std::multiset<std::string> failing;
  const auto records = planted([&](const Shape& shape) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const bool fails = (state >> 60) < 5 || is_tail(shape);
    if (fails) failing.insert(record_of(shape, true).name);
    return fails;
  });
  std::multiset<std::string> found;
  for (const Finding& finding : findings_of(records, features)) {
    EXPECT_EQ(finding.failing, finding.cases.size());
    found.insert(finding.cases.begin(), finding.cases.end());
  }
  EXPECT_EQ(found, failing);
}

TEST(Finding, KeepsItsIdWhateverTheOrderOfTheRecords) {
  auto records = planted(is_tail);
  const auto before = findings_of(records, features);
  std::ranges::reverse(records);
  const auto after = findings_of(records, features);
  ASSERT_EQ(after.size(), before.size());
  EXPECT_EQ(after[0].id, before[0].id);
  EXPECT_EQ(after[0].title, before[0].title);
  EXPECT_EQ(after[0].representative, before[0].representative);
}

TEST(Finding, JoinsOpsThatOneRuleExplains) {
  auto records = planted(is_tail);
  for (CaseRecord& record : planted(is_tail, "TSELS")) records.push_back(record);
  const auto findings = findings_of(records, features);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].op, "TSEL,TSELS");
  EXPECT_THAT(findings[0].title, HasSubstr("TSEL, TSELS a5 f32: wrong where"));
}

TEST(Finding, JoinsTooFewCasesOfAnOpForARuleWithTheRuleOfAnotherThatTellsThem) {
  const auto few = [](const Shape& shape) {
    return is_tail(shape) && shape.rows == 7 && shape.cols == 4;
  };
  const auto one_beside = [](const Shape& shape) {
    return shape.target == "a2a3" && shape.dtype == "f16" && shape.rows == 7 && shape.cols == 4;
  };
  const auto with = [&](auto fails, const char* op) {
    auto records = planted(is_tail);
    for (CaseRecord& record : planted(fails, op)) {
      const bool passes_in_place = record.verdict.kind == VerdictKind::conforms &&
                                   record.target == "a5" && record.dtype == "f32";
      if (!passes_in_place) records.push_back(record);
    }
    return findings_of(records, features);
  };
  const auto joined = with(few, "TSELS");
  ASSERT_EQ(joined.size(), 1U);
  EXPECT_EQ(joined[0].op, "TSEL,TSELS");
  EXPECT_EQ(with(one_beside, "TSELS").size(), 2U);

  // An op that always fails may do so for another reason.
  auto always = planted(is_tail);
  for (CaseRecord& record : planted(few, "TSELS")) {
    if (record.verdict.kind != VerdictKind::conforms) always.push_back(record);
  }
  EXPECT_EQ(findings_of(always, features).size(), 2U);

  // Where the rule of the other op holds, nearly all cases of this one pass.
  auto records = planted(is_tail);
  for (CaseRecord& record : planted(few, "TSELS")) records.push_back(record);
  EXPECT_EQ(findings_of(records, features).size(), 2U);
}

TEST(Finding, KeepsTwoOpsApartThatAlwaysFailAmongOthersThatPass) {
  std::vector<CaseRecord> records;
  for (const char* op : {"TSEL", "TADD", "TSUB", "TMUL", "TDIV"}) {
    const bool wrong = std::string(op) == "TADD" || std::string(op) == "TSUB";
    for (CaseRecord& record : planted([&](const Shape&) { return wrong; }, op)) {
      records.push_back(record);
    }
  }
  const auto findings = findings_of(records, features);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].failing, findings[1].failing);
  EXPECT_THAT(findings[0].title, HasSubstr(": wrong, always"));
}

TEST(Finding, RestsOnTheRecordWhereTheCaseIsUnknown) {
  const auto findings =
      findings_of(planted([](const Shape& shape) { return shape.target == "a5"; }),
                  [](const CaseRecord&) { return std::nullopt; });
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].title, "TSEL a5: wrong");
}

TEST(Finding, IsNothingWhereNothingFails) {
  EXPECT_TRUE(findings_of(planted([](const Shape&) { return false; }), features).empty());
  EXPECT_TRUE(findings_of({}, features).empty());
}

/// Cases of an op that four boards execute in turn; the first `failing` of the third one fail.
std::vector<CaseRecord> on_boards(std::size_t failing, const std::string& other = {}) {
  std::vector<CaseRecord> records;
  std::size_t failed = 0;
  for (std::size_t i = 0; const Shape& shape : shapes()) {
    const std::string board = fmt::format("npu{}", 5 + i++ % 4);
    const bool fails = failed < failing && (board == "npu7" || board == other);
    failed += fails ? 1 : 0;
    records.push_back(record_of(shape, fails));
    records.back().board = board;
  }
  return records;
}

TEST(Findings, SayOnWhichBoardAllOfTheirCasesWere) {
  const auto findings = findings_of(on_boards(12), features);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.front().board, "npu7");
  EXPECT_THAT(coverage_text(findings.front()), HasSubstr("all on npu7, none on "));
  EXPECT_EQ(findings_from_json(findings_as_json(findings)).front().board, "npu7");
}

TEST(Findings, SayNoBoardWhereChanceOrSeveralBoardsAreAsLikely) {
  EXPECT_EQ(findings_of(on_boards(3), features).front().board, "");
  EXPECT_EQ(findings_of(on_boards(12, "npu8"), features).front().board, "");
  std::vector<CaseRecord> alone = on_boards(12);
  for (CaseRecord& record : alone) record.board = "npu7";
  EXPECT_EQ(findings_of(alone, features).front().board, "");
}

}  // namespace
}  // namespace assay::reports
