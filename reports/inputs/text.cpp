// SPDX-License-Identifier: Apache-2.0
// Errors of inputs on a terminal or in a log.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "reports/inputs/inputs.hpp"
#include "reports/words/table.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_wrong = 5;
constexpr std::size_t exponent_groups = 12;
/// Of more functions only the totals are printed.
constexpr std::size_t most_tables = 4;

std::string share_of(std::uint64_t count, std::uint64_t all) {
  if (count == 0) return "";
  return fmt::format("{:.4g}%", 100 * static_cast<double>(count) / static_cast<double>(all));
}

std::string line_of(const InputErrors& errors, const InputError& input) {
  return fmt::format("{}: expected {}, got {}, {}", arguments_text(errors, input),
                     number_text(errors.to, input.expected), number_text(errors.to, input.got),
                     error_text(input.ulp));
}

void print_totals(std::ostream& out, const FunctionErrors& function) {
  const InputErrors& found = function.found;
  out << fmt::format("inputs   {}{}: {}\n", function.name,
                     function.backend.empty() ? "" : " on " + function.backend,
                     counts_text(function));
  if (found.measured > 0) {
    out << fmt::format("error    max {}, mean {}\n", ulp_text(found.max_ulp()),
                       ulp_text(found.mean_ulp()));
  }
  if (found.wrong == 0) {
    if (!found.worst.empty()) out << fmt::format("worst    {}\n", line_of(found, found.worst[0]));
    return;
  }
  std::size_t shown = 0;
  for (const InputError& input : found.worst) {
    if (!input.is_wrong() || shown++ == shown_wrong) break;
    out << fmt::format("wrong    {}\n", line_of(found, input));
  }
}

void print_exponents(std::ostream& out, const InputErrors& found, bool colour) {
  const auto totals = bin_totals(found);
  NumberTable table(1);
  std::vector<std::string> head{found.columns_by_result() ? "exact result" : found.arguments.at(0),
                                "inputs", "wrong", "max ulp"};
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
    if (totals[bin] > 0) head.push_back(ulp_bin_name(bin));
  }
  table.add(std::move(head));
  const auto add_row = [&](const std::string& name, const ColumnErrors& errors) {
    const std::uint64_t inputs = errors.inputs();
    std::vector<std::string> row{name, grouped(inputs),
                                 errors.wrong == 0 ? "" : grouped(errors.wrong),
                                 ulp_figure(errors.max_ulp)};
    for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
      if (totals[bin] > 0) row.push_back(share_of(errors.counts[bin], inputs));
    }
    table.add(std::move(row));
  };
  for (const ColumnGroup& group : column_groups(found, exponent_groups)) {
    add_row(group.name, group.sum);
  }
  add_row(
      "all",
      {.wrong = found.wrong, .max_ulp = found.max_ulp(), .counts = {totals.begin(), totals.end()}});
  out << "ulp error, share of the compared inputs\n";
  table.print(out, 2, colour);
}

/// Inputs by class of one argument, and of these the results by class.
void print_classes(std::ostream& out, const InputErrors& found, std::size_t argument, bool colour) {
  std::vector<std::uint64_t> results(number_classes), compared(number_classes),
      open(number_classes);
  std::vector<std::vector<std::uint64_t>> cells(number_classes, results);
  for (const ClassCounts& one : found.classes) {
    if (one.argument != argument) continue;
    const auto from = static_cast<std::size_t>(one.from), to = static_cast<std::size_t>(one.to);
    cells[from][to] += one.compared + one.target_defined;
    results[to] += one.compared + one.target_defined;
    compared[from] += one.compared;
    open[from] += one.target_defined;
  }
  const auto name = [](std::size_t k) { return name_of(static_cast<PatternClass>(k)); };
  const auto or_blank = [](std::uint64_t count) { return count == 0 ? "" : grouped(count); };
  NumberTable table(1);
  std::vector<std::string> head{found.arguments.at(argument), "compared", "target-defined"};
  for (std::size_t to = 0; to < number_classes; ++to) {
    if (results[to] > 0) head.push_back(fmt::format("to {}", name(to)));
  }
  table.add(std::move(head));
  for (std::size_t from = 0; from < number_classes; ++from) {
    if (compared[from] + open[from] == 0) continue;
    std::vector<std::string> row{std::string(name(from)), or_blank(compared[from]),
                                 or_blank(open[from])};
    for (std::size_t to = 0; to < number_classes; ++to) {
      if (results[to] > 0) row.push_back(or_blank(cells[from][to]));
    }
    table.add(std::move(row));
  }
  table.print(out, 2, colour);
}

}  // namespace

void print_inputs(std::ostream& out, const Records& records, bool colour) {
  const std::vector<FunctionErrors> functions = functions_in(records);
  if (functions.empty()) return;
  out << '\n';
  for (const FunctionErrors& function : functions) {
    print_totals(out, function);
    const InputErrors& found = function.found;
    if (functions.size() > most_tables || found.compared + found.target_defined == 0) continue;
    out << '\n';
    if (!found.columns.empty()) {
      print_exponents(out, found, colour);
      out << '\n';
    }
    out << "classes of numbers, inputs\n";
    for (std::size_t k = 0; k < found.arguments.size(); ++k) print_classes(out, found, k, colour);
    out << '\n';
  }
  if (functions.size() > most_tables) out << '\n';
}

}  // namespace assay::reports
