// SPDX-License-Identifier: Apache-2.0
// A sweep as a view of the page.
#include "reports/html/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "reference/support/atomic_file.hpp"
#include "reports/html/columns.hpp"
#include "reports/html/page_template.hpp"
#include "reports/sweep/parts.hpp"
#include "reports/sweep/sweep.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_wrong = 200;

Json row_of(const std::vector<std::string>& cells) {
  Json row = Json::array();
  for (const std::string& cell : cells) row.push_back(printable(cell));
  return row;
}

std::string error_sentence(const SweepRecord& record) {
  if (record.found.measured == 0) return "";
  return fmt::format(
      "Error: at most {}, {} on average, over {} inputs. An error is known to 0.001 ulp.",
      ulp_text(record.max_ulp()), ulp_text(record.mean_ulp()), grouped(record.found.measured));
}

Json bin_rows(const SweepRecord& record) {
  Json rows = Json::array();
  const auto totals = bin_totals(record);
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
    if (totals[bin] == 0) continue;
    const double share =
        100 * static_cast<double>(totals[bin]) / static_cast<double>(record.found.compared);
    rows.push_back(
        row_of({ulp_bin_name(bin), grouped(totals[bin]), fmt::format("{:.4g}%", share)}));
  }
  return rows;
}

Json class_rows_of(const SweepRecord& record) {
  Json rows = Json::array();
  for (const ClassRow& row : class_rows(record)) {
    rows.push_back(row_of(
        {row.argument, row.input, row.result, grouped(row.compared), grouped(row.target_defined)}));
  }
  return rows;
}

Json inputs_of(const SweepRecord& record, const std::vector<SweepInput>& inputs,
               std::uint64_t all) {
  Json rows = Json::array();
  for (const SweepInput& input : inputs) {
    if (rows.size() == shown_wrong) break;
    rows.push_back(row_of({arguments_text(record, input.arguments),
                           number_text(record.to, input.expected), accepted_text(record, input),
                           number_text(record.to, input.got), error_text(input.ulp)}));
  }
  return {{"all", all}, {"rows", std::move(rows)}};
}

Json incidents_of(const SweepRecord& record) {
  Json rows = Json::array();
  for (const SweepIncident& incident : record.found.incidents) {
    const Verdict verdict{.kind = incident.kind, .deviation = incident.deviation, .reason = {}};
    rows.push_back(row_of({verdict_text(verdict), blame_text(record, incident), incident.message}));
  }
  return {{"all", record.found.incident_count}, {"rows", std::move(rows)}};
}

/// The finite columns, which are drawn: sign, exponent, largest error, inputs by bin.
Json drawn_columns(const SweepRecord& record) {
  Json columns = Json::array();
  for (const SweepColumn& column : record.found.columns) {
    if (column.kind != SweepColumn::Kind::finite) continue;
    columns.push_back({{"name", name_of(column)},
                       {"negative", column.negative},
                       {"exponent", column.exponent},
                       {"ulp", json_of_ulp(column.max_ulp)},
                       {"counts", column.counts}});
  }
  return columns;
}

Json bin_names() {
  Json names = Json::array();
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) names.push_back(ulp_bin_name(bin));
  return names;
}

Json answer_of(const SweepRecord& record) {
  const bool decided = sweep_is_decided(record);
  return {{"sentence", sweep_headline(record)},
          {"good", decided && sweep_is_good(record)},
          {"stopped", !decided}};
}

std::string sweep_data(const SweepRecord& record) {
  const SweepPart& found = record.found;
  const std::string of = record.columns_by_result ? "the exact result" : record.arguments.at(0);
  return page_text({{"view", "sweep"},
                    {"op", printable(record.op)},
                    {"backend", printable(record.backend)},
                    {"answer", answer_of(record)},
                    {"title", printable(sweep_title(record))},
                    {"counts", sweep_counts(record)},
                    {"error", error_sentence(record)},
                    {"exponents_of", of},
                    {"bin_names", bin_names()},
                    {"columns", drawn_columns(record)},
                    {"bins", bin_rows(record)},
                    {"wrong", inputs_of(record, found.wrong_inputs, found.wrong)},
                    {"worst", inputs_of(record, found.worst, found.worst.size())},
                    {"incidents", incidents_of(record)},
                    {"classes", class_rows_of(record)},
                    {"command", printable(record.command)},
                    {"tolerance", printable(fmt::format("{}. {}", tolerance_text(record.tolerance),
                                                        record.tolerance.reason))},
                    {"origin", printable(fmt::format("Backend {}, revision {}; tiles of {} x {}.",
                                                     record.backend, record.backend_revision,
                                                     record.tile_rows, record.tile_cols))}});
}

}  // namespace

void write_sweep_html(const std::filesystem::path& path, const SweepRecord& record) {
  std::ostringstream text;
  print_sweep(text, record, false);
  support::write_atomically("report", path,
                            page_of(page_template(), text.str(), sweep_data(record)));
}

}  // namespace assay::reports
