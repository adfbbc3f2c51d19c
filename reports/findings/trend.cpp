// SPDX-License-Identifier: Apache-2.0
// What changed over the runs of a history.
#include "reports/findings/trend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "reports/words/completion.hpp"
#include "reports/words/json_text.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

std::vector<SummarizedFinding> without(const std::vector<SummarizedFinding>& list,
                                       const std::vector<SummarizedFinding>& others) {
  std::vector<SummarizedFinding> rest;
  std::ranges::copy_if(list, std::back_inserter(rest), [&](const SummarizedFinding& one) {
    return std::ranges::find(others, one.id, &SummarizedFinding::id) == others.end();
  });
  return rest;
}

std::string stopped_line(const RunSummary& summary) {
  return summary.complete() ? "" : stopped_text(*summary.completion);
}

std::string rate_text(const RunSummary& summary) {
  const auto rate = summary.pass_rate();
  const std::string text = rate ? fmt::format("{:.2f} %", 100 * *rate) : "-";
  return summary.complete() ? text : text + " so far";
}

std::string ulp_or_dash(const std::optional<double>& ulp) { return ulp ? ulp_text(*ulp) : "-"; }

using CellHistory = std::vector<std::pair<const RunSummary*, const RunSummaryCell*>>;

/// Cells by name, with the runs that judged them.
std::map<std::string, CellHistory> cells_of(std::span<const RunSummary> summaries) {
  std::map<std::string, CellHistory> cells;
  for (const RunSummary& summary : summaries) {
    for (const auto& [name, cell] : summary.cells) cells[name].emplace_back(&summary, &cell);
  }
  return cells;
}

bool moved(const CellHistory& history) {
  const RunSummaryCell& first = *history.front().second;
  return std::ranges::any_of(history, [&](const auto& one) {
    return one.second->failed != first.failed || one.second->worst_ulp != first.worst_ulp;
  });
}

void print_runs(std::ostream& out, std::span<const TrendStep> steps, bool colour) {
  TextTable table;
  table.add({{"run", Style::strong},
             {"backend", Style::strong},
             {"judged", Style::strong},
             {"pass rate", Style::strong},
             {"flaky", Style::strong},
             {"known", Style::strong},
             {"findings", Style::strong},
             {"opened", Style::strong},
             {"closed", Style::strong}});
  for (const TrendStep& step : steps) {
    const RunSummary& summary = *step.summary;
    table.add({{printable(summary.started)},
               {printable(summary.backend)},
               {fmt::format("{}", summary.judged)},
               {rate_text(summary), summary.failed > 0   ? Style::bad
                                    : summary.complete() ? Style::good
                                                         : Style::strong},
               {fmt::format("{}", summary.flaky)},
               {fmt::format("{}", summary.known)},
               {fmt::format("{}", summary.findings.size())},
               {fmt::format("{}", step.opened.size())},
               {fmt::format("{}", step.closed.size())}});
  }
  table.print(out, 0, colour);
}

double failing_share(const RunSummaryCell& cell) {
  return cell.judged == 0 ? 0 : static_cast<double>(cell.failed) / static_cast<double>(cell.judged);
}

/// How a cell changed in its last run. A failure may have no distance, so failures count before
/// distances: a run that fails more is worse, even if its largest distance is smaller.
enum class Change : std::uint8_t { worse, better, earlier };

Change change_of(const CellHistory& history) {
  if (history.size() < 2) return Change::earlier;
  const RunSummaryCell& last = *history.back().second;
  const RunSummaryCell& previous = *history[history.size() - 2].second;
  const auto rank = [](const RunSummaryCell& cell) {
    return std::pair(failing_share(cell), cell.worst_ulp.value_or(0));
  };
  if (rank(last) == rank(previous)) return Change::earlier;
  return rank(last) > rank(previous) ? Change::worse : Change::better;
}

/// What changed in the last run comes first, so that the rest is older.
constexpr std::size_t shown_cells = 20;

std::string_view text_of(Change change) {
  constexpr std::array<std::string_view, 3> texts{"worse", "better", ""};
  return texts[static_cast<std::size_t>(change)];
}

/// The cells that changed: those that are worse in their last run first, and of these the one with
/// the largest share of failures.
std::vector<std::pair<std::string, CellHistory>> changed_cells(
    std::span<const RunSummary> summaries) {
  std::vector<std::pair<std::string, CellHistory>> cells;
  for (auto& [name, history] : cells_of(summaries)) {
    if (moved(history)) cells.emplace_back(name, std::move(history));
  }
  std::ranges::stable_sort(cells, {}, [](const auto& cell) {
    const Change change = change_of(cell.second);
    const double share = failing_share(*cell.second.back().second);
    return std::pair(change, change == Change::worse ? -share : 0);
  });
  return cells;
}

void print_cells(std::ostream& out, std::span<const RunSummary> summaries, bool colour) {
  auto cells = changed_cells(summaries);
  if (cells.empty()) return;
  const std::size_t more = cells.size() - std::min(cells.size(), shown_cells);
  cells.resize(cells.size() - more);
  TextTable table;
  table.add({{"op dtype", Style::strong},
             {"last", Style::strong},
             {"run", Style::strong},
             {"failed", Style::strong},
             {"worst distance", Style::strong}});
  for (const auto& [name, history] : cells) {
    const RunSummaryCell* last = nullptr;
    const Change change = change_of(history);
    for (const auto& [summary, cell] : history) {
      const bool same =
          last != nullptr && last->failed == cell->failed && last->worst_ulp == cell->worst_ulp;
      last = cell;
      if (same) continue;
      const Style style = change == Change::worse ? Style::bad : Style::plain;
      table.add({{printable(name)},
                 {std::string(text_of(change)), style},
                 {printable(summary->started)},
                 {fmt::format("{} of {}", cell->failed, cell->judged)},
                 {ulp_or_dash(cell->worst_ulp)}});
    }
  }
  out << '\n';
  table.print(out, 0, colour);
  if (more > 0) {
    out << fmt::format("and {} that changed less lately (--format json has all)\n",
                       count_of(more, "more row"));
  }
}

Json json_of(const std::vector<SummarizedFinding>& findings) {
  Json list = Json::array();
  for (const SummarizedFinding& one : findings) {
    list.push_back(Json{{"id", one.id}, {"title", one.title}, {"failing", one.failing}});
  }
  return list;
}

}  // namespace

std::vector<TrendStep> trend_of(std::span<const RunSummary> summaries) {
  std::vector<TrendStep> steps;
  std::map<std::pair<std::string, std::string>, std::vector<SummarizedFinding>> open_findings;
  for (const RunSummary& summary : summaries) {
    std::vector<SummarizedFinding>& open = open_findings[{summary.backend, summary.suite}];
    TrendStep step{&summary, without(summary.findings, open), {}};
    std::vector<SummarizedFinding> gone = without(open, summary.findings);
    open = summary.findings;
    // Findings whose cases did not run may still be open.
    if (summary.complete()) {
      step.closed = std::move(gone);
    } else {
      open.insert(open.end(), gone.begin(), gone.end());
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

void print_trend(std::ostream& out, std::span<const RunSummary> summaries, bool colour) {
  if (summaries.empty()) {
    out << "no runs\n";
    return;
  }
  const std::vector<TrendStep> steps = trend_of(summaries);
  print_runs(out, steps, colour);
  for (const TrendStep& step : steps) {
    if (const std::string stopped = stopped_line(*step.summary); !stopped.empty()) {
      out << printable(step.summary->started) << "  " << stopped << '\n';
    }
    for (const SummarizedFinding& one : step.opened) {
      out << fmt::format("{}  opened  {}  {}\n", printable(step.summary->started), one.id,
                         printable(one.title));
    }
    for (const SummarizedFinding& one : step.closed) {
      out << fmt::format("{}  closed  {}  {}\n", printable(step.summary->started), one.id,
                         printable(one.title));
    }
  }
  print_cells(out, summaries, colour);
}

std::string trend_as_json(std::span<const RunSummary> summaries) {
  Json list = Json::array();
  for (const TrendStep& step : trend_of(summaries)) {
    Json json = parsed_json(to_json(*step.summary));
    json["opened"] = json_of(step.opened);
    json["closed"] = json_of(step.closed);
    list.push_back(std::move(json));
  }
  return Json{{"runs", list}}.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string trend_as_markdown(std::span<const RunSummary> summaries) {
  std::string text =
      "| run | backend | judged | pass rate | flaky | findings | opened | closed |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const TrendStep& step : trend_of(summaries)) {
    text += fmt::format("| {} | `{}` | {} | {} | {} | {} | {} | {} |\n", step.summary->started,
                        printable(step.summary->backend), step.summary->judged,
                        rate_text(*step.summary), step.summary->flaky,
                        step.summary->findings.size(), step.opened.size(), step.closed.size());
  }
  for (const RunSummary& summary : summaries) {
    if (!summary.complete())
      text += fmt::format("\n{}: {}\n", summary.started, stopped_line(summary));
  }
  return text;
}

}  // namespace assay::reports
