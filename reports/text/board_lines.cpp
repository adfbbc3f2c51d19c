// SPDX-License-Identifier: Apache-2.0
#include "reports/text/board_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "reports/words/boards.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t most_boards = 5;  // that are listed without --all

}  // namespace

BoardLines board_lines(const Records& records, const ReportExtras& extras, TableRows rows) {
  const BoardTally tally = boards_of(records);
  BoardLines made{tally.size(), {}};
  if (tally.empty()) return made;
  if (tally.size() == 1 && board_facts(extras, tally.begin()->first).empty()) return made;
  std::vector<std::pair<std::string, BoardCases>> boards(tally.begin(), tally.end());
  std::ranges::stable_sort(boards, std::greater<>(), [](const auto& one) {
    return std::pair(one.second.infra, one.second.failures);
  });
  const bool all = rows == TableRows::all || boards.size() <= most_boards;
  const std::size_t shown = all ? boards.size() : most_boards;
  for (const auto& [board, counts] : std::span(boards).first(shown)) {
    const std::string facts = printable(board_facts(extras, board));
    made.lines.push_back(fmt::format("{}: {}{}{}", printable(board), text_of(counts),
                                     facts.empty() ? "" : "; ", facts));
  }
  if (all) return made;
  BoardCases rest;
  for (const auto& [board, counts] : std::span(boards).subspan(shown)) {
    rest.cases += counts.cases;
    rest.failures += counts.failures;
    rest.infra += counts.infra;
  }
  made.lines.push_back(
      fmt::format("{} more: {} (--all lists them)", boards.size() - shown, text_of(rest)));
  return made;
}

}  // namespace assay::reports
