// SPDX-License-Identifier: Apache-2.0
// What changed over the runs of a history.
#include "reports/findings/trend.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::vector<NightFinding> without(const std::vector<NightFinding>& list,
                                  const std::vector<NightFinding>& others) {
  std::vector<NightFinding> rest;
  std::ranges::copy_if(list, std::back_inserter(rest), [&](const NightFinding& one) {
    return std::ranges::find(others, one.id, &NightFinding::id) == others.end();
  });
  return rest;
}

std::string stopped_line(const Night& night) {
  return night.complete() ? "" : stopped_text(*night.completion);
}

std::string rate_text(const Night& night) {
  const auto rate = night.pass_rate();
  const std::string text = rate ? fmt::format("{:.2f} %", 100 * *rate) : "-";
  return night.complete() ? text : text + " so far";
}

std::string ulp_or_dash(const std::optional<double>& ulp) { return ulp ? ulp_text(*ulp) : "-"; }

using CellHistory = std::vector<std::pair<const Night*, const NightCell*>>;

/// Cells by name, with the runs that judged them.
std::map<std::string, CellHistory> cells_of(std::span<const Night> nights) {
  std::map<std::string, CellHistory> cells;
  for (const Night& night : nights) {
    for (const auto& [name, cell] : night.cells) cells[name].emplace_back(&night, &cell);
  }
  return cells;
}

bool moved(const CellHistory& history) {
  const NightCell& first = *history.front().second;
  return std::ranges::any_of(history, [&](const auto& one) {
    return one.second->failed != first.failed || one.second->worst_ulp != first.worst_ulp;
  });
}

void print_nights(std::ostream& out, std::span<const TrendStep> steps, bool colour) {
  TextTable table;
  table.add({{"night", Style::strong},
             {"backend", Style::strong},
             {"judged", Style::strong},
             {"pass rate", Style::strong},
             {"flaky", Style::strong},
             {"known", Style::strong},
             {"findings", Style::strong},
             {"opened", Style::strong},
             {"closed", Style::strong}});
  for (const TrendStep& step : steps) {
    const Night& night = *step.night;
    table.add({{printable(night.night)},
               {printable(night.backend)},
               {fmt::format("{}", night.judged)},
               {rate_text(night), night.failed > 0   ? Style::bad
                                  : night.complete() ? Style::good
                                                     : Style::strong},
               {fmt::format("{}", night.flaky)},
               {fmt::format("{}", night.known)},
               {fmt::format("{}", night.findings.size())},
               {fmt::format("{}", step.opened.size())},
               {fmt::format("{}", step.closed.size())}});
  }
  table.print(out, 0, colour);
}

void print_cells(std::ostream& out, std::span<const Night> nights, bool colour) {
  TextTable table;
  table.add({{"op dtype", Style::strong},
             {"night", Style::strong},
             {"failed", Style::strong},
             {"worst", Style::strong}});
  bool any = false;
  for (const auto& [name, history] : cells_of(nights)) {
    if (!moved(history)) continue;
    any = true;
    const NightCell* last = nullptr;
    for (const auto& [night, cell] : history) {
      const bool same =
          last != nullptr && last->failed == cell->failed && last->worst_ulp == cell->worst_ulp;
      last = cell;
      if (same) continue;
      table.add({{printable(name)},
                 {printable(night->night)},
                 {fmt::format("{} of {}", cell->failed, cell->judged)},
                 {ulp_or_dash(cell->worst_ulp)}});
    }
  }
  if (!any) return;
  out << '\n';
  table.print(out, 0, colour);
}

Json json_of(const std::vector<NightFinding>& findings) {
  Json list = Json::array();
  for (const NightFinding& one : findings) {
    list.push_back(Json{{"id", one.id}, {"title", one.title}, {"failing", one.failing}});
  }
  return list;
}

}  // namespace

std::vector<TrendStep> trend_of(std::span<const Night> nights) {
  std::vector<TrendStep> steps;
  std::map<std::pair<std::string, std::string>, std::vector<NightFinding>> open_findings;
  for (const Night& night : nights) {
    std::vector<NightFinding>& open = open_findings[{night.backend, night.suite}];
    TrendStep step{&night, without(night.findings, open), {}};
    std::vector<NightFinding> gone = without(open, night.findings);
    open = night.findings;
    // Findings whose cases did not run may still be open.
    if (night.complete()) {
      step.closed = std::move(gone);
    } else {
      open.insert(open.end(), gone.begin(), gone.end());
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

void print_trend(std::ostream& out, std::span<const Night> nights, bool colour) {
  if (nights.empty()) {
    out << "no nights\n";
    return;
  }
  const std::vector<TrendStep> steps = trend_of(nights);
  print_nights(out, steps, colour);
  for (const TrendStep& step : steps) {
    if (const std::string stopped = stopped_line(*step.night); !stopped.empty()) {
      out << printable(step.night->night) << "  " << stopped << '\n';
    }
    for (const NightFinding& one : step.opened) {
      out << fmt::format("{}  opened  {}  {}\n", printable(step.night->night), one.id,
                         printable(one.title));
    }
    for (const NightFinding& one : step.closed) {
      out << fmt::format("{}  closed  {}  {}\n", printable(step.night->night), one.id,
                         printable(one.title));
    }
  }
  print_cells(out, nights, colour);
}

std::string trend_as_json(std::span<const Night> nights) {
  Json list = Json::array();
  for (const TrendStep& step : trend_of(nights)) {
    Json json = parsed_json(to_json(*step.night));
    json["opened"] = json_of(step.opened);
    json["closed"] = json_of(step.closed);
    list.push_back(std::move(json));
  }
  return Json{{"nights", list}}.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string trend_as_markdown(std::span<const Night> nights) {
  std::string text =
      "| night | backend | judged | pass rate | flaky | findings | opened | closed |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const TrendStep& step : trend_of(nights)) {
    text += fmt::format("| {} | `{}` | {} | {} | {} | {} | {} | {} |\n", step.night->night,
                        printable(step.night->backend), step.night->judged, rate_text(*step.night),
                        step.night->flaky, step.night->findings.size(), step.opened.size(),
                        step.closed.size());
  }
  for (const Night& night : nights) {
    if (!night.complete()) text += fmt::format("\n{}: {}\n", night.night, stopped_line(night));
  }
  return text;
}

}  // namespace assay::reports
