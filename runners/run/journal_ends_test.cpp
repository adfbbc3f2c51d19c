// SPDX-License-Identifier: Apache-2.0
// The end of a journal, and the handling of a journal without one.
#include "runners/run/journal_ends.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace assay::runners {
namespace {

Records cases(std::size_t count, std::size_t backends = 1) {
  Records records;
  for (std::size_t i = 0; i < count * backends; ++i) {
    CaseRecord record;
    record.index = i / backends;
    records.push_back(record);
  }
  return records;
}

Journal journal_of(std::size_t planned, std::size_t ran) {
  return {.head = JournalHead{planned, {{"TADD", {planned, 1}}}}, .records = cases(ran), .end = {}};
}

TEST(JournalEnds, ComeBackFromTheirLines) {
  const JournalHead head{7, {{"TADD", {5, 4}}, {"TSUB", {2, 0}}}};
  const auto read = head_from(to_json(head));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->planned, head.planned);
  EXPECT_EQ(read->ops, head.ops);
  const JournalEnd end{.completion = {.planned = 7,
                                      .ran = 3,
                                      .not_run = 4,
                                      .stopped = "out of time",
                                      .partial_ok = true},
                       .cases = 3,
                       .board_lost = true,
                       .seconds = 1.5};
  const auto last = end_from(to_json(end));
  ASSERT_TRUE(last);
  EXPECT_EQ(last->completion, end.completion);
  EXPECT_EQ(last->cases, 3U);
  EXPECT_TRUE(last->board_lost);
  EXPECT_EQ(last->seconds, 1.5);
}

TEST(JournalEnds, AreNoOtherLinesAndRefuseDamage) {
  EXPECT_FALSE(head_from(R"({"name":"journal"})"));
  EXPECT_FALSE(end_from(to_json(JournalHead{})));
  EXPECT_THROW(head_from(R"({"journal":{"version":9,"planned":1,"ops":{}}})"), std::runtime_error);
  EXPECT_THROW(head_from(R"({"journal":{"version":3}})"), std::runtime_error);
  EXPECT_THROW(end_from(R"({"end":{"complete":true}})"), std::runtime_error);
  std::string lie = to_json(JournalEnd{.completion = {.planned = 2, .ran = 1, .not_run = 1}});
  lie.replace(lie.find("false"), 5, "true");
  EXPECT_THROW(end_from(lie), std::runtime_error);
}

TEST(Completion, IsWhatTheLastLineSays) {
  Journal journal = journal_of(3, 3);
  journal.end = JournalEnd{.completion = {.planned = 3, .ran = 3}};
  EXPECT_TRUE(completion_of(journal, {}).complete());
  journal.end->completion.stopped = "interrupted";
  EXPECT_FALSE(completion_of(journal, {}).complete());
}

TEST(Completion, IsNotThereWithoutALastLineHoweverManyCasesAre) {
  for (const std::size_t ran : {std::size_t{0}, std::size_t{2}, std::size_t{3}}) {
    const Completion found =
        completion_of(journal_of(3, ran), {.planned = 3, .summary = Completion{}});
    EXPECT_FALSE(found.complete()) << ran;
    EXPECT_EQ(found.planned, 3U);
    EXPECT_EQ(found.ran, ran);
    EXPECT_EQ(found.not_run, 3 - ran);
  }
}

TEST(Completion, OfAnOlderJournalIsWhatItsSummarySaysOrItsCasesShow) {
  const Journal journal{.head = {}, .records = cases(3, 2), .end = {}};
  EXPECT_EQ(cases_in(journal.records), 3U);
  EXPECT_TRUE(completion_of(journal, {.planned = 3}).complete());
  EXPECT_FALSE(completion_of(journal, {.planned = 4}).complete());
  EXPECT_FALSE(completion_of(journal, {}).complete());
  EXPECT_EQ(completion_of(journal, {}).planned, 0U);
  const Completion all{.planned = 5};  // two of which cannot be drawn
  EXPECT_TRUE(completion_of(journal, {.planned = 5, .summary = all}).complete());
  const Completion some{.planned = 5, .not_run = 2, .stopped = "out of time"};
  const Completion found = completion_of(journal, {.planned = 5, .summary = some});
  EXPECT_FALSE(found.complete());
  EXPECT_EQ(found.stopped, "out of time");
  EXPECT_EQ(found.ran, 3U);
}

}  // namespace
}  // namespace assay::runners
