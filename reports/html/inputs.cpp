// SPDX-License-Identifier: Apache-2.0
// Errors of inputs as data of the HTML page.
#include "reports/inputs/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/html/data_parts.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

Json row_of(const std::vector<std::string>& cells) {
  Json row = Json::array();
  for (const std::string& cell : cells) row.push_back(printable(cell));
  return row;
}

std::string error_sentence(const InputErrors& found) {
  if (found.measured == 0) return "";
  return fmt::format("Error: at most {}, {} on average, over {}. An error is known to 0.001 ulp.",
                     ulp_text(found.max_ulp()), ulp_text(found.mean_ulp()),
                     count_of(found.measured, "input"));
}

Json bin_rows(const InputErrors& found) {
  Json rows = Json::array();
  const auto totals = bin_totals(found);
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
    if (totals[bin] == 0) continue;
    const double share =
        100 * static_cast<double>(totals[bin]) / static_cast<double>(found.compared);
    rows.push_back(
        row_of({ulp_bin_name(bin), grouped(totals[bin]), fmt::format("{:.4g}%", share)}));
  }
  return rows;
}

Json class_rows(const InputErrors& found) {
  Json rows = Json::array();
  for (const ClassCounts& one : found.classes) {
    rows.push_back(
        row_of({found.arguments.at(one.argument), std::string(name_of(one.from)),
                std::string(name_of(one.to)), grouped(one.compared), grouped(one.target_defined)}));
  }
  return rows;
}

Json worst_rows(const InputErrors& found) {
  Json rows = Json::array();
  for (const InputError& one : found.worst) {
    rows.push_back(row_of({arguments_text(found, one), number_text(found.to, one.expected),
                           accepted_text(found, one), number_text(found.to, one.got),
                           error_text(one.ulp), one.is_wrong() ? "wrong" : ""}));
  }
  return rows;
}

/// The finite columns, which are drawn.
Json drawn_columns(const InputErrors& found) {
  Json columns = Json::array();
  for (const ColumnErrors& one : found.columns) {
    if (one.column.kind != ColumnKind::finite) continue;
    std::vector<std::uint64_t> counts = one.counts;
    counts.resize(ulp_bins);
    columns.push_back({{"name", name_of(one.column)},
                       {"negative", one.column.sign < 0},
                       {"exponent", one.column.exponent},
                       {"ulp", json_of_ulp(one.max_ulp)},
                       {"counts", std::move(counts)}});
  }
  return columns;
}

Json json_of_function(const FunctionErrors& function, bool drawn) {
  const InputErrors& found = function.found;
  Json json{{"name", printable(function.name)},
            {"backend", printable(function.backend)},
            {"counts", counts_text(function)},
            {"error", error_sentence(found)},
            {"wrong", found.wrong},
            {"worst", worst_rows(found)}};
  if (!drawn) return json;
  json["exponents_of"] =
      found.columns_by_result() ? "the exact result" : printable(found.arguments.at(0));
  json["columns"] = drawn_columns(found);
  json["bins"] = bin_rows(found);
  json["classes"] = class_rows(found);
  return json;
}

}  // namespace

Json json_of_functions(const Records& records) {
  std::vector<FunctionErrors> functions = functions_in(records);
  std::ranges::stable_sort(functions, [](const FunctionErrors& a, const FunctionErrors& b) {
    return a.found.wrong > 0 && b.found.wrong == 0;
  });
  Json list = Json::array(), names = Json::array();
  for (const FunctionErrors& one : functions) {
    list.push_back(json_of_function(one, list.size() < most_drawn_functions));
  }
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) names.push_back(ulp_bin_name(bin));
  return {{"bin_names", std::move(names)}, {"functions", std::move(list)}};
}

}  // namespace assay::reports
