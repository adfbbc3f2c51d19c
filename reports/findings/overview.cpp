// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/overview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "reports/findings/proof.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

void print_finding(std::ostream& out, const Finding& finding, bool colour) {
  out << "  " << finding.id << "  " << styled(printable(finding.title), Style::bad, colour) << '\n'
      << "    " << coverage_text(finding) << '\n';
  if (!finding.first_seen.empty()) out << "    first seen " << finding.first_seen << '\n';
  for (const std::string& line : wrap(printable(finding.reason), 90)) {
    out << "    " << line << '\n';
  }
  out << "    " << printable(finding.replay) << '\n';
  for (const std::string& line : finding.explanation) out << "      " << printable(line) << '\n';
  if (!finding.shrunk.empty()) out << "      " << printable(finding.shrunk_replay) << '\n';
}

}  // namespace

std::string counts_text(const Triage& triage) {
  std::string text;
  for (const Change change : all_changes) {
    if (triage.of(change) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(triage.of(change)),
                        name_of(change));
  }
  return text.empty() ? "no cases" : text;
}

std::string overview_text(std::span<const Finding> findings) {
  std::size_t cases = 0;
  std::size_t explained = 0;
  for (const Finding& finding : findings) {
    cases += finding.failing;
    const bool has_cause = !finding.rule.empty() || !text_of(finding.proof).empty();
    if (has_cause) ++explained;
  }
  return fmt::format("{} in {}; {} {} a probable cause", count_of(cases, "failing case"),
                     count_of(findings.size(), "finding"), explained,
                     explained == 1 ? "has" : "have");
}

void print_overview(std::ostream& out, std::span<const Finding> findings, bool colour,
                    std::size_t limit, const std::function<bool(const Finding&)>& is_new) {
  constexpr std::size_t most_lines = 30;
  const std::size_t lines = std::min(findings.size(), std::max(limit, most_lines));
  if (findings.empty()) return;
  if (findings.size() == 1 && !is_new) {
    out << styled("1 finding", Style::strong, colour) << '\n';
    return;
  }
  out << styled(overview_text(findings), Style::strong, colour) << '\n';
  TextTable table;
  for (const Finding& finding : findings.first(lines)) {
    std::vector<Cell> row;
    if (is_new) row.push_back({is_new(finding) ? "new" : "", Style::bad});
    row.push_back({finding.id});
    row.push_back({grouped(finding.failing)});
    row.push_back({printable(finding.title)});
    table.add(std::move(row));
  }
  table.print(out, 2, colour);
  if (lines < findings.size()) {
    out << fmt::format("  and {} more: see assay findings\n", findings.size() - lines);
  }
}

void print_details(std::ostream& out, std::span<const Finding> findings, bool colour,
                   std::size_t limit) {
  const std::size_t shown = std::min(findings.size(), limit);
  if (findings.size() > 1) {
    const std::string what =
        shown == findings.size() ? "Findings" : fmt::format("The first {}", shown);
    out << '\n' << styled(what + " in detail", Style::strong, colour) << '\n';
  }
  for (const Finding& finding : findings.first(shown)) print_finding(out, finding, colour);
  out << '\n';
}

}  // namespace assay::reports
