// SPDX-License-Identifier: Apache-2.0
// Laws of the HTML page, read back as XML.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "reports/fixtures_test.hpp"
#include "reports/report.hpp"

namespace assay::reports {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Html : public testing::Test {
 protected:
  pugi::xml_node write(const std::vector<CaseRecord>& records) {
    write_html(scratch_.file("report.html"), records, run_info());
    text_ = content_of(scratch_.file("report.html"));
    const auto result = document_.load_string(text_.c_str());
    EXPECT_TRUE(result) << result.description() << " at byte " << result.offset;
    return document_.child("html").child("body");
  }
  const std::string& text() const { return text_; }

 private:
  Scratch scratch_;
  pugi::xml_document document_;
  std::string text_;
};

TEST_F(Html, AnswersFirstAndThenShowsTheSectionsInOrder) {
  const pugi::xml_node body = write(one_of_each());
  EXPECT_STREQ(body.child("h1").text().get(), "Does not conform: 6 of 7 judged cases failed.");
  std::vector<std::string> ids;
  for (const pugi::xml_node& section : body.children("section")) {
    ids.emplace_back(section.attribute("id").value());
  }
  EXPECT_THAT(ids, ElementsAre("failures", "matrix", "clauses", "distances", "not-shown", "run"));
}

TEST_F(Html, ListsEveryFailureGroupWithReplayLines) {
  const pugi::xml_node body = write(one_of_each());
  EXPECT_EQ(body.select_nodes("section[@id='failures']/details").size(), 6U);
  EXPECT_EQ(body.select_nodes("section[@id='failures']/details/ol/li/pre").size(), 6U);
  EXPECT_THAT(text(), HasSubstr("<pre>assay replay TRSQRT/plain/a5/f16,f16/16x16/v3x4/uniform@"));
}

TEST_F(Html, EscapesNamesAndReasons) {
  auto record = record_with(VerdictKind::deviates, Deviation::text);
  record.op = nasty;
  record.verdict.reason = "<script>alert(1)</script> & \x02";
  const pugi::xml_node body = write({record});
  EXPECT_EQ(body.select_nodes("//script").size(), 0U);
  EXPECT_STREQ(body.select_node("section[@id='failures']//li/div").node().text().get(),
               "<script>alert(1)</script> & \\x02");
  EXPECT_STREQ(body.select_node("section[@id='matrix']//tbody/tr/td").node().text().get(), nasty);
}

TEST_F(Html, LoadsNothingAndFollowsTheReadersColours) {
  write(one_of_each());
  for (const char* needle : {"http", "src=", "@import", "url(", "<link"}) {
    EXPECT_THAT(text(), Not(HasSubstr(needle)));
  }
  EXPECT_THAT(text(), HasSubstr("prefers-color-scheme: dark"));
}

TEST_F(Html, SaysInWordsWhatColourSays) {
  const pugi::xml_node body = write(one_of_each());
  const auto cell = body.select_node("section[@id='matrix']//tbody/tr/td[3]").node();
  EXPECT_STREQ(cell.attribute("class").value(), "bad");
  EXPECT_THAT(cell.text().get(), HasSubstr("1 conforms, 1 deviates, 1 accepted_invalid"));
}

TEST_F(Html, GrowsWithTheKindsOfCasesAndNotWithTheirNumber) {
  std::vector<CaseRecord> records(50000, record_with(VerdictKind::conforms));
  for (std::size_t k = 0; k < records.size(); k += 10) {
    records[k] = record_with(VerdictKind::deviates, Deviation::value);
  }
  write(records);
  EXPECT_LT(text().size(), 30000U);
  EXPECT_THAT(text(), HasSubstr("and 4975 more of this group"));
}

TEST_F(Html, ShowsWhichSidesOfAClauseWereTried) {
  std::vector<CaseRecord> records(2, record_with(VerdictKind::conforms));
  records[0].intent = "breaks.src.element";
  records[1].intent = "edge.src.element.above";
  records[1].verdict.kind = VerdictKind::accepted_invalid;
  const pugi::xml_node body = write(records);
  const auto row = body.select_node("section[@id='clauses']//tbody/tr").node();
  std::vector<std::string> cells;
  for (const pugi::xml_node& cell : row.children("td")) {
    cells.emplace_back(cell.first_child().first_child() ? cell.first_child().text().get()
                                                        : cell.text().get());
  }
  EXPECT_THAT(cells, ElementsAre("TRSQRT", "plain", "src.element", "1 conforms", "", "", "",
                                 "1 accepted_invalid"));
}

TEST_F(Html, DrawsTheWorstDistanceAsTheLongestBar) {
  std::vector<CaseRecord> records(2, record_with(VerdictKind::conforms));
  records[0].verdict.max_ulp = 1;
  records[1].verdict.max_ulp = 3;
  records[1].dtype = "f32";
  const pugi::xml_node body = write(records);
  const auto bars = body.select_nodes("section[@id='distances']//rect/@width");
  ASSERT_EQ(bars.size(), 2U);
  // f32 comes first; log2(1 + 3) = 2 fills the bar, log2(1 + 1) = 1 half of it.
  EXPECT_STREQ(bars[0].attribute().value(), "160.0");
  EXPECT_STREQ(bars[1].attribute().value(), "80.0");
}

TEST_F(Html, HoldsTogetherWithoutAnyCase) {
  EXPECT_STREQ(write({}).child("h1").text().get(),
               "Nothing was shown: none of 0 cases conforms or fails.");
}

}  // namespace
}  // namespace assay::reports
