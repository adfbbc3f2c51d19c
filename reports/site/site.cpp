// SPDX-License-Identifier: Apache-2.0
#include "reports/site/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "reports/findings/trend.hpp"
#include "reports/site/page.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Row = std::vector<SiteCell>;
using Rows = std::vector<Row>;

std::string op_in(const std::string& cell) { return cell.substr(0, cell.find(' ')); }

SiteCell ulp_cell(const std::optional<double>& ulp) {
  return {ulp ? fmt::format("{:.4g}", *ulp) : "-", true};
}

SiteCell rate_cell(const RunSummary& run) {
  const auto rate = run.pass_rate();
  return {rate ? fmt::format("{:.3f} %", 100 * *rate) : "-", true};
}

SiteCell run_cell(const RunSummary& run) { return link_cell(page_of_run(run), run.started); }

/// The newest first: that is what a reader looks for.
std::vector<std::reference_wrapper<const RunSummary>> newest_first(
    std::span<const RunSummary> runs) {
  return {runs.rbegin(), runs.rend()};
}

std::string index_page(std::span<const RunSummary> runs) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> steps;  // opened and closed, by page
  for (const TrendStep& step : trend_of(runs)) {
    steps[page_of_run(*step.summary)] = {step.opened.size(), step.closed.size()};
  }
  Rows rows;
  for (const RunSummary& run : newest_first(runs)) {
    const auto [opened, closed] = steps[page_of_run(run)];
    rows.push_back({run_cell(run), text_cell(run.suite), text_cell(run.backend),
                    count_cell(run.judged), count_cell(run.failed, true), count_cell(run.flaky),
                    count_cell(run.known), rate_cell(run), count_cell(run.findings.size(), true),
                    count_cell(opened, true), count_cell(closed),
                    text_cell(run.complete() ? "" : "ended early")});
  }
  return page_html("Runs", table_html("Runs, the newest first",
                                      {"started", "suite", "backend", "judged", "failed", "flaky",
                                       "known", "conform", "findings", "new", "gone", ""},
                                      rows));
}

std::string run_page(const RunSummary& run) {
  std::string body = fmt::format(
      "<p>{}</p>\n",
      text_cell(fmt::format("Suite {} with seed {} on {}: {} judged, {} failed, {} flaky, {} known "
                            "deviations.{}",
                            run.suite, run.seed, run.backend, count_of(run.judged, "case"),
                            grouped(run.failed), grouped(run.flaky), grouped(run.known),
                            run.complete() ? "" : " It ended early."))
          .html);
  Rows findings, boards, cells;
  for (const SummarizedFinding& one : run.findings) {
    findings.push_back({link_cell(page_of_finding(one.id), one.id), text_cell(one.title),
                        count_cell(one.failing, true)});
  }
  for (const auto& [name, board] : run.boards) {
    boards.push_back({link_cell(page_of_board(name), name), count_cell(board.cases),
                      count_cell(board.failures, true), count_cell(board.infra, true)});
  }
  for (const auto& [name, cell] : run.cells) {
    cells.push_back({link_cell(page_of_op(op_in(name)), name), count_cell(cell.judged),
                     count_cell(cell.failed, true), ulp_cell(cell.worst_ulp)});
  }
  body += table_html("Findings", {"finding", "what fails", "failing cases"}, findings);
  body += table_html("Boards", {"board", "cases", "failing", "infra"}, boards);
  body +=
      table_html("Ops and element types", {"op and type", "judged", "failed", "worst ulp"}, cells);
  return page_html(fmt::format("Run of {}", run.started), body);
}

/// Lines of all runs about one thing.
struct Pages {
  std::map<std::string, Rows> rows;

  void take(std::string_view kind, const std::vector<std::string>& head, const PageSink& sink,
            const std::function<std::string(const std::string&)>& name) const {
    for (const auto& [key, lines] : rows) {
      sink(name(key),
           page_html(fmt::format("{} {}", kind, key),
                     table_html(fmt::format("{} {} in the runs, the newest first", kind, key), head,
                                lines)));
    }
  }
};

/// What is known of an op over all runs.
struct OpTotal {
  std::size_t judged = 0;
  std::size_t failed = 0;
  std::optional<double> worst_ulp;
};

void make_ops(std::span<const RunSummary> runs, const PageSink& take) {
  Pages pages;
  std::map<std::string, OpTotal> last;  // in the newest run that has the op
  for (const RunSummary& run : newest_first(runs)) {
    std::map<std::string, OpTotal> now;
    for (const auto& [name, cell] : run.cells) {
      const std::string op = op_in(name);
      pages.rows[op].push_back({run_cell(run), text_cell(name), count_cell(cell.judged),
                                count_cell(cell.failed, true), ulp_cell(cell.worst_ulp)});
      OpTotal& total = now[op];
      total.judged += cell.judged;
      total.failed += cell.failed;
      if (cell.worst_ulp) total.worst_ulp = std::max(total.worst_ulp.value_or(0), *cell.worst_ulp);
    }
    last.merge(now);
  }
  pages.take("Op", {"run", "op and type", "judged", "failed", "worst ulp"}, take, page_of_op);
  Rows rows;
  for (const auto& [op, total] : last) {
    rows.push_back({link_cell(page_of_op(op), op), count_cell(total.judged),
                    count_cell(total.failed, true), ulp_cell(total.worst_ulp)});
  }
  take("ops.html", page_html("Ops", table_html("Ops, as of the newest run that has each",
                                               {"op", "judged", "failed", "worst ulp"}, rows)));
}

void make_findings(std::span<const RunSummary> runs, const PageSink& take) {
  Pages pages;
  std::map<std::string, std::string> first, last, title;
  std::map<std::string, std::size_t> count;
  for (const RunSummary& run : newest_first(runs)) {
    for (const SummarizedFinding& one : run.findings) {
      pages.rows[one.id].push_back(
          {run_cell(run), text_cell(one.title), count_cell(one.failing, true)});
      last.emplace(one.id, run.started);
      title.emplace(one.id, one.title);
      first[one.id] = run.started;
      ++count[one.id];
    }
  }
  pages.take("Finding", {"run", "what fails", "failing cases"}, take, page_of_finding);
  std::vector<std::string> ids;
  for (const auto& [id, when] : last) ids.push_back(id);
  std::ranges::stable_sort(ids, std::ranges::greater(), [&](const auto& id) { return last[id]; });
  Rows rows;
  for (const std::string& id : ids) {
    rows.push_back({link_cell(page_of_finding(id), id), text_cell(title[id]), count_cell(count[id]),
                    text_cell(first[id]), text_cell(last[id])});
  }
  take("findings.html",
       page_html("Findings",
                 table_html("Findings, those that were seen last first",
                            {"finding", "what fails", "runs", "first seen", "last seen"}, rows)));
}

void make_boards(std::span<const RunSummary> runs, const PageSink& take) {
  Pages pages;
  BoardTally sums;
  for (const RunSummary& run : newest_first(runs)) {
    for (const auto& [name, board] : run.boards) {
      pages.rows[name].push_back({run_cell(run), count_cell(board.cases),
                                  count_cell(board.failures, true), count_cell(board.infra, true)});
      BoardCases& sum = sums[name];
      sum.cases += board.cases;
      sum.failures += board.failures;
      sum.infra += board.infra;
    }
  }
  pages.take("Board", {"run", "cases", "failing", "infra"}, take, page_of_board);
  Rows rows;
  for (const auto& [name, sum] : sums) {
    rows.push_back({link_cell(page_of_board(name), name), count_cell(pages.rows[name].size()),
                    count_cell(sum.cases), count_cell(sum.failures, true),
                    count_cell(sum.infra, true)});
  }
  take("boards.html",
       page_html("Boards", table_html("Boards, over all runs",
                                      {"board", "runs", "cases", "failing", "infra"}, rows)));
}

}  // namespace

void make_site(std::span<const RunSummary> runs, const PageSink& take) {
  take("index.html", index_page(runs));
  for (const RunSummary& run : runs) take(page_of_run(run), run_page(run));
  make_ops(runs, take);
  make_findings(runs, take);
  make_boards(runs, take);
  take("compare.html", compare_page(runs));
}

}  // namespace assay::reports
