// SPDX-License-Identifier: Apache-2.0
// Laws of the HTML page, read back as XML.
#include "reports/html/run_page.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "reports/findings/extras.hpp"
#include "reports/findings/fresh.hpp"
#include "reports/html/page.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

class Html : public testing::Test {
 protected:
  pugi::xml_node write(const std::vector<CaseRecord>& records, const ReportExtras& extras = {}) {
    write_html(scratch_.file("report.html"), records, run_info(), extras);
    text_ = content_of(scratch_.file("report.html"));
    const auto result = document_.load_string(text_.c_str());
    EXPECT_TRUE(result) << result.description() << " at byte " << result.offset;
    return document_.child("html").child("body").child("noscript").child("pre");
  }
  pugi::xml_node page() const { return document_.child("html"); }
  /// The data that the script reads.
  nlohmann::json data() const {
    return nlohmann::json::parse(
        page().select_node("//script[@id='assay-data']").node().text().get());
  }
  const std::string& text() const { return text_; }

 private:
  Scratch scratch_;
  pugi::xml_document document_;
  std::string text_;
};

TEST_F(Html, SaysWithoutScriptsWhatTheConsoleSays) {
  const std::string text = write(one_of_each()).text().get();
  std::ostringstream console;
  print_summary(console, one_of_each(), run_info(), false);
  EXPECT_EQ(text, console.str());
  EXPECT_THAT(text, HasSubstr("Does not conform: 6 of 7 judged cases failed; 1 infra."));
  EXPECT_THAT(text, HasSubstr("assay replay TRSQRT/plain/a5/f16,f16/16x16/v3x4/uniform@"));
}

TEST_F(Html, EscapesNamesAndReasons) {
  auto record = record_with(VerdictKind::deviates, Deviation::text);
  record.op = nasty;
  record.verdict.reason = "<script>alert(1)</script> & \x02";
  const pugi::xml_node body = write({record});
  EXPECT_EQ(body.select_nodes("//script").size(), 2U);
  EXPECT_EQ(text().find("<script>alert"), std::string::npos);
  EXPECT_EQ(data()["cases"]["words"]["reason"]["words"][0], "<script>alert(1)</script> & \\x02");
  EXPECT_THAT(body.text().get(), HasSubstr("<script>alert(1)</script> & \\x02"));
  EXPECT_THAT(body.text().get(), HasSubstr(nasty));
}

TEST_F(Html, LoadsNothingAndFollowsTheReadersColours) {
  write(one_of_each());
  EXPECT_EQ(page().select_nodes("//@src | //link | //img | //iframe | //base").size(), 0U);
  for (const auto& link : page().select_nodes("//@href")) {
    EXPECT_EQ(link.attribute().value()[0], '#');
  }
  const auto policy =
      page().select_node("head/meta[@http-equiv='Content-Security-Policy']/@content");
  EXPECT_THAT(policy.attribute().value(), HasSubstr("default-src 'none'"));
  std::string style;
  for (const auto& part : page().select_node("head/style").node().children()) style += part.value();
  for (const char* needle : {"@import", "url(", "http"}) {
    EXPECT_THAT(style, Not(HasSubstr(needle)));
  }
  EXPECT_THAT(style, HasSubstr("prefers-color-scheme:dark"));
}

TEST_F(Html, GrowsWithTheFailingCasesAndNotWithThePassingOnes) {
  std::vector<CaseRecord> records(1000, record_with(VerdictKind::deviates, Deviation::value));
  write(records);
  const std::size_t before = text().size();
  EXPECT_EQ(data()["cases"]["count"], 1000);
  records.resize(50000, record_with(VerdictKind::conforms));
  write(records);
  EXPECT_LT(text().size(), before + 1000);
  EXPECT_EQ(data()["cases"]["count"], 1000);
  EXPECT_EQ(data()["answer"]["total"], 50000);
}

TEST_F(Html, ListsFailingCasesOfEveryGroupWhereThereAreTooMany) {
  std::vector<CaseRecord> records(30000, record_with(VerdictKind::deviates, Deviation::value));
  records.push_back(record_with(VerdictKind::crashed));
  write(records);
  EXPECT_EQ(data()["cases"]["count"], 20000);
  EXPECT_EQ(data()["cases"]["left_out"], 10001);
  EXPECT_EQ(data()["cases"]["words"]["verdict"]["words"],
            (nlohmann::json{"deviates (value)", "crashed"}));
}

TEST_F(Html, HoldsAHundredThousandCasesInFiveMegabytes) {
  std::vector<CaseRecord> records(100000, record_with(VerdictKind::conforms));
  for (std::size_t k = 0; k < records.size(); k += 2) {
    records[k] = record_with(VerdictKind::deviates, Deviation::value);
    records[k].key = static_cast<std::uint32_t>(k * 2654435761U);
    records[k].name = fmt::format("TRSQRT/plain/a5/f16,f16/{}x{}/v{}x{}/uniform@{:08x}", k % 61,
                                  k % 251, k % 53, k % 241, records[k].key);
    records[k].verdict.reason = fmt::format(
        "dst: {} of 4096 elements wrong, at ({}, {}): expected 0x1.{:06x}p+31, got 0x1.{:06x}p+31",
        k % 4096, k % 61, k % 251, k, k + 1);
  }
  write(records);
  EXPECT_LT(text().size(), 5000000U);
}

TEST_F(Html, DrawsTheExampleOfAFindingBeforeOtherCases) {
  std::vector<CaseRecord> records(400, record_with(VerdictKind::deviates, Deviation::value));
  for (std::size_t k = 0; k < records.size(); ++k) {
    records[k].name = fmt::format("case {}", k);
    records[k].tiles = {wrong_tile()};
  }
  ReportExtras extras;
  extras.findings.resize(1);
  extras.findings[0].representative = "case 399";
  write(records, extras);
  EXPECT_EQ(data()["tiles"].size(), 256U);
  const nlohmann::json tile = data()["tiles"]["case 399"][0];
  EXPECT_EQ(tile["runs"], (nlohmann::json{5, 2}));
  EXPECT_EQ(tile["elements"][0], (nlohmann::json{5, "0x3c00", "1", "0x7c00", "inf", "inf"}));
}

TEST_F(Html, HasTheInputsOfTheWorstElementWithTheTileThatHoldsIt) {
  CaseRecord record = record_with(VerdictKind::deviates, Deviation::value);
  record.tiles = {wrong_tile(), wrong_tile()};
  record.tiles[1].operand = "other";
  record.verdict.worst = WorstElement{.operand = record.tiles[0].operand, .row = 0, .col = 5};
  ReportExtras extras;
  extras.inputs = [](const CaseRecord& one) {
    return std::vector<WorstInput>{{"src", "(0, 5)", std::to_string(one.verdict.worst->col)}};
  };
  write({record}, extras);
  const nlohmann::json tiles = data()["tiles"][record.name];
  EXPECT_EQ(tiles[0]["inputs"], nlohmann::json::parse(R"x([["src", "(0, 5)", "5"]])x"));
  EXPECT_EQ(tiles[1]["inputs"], nlohmann::json::array());
}

TEST_F(Html, PutsNewFindingsFirstAndSaysWhichListedCasesAreTheirs) {
  std::vector<CaseRecord> records(3, record_with(VerdictKind::conforms));
  for (std::size_t k = 1; k < 3; ++k) {
    records[k] = record_with(VerdictKind::crashed);
    records[k].name = fmt::format("case {}", k);
  }
  ReportExtras extras;
  extras.findings.resize(2);
  extras.findings[0].id = "old";
  extras.findings[0].cases = {"case 1"};
  extras.findings[1].id = "fresh";
  extras.findings[1].cases = {"case 2"};
  extras.triage.emplace();
  extras.triage->opened = {"fresh"};
  write(records, extras);
  const nlohmann::json findings = data()["findings"];
  EXPECT_EQ(findings[0]["id"], "fresh");
  EXPECT_EQ(findings[0]["new"], true);
  EXPECT_EQ(findings[0]["cases"], nlohmann::json{1});
  EXPECT_EQ(findings[1]["id"], "old");
  EXPECT_EQ(findings[1]["new"], false);
}

TEST_F(Html, CountsWorstElementsByTheExponentOfTheExactValue) {
  std::vector<CaseRecord> records(3, record_with(VerdictKind::conforms));
  for (std::size_t k = 0; k < records.size(); ++k) {
    records[k].verdict.worst.emplace();
    records[k].verdict.worst->element = ElementType::f16;
    // 1, 1.5 and 0.25 in binary16.
    records[k].verdict.worst->expected = std::array{0x3c00U, 0x3e00U, 0x3400U}[k];
    records[k].verdict.worst->ulp = 0.25 * static_cast<double>(k);
  }
  write(records);
  const nlohmann::json row = data()["exponents"][0];
  EXPECT_EQ(row[0], "TRSQRT");
  EXPECT_EQ(row[1], "f16");
  EXPECT_EQ(row[2], nlohmann::json::parse("[[-2, 1, 0.5], [0, 2, 0.25]]"));
}

TEST_F(Html, SaysWhichToleranceTheDistancesAreHeldTo) {
  CaseRecord record = record_with(VerdictKind::conforms);
  record.verdict.worst.emplace();
  record.verdict.worst->operand = "dst";
  record.verdict.worst->element = ElementType::f16;
  record.verdict.worst->expected = 0x3c00;
  record.verdict.worst->ulp = 0.25;
  CaseRecord other = record;
  other.target = "cpu";
  ReportExtras extras;
  write({record, other}, extras);
  EXPECT_EQ(data()["exponents"][0][3], nlohmann::json::array());
  extras.tolerances = [](const ToleranceKey& key) {
    return Tolerance{Tolerance::Kind::ulp, key.target == Target::a5 ? 2.0 : 1.0, ""};
  };
  write({record, other}, extras);
  EXPECT_EQ(data()["exponents"][0][3],
            nlohmann::json::parse(R"x([[1.0, "1 ulp (plain cpu)"], [2.0, "2 ulp (plain a5)"]])x"));
  extras.tolerances = [](const ToleranceKey&) {
    return Tolerance{Tolerance::Kind::correctly_rounded, 0, ""};
  };
  write({record, other}, extras);
  EXPECT_EQ(data()["exponents"][0][3], nlohmann::json::parse(R"([[0.5, "correctly rounded"]])"));
  extras.tolerances = [](const ToleranceKey&) {
    return Tolerance{Tolerance::Kind::relative, 0.01, ""};
  };
  write({record, other}, extras);
  EXPECT_EQ(data()["exponents"][0][3], nlohmann::json::array());
}

TEST_F(Html, SaysOfACaseAndItsTileWhatDistanceIsAllowed) {
  CaseRecord record = record_with(VerdictKind::deviates, Deviation::value);
  record.tiles = {wrong_tile()};
  record.verdict.worst.emplace();
  record.verdict.worst->operand = record.tiles[0].operand;
  record.verdict.worst->element = ElementType::f16;
  ReportExtras extras;
  write({record}, extras);
  EXPECT_EQ(data()["cases"]["words"]["allowed"]["words"], nlohmann::json{""});
  EXPECT_EQ(data()["tiles"][record.name][0]["allowed"], "");
  extras.tolerances = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::ulp, 2, ""}; };
  CaseRecord exact = record;
  exact.name = "exact";
  exact.op = "TRELU";  // its page promises the exact result: no distance
  write({record, exact}, extras);
  EXPECT_EQ(data()["cases"]["words"]["allowed"]["words"], (nlohmann::json{"2 ulp", ""}));
  EXPECT_EQ(data()["tiles"][record.name][0]["allowed"], "2 ulp");
  EXPECT_EQ(data()["tiles"]["exact"][0]["allowed"], "");
}

TEST_F(Html, CountsTheCasesOfEachBoard) {
  std::vector<CaseRecord> records(4, record_with(VerdictKind::conforms));
  for (std::size_t k = 0; k < records.size(); ++k) records[k].board = k < 3 ? "npu7" : "npu5";
  records[1] = record_with(VerdictKind::crashed);
  records[1].board = "npu7";
  records.push_back(record_with(VerdictKind::unsupported));  // no board executed it
  write(records);
  EXPECT_EQ(data()["boards"],
            nlohmann::json::parse(R"([["npu5", 1, 0, 0, ""], ["npu7", 3, 1, 0, ""]])"));
  EXPECT_EQ(data()["cases"]["words"]["board"]["words"], nlohmann::json{"npu7"});
}

TEST_F(Html, KeepsTheRuleOfAFindingApartFromItsTest) {
  ReportExtras extras;
  extras.findings.resize(1);
  extras.findings[0].rule = "valid_cols % 8 != 0";
  extras.findings[0].fresh = FreshCases{24, 24, 24, 0};
  extras.findings[0].failing = 10;
  extras.findings[0].failures_outside_rule = 2;
  extras.findings[0].board = "npu7";
  write({record_with(VerdictKind::crashed)}, extras);
  const nlohmann::json finding = data()["findings"][0];
  EXPECT_EQ(finding["rule"], "valid_cols % 8 != 0");
  EXPECT_EQ(finding["fresh"], fresh_text(extras.findings[0]));
  EXPECT_EQ(finding["outside"], 2);
  EXPECT_EQ(finding["board"], "npu7");
}

TEST_F(Html, HasTheTextsOfExamplesBeforeThoseOfOthers) {
  std::vector<CaseRecord> records(100, record_with(VerdictKind::deviates, Deviation::text));
  for (std::size_t k = 0; k < records.size(); ++k) {
    records[k].name = fmt::format("case {}", k);
    records[k].text = {"  1\n", fmt::format("{:3}\n", k), 8};
  }
  ReportExtras extras;
  extras.findings.resize(1);
  extras.findings[0].representative = "case 99";
  write(records, extras);
  EXPECT_EQ(data()["texts"].size(), 64U);
  EXPECT_EQ(data()["texts"]["case 99"]["got"], " 99\n");
}

TEST_F(Html, SpellsMasksAsBits) {
  CaseRecord record = record_with(VerdictKind::deviates, Deviation::value);
  record.op = "TCMP";
  record.tiles = {wrong_tile()};
  record.tiles[0].element = ElementType::u8;
  record.tiles[0].elements = {
      {.index = 0, .accept = Accept::exact, .expected = 0x1a, .got = 0x58},
      {.index = 1, .accept = Accept::some_bits, .expected = 5, .low = 7, .got = 0xff}};
  write({record});
  const nlohmann::json tile = data()["tiles"][record.name][0];
  EXPECT_EQ(tile["mask"], true);
  EXPECT_EQ(tile["elements"][0][2], "0001_1010");
  EXPECT_EQ(tile["elements"][0][4], "0101_1000");
  EXPECT_EQ(tile["elements"][1][2], "xxxx_x101");
  record.op = "TADD";
  write({record});
  EXPECT_EQ(data()["tiles"][record.name][0]["mask"], false);
  EXPECT_EQ(data()["tiles"][record.name][0]["elements"][0][2], "26");
}

TEST_F(Html, NamesWhatIsClosedSinceTheBaselineOrElseThePreviousRun) {
  ReportExtras extras;
  write({record_with(VerdictKind::conforms)}, extras);
  EXPECT_EQ(data()["past"], false);
  extras.history.resize(2);
  extras.history[0].findings = {{"one", "gone", 3, {}}, {"two", "there", 3, {}}};
  extras.history[1].findings = {{"two", "there", 3, {}}};
  write({record_with(VerdictKind::conforms)}, extras);
  EXPECT_EQ(data()["past"], true);
  EXPECT_EQ(data()["closed"], nlohmann::json{"gone"});
  extras.triage.emplace();
  extras.triage->closed = {"another"};
  extras.baseline = "monday";
  write({record_with(VerdictKind::conforms)}, extras);
  EXPECT_EQ(data()["closed"], nlohmann::json{"another"});
  EXPECT_EQ(data()["baseline"], "monday");
}

TEST_F(Html, CountsTheCasesOfEverySideOfAConstraint) {
  std::vector<CaseRecord> records(2, record_with(VerdictKind::conforms));
  records[0].intent = "breaks.src.element";
  records[1].intent = "edge.src.element.above";
  records[1].verdict.kind = VerdictKind::accepted_invalid;
  write(records);
  const nlohmann::json row = data()["clauses"][0];
  EXPECT_EQ(row[0], "TRSQRT");
  EXPECT_EQ(row[1], "plain");
  EXPECT_EQ(row[2], "src.element");
  // Places in the list of verdicts: conforms is the first, accepted_invalid the third.
  EXPECT_EQ(row[3]["breaks"][0], 1);
  EXPECT_EQ(row[3]["above"][2], 1);
  EXPECT_EQ(row[3].size(), 2U);
}

TEST_F(Html, HoldsTogetherWithoutAnyCase) {
  EXPECT_THAT(write({}).text().get(),
              HasSubstr("Nothing was shown: none of 0 cases conforms or fails."));
}

}  // namespace
}  // namespace assay::reports
