// SPDX-License-Identifier: Apache-2.0
#include "reports/words/boards.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/words/text.hpp"

namespace assay::reports {

void add_to(BoardTally& boards, const CaseRecord& record) {
  if (record.board.empty()) return;
  BoardCases& board = boards[record.board];
  ++board.cases;
  if (is_failure(record.verdict.kind)) ++board.failures;
  if (record.verdict.kind == VerdictKind::infra) ++board.infra;
}

BoardTally boards_of(const Records& records) {
  BoardTally boards;
  for (const CaseRecord& record : records) add_to(boards, record);
  return boards;
}

std::string infra_place(const BoardTally& boards, std::size_t lost) {
  if (boards.size() < 2) return {};
  const auto& [name, most] =
      *std::ranges::max_element(boards, {}, [](const auto& one) { return one.second.infra; });
  if (2 * most.infra <= lost) return {};
  return fmt::format(", {} on {}", most.infra == lost ? "all" : grouped(most.infra) + " of them",
                     printable(name));
}

std::string text_of(const BoardCases& board) {
  return fmt::format("{}, {} failing, {} infra", count_of(board.cases, "case"),
                     grouped(board.failures), grouped(board.infra));
}

}  // namespace assay::reports
