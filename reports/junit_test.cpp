// SPDX-License-Identifier: Apache-2.0
// Laws of the JUnit file, read back with a parser.
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "reports/fixtures_test.hpp"
#include "reports/report.hpp"

namespace assay::reports {
namespace {

class Junit : public testing::Test {
 protected:
  pugi::xml_node write(const std::vector<CaseRecord>& records) {
    write_junit(scratch_.file("junit.xml"), records, run_info());
    const auto result = document_.load_file(scratch_.file("junit.xml").c_str());
    EXPECT_TRUE(result) << result.description();
    return document_.child("testsuites");
  }

 private:
  Scratch scratch_;
  pugi::xml_document document_;
};

TEST_F(Junit, CountsMatchTheElementsOfASuite) {
  const pugi::xml_node root = write(one_of_each());
  const pugi::xml_node suite = root.child("testsuite");
  for (const pugi::xml_node& node : {root, suite}) {
    EXPECT_EQ(node.attribute("tests").as_int(), 10);
    EXPECT_EQ(node.attribute("failures").as_int(), 3);  // failures but crashed and timed_out
    EXPECT_EQ(node.attribute("errors").as_int(), 4);    // crashed, timed_out, distrusted, infra
    EXPECT_EQ(node.attribute("skipped").as_int(), 1);
    EXPECT_DOUBLE_EQ(node.attribute("time").as_double(), 2.5);
  }
  EXPECT_EQ(suite.select_nodes("testcase").size(), 10U);
  EXPECT_EQ(suite.select_nodes("testcase/failure").size(), 3U);
  EXPECT_EQ(suite.select_nodes("testcase/error").size(), 4U);
  EXPECT_EQ(suite.select_nodes("testcase/skipped").size(), 1U);
}

TEST_F(Junit, HasASuitePerOp) {
  std::vector<CaseRecord> records(3, record_with(VerdictKind::conforms));
  records[1].op = "TLOAD";
  const pugi::xml_node root = write(records);
  EXPECT_EQ(root.select_nodes("testsuite").size(), 2U);
  EXPECT_EQ(root.select_node("testsuite[@name='TLOAD']/@tests").attribute().as_int(), 1);
  EXPECT_EQ(root.select_node("testsuite[@name='TRSQRT']/@tests").attribute().as_int(), 2);
}

TEST_F(Junit, NamesACaseByItsNameAndClass) {
  const auto record = record_with(VerdictKind::deviates, Deviation::stray_read);
  const pugi::xml_node root = write({record});
  const pugi::xml_node test = root.select_node("testsuite/testcase").node();
  EXPECT_EQ(test.attribute("name").value(), record.name);
  EXPECT_STREQ(test.attribute("classname").value(), "TRSQRT.a5.f16");
  EXPECT_STREQ(test.attribute("time").value(), "0.250000");
  EXPECT_STREQ(test.child("failure").attribute("message").value(), "a reason");
  EXPECT_STREQ(test.child("failure").attribute("type").value(), "deviates (stray_read)");
  EXPECT_EQ(test.child("failure").text().get(),
            "deviates (stray_read): a reason\nassay replay " + record.name);
}

TEST_F(Junit, EscapesWhateverAReasonHolds) {
  auto record = record_with(VerdictKind::crashed);
  record.name = nasty;
  record.verdict.reason = std::string(nasty) + "\x01]]>\xff";
  const pugi::xml_node root = write({record});
  const pugi::xml_node test = root.select_node("testsuite/testcase").node();
  EXPECT_STREQ(test.attribute("name").value(), nasty);
  EXPECT_EQ(test.child("error").attribute("message").value(), std::string(nasty) + "\\x01]]>\\xff");
}

TEST_F(Junit, IsCompleteForARunWithoutCases) {
  const pugi::xml_node root = write({});
  EXPECT_STREQ(root.attribute("tests").value(), "0");
  EXPECT_EQ(root.select_nodes("testsuite").size(), 0U);
}

TEST_F(Junit, RecordsWhenAndWhereTheSuiteRan) {
  const pugi::xml_node suite = write(one_of_each()).child("testsuite");
  EXPECT_STREQ(suite.attribute("timestamp").value(), "2024-02-29T10:00:00");
  EXPECT_STREQ(suite.attribute("hostname").value(), "board & co");
  EXPECT_STREQ(suite.select_node("properties/property[@name='seed']/@value").attribute().value(),
               "7");
}

}  // namespace
}  // namespace assay::reports
