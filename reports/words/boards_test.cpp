// SPDX-License-Identifier: Apache-2.0
#include "reports/words/boards.hpp"

#include <gtest/gtest.h>

#include "reports/words/fixtures_test.hpp"

namespace assay::reports {
namespace {

CaseRecord on(const std::string& board, VerdictKind kind) {
  CaseRecord record;
  record.name = "TADD/" + board;
  record.verdict.kind = kind;
  record.board = board;
  return record;
}

TEST(Boards, AreCountedByNameWithWhatFailedAndWhatWasLost) {
  Records records;
  for (const VerdictKind kind : {VerdictKind::conforms, VerdictKind::crashed, VerdictKind::infra}) {
    records.push_back(on("npu7", kind));
  }
  records.push_back(on("npu5", VerdictKind::conforms));
  records.push_back(on("", VerdictKind::infra));  // a shard that never came
  const BoardTally boards = boards_of(records);
  ASSERT_EQ(boards.size(), 2U);
  EXPECT_EQ(text_of(boards.at("npu7")), "3 cases, 1 failing, 1 infra");
  EXPECT_EQ(text_of(boards.at("npu5")), "1 case, 0 failing, 0 infra");
}

TEST(Boards, AreNamedWhereOneOfSeveralLostMost) {
  BoardTally boards{{"npu7", {.cases = 152, .infra = 152}}};
  EXPECT_EQ(infra_place(boards, 152), "");  // there was no other
  boards["npu5"] = {.cases = 10};
  EXPECT_EQ(infra_place(boards, 152), ", all on npu7");
  EXPECT_EQ(infra_place(boards, 200), ", 152 of them on npu7");
  EXPECT_EQ(infra_place(boards, 304), "");
  EXPECT_EQ(infra_place({{"npu5", {.cases = 1}}, {"npu7", {.cases = 1}}}, 3), "");
}

}  // namespace
}  // namespace assay::reports
