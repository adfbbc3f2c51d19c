// SPDX-License-Identifier: Apache-2.0
// report: a report of a run again, in any format, from its journal.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "reference/support/atomic_file.hpp"
#include "reports/findings/extras.hpp"
#include "reports/html/run_page.hpp"
#include "reports/inputs/inputs.hpp"
#include "reports/text/junit.hpp"
#include "reports/text/run_report.hpp"
#include "runners/cases/profiles/own_files.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/errors.hpp"
#include "runners/triage/context.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {
namespace {

enum class ReportFormat { html, junit, json, markdown, text, csv };

struct ReportOptions {
  std::string run;  ///< folder of a run
  ReportFormat format = ReportFormat::markdown;
  std::string out;                           ///< file; empty: standard output
  std::optional<reports::JunitTests> junit;  ///< else as the run's own file
  ContextOptions context;                    ///< of formats that show findings
};

namespace fs = std::filesystem;

constexpr std::array<std::pair<const char*, ReportFormat>, 6> formats{
    {{"html", ReportFormat::html},
     {"junit", ReportFormat::junit},
     {"json", ReportFormat::json},
     {"markdown", ReportFormat::markdown},
     {"text", ReportFormat::text},
     {"csv", ReportFormat::csv}}};

/// What the test cases of the run's own file stand for, unless an option says otherwise.
reports::JunitTests junit_tests_of(const ReportOptions& options, const RunInfo& info) {
  if (options.junit) return *options.junit;
  const Manifest manifest = read_manifest(fs::path(options.run) / "run.json");
  return junit_in(manifest).value_or(reports::junit_tests_of(info.suite));
}

std::string text_of(const ReportOptions& options, const Records& records, const RunInfo& info,
                    const reports::ReportExtras& extras) {
  switch (options.format) {
    case ReportFormat::json:
      return reports::summary_as_json(records, info, extras.waived);
    case ReportFormat::html:
      return reports::as_html(records, info, extras);
    case ReportFormat::text: {
      std::ostringstream text;
      reports::print_summary(text, records, info, false, extras);
      reports::print_inputs(text, records, false);
      return text.str();
    }
    default:
      return reports::as_markdown(records, info, extras);
  }
}

reports::ReportExtras extras_of(const ReportOptions& options, const Records& records,
                                const RunInfo& info) {
  reports::ReportExtras extras = RunContext(options.context).extras(records, info, options.run);
  attach_shrunk(extras.findings, read_shrunk(options.run));
  locate_shrunk(extras.findings, records, options.run, options.run);
  return extras;
}

ReportFormat report_format_named(const std::string& name) {
  for (const auto& [known, format] : formats) {
    if (name == known) return format;
  }
  throw UsageError(
      fmt::format("unknown format '{}'; use html, junit, json, markdown, text or csv", name));
}

/// A report with a line or more for each case, which is never held as a whole.
bool is_by_case(ReportFormat format) {
  return format == ReportFormat::csv || format == ReportFormat::junit;
}

void put_by_case(const ReportOptions& options, const Records& records, const RunInfo& info,
                 const support::Sink& sink) {
  if (options.format == ReportFormat::csv) {
    reports::put_csv(records, info, sink);
  } else {
    reports::put_junit(records, info, junit_tests_of(options, info), {}, sink);
  }
}

void report_by_case(const ReportOptions& options, const Records& records, const RunInfo& info) {
  if (options.out.empty()) {
    put_by_case(options, records, info, [](std::string_view part) { std::cout << part; });
    return;
  }
  std::string none;
  put_by_case(options, {}, info, [&](std::string_view part) { none += part; });
  require_own_report(options.out, none);
  support::write_atomically("report", options.out, [&](const support::Sink& sink) {
    put_by_case(options, records, info, sink);
  });
}

bool shows_findings(ReportFormat format) {
  return format == ReportFormat::html || format == ReportFormat::markdown ||
         format == ReportFormat::text;
}

int report_command(const ReportOptions& options) {
  const fs::path run = options.run;
  require_begun(run);
  if (!fs::exists(run / "run.json")) {
    throw UsageError(fmt::format("{} has no run.json; name the folder of a run", options.run));
  }
  require_history(options.context);
  auto [records, info] = read_run(run);
  records.sort_by_index();
  const std::string out = options.out;
  if (is_by_case(options.format)) {
    report_by_case(options, records, info);
    return code_of(info.completion);
  }
  const auto extras =
      shows_findings(options.format) ? extras_of(options, records, info) : reports::ReportExtras();
  const std::string text = text_of(options, records, info, extras);
  if (out.empty()) {
    std::cout << text;
  } else {
    const bool is_page = options.format == ReportFormat::html;
    require_own_report(out, is_page ? "<!doctype html>" : text);
    support::write_atomically("report", out, text);
  }
  return code_of(info.completion);
}

}  // namespace

void add_report(const Parser& root, Command& command) {
  const Parser app = root.add_command("report", "Make a report of a run again from its journal");
  app.footer(
      "Examples:\n"
      "  assay report nightly                             a short text for a chat or a tracker\n"
      "  assay report nightly --baseline last             the same, with what is new first\n"
      "  assay report nightly --format junit --out j.xml  for Jenkins or GitLab\n"
      "  assay report first --format junit --junit by-op  the same, a test for each op and type\n"
      "  assay report nightly --format csv                a row per case\n"
      "  assay report nightly --format html --baseline last --history runs --out page.html\n"
      "Exit code: 0 the report is made, 2 bad input, 3 it is made, of a run that was stopped.");
  const auto options = std::make_shared<ReportOptions>();
  const auto format = std::make_shared<std::string>("markdown");
  app.add_option("run", options->run, "Folder of a run").required();
  app.add_option("--format", *format, "html, junit, json, markdown, text or csv").show_default();
  app.add_option("--out", options->out, "File to write instead of standard output");
  const auto junit = add_junit_option(app);
  add_page_options(app, options->context);
  app.callback([app, options, format, junit, &command] {
    refuse_empty(app, "--out", options->out);
    options->format = report_format_named(*format);
    options->junit = junit_tests_in(*junit);
    if (options->junit && options->format != ReportFormat::junit) {
      throw UsageError("--junit is for --format junit; take that or leave it out");
    }
    for (const char* name : {"--waivers", "--history", "--today", "--baseline"}) {
      if (!app.given(name) || shows_findings(options->format)) continue;
      throw UsageError(
          fmt::format("{} is for html, markdown and text; take one of them or leave it out", name));
    }
    command.run = [options] { return report_command(*options); };
  });
}

}  // namespace assay::runners
