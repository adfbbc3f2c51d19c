// SPDX-License-Identifier: Apache-2.0
#include "runners/command/report_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <utility>

#include "reports/atomic_file.hpp"
#include "reports/report.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/errors.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<const char*, ReportFormat>, 5> formats{
    {{"html", ReportFormat::html},
     {"junit", ReportFormat::junit},
     {"json", ReportFormat::json},
     {"markdown", ReportFormat::markdown},
     {"csv", ReportFormat::csv}}};

std::string text_of(const ReportOptions& options, std::span<const CaseRecord> records,
                    const RunInfo& info, const reports::ReportExtras& extras) {
  switch (options.format) {
    case ReportFormat::junit:
      return reports::as_junit(records, info);
    case ReportFormat::json:
      return reports::summary_as_json(records, info);
    case ReportFormat::csv:
      return reports::cases_as_csv(records);
    default:
      return reports::as_markdown(records, info, extras);
  }
}

reports::ReportExtras extras_of(const ReportOptions& options,
                                const std::vector<CaseRecord>& records, const RunInfo& info) {
  reports::ReportExtras extras = RunContext(options.context).extras(records, info, options.run);
  attach_shrunk(extras.findings, read_shrunk(options.run));
  locate_shrunk(extras.findings, records, options.run);
  return extras;
}

}  // namespace

ReportFormat report_format_named(const std::string& name) {
  for (const auto& [known, format] : formats) {
    if (name == known) return format;
  }
  throw UsageError(
      fmt::format("unknown format '{}'; use html, junit, json, markdown or csv", name));
}

int report_command(const ReportOptions& options) {
  const fs::path run = options.run;
  if (!fs::exists(run / "run.json")) {
    throw UsageError(fmt::format("{} has no run.json; name the folder of a run", options.run));
  }
  require_history(options.context);
  const RunInfo info = recorded_info(run);
  std::vector<CaseRecord> records = read_records(run);
  std::ranges::sort(records, {}, &CaseRecord::index);
  for (CaseRecord& record : records) record.seconds = 0;
  const std::string out = options.out;
  if (options.format == ReportFormat::html) {
    const std::string page = out.empty() ? (run / "report.html").string() : out;
    reports::write_html(page, records, info, extras_of(options, records, info));
    std::cout << fmt::format("report   {}\n", page);
    return exit_conforms;
  }
  const bool has_findings = options.format == ReportFormat::markdown;
  const auto extras = has_findings ? extras_of(options, records, info) : reports::ReportExtras();
  const std::string text = text_of(options, records, info, extras);
  if (out.empty()) {
    std::cout << text;
  } else {
    reports::write_atomically(out, text);
  }
  return exit_conforms;
}

}  // namespace assay::runners
