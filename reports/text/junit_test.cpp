// SPDX-License-Identifier: Apache-2.0
// Laws of the JUnit file, read back with a parser.
#include "reports/text/junit.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

pugi::xml_node suite_of(pugi::xml_node root, const char* op) {
  return root.find_child_by_attribute("testsuite", "name", op);
}

class Junit : public testing::Test {
 protected:
  pugi::xml_node write(const std::vector<CaseRecord>& records, const RunInfo& info = run_info(),
                       JunitTests tests = JunitTests::by_case) {
    write_junit(scratch_.file("junit.xml"), records, info, tests);
    const auto result = document_.load_file(scratch_.file("junit.xml").c_str());
    EXPECT_TRUE(result) << result.description();
    return document_.child("testsuites");
  }

  std::filesystem::path path() const { return scratch_.file("junit.xml"); }

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
  document_.load_string(as_junit(records, run_info(), JunitTests::by_case, waived).c_str());
  const pugi::xml_node root = document_.child("testsuites");
  EXPECT_STREQ(root.attribute("failures").value(), "0");
  EXPECT_EQ(root.select_nodes("testsuite/testcase/skipped").size(), 1U);
  EXPECT_EQ(root.select_nodes("testsuite/testcase").size(), 2U);
}

TEST_F(Junit, RecordsWhenAndWhereItRanInOnePlaceAndHowLongEachCaseTook) {
  const pugi::xml_node root = write(one_of_each());
  const pugi::xml_node environment = suite_of(root, "environment");
  EXPECT_STREQ(environment.attribute("timestamp").value(), "2024-02-29T10:00:00");
  EXPECT_STREQ(environment.attribute("hostname").value(), "board & co");
  EXPECT_STREQ(environment.attribute("time").value(), "2.000");
  EXPECT_STREQ(environment.attribute("tests").value(), "0");
  EXPECT_STREQ(root.select_node("//testcase").node().attribute("time").value(), "0.250000");
  EXPECT_EQ(root.select_nodes("//@time").size(), 12U);  // of eleven cases, and of the run
  for (const char* attribute : {"timestamp", "hostname"}) {
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
  const auto require_known = [&](const pugi::xml_node& node) {
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
  };
  for (const JunitTests tests : all_junit_tests) {
    const pugi::xml_node root = write(one_of_each(), run_info(), tests);
    for (const pugi::xpath_node& found : root.select_nodes("/descendant-or-self::*")) {
      require_known(found.node());
    }
  }
}

class JunitByOp : public Junit {
 protected:
  pugi::xml_node write(const std::vector<CaseRecord>& records, const RunInfo& info = run_info()) {
    return Junit::write(records, info, JunitTests::by_op);
  }
  /// The only one that an op has.
  pugi::xml_node test_of(const std::vector<CaseRecord>& records) {
    const pugi::xml_node suite = suite_of(write(records), "TRSQRT");
    EXPECT_EQ(suite.select_nodes("testcase").size(), 1U);
    return suite.child("testcase");
  }
};

TEST_F(JunitByOp, HasATestPerOpFormTypeAndTargetWhoseNameNoSeedChanges) {
  std::vector<CaseRecord> records(5, record_with(VerdictKind::conforms));
  records[1].name += "-of-another-seed";
  records[2].form = "tile";
  records[3].dtype = "f32";
  records[4].target = "cpu";
  const pugi::xml_node suite = suite_of(write(records), "TRSQRT");
  std::map<std::string, std::string> times;
  for (const pugi::xml_node& test : suite.children("testcase")) {
    times[test.attribute("name").value()] = test.attribute("time").value();
  }
  const std::map<std::string, std::string> expected{{"TRSQRT.plain.f16.a5", "0.500000"},
                                                    {"TRSQRT.tile.f16.a5", "0.250000"},
                                                    {"TRSQRT.plain.f32.a5", "0.250000"},
                                                    {"TRSQRT.plain.f16.cpu", "0.250000"}};
  EXPECT_EQ(times, expected);
  EXPECT_EQ(suite.attribute("tests").as_int(), 4);
}

TEST_F(JunitByOp, FailsOnceWithTheNumberOfFailingCasesAndTheFirstOfEachVerdict) {
  std::vector<CaseRecord> records{
      record_with(VerdictKind::conforms), record_with(VerdictKind::deviates, Deviation::value),
      record_with(VerdictKind::deviates, Deviation::value), record_with(VerdictKind::crashed)};
  records[2].name = "a later one";
  const pugi::xml_node test = test_of(records);
  EXPECT_EQ(test.select_nodes("failure|error|skipped").size(), 1U);
  EXPECT_STREQ(test.child("failure").attribute("message").value(),
               "2 of 4 cases: deviates (value): a reason");
  EXPECT_EQ(std::string(test.child("failure").text().get()),
            "1 case: conforms\n2 cases: deviates (value): a reason\n  assay replay " +
                records[1].name + "\n1 case: crashed: a reason\n  assay replay " + records[3].name);
}

TEST_F(JunitByOp, IsAnErrorWhereCasesWereLostAndNoneFailed) {
  const pugi::xml_node test =
      test_of({record_with(VerdictKind::infra), record_with(VerdictKind::conforms)});
  EXPECT_STREQ(test.child("error").attribute("message").value(), "1 of 2 cases: infra: a reason");
}

TEST_F(JunitByOp, IsSkippedOnlyWhereNoCaseWasJudged) {
  const CaseRecord unsupported = record_with(VerdictKind::unsupported);
  EXPECT_STREQ(test_of({unsupported, unsupported}).child("skipped").text().get(),
               "2 cases: unsupported: a reason");
  const pugi::xml_node test = test_of({unsupported, record_with(VerdictKind::conforms)});
  EXPECT_FALSE(test.child("skipped"));
  EXPECT_STREQ(test.child("system-out").text().get(),
               "1 case: unsupported: a reason\n1 case: conforms");
}

TEST_F(JunitByOp, HasAnErrorForEachOpOfWhichARunThatWasStoppedDidNotDoAll) {
  RunInfo info = run_info();
  info.completion = {.planned = 14, .ran = 1, .not_run = 13, .stopped = "out of time"};
  info.planned_ops = {{"TRSQRT", {.cases = 1, .legal = 1}}, {"TADD", {.cases = 13, .legal = 9}}};
  const pugi::xml_node root = write({record_with(VerdictKind::conforms)}, info);
  EXPECT_EQ(suite_of(root, "TRSQRT").attribute("errors").as_int(), 0);
  EXPECT_STREQ(suite_of(root, "TADD").child("testcase").child("error").text().get(),
               "0 of 13 planned cases ran");
  EXPECT_EQ(root.attribute("errors").as_int(), 2);  // and one of the run
  info.completion = {.planned = 14, .ran = 14};
  EXPECT_FALSE(suite_of(write({record_with(VerdictKind::conforms)}, info), "TADD"));
}

TEST_F(JunitByOp, StaysSmallWhateverReasonsSay) {
  CaseRecord record = record_with(VerdictKind::deviates, Deviation::value);
  record.verdict.reason = std::string(100'000, 'x');
  write({record, record});
  EXPECT_LT(std::filesystem::file_size(path()), 3'000U);
}

TEST(JunitTestsOf, AreByOpForTheNightlySuiteAlone) {
  EXPECT_EQ(junit_tests_of("nightly"), JunitTests::by_op);
  EXPECT_EQ(junit_tests_of("nightly, few signatures"), JunitTests::by_op);
  for (const char* suite : {"smoke", "programs", "1 named case"}) {
    EXPECT_EQ(junit_tests_of(suite), JunitTests::by_case) << suite;
  }
  for (const JunitTests tests : all_junit_tests) {
    EXPECT_EQ(junit_tests_named(name_of(tests)), tests);
  }
  EXPECT_THROW(junit_tests_named("by-night"), std::invalid_argument);
}

}  // namespace
}  // namespace assay::reports
