// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/extras.hpp"

#include <algorithm>

#include "reports/findings/trend.hpp"

namespace assay::reports {

bool has_past(const ReportExtras& extras) { return extras.triage || extras.history.size() > 1; }

std::string board_facts(const ReportExtras& extras, const std::string& board) {
  const auto found = extras.boards.find(board);
  if (found != extras.boards.end()) return found->second;
  const auto whole = extras.boards.find(board.substr(0, board.rfind('/')));
  return whole == extras.boards.end() ? "" : whole->second;
}

std::vector<std::string> closed_findings(const ReportExtras& extras) {
  if (extras.triage) return extras.triage->closed;
  if (!has_past(extras)) return {};
  std::vector<std::string> titles;
  const std::vector<TrendStep> trend = trend_of(extras.history);
  for (const SummarizedFinding& finding : trend.back().closed) titles.push_back(finding.title);
  return titles;
}

bool is_new(const ReportExtras& extras, const Finding& finding) {
  if (extras.triage) {
    const std::vector<std::string>& opened = extras.triage->opened;
    return std::ranges::find(opened, finding.id) != opened.end();
  }
  return extras.history.empty() || finding.first_seen == extras.history.back().started;
}

}  // namespace assay::reports
