// SPDX-License-Identifier: Apache-2.0
#include "reports/site/site.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "reports/site/page.hpp"

namespace assay::reports {
namespace {

RunSummary run_of(const std::string& day, std::size_t failed) {
  RunSummary run;
  run.started = "2026-01-" + day + "T00:00:00Z";
  run.backend = "plugin:/lab/<board>.so";
  run.suite = "nightly";
  run.run = "id" + day;
  run.judged = 1200;
  run.failed = failed;
  run.completion = Completion{.planned = 1200, .ran = 1200};
  run.cells["TADD f16"] = {1000, 0, {}};
  run.cells["TEXP f32"] = {200, failed, 1.5};
  run.boards["npu7/1"] = {1200, failed, 3};
  if (failed > 0) run.findings = {{"c0ffee00", "TEXP: \"wrong\" where x < 3 </script>", failed}};
  return run;
}

std::map<std::string, std::string> site_of(const std::vector<RunSummary>& runs) {
  std::map<std::string, std::string> pages;
  make_site(runs, [&](const std::string& name, const std::string& html) {
    EXPECT_TRUE(pages.emplace(name, html).second) << name << " is made twice";
  });
  return pages;
}

std::set<std::string> links_in(const std::string& html) {
  const std::regex link("href=\"([^\"]*)\"");
  std::set<std::string> links;
  for (std::sregex_iterator it(html.begin(), html.end(), link), end; it != end; ++it) {
    links.insert((*it)[1]);
  }
  return links;
}

TEST(Site, HasAPageForEachRunOpFindingAndBoardAndEveryLinkLeadsToOne) {
  const std::vector<RunSummary> runs{run_of("01", 0), run_of("02", 20), run_of("03", 7)};
  const auto pages = site_of(runs);
  for (const RunSummary& run : runs) EXPECT_TRUE(pages.contains(page_of_run(run)));
  for (const char* op : {"TADD", "TEXP"}) EXPECT_TRUE(pages.contains(page_of_op(op)));
  EXPECT_TRUE(pages.contains(page_of_finding("c0ffee00")));
  EXPECT_TRUE(pages.contains(page_of_board("npu7/1")));
  EXPECT_EQ(pages.size(), 3U + 2 + 1 + 1 + 5);
  std::set<std::string> reached;
  for (const auto& [name, html] : pages) {
    for (const std::string& link : links_in(html)) {
      EXPECT_TRUE(pages.contains(link)) << link << " in " << name;
      if (link != name) reached.insert(link);
    }
  }
  EXPECT_EQ(reached.size(), pages.size());
}

TEST(Site, ShowsTheNewestRunFirstWithItsCounts) {
  const auto pages = site_of({run_of("01", 0), run_of("02", 20)});
  const std::string& index = pages.at("index.html");
  EXPECT_LT(index.find("2026-01-02"), index.find("2026-01-01"));
  EXPECT_NE(index.find("<td class=\"n bad\">20</td>"), std::string::npos);
  const std::string& board = pages.at(page_of_board("npu7/1"));
  EXPECT_NE(board.find("<td class=\"n\">1,200</td><td class=\"n bad\">20</td>"), std::string::npos);
  EXPECT_NE(pages.at("findings.html").find("2026-01-02"), std::string::npos);
}

TEST(Site, TextsAreNeverMarkup) {
  for (const auto& [name, html] : site_of({run_of("01", 5)})) {
    EXPECT_EQ(html.find("<board>"), std::string::npos) << name;
    EXPECT_EQ(html.find("</script>\","), std::string::npos) << name;
  }
}

TEST(Site, ComparesByDataThatThePageHas) {
  const std::string html = site_of({run_of("01", 0), run_of("02", 20)}).at("compare.html");
  const std::string open = "type=\"application/json\">";
  const std::size_t begin = html.find(open) + open.size();
  const auto data =
      nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
  ASSERT_EQ(data.at("runs").size(), 2U);
  EXPECT_EQ(data.at("cells").at(1), "TEXP f32");
  EXPECT_EQ(data.at("runs").at(1).at("cells").at(1), (nlohmann::json{1, 200, 20}));
  EXPECT_EQ(data.at("runs").at(1).at("findings").at(0), (nlohmann::json{0, 20}));
}

TEST(Site, NamesOfFilesAreSafeAndDistinct) {
  EXPECT_EQ(page_of_op("TADD"), "op-TADD.html");
  EXPECT_EQ(page_of_board("a/b").find('/'), std::string::npos);
  EXPECT_NE(page_of_board("a/b"), page_of_board("a:b"));
  EXPECT_NE(page_of_board("a/b"), page_of_board("a_b"));
}

}  // namespace
}  // namespace assay::reports
