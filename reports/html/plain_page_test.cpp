// SPDX-License-Identifier: Apache-2.0
// Laws of reports from a program that was built without the page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/html/page.hpp"
#include "reports/html/run_page.hpp"
#include "reports/sweep/sweep.hpp"
#include "reports/words/fixtures_test.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(PlainPage, SaysOfARunWhatTheConsoleSays) {
  const Scratch scratch;
  CaseRecord record = record_with(VerdictKind::deviates, Deviation::value);
  record.verdict.reason = "1 < 2 & <b>";
  write_html(scratch.file("report.html"), std::vector{record}, run_info());
  const std::string text = content_of(scratch.file("report.html"));
  EXPECT_THAT(text, AllOf(StartsWith("<!DOCTYPE html>"),
                          HasSubstr("Does not conform: 1 of 1 judged case failed."),
                          HasSubstr(replay_command(record)), HasSubstr("1 &lt; 2 &amp; &lt;b&gt;"),
                          Not(HasSubstr("<script"))));
  EXPECT_EQ(occurrences(text, "<pre"), 1U);
}

TEST(PlainPage, SaysOfASweepWhatTheConsoleSays) {
  const Scratch scratch;
  SweepRecord record;
  record.op = "TABS";
  record.arguments = {"src"};
  write_sweep_html(scratch.file("sweep.html"), record);
  EXPECT_THAT(content_of(scratch.file("sweep.html")),
              AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("swept      TABS"),
                    Not(HasSubstr("<script"))));
}

TEST(PlainPage, IsAnnouncedInOneLine) {
  EXPECT_EQ(page_note("report.html"), "report.html is plain: built without npm");
}

}  // namespace
}  // namespace assay::reports
