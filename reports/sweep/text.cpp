// SPDX-License-Identifier: Apache-2.0
// A sweep on a terminal or in a log.
#include "reports/words/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ostream>

#include "reports/sweep/parts.hpp"
#include "reports/sweep/sweep.hpp"
#include "reports/words/table.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_inputs = 5;
constexpr std::size_t exponent_groups = 12;

std::string share_of(std::uint64_t count, std::uint64_t all) {
  if (count == 0) return "";
  return fmt::format("{:.4g}%", 100 * static_cast<double>(count) / static_cast<double>(all));
}

std::string line_of(const SweepRecord& record, const SweepInput& input) {
  return fmt::format("{}: expected {}, got {}, {}", arguments_text(record, input.arguments),
                     number_text(record.to, input.expected), number_text(record.to, input.got),
                     error_text(input.ulp));
}

void print_inputs(std::ostream& out, const SweepRecord& record) {
  const SweepPart& found = record.found;
  if (!found.worst.empty() && found.worst.front().ulp > 0) {
    out << fmt::format("worst      {}\n", line_of(record, found.worst.front()));
  }
  const std::size_t shown = std::min(found.wrong_inputs.size(), shown_inputs);
  for (std::size_t k = 0; k < shown; ++k) {
    out << fmt::format("wrong      {}\n", line_of(record, found.wrong_inputs[k]));
  }
  if (found.wrong > shown)
    out << fmt::format("           and {} more\n", grouped(found.wrong - shown));
  for (std::size_t k = 0; k < std::min(found.incidents.size(), shown_inputs); ++k) {
    const SweepIncident& incident = found.incidents[k];
    const Verdict verdict{.kind = incident.kind, .deviation = incident.deviation, .reason = {}};
    out << fmt::format("incident   {} at {}: {}\n", verdict_text(verdict),
                       blame_text(record, incident), printable(incident.message));
  }
}

void print_exponents(std::ostream& out, const SweepRecord& record, bool colour) {
  const auto totals = bin_totals(record);
  NumberTable table(1);
  std::vector<std::string> head{record.columns_by_result ? "exact result" : record.arguments.at(0),
                                "inputs", "max ulp"};
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
    if (totals[bin] > 0) head.push_back(ulp_bin_name(bin));
  }
  table.add(std::move(head));
  const auto add = [&](const SweepColumns& group) {
    std::vector<std::string> row{group.name, grouped(group.inputs), ulp_figure(group.sum.max_ulp)};
    for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
      if (totals[bin] > 0) row.push_back(share_of(group.sum.counts[bin], group.inputs));
    }
    table.add(std::move(row));
  };
  for (const SweepColumns& group : column_groups(record, exponent_groups)) add(group);
  SweepColumns all{.name = "all", .sum = {}, .inputs = record.found.compared};
  all.sum.counts = totals;
  all.sum.max_ulp = record.max_ulp();
  add(all);
  out << "\nulp error, share of the compared inputs\n";
  table.print(out, 2, colour);
}

/// Inputs by class of one argument, and of these the results by class.
void print_classes(std::ostream& out, const SweepRecord& record, std::size_t k, bool colour) {
  const ClassTable& compared = record.found.compared_classes[k];
  const ClassTable& left = record.found.target_defined_classes[k];
  NumberTable table(1);
  std::vector<std::string> head{record.arguments[k], "compared", "target-defined"};
  std::vector<std::size_t> results;
  for (std::size_t result = 0; result < number_classes; ++result) {
    const auto occurs = [&](std::size_t row) {
      return compared[row][result] + left[row][result] > 0;
    };
    std::size_t row = 0;
    while (row < number_classes && !occurs(row)) ++row;
    if (row == number_classes) continue;
    results.push_back(result);
    head.push_back(fmt::format("to {}", number_class_name(result)));
  }
  table.add(std::move(head));
  const auto or_blank = [](std::uint64_t count) { return count == 0 ? "" : grouped(count); };
  for (std::size_t row = 0; row < number_classes; ++row) {
    const std::uint64_t judged = std::reduce(compared[row].begin(), compared[row].end());
    const std::uint64_t open = std::reduce(left[row].begin(), left[row].end());
    if (judged + open == 0) continue;
    std::vector<std::string> cells{std::string(number_class_name(row)), or_blank(judged),
                                   or_blank(open)};
    for (const std::size_t result : results) {
      cells.push_back(or_blank(compared[row][result] + left[row][result]));
    }
    table.add(std::move(cells));
  }
  table.print(out, 2, colour);
}

Style style_of(const SweepRecord& record) {
  if (!sweep_is_decided(record)) return Style::strong;
  return sweep_is_good(record) ? Style::good : Style::bad;
}

}  // namespace

void print_sweep(std::ostream& out, const SweepRecord& record, bool colour) {
  out << styled(sweep_headline(record), style_of(record), colour)
      << fmt::format("\nswept      {}, backend {}\ninputs     {}\n", sweep_title(record),
                     record.backend, sweep_counts(record));
  if (!record.readings.empty()) {
    out << fmt::format(
        "readings   {} ('assay choices' lists all; --choices FILE demands the readings in it)\n",
        record.readings);
  }
  const SweepPart& found = record.found;
  if (found.measured > 0) {
    out << fmt::format("error      max {}, mean {}\n", ulp_text(record.max_ulp()),
                       ulp_text(record.mean_ulp()));
  }
  print_inputs(out, record);
  if (!found.columns.empty()) print_exponents(out, record, colour);
  if (found.compared + found.target_defined == 0) return;
  out << "\nclasses of numbers, inputs\n";
  for (std::size_t k = 0; k < found.compared_classes.size(); ++k) {
    print_classes(out, record, k, colour);
  }
}

}  // namespace assay::reports
