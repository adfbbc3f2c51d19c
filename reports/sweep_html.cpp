// SPDX-License-Identifier: Apache-2.0
// A sweep as one self-contained HTML page.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "reports/atomic_file.hpp"
#include "reports/html_parts.hpp"
#include "reports/sweep.hpp"
#include "reports/sweep_parts.hpp"
#include "reports/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t shown_wrong = 200;

void append_row(pugi::xml_node table, const std::vector<std::string>& cells, std::size_t texts) {
  pugi::xml_node row = append(table, "tr");
  for (std::size_t k = 0; k < cells.size(); ++k) {
    append(row, "td", cells[k], k < texts ? "" : "number");
  }
}

void append_answer(pugi::xml_node body, const SweepRecord& record) {
  append(body, "p", fmt::format("Assay: sweep on {}", record.backend), "note");
  append(body, "h1", sweep_headline(record), sweep_is_good(record) ? "good" : "bad")
      .append_attribute("id") = "answer";
  append(body, "p", sweep_title(record));
  append(body, "p", fmt::format("Inputs: {}.", sweep_counts(record)));
  if (record.found.measured == 0) return;
  append(body, "p",
         fmt::format("Error: at most {}, {} on average, over {} inputs. An error is known to 0.001 "
                     "ulp.",
                     ulp_text(record.max_ulp()), ulp_text(record.mean_ulp()),
                     grouped(record.found.measured)));
}

void append_plots(pugi::xml_node body, const SweepRecord& record) {
  pugi::xml_node section = append_section(body, "errors", "Errors by exponent");
  append(
      section, "p",
      "Each column is an exponent, each row a range of ulp error; the darker a cell, the more of "
      "the column's inputs fall into it, on a logarithmic scale.",
      "note");
  append_heat_map(section, record);
  append(section, "p", "Largest error, logarithmic above 1 ulp.", "note");
  append_largest_errors(section, record);
}

void append_bins(pugi::xml_node body, const SweepRecord& record) {
  pugi::xml_node section = append_section(body, "bins", "Errors in all");
  pugi::xml_node table = append_table(section, {"ulp error", "inputs", "share"});
  const auto totals = bin_totals(record);
  for (std::size_t bin = 0; bin < ulp_bins; ++bin) {
    if (totals[bin] == 0) continue;
    append_row(table,
               {ulp_bin_name(bin), grouped(totals[bin]),
                fmt::format("{:.4g}%", 100 * static_cast<double>(totals[bin]) /
                                           static_cast<double>(record.found.compared))},
               1);
  }
}

void append_classes(pugi::xml_node body, const SweepRecord& record) {
  pugi::xml_node section = append_section(body, "classes", "Classes of numbers");
  pugi::xml_node table = append_table(
      section, {"argument", "class", "class of the result", "compared", "target-defined"});
  for (const ClassRow& row : class_rows(record)) {
    append_row(
        table,
        {row.argument, row.input, row.result, grouped(row.compared), grouped(row.target_defined)},
        3);
  }
}

void append_inputs(pugi::xml_node body, const SweepRecord& record, const char* id,
                   std::string_view heading, const std::vector<SweepInput>& inputs,
                   std::uint64_t all) {
  pugi::xml_node section = append_section(body, id, heading);
  if (inputs.empty()) {
    append(section, "p", "None.");
    return;
  }
  const std::size_t shown = std::min(inputs.size(), shown_wrong);
  if (shown < all) {
    append(section, "p", fmt::format("The first {} of {}.", grouped(shown), grouped(all)), "note");
  }
  pugi::xml_node table = append_table(section, {"input", "expected", "accepted", "got", "error"});
  for (std::size_t k = 0; k < shown; ++k) {
    const SweepInput& input = inputs[k];
    append_row(
        table,
        {arguments_text(record, input.arguments), number_text(record.to, input.expected),
         accepted_text(record, input), number_text(record.to, input.got), error_text(input.ulp)},
        4);
  }
}

void append_incidents(pugi::xml_node body, const SweepRecord& record) {
  const SweepPart& found = record.found;
  if (found.incident_count == 0) return;
  pugi::xml_node section = append_section(body, "incidents", "Calls that went wrong");
  append(section, "p", count_of(found.incident_count, "incident") + ", the first:", "note");
  pugi::xml_node table = append_table(section, {"verdict", "inputs", "message"});
  for (const SweepIncident& incident : found.incidents) {
    const Verdict verdict{.kind = incident.kind, .deviation = incident.deviation, .reason = {}};
    append_row(table, {verdict_text(verdict), blame_text(record, incident), incident.message}, 3);
  }
}

void append_origin(pugi::xml_node body, const SweepRecord& record) {
  pugi::xml_node section = append_section(body, "sweep", "The same again");
  append(section, "pre", record.command);
  append(
      section, "p",
      fmt::format("Tolerance: {}. {}", tolerance_text(record.tolerance), record.tolerance.reason));
  append(section, "p",
         fmt::format("Backend {}, revision {}; tiles of {} x {}.", record.backend,
                     record.backend_revision, record.tile_rows, record.tile_cols));
}

}  // namespace

void write_sweep_html(const std::filesystem::path& path, const SweepRecord& record) {
  pugi::xml_document document;
  pugi::xml_node body = document.append_child("body");
  append_answer(body, record);
  append_incidents(body, record);
  append_plots(body, record);
  append_bins(body, record);
  append_inputs(body, record, "wrong", "Inputs outside the tolerance", record.found.wrong_inputs,
                record.found.wrong);
  append_inputs(body, record, "worst", "Largest errors", record.found.worst,
                record.found.worst.size());
  append_classes(body, record);
  append_origin(body, record);

  std::ostringstream text;
  text << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
       << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
       << "<title>Assay: " << record.op << " over its inputs</title>\n<style>" << page_style()
       << "</style>\n</head>\n";
  document.save(
      text, " ",
      pugi::format_indent | pugi::format_no_empty_element_tags | pugi::format_no_declaration);
  text << "</html>\n";
  write_atomically(path, text.str());
}

}  // namespace assay::reports
