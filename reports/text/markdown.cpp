// SPDX-License-Identifier: Apache-2.0
// A run as a short text for a chat message or a tracker issue.
#include <fmt/format.h>

#include <algorithm>

#include "reports/findings/answer.hpp"
#include "reports/findings/extras.hpp"
#include "reports/text/board_lines.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_findings = 10;
constexpr std::size_t shown_title = 200;
/// A command line that is cut off does not replay.
constexpr std::size_t longest_replay = 800;
/// Bytes of findings: with the rest the text fits the 4,000 characters that chats recommend.
constexpr std::size_t most_bytes = 3000;

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

/// As code; a name of a case or a command contains no backtick.
std::string code(std::string_view value) {
  std::string text = printable(value);
  std::ranges::replace(text, '`', '\'');
  std::ranges::replace(text, '\n', ' ');
  return "`" + text + "`";
}

std::string shortened(std::string text) {
  if (text.size() <= shown_title) return text;
  std::size_t end = shown_title;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

struct Entry {
  const Finding* finding = nullptr;
  bool fresh = false;  ///< and earlier runs are known
  bool waived = false;
};

/// New ones first, waived ones last, otherwise as they are: largest first.
std::vector<Entry> entries_of(const ReportExtras& extras) {
  std::vector<Entry> entries;
  for (const Finding& finding : extras.findings) {
    entries.push_back({&finding, has_past(extras) && is_new(extras, finding),
                       finding.waived > 0 && finding.waived >= finding.failing});
  }
  std::ranges::stable_sort(entries, {}, [](const Entry& one) {
    return one.waived ? 2 : one.fresh ? 0 : 1;
  });
  return entries;
}

std::string entry_text(const Entry& entry) {
  const Finding& finding = *entry.finding;
  return fmt::format("- **{}{}** ({}; {})  \n  {}\n", entry.fresh ? "new: " : "",
                     plain(shortened(finding.title)), finding.id, plain(coverage_text(finding)),
                     finding.replay.size() > longest_replay ? "replay line: see assay findings"
                                                            : code(finding.replay));
}

std::string left_out_text(std::span<const Entry> entries) {
  std::size_t failing = 0;
  std::size_t fresh = 0;
  for (const Entry& entry : entries) {
    failing += entry.finding->failing;
    fresh += entry.fresh ? 1 : 0;
  }
  return fmt::format("- and {} more {}{}, with {}: see assay findings\n", entries.size(),
                     entries.size() == 1 ? "finding" : "findings",
                     fresh > 0 ? fmt::format(", {} of them new", fresh) : "",
                     count_of(failing, "failing case"));
}

std::string findings_text(const ReportExtras& extras) {
  const std::vector<Entry> entries = entries_of(extras);
  if (entries.empty()) return "";
  std::string text = count_of(entries.size(), "finding");
  if (has_past(extras)) {
    text += fmt::format(", {} new", std::ranges::count_if(entries, &Entry::fresh));
  }
  text += ":\n\n";
  std::size_t shown = 0;
  for (; shown < std::min(entries.size(), shown_findings); ++shown) {
    const std::string entry = entry_text(entries[shown]);
    if (text.size() + entry.size() > most_bytes) break;
    text += entry;
  }
  if (shown < entries.size()) text += left_out_text(std::span(entries).subspan(shown));
  return text + "\n";
}

std::string counts_text(const Tally& tally, const RunInfo& info) {
  std::string text;
  for (const VerdictKind kind : all_verdicts) {
    if (tally.of(kind) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tally.of(kind), plain(name_of(kind)));
  }
  if (info.completion.not_run > 0) text += fmt::format("; {} not run", info.completion.not_run);
  if (tally.worst_ulp) text += fmt::format("; worst {}", ulp_text(*tally.worst_ulp));
  return text.empty() ? text : text + ".\n";
}

std::string waivers_text(const Waived& waived) {
  return waived.fails() ? "A waiver expired or was not needed.\n" : "";
}

/// One line for each erratum in effect that the run exercised.
std::string errata_text(const Records& records) {
  std::string text;
  for (const MetErratum& met : errata_met(records)) {
    text += fmt::format(
        "- {}: {} ({})\n", plain(met.number), plain(shortened(met.title)),
        met.hidden()
            ? fmt::format("{} exercised it, none shows it: fixed?", count_of(met.exercised, "case"))
            : fmt::format("{}, {} elements", count_of(met.cases, "case"), met.elements));
  }
  return text.empty() ? text : "Errata in effect:\n\n" + text + "\n";
}

std::string boards_text(const Records& records, const ReportExtras& extras) {
  std::string text;
  for (const std::string& line : board_lines(records, extras, TableRows::notable).lines) {
    text += fmt::format("- {}\n", plain(line));
  }
  return text.empty() ? text : "Boards:\n\n" + text + "\n";
}

}  // namespace

std::string as_markdown(const Records& records, const RunInfo& info, const ReportExtras& extras) {
  const Tally tally = tally_of(records);
  return fmt::format("**{}**\n\n{}{}{}{}{}\nSuite {} version {}, backend {}, seed {}.\n",
                     plain(answer_of(records, info, extras.waived).sentence), findings_text(extras),
                     errata_text(records), boards_text(records, extras), counts_text(tally, info),
                     waivers_text(extras.waived), plain(info.suite), plain(info.suite_version),
                     code(info.backend), info.seed);
}

}  // namespace assay::reports
