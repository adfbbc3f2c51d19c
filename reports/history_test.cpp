// SPDX-License-Identifier: Apache-2.0
// Laws of the history of nights.
#include "reports/history.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "reports/fixtures_test.hpp"

namespace assay::reports {
namespace {

Finding finding(const std::string& id) {
  Finding one;
  one.id = id;
  one.title = "title of " + id;
  one.failing = 3;
  return one;
}

TEST(History, CountsJudgedCasesPerOpAndDtype) {
  std::vector<CaseRecord> records = one_of_each();
  records.front().verdict.max_ulp = 0.25;
  records[1].verdict.max_ulp = std::numeric_limits<double>::infinity();
  const Night night = night_of(records, {}, run_info());
  EXPECT_EQ(night.judged, 6U);
  EXPECT_EQ(night.failed, 5U);
  ASSERT_EQ(night.cells.size(), 1U);
  const NightCell& cell = night.cells.at("TRSQRT f16");
  EXPECT_EQ(cell.judged, 6U);
  EXPECT_EQ(cell.failed, 5U);
  EXPECT_EQ(cell.worst_ulp, std::numeric_limits<double>::infinity());
  EXPECT_DOUBLE_EQ(night.pass_rate().value(), 1.0 / 6);
  EXPECT_FALSE(night_of({}, {}, run_info()).pass_rate());
}

TEST(History, ReadsBackWhatItWrote) {
  std::vector<CaseRecord> records = one_of_each();
  records.front().verdict.max_ulp = 0.1;
  const std::vector<Finding> findings{finding("1"), finding("2")};
  const std::string text = to_json(night_of(records, findings, run_info()));
  EXPECT_EQ(to_json(night_from_json(text)), text);
  EXPECT_EQ(night_from_json(text).cells.at("TRSQRT f16").worst_ulp, 0.1);
}

TEST(History, RefusesWhatIsNoNight) {
  for (const char* bad : {"", "{}", "[1]", R"({"version": 99})"}) {
    EXPECT_THROW(night_from_json(bad), std::runtime_error) << bad;
  }
}

TEST(History, DatesAFindingByTheFirstNightThatHasIt) {
  Night first;
  first.night = "2026-01-01T00:00:00Z";
  first.findings = {{"1", "", 1}};
  Night second;
  second.night = "2026-01-02T00:00:00Z";
  second.findings = {{"1", "", 1}, {"2", "", 1}};
  std::vector<Finding> findings{finding("1"), finding("2"), finding("3")};
  const std::vector<Night> history{second, first};
  date_findings(findings, history, "2026-01-03T00:00:00Z");
  EXPECT_EQ(findings[0].first_seen, first.night);
  EXPECT_EQ(findings[1].first_seen, second.night);
  EXPECT_EQ(findings[2].first_seen, "2026-01-03T00:00:00Z");
}

}  // namespace
}  // namespace assay::reports
