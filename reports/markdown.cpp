// SPDX-License-Identifier: Apache-2.0
// A run as a short text for a chat message or a tracker issue.
#include <fmt/format.h>

#include <algorithm>

#include "reports/report.hpp"
#include "reports/tally.hpp"
#include "reports/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_groups = 10;
constexpr std::size_t shown_reason = 200;

/// Letters that mean something in Markdown lose it.
std::string plain(std::string_view value) {
  std::string text;
  for (const char letter : printable(value)) {
    if (letter == '\n') {
      text += ' ';
      continue;
    }
    if (std::string_view("\\`*_[]<>|#~").find(letter) != std::string_view::npos) text += '\\';
    text += letter;
  }
  return text;
}

/// As code; a name of a case or a command has no backtick of its own.
std::string code(std::string_view value) {
  std::string text = printable(value);
  std::ranges::replace(text, '`', '\'');
  std::ranges::replace(text, '\n', ' ');
  return "`" + text + "`";
}

std::string shortened(std::string text) {
  if (text.size() <= shown_reason) return text;
  std::size_t end = shown_reason;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

std::string groups_text(const std::vector<FailureGroup>& groups) {
  std::string text;
  for (std::size_t i = 0; i < std::min(groups.size(), shown_groups); ++i) {
    const FailureGroup& group = groups[i];
    const CaseRecord& first = *group.cases.front();
    text += fmt::format("- **{} {}: {}**, {}: {}  \n  {}\n", plain(group.op), plain(group.dtype),
                        plain(group.verdict), count_of(group.cases.size(), "case"),
                        plain(shortened(first.verdict.reason)), code(replay_command(first)));
  }
  if (groups.size() > shown_groups) {
    text += fmt::format("- and {} more\n", count_of(groups.size() - shown_groups, "group"));
  }
  return groups.empty() ? text : text + "\n";
}

std::string counts_text(const Tally& tally, const RunInfo& info) {
  std::string text;
  for (const VerdictKind kind : all_verdicts) {
    if (tally.of(kind) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tally.of(kind), plain(name_of(kind)));
  }
  if (info.not_run > 0) {
    text += fmt::format("; {} not run ({})", info.not_run, plain(info.stopped));
  }
  if (tally.worst_ulp) text += fmt::format("; worst {}", ulp_text(*tally.worst_ulp));
  return text + ".\n";
}

}  // namespace

std::string as_markdown(std::span<const CaseRecord> records, const RunInfo& info) {
  const Tally tally = tally_of(records);
  return fmt::format("**{}**\n\n{}{}\nSuite {} version {}, backend {}, seed {}.\n",
                     plain(headline(tally).sentence), groups_text(failure_groups(records)),
                     counts_text(tally, info), plain(info.suite), plain(info.suite_version),
                     code(info.backend), info.seed);
}

}  // namespace assay::reports
