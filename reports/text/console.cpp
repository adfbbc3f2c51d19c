// SPDX-License-Identifier: Apache-2.0
// The summary of a run on a terminal or in a log.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <set>

#include "reference/judge/verdict/verdict.hpp"
#include "reports/findings/answer.hpp"
#include "reports/findings/extras.hpp"
#include "reports/findings/overview.hpp"
#include "reports/text/board_lines.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/choices.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/table.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_failures = 10;
constexpr std::size_t most_named = 10;  // ops in a line
constexpr std::size_t most_rows = 20;   // of a table without --all
constexpr std::size_t most_errata = 3;  // that are printed whole

struct View {
  std::ostream& out;
  bool colour;
  std::string paint(std::string_view text, Style style) const {
    return styled(text, style, colour);
  }
};

// conforms, deviates, known deviations, other failures, target-defined, unsupported, distrusted,
// undecidable or infra
using Counts = std::array<std::size_t, 7>;

constexpr std::size_t known_place = 2;

Counts counts_of(const Tally& tally) {
  return {tally.of(VerdictKind::conforms),
          tally.of(VerdictKind::deviates),
          tally.of(VerdictKind::known_deviation),
          tally.other_failures(),
          tally.of(VerdictKind::target_defined),
          tally.of(VerdictKind::unsupported),
          tally.of(VerdictKind::distrusted) + tally.of(VerdictKind::undecidable) +
              tally.of(VerdictKind::infra)};
}

// Digits per count, so that the slashes of a column are aligned. Of known deviations, 0 if a run
// has none.
using Widths = std::array<int, 7>;

Widths widths_of(const Matrix& matrix, const std::string& target) {
  Widths widths{1, 1, 0, 1, 1, 1, 1};
  for (const auto& [key, targets] : matrix) {
    const auto found = targets.find(target);
    if (found == targets.end()) continue;
    const Counts counts = counts_of(found->second);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (k == known_place && counts[k] == 0) continue;
      widths[k] = std::max(widths[k], static_cast<int>(std::to_string(counts[k]).size()));
    }
  }
  return widths;
}

Cell cell_of(const Tally& tally, const Widths& widths) {
  std::string text;
  const Counts counts = counts_of(tally);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (widths[k] == 0) continue;
    text += fmt::format("{}{:>{}}", k == 0 ? "" : "/", counts[k], widths[k]);
  }
  if (tally.worst_ulp) text += "  " + ulp_text(*tally.worst_ulp);
  const bool failed = tally.failures() > 0;
  const bool conforms = tally.of(VerdictKind::conforms) > 0;
  return {text, failed ? Style::bad : conforms ? Style::good : Style::dim};
}

void print_matrix(const View& view, const Records& records, const Matrix& matrix) {
  const std::vector<std::string> targets = targets_of(records);
  std::vector<Cell> header{{"op", Style::strong}, {"dtype", Style::strong}};
  std::vector<Widths> widths;
  for (const std::string& target : targets) {
    header.push_back({target, Style::strong});
    widths.push_back(widths_of(matrix, target));
  }
  TextTable table;
  table.add(header);
  for (const auto& [key, by_target] : matrix) {
    std::vector<Cell> row{{printable(key.first)}, {printable(key.second.name)}};
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const auto found = by_target.find(targets[k]);
      row.push_back(found == by_target.end() ? Cell{"-", Style::dim}
                                             : cell_of(found->second, widths[k]));
    }
    table.add(std::move(row));
  }
  table.print(view.out, 0, view.colour);
  const bool known = tally_of(records).of(VerdictKind::known_deviation) > 0;
  view.out << "cases: conforms/deviates/" << (known ? "known deviations, in columns with any/" : "")
           << "other failures/target-defined/unsupported/distrusted, undecidable or infra,\n"
              "then the worst distance from the exact value\n\n";
}

/// Not all that was judged conforms, or on some target nothing was.
bool is_notable(const std::map<std::string, Tally>& targets) {
  return std::ranges::any_of(targets, [](const auto& cell) {
    const Tally& tally = cell.second;
    return tally.failures() > 0 || tally.judged() == 0 ||
           tally.of(VerdictKind::known_deviation) > 0 || tally.of(VerdictKind::infra) > 0;
  });
}

Matrix notable_rows(const Matrix& matrix) {
  Matrix rows;
  for (const auto& row : matrix) {
    if (is_notable(row.second)) rows.insert(row);
  }
  return rows;
}

/// "84 more ops conform: 39,900 cases".
void print_rest(const View& view, const Matrix& all, const Matrix& shown,
                const Completion& completion) {
  if (shown.size() == all.size()) return;
  std::set<std::string> ops, shown_ops;
  for (const auto& [key, targets] : shown) shown_ops.insert(key.first);
  std::size_t rows = 0;
  std::size_t cases = 0;
  for (const auto& [key, targets] : all) {
    if (shown.contains(key)) continue;
    if (shown_ops.contains(key.first)) ++rows;
    ops.insert(key.first);
    for (const auto& [target, tally] : targets) cases += tally.total;
  }
  std::erase_if(ops, [&](const std::string& op) { return shown_ops.contains(op); });
  const std::string more = shown.empty() ? "" : " more";
  std::vector<std::string> parts;
  if (!ops.empty())
    parts.push_back(fmt::format("{}{} {}", ops.size(), more, ops.size() == 1 ? "op" : "ops"));
  if (rows > 0)
    parts.push_back(
        fmt::format("{}{} {} of these ops", rows, more, rows == 1 ? "dtype" : "dtypes"));
  view.out << fmt::format("{} {}{}: {} (--all shows them)\n\n", fmt::join(parts, " and "),
                          ops.size() + rows == 1 ? "conforms" : "conform",
                          completion.complete() ? "" : " so far", count_of(cases, "case"));
}

void print_failures(const View& view, const Records& records, const ReportExtras& extras,
                    std::size_t failures) {
  if (failures == 0) return;
  const std::size_t shown = std::min(failures, shown_failures);
  view.out << view.paint(shown == failures
                             ? count_of(failures, "failure")
                             : fmt::format("First {} of {}", shown, count_of(failures, "failure")),
                         Style::strong)
           << '\n';
  std::size_t printed = 0;
  for (const CaseRecord& record : records) {
    if (!is_failure(record.verdict.kind)) continue;
    if (printed++ == shown) break;
    view.out << "  " << printable(record.name) << "\n    "
             << view.paint(verdict_text(record.verdict), Style::bad) << ": ";
    const auto lines = wrap(printable(record.verdict.reason), 90);
    for (std::size_t k = 0; k < lines.size(); ++k)
      view.out << (k ? "      " : "") << lines[k] << '\n';
    view.out << "    " << printable(extras.replay ? extras.replay(record) : replay_command(record))
             << '\n';
  }
  view.out << '\n';
}

void print_sentence(const View& view, const RunAnswer& answer) {
  const bool stopped = answer.kind == RunAnswer::Kind::stopped;
  view.out << view.paint(answer.sentence, answer.good() ? Style::good
                                          : stopped     ? Style::strong
                                                        : Style::bad)
           << '\n';
}

/// The answer, and what it is about.
void print_answer(const View& view, const Tally& tally, const RunInfo& info,
                  const RunAnswer& answer) {
  print_sentence(view, answer);
  view.out << fmt::format("{} in {}", count_of(tally.total, "case"), duration(info.seconds));
  if (info.seconds > 0) {
    view.out << fmt::format(" ({:.0f} cases/s)", static_cast<double>(tally.total) / info.seconds);
  }
  view.out << fmt::format(", backend {}, suite {} version {}, seed {}\n\n", printable(info.backend),
                          printable(info.suite), printable(info.suite_version), info.seed);
}

/// "compared with monday: 12 new findings, 3 persisting, 1 closed; cases: 12 new, 118 accuracy
/// drift".
void print_comparison(const View& view, const ReportExtras& extras) {
  if (!has_past(extras)) return;
  const auto opened = std::ranges::count_if(
      extras.findings, [&](const Finding& one) { return is_new(extras, one); });
  std::string text =
      fmt::format("compared with {}: {}, {} persisting, {} closed",
                  extras.triage ? printable(extras.baseline) : "the run before",
                  count_of(static_cast<std::size_t>(opened), "new finding"),
                  std::ssize(extras.findings) - opened, closed_findings(extras).size());
  if (extras.triage) text += "; cases: " + counts_text(*extras.triage);
  view.out << text << "\n\n";
}

/// "2 with failures (TADD, TSUB), "; nothing for none.
std::string named_ops(const std::vector<std::string>& ops, std::string_view what) {
  if (ops.empty()) return "";
  const std::size_t shown = std::min(ops.size(), most_named);
  return fmt::format("{} {} ({}{}), ", ops.size(), what,
                     fmt::join(std::span(ops).first(shown), ", "),
                     shown < ops.size() ? ", ..." : "");
}

/// A line in place of the table. An op with a type of which a target judged nothing is named: it is
/// no evidence, whatever the others are.
void print_ops(const View& view, const Matrix& matrix) {
  struct Flags {
    bool failed = false;
    bool known = false;
    bool unjudged = false;
  };
  std::map<std::string, Flags> ops;
  for (const auto& [key, targets] : matrix) {
    Flags& flags = ops[printable(key.first)];
    for (const auto& [target, tally] : targets) {
      flags.failed = flags.failed || tally.failures() > 0;
      flags.known = flags.known || tally.of(VerdictKind::known_deviation) > 0;
      flags.unjudged = flags.unjudged || tally.judged() == 0;
    }
  }
  std::vector<std::string> failing, unjudged;
  std::size_t known = 0;
  for (const auto& [op, flags] : ops) {
    if (flags.failed) failing.push_back(op);
    if (flags.unjudged) unjudged.push_back(op);
    if (!flags.failed && flags.known) ++known;
  }
  view.out << fmt::format(
      "{}: {}{}{} with known deviations and no failure; --all shows a table\n\n",
      count_of(ops.size(), "op"), named_ops(failing, "with failures"),
      named_ops(unjudged, "with a type of which nothing was judged"), known);
}

/// The table, or a line where it is longer than a reader wants.
void print_table(const View& view, const Records& records, const Matrix& cells, TableRows rows,
                 const Completion& completion) {
  const Matrix shown = rows == TableRows::all ? cells : notable_rows(cells);
  if (rows == TableRows::notable && shown.size() > most_rows) return print_ops(view, cells);
  if (!shown.empty()) print_matrix(view, records, shown);
  print_rest(view, cells, shown, completion);
}

void print_errata_met(const View& view, const Records& records, const ReportExtras& extras,
                      TableRows rows) {
  const std::vector<MetErratum> met = errata_met(records, extras.replay);
  if (rows == TableRows::all || met.size() <= most_errata) {
    return print_errata(view.out, met, view.colour);
  }
  const auto hidden = static_cast<std::size_t>(std::ranges::count_if(met, &MetErratum::hidden));
  view.out << fmt::format(
      "{} known deviations could show in these cases: {} did, {} did not; --all lists them\n\n",
      met.size(), met.size() - hidden, hidden);
}

/// What is said of an assembler, in one line; nothing in a run without one.
void print_assembler(const View& view, const Tally& tally) {
  using Words = std::pair<AssemblerFinding, const char*>;
  static constexpr std::array<Words, assembler_findings - 1> words{{
      {AssemblerFinding::refused_legal, "legal calls refused"},
      {AssemblerFinding::failed, "failed"},
      {AssemblerFinding::uncompilable, "made C++ that does not compile"},
      {AssemblerFinding::wrong_code, "made wrong code"},
      {AssemblerFinding::accepted_illegal, "illegal calls accepted"},
      {AssemblerFinding::late, "illegal calls accepted that the library refuses"},
      {AssemblerFinding::no_text, "not run for want of assembly text"},
  }};
  std::string text;
  for (const auto& [finding, phrase] : words) {
    if (tally.of(finding) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(tally.of(finding)), phrase);
  }
  if (!text.empty()) view.out << fmt::format("cases by what the assembler did: {}\n", text);
}

void print_boards(const View& view, const Records& records, const ReportExtras& extras,
                  TableRows rows) {
  const BoardLines boards = board_lines(records, extras, rows);
  if (boards.lines.empty()) return;
  view.out << view.paint(count_of(boards.count, "board"), Style::strong) << '\n';
  for (const std::string& line : boards.lines) view.out << "  " << line << '\n';
  view.out << '\n';
}

void print_totals(const View& view, const Tally& tally, const RunInfo& info) {
  const auto cases = [&](VerdictKind kind) { return grouped(tally.of(kind)); };
  view.out << fmt::format(
      "cases not shown: {} unsupported, {} target-defined ({} elements recorded in all), {} "
      "distrusted, "
      "{} infra\n",
      cases(VerdictKind::unsupported), cases(VerdictKind::target_defined),
      grouped(tally.target_defined_elements), cases(VerdictKind::distrusted),
      cases(VerdictKind::infra));
  if (const std::size_t known = tally.of(VerdictKind::known_deviation); known > 0) {
    view.out << fmt::format("{} known deviations: wrong as errata in effect say{}\n",
                            grouped(known),
                            info.strict ? ", which --strict counts as failures" : "");
  }
  if (const std::size_t wide = tally.of(VerdictKind::undecidable); wide > 0) {
    view.out << fmt::format("{} undecidable: within bounds that are too wide to say more\n",
                            grouped(wide));
  }
  if (const std::size_t flaky = tally.of(VerdictKind::flaky); flaky > 0) {
    view.out << fmt::format("{} flaky: failed in some executions and not in others\n",
                            grouped(flaky));
  }
  print_assembler(view, tally);
  if (tally.disturbed > 0) {
    view.out << fmt::format(
        "{} left their process changed, which was set back before the next call; the first: {} "
        "({})\n",
        count_of(tally.disturbed, "case"), printable(tally.disturbed_name),
        printable(tally.disturbed_text));
  }
}

}  // namespace

void print_summary(std::ostream& out, const Records& records, const RunInfo& info, bool colour,
                   const ReportExtras& extras, TableRows rows) {
  print_summary(out, records, counted(records), info, colour, extras, rows);
}

void print_summary(std::ostream& out, const Records& records, const RunCounts& counts,
                   const RunInfo& info, bool colour, const ReportExtras& extras, TableRows rows) {
  const View view{out, colour};
  const Tally& tally = counts.all;
  const RunAnswer answer = answer_of(records, info, extras.waived);
  print_answer(view, tally, info, answer);
  print_comparison(view, extras);
  if (extras.findings.empty()) {
    print_failures(view, records, extras, tally.failures());
  } else {
    std::function<bool(const Finding&)> opened;
    if (has_past(extras)) opened = [&](const Finding& one) { return is_new(extras, one); };
    print_overview(out, extras.findings, colour, shown_failures, opened);
    print_details(out, extras.findings, colour, shown_failures);
  }
  if (!records.empty()) print_table(view, records, counts.cells, rows, info.completion);
  print_errata_met(view, records, extras, rows);
  print_choices(out, choice_profile(records), colour);
  print_waivers(out, extras.waived, colour);
  print_boards(view, records, extras, rows);
  print_totals(view, tally, info);
  if (tally.failures() > 0) print_sentence(view, answer);
}

}  // namespace assay::reports
