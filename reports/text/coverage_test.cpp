// SPDX-License-Identifier: Apache-2.0
#include "reports/text/coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace assay::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

CoverageItem item(CoverageKind kind, const std::string& name, const std::string& dtype = "f32") {
  return {.op = "OP", .form = "plain", .target = "a5", .dtype = dtype, .kind = kind, .name = name};
}

CaseRecord record(const std::string& intent, const std::string& plan,
                  const std::string& scenario = "") {
  CaseRecord made;
  made.op = "OP";
  made.form = "plain";
  made.target = "a5";
  made.dtype = "f32";
  made.intent = intent;
  made.plan = plan;
  made.scenario = scenario;
  return made;
}

Coverage sample() {
  Coverage coverage;
  coverage.items = {
      item(CoverageKind::value_class, "uniform"),  item(CoverageKind::value_class, "specials"),
      item(CoverageKind::scenario, "tall"),        item(CoverageKind::edge, "tmp.bytes.smallest"),
      item(CoverageKind::edge, "tmp.bytes.below"), item(CoverageKind::breach, "src.element")};
  return coverage;
}

std::vector<std::size_t> executed(const Coverage& coverage) {
  std::vector<std::size_t> counts;
  for (const CoverageItem& each : coverage.items) counts.push_back(each.executed());
  return counts;
}

TEST(Coverage, CountsALegalCaseForItsValuesAndWhatShapedIt) {
  Coverage coverage = sample();
  const std::vector<CaseRecord> records{record("inside", "uniform"),
                                        record("inside", "specials", "tall"),
                                        record("edge.tmp.bytes.smallest", "uniform")};
  count_records(coverage, records);
  EXPECT_EQ(executed(coverage), (std::vector<std::size_t>{2, 1, 1, 1, 0, 0}));
}

TEST(Coverage, PrintsARowOnceWhereverItsItemsAre) {
  Coverage coverage = sample();
  coverage.items.push_back(item(CoverageKind::value_class, "uniform", "f16"));
  coverage.items.push_back(item(CoverageKind::scenario, "wide"));
  coverage.items.push_back(item(CoverageKind::scenario, "tall"));
  drop_repeated(coverage);
  EXPECT_EQ(coverage.items.size(), 8U);
  std::ostringstream out;
  print_coverage(out, coverage, false);
  EXPECT_THAT(out.str(), testing::ContainsRegex("OP  plain  a5      f32    0/2     0/2 "));
  const std::string text = out.str();
  EXPECT_EQ(text.find("f32    0/", text.find("f32    0/") + 1), std::string::npos);
}

TEST(Coverage, CountsAnIllegalCaseForItsConstraintAlone) {
  Coverage coverage = sample();
  const std::vector<CaseRecord> records{record("breaks.src.element", "uniform"),
                                        record("edge.tmp.bytes.below", "uniform")};
  count_records(coverage, records);
  EXPECT_EQ(executed(coverage), (std::vector<std::size_t>{0, 0, 0, 0, 1, 1}));
}

TEST(Coverage, KeepsOtherTypesFormsAndPagesApart) {
  Coverage coverage = sample();
  CaseRecord other = record("inside", "uniform");
  other.dtype = "f16";
  count_records(coverage, std::vector{other});
  EXPECT_EQ(executed(coverage), (std::vector<std::size_t>{0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(coverage.foreign, 1U);
}

TEST(Coverage, CountsACaseThatNoPageHasOnceAndNoneOfAnotherSelection) {
  Coverage coverage = sample();
  CaseRecord other = record("inside", "uniform");
  other.op = "ANOTHER";
  CaseRecord gone = record("edge.gone.largest", "gone");
  gone.scenario = "gone";
  count_records(coverage, std::vector{other, gone});
  EXPECT_EQ(coverage.foreign, 1U);
}

TEST(Coverage, NamesWhatWasNeverExecutedAndWhatCannotBeBroken) {
  Coverage coverage = sample();
  coverage.unbroken = {{"OP", "plain", "a5", "dst.boxes", "a constraint of the types themselves"},
                       {"OP", "plain", "a5", "dst.forgotten", ""}};
  count_records(coverage,
                std::vector{record("inside", "uniform"), record("breaks.src.element", "")});
  std::ostringstream out;
  print_coverage(out, coverage, false);
  const std::string text = out.str();
  EXPECT_THAT(text, HasSubstr("specials"));
  EXPECT_THAT(text, HasSubstr("tmp.bytes.below"));
  EXPECT_THAT(text, Not(HasSubstr("src.element")));
  EXPECT_THAT(text, HasSubstr("constraints without a just-outside case"));
  EXPECT_THAT(text, HasSubstr("dst.forgotten"));
  EXPECT_THAT(text, HasSubstr("outside   1 of 1 (100.0 %) executed"));
  EXPECT_THAT(text, HasSubstr("values    1 of 2 (50.0 %) executed"));
}

TEST(Coverage, IsDataToo) {
  Coverage coverage = sample();
  CaseRecord failed = record("inside", "uniform");
  failed.verdict.kind = VerdictKind::deviates;
  count_records(coverage, std::vector{failed, record("inside", "uniform")});
  const auto json = nlohmann::json::parse(coverage_as_json(coverage));
  EXPECT_EQ(json["items"][0]["verdicts"]["deviates"], 1);
  EXPECT_EQ(json["items"][0]["verdicts"]["conforms"], 1);
  EXPECT_EQ(json["totals"]["values"]["executed"], 1);
  EXPECT_EQ(json["totals"]["values"]["all"], 2);
}

}  // namespace
}  // namespace assay::reports
