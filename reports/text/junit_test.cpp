// SPDX-License-Identifier: Apache-2.0
// Laws of the JUnit file, read back with a parser.
#include <gtest/gtest.h>

#include <map>
#include <pugixml.hpp>
#include <set>
#include <string>

#include "reports/text/run_report.hpp"
#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

pugi::xml_node suite_of(pugi::xml_node root, const char* op) {
  return root.find_child_by_attribute("testsuite", "name", op);
}

class Junit : public testing::Test {
 protected:
  pugi::xml_node write(const std::vector<CaseRecord>& records, const RunInfo& info = run_info()) {
    write_junit(scratch_.file("junit.xml"), records, info);
    const auto result = document_.load_file(scratch_.file("junit.xml").c_str());
    EXPECT_TRUE(result) << result.description();
    return document_.child("testsuites");
  }

  pugi::xml_document document_;

 private:
  Scratch scratch_;
};

TEST_F(Junit, CountsMatchTheElementsOfASuite) {
  const pugi::xml_node root = write(one_of_each());
  const pugi::xml_node suite = suite_of(root, "TRSQRT");
  for (const pugi::xml_node& node : {root, suite}) {
    EXPECT_EQ(node.attribute("tests").as_int(), 11);
    EXPECT_EQ(node.attribute("failures").as_int(), 4);  // failures but crashed and timed_out
    EXPECT_EQ(node.attribute("errors").as_int(), 3);    // crashed, timed_out, infra
  }
  EXPECT_EQ(suite.attribute("skipped").as_int(), 2);  // unsupported, distrusted
  EXPECT_EQ(suite.select_nodes("testcase").size(), 11U);
  EXPECT_EQ(suite.select_nodes("testcase/failure").size(), 4U);
  EXPECT_EQ(suite.select_nodes("testcase/error").size(), 3U);
  EXPECT_EQ(suite.select_nodes("testcase/skipped").size(), 2U);
}

TEST_F(Junit, HasAnErrorForARunThatWasStoppedUnlessItMayBePartial) {
  RunInfo info = run_info();
  info.completion = {.planned = 14, .ran = 1, .not_run = 13, .stopped = "out of time"};
  for (const VerdictKind kind : {VerdictKind::conforms, VerdictKind::deviates}) {
    const pugi::xml_node root = write({record_with(kind)}, info);
    EXPECT_EQ(root.attribute("errors").as_int(), 1);
    EXPECT_EQ(root.attribute("failures").as_int(), kind == VerdictKind::deviates ? 1 : 0);
    const pugi::xml_node error = suite_of(root, "run").child("testcase").child("error");
    EXPECT_NE(std::string(error.attribute("message").value()).find("Stopped: 1 of 14 cases ran"),
              std::string::npos);
  }
  info.completion.partial_ok = true;
  const pugi::xml_node root = write({record_with(VerdictKind::conforms)}, info);
  EXPECT_EQ(root.attribute("errors").as_int() + root.attribute("failures").as_int(), 0);
  EXPECT_NE(std::string(suite_of(root, "run").child("testcase").child("skipped").text().get())
                .find("Stopped: 1 of 14 cases ran"),
            std::string::npos);
  EXPECT_FALSE(suite_of(write({record_with(VerdictKind::conforms)}), "run"));
}

TEST_F(Junit, HasASuitePerOp) {
  std::vector<CaseRecord> records(3, record_with(VerdictKind::conforms));
  records[1].op = "TLOAD";
  const pugi::xml_node root = write(records);
  EXPECT_EQ(root.select_nodes("testsuite[testcase]").size(), 2U);
  EXPECT_EQ(root.select_node("testsuite[@name='TLOAD']/@tests").attribute().as_int(), 1);
  EXPECT_EQ(root.select_node("testsuite[@name='TRSQRT']/@tests").attribute().as_int(), 2);
}

TEST_F(Junit, NamesACaseByItsNameAndClass) {
  const auto record = record_with(VerdictKind::deviates, Deviation::stray_read);
  const pugi::xml_node root = write({record});
  const pugi::xml_node test_case = root.select_node("testsuite/testcase").node();
  EXPECT_EQ(test_case.attribute("name").value(), record.name);
  EXPECT_STREQ(test_case.attribute("classname").value(), "TRSQRT.a5.f16");
  EXPECT_STREQ(test_case.child("failure").attribute("message").value(), "a reason");
  EXPECT_STREQ(test_case.child("failure").attribute("type").value(), "deviates (stray_read)");
  EXPECT_EQ(test_case.child("failure").text().get(),
            "deviates (stray_read): a reason\nassay replay " + record.name);
}

TEST_F(Junit, EscapesWhateverAReasonHolds) {
  auto record = record_with(VerdictKind::crashed);
  record.name = nasty;
  record.verdict.reason = std::string(nasty) + "\x01]]>\xff";
  const pugi::xml_node root = write({record});
  const pugi::xml_node test_case = root.select_node("testsuite/testcase").node();
  EXPECT_STREQ(test_case.attribute("name").value(), nasty);
  EXPECT_EQ(test_case.child("error").attribute("message").value(),
            std::string(nasty) + "\\x01]]>\\xff");
}

TEST_F(Junit, IsRedForARunWithoutCasesWhichShowsNothing) {
  const pugi::xml_node root = write({});
  EXPECT_STREQ(root.attribute("failures").value(), "1");
  const pugi::xml_node failure = root.select_node("testsuite/testcase/failure").node();
  EXPECT_STREQ(failure.attribute("type").value(), "unproved");
}

TEST_F(Junit, SkipsWhatIsWaivedAndIsGreenWhereTheRunIs) {
  std::vector<CaseRecord> records{record_with(VerdictKind::deviates),
                                  record_with(VerdictKind::conforms)};
  Waived waived;
  waived.waived = {true, false};
  document_.load_string(as_junit(records, run_info(), waived).c_str());
  const pugi::xml_node root = document_.child("testsuites");
  EXPECT_STREQ(root.attribute("failures").value(), "0");
  EXPECT_EQ(root.select_nodes("testsuite/testcase/skipped").size(), 1U);
  EXPECT_EQ(root.select_nodes("testsuite/testcase").size(), 2U);
}

TEST_F(Junit, RecordsWhenAndWhereItRanInOnePlace) {
  const pugi::xml_node root = write(one_of_each());
  const pugi::xml_node environment = suite_of(root, "environment");
  EXPECT_STREQ(environment.attribute("timestamp").value(), "2024-02-29T10:00:00");
  EXPECT_STREQ(environment.attribute("hostname").value(), "board & co");
  EXPECT_STREQ(environment.attribute("time").value(), "2.000");
  EXPECT_STREQ(environment.attribute("tests").value(), "0");
  for (const char* attribute : {"timestamp", "hostname", "time"}) {
    const std::string anywhere = std::string("//@") + attribute;
    EXPECT_EQ(root.select_nodes(anywhere.c_str()).size(), 1U) << attribute;
  }
  EXPECT_STREQ(suite_of(root, "TRSQRT")
                   .select_node("properties/property[@name='seed']/@value")
                   .attribute()
                   .value(),
               "7");
}

TEST_F(Junit, CallsAFlakyCaseAFailureAndSaysHowOftenItFailed) {
  const pugi::xml_node root = write({flaky_record()});
  const pugi::xml_node failure = root.select_node("testsuite/testcase/failure").node();
  EXPECT_STREQ(failure.attribute("type").value(), "flaky (value)");
  EXPECT_NE(std::string(failure.text().get()).find("failed in 2 of 3 executions"),
            std::string::npos);
}

// The rules of the schema that the xunit plugin of Jenkins publishes (junit-10), in our words:
// which element may contain which, and which attributes it may and must have.
TEST_F(Junit, UsesNoElementOrAttributeThatThePublishedSchemaDoesNotKnow) {
  struct Rule {
    std::set<std::string> required, optional, children;
  };
  const std::set<std::string> problem{"type", "message"};
  const std::map<std::string, Rule> rules{
      {"testsuites", {{}, {"name", "time", "tests", "failures", "errors"}, {"testsuite"}}},
      {"testsuite",
       {{"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log",
         "url"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"}}},
      {"properties", {{}, {}, {"property"}}},
      {"property", {{"name", "value"}, {}, {}}},
      {"testcase",
       {{"name"},
        {"time", "classname", "group"},
        {"skipped", "error", "failure", "system-out", "system-err"}}},
      {"skipped", {{}, problem, {}}},
      {"error", {{}, problem, {}}},
      {"failure", {{}, problem, {}}},
      {"system-out", {}}};
  const pugi::xml_node root = write(one_of_each());
  for (const pugi::xpath_node& found : root.select_nodes("/descendant-or-self::*")) {
    const pugi::xml_node node = found.node();
    ASSERT_TRUE(rules.contains(node.name())) << node.name();
    const Rule& rule = rules.at(node.name());
    for (const std::string& name : rule.required) EXPECT_TRUE(node.attribute(name.c_str())) << name;
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      EXPECT_TRUE(rule.required.contains(attribute.name()) ||
                  rule.optional.contains(attribute.name()))
          << node.name() << " " << attribute.name();
    }
    for (const pugi::xml_node& child : node.children()) {
      const bool known = child.type() != pugi::node_element || rule.children.contains(child.name());
      EXPECT_TRUE(known) << node.name() << " " << child.name();
    }
  }
}

}  // namespace
}  // namespace assay::reports
