// SPDX-License-Identifier: Apache-2.0
// triage, trend: what changed between two runs, and over nightly runs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "reference/support/name_index.hpp"
#include "reports/findings/extras.hpp"
#include "reports/findings/trend.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/terminal.hpp"
#include "runners/triage/context.hpp"
#include "runners/triage/history.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {
namespace {

struct TriageOptions {
  std::string baseline;  ///< folder or journal
  std::string run;
  ContextOptions context;
  TextFormat format = TextFormat::text;
};

/// Runs with other seeds or suites: nothing of them is lost or fixed.
void warn_of_strangers(const Records& baseline, const Records& records) {
  const support::NameIndex known(baseline.size(),
                                 [&](std::size_t number) { return baseline.name(number); });
  const bool strangers = std::ranges::none_of(
      records, [&](const CaseRecord& record) { return known.first(record.name).has_value(); });
  if (baseline.empty() || records.empty() || !strangers) return;
  std::cerr << "assay: no case of the baseline is in the run; another seed or suite draws other "
               "cases, so only findings can be compared\n";
}

int triage_command(const TriageOptions& options) {
  require_history(options.context);
  ContextOptions with = options.context;
  with.baseline = options.baseline;
  const RunContext context(with);
  const auto [records, recorded] = read_run(options.run);
  warn_of_strangers(*context.baseline(), records);
  RunInfo info;  // the journal does not say when the run began
  info.completion = recorded.completion;
  info.started = "this run";
  reports::ReportExtras extras = context.extras(records, info, options.run);
  attach_shrunk(extras.findings, read_shrunk(options.run));
  locate_shrunk(extras.findings, records, options.run, options.run);
  const reports::Triage& triage = extras.triage.value();
  switch (options.format) {
    case TextFormat::json:
      std::cout << reports::triage_as_json(triage, extras.findings, extras.waived) << '\n';
      break;
    case TextFormat::markdown:
      std::cout << reports::triage_as_markdown(triage, extras.findings, extras.waived);
      break;
    case TextFormat::text:
      reports::print_triage(std::cout, triage, extras.findings, extras.waived,
                            wants_colour(STDOUT_FILENO));
  }
  if (triage.news || extras.waived.fails()) return exit_deviates;
  return code_of(info.completion);
}

int trend_command(const std::string& folder, TextFormat format) {
  const std::vector<reports::RunSummary> summaries = read_history(folder);
  if (summaries.empty()) {
    throw UsageError(fmt::format(
        "{} has no summary of a run; name a folder that 'assay run --history' wrote", folder));
  }
  switch (format) {
    case TextFormat::json:
      std::cout << reports::trend_as_json(summaries) << '\n';
      break;
    case TextFormat::markdown:
      std::cout << reports::trend_as_markdown(summaries);
      break;
    case TextFormat::text:
      reports::print_trend(std::cout, summaries, wants_colour(STDOUT_FILENO));
  }
  return exit_conforms;
}

}  // namespace

void add_triage(const Parser& root, Command& command) {
  const Parser app = root.add_command("triage", "Say what changed between two runs");
  app.footer(
      "Examples:\n"
      "  assay triage monday tuesday                       new, fixed, flaky, lost, ...\n"
      "  assay triage monday tuesday --format markdown     short, for a message\n"
      "  assay triage monday tuesday --waivers known.toml  without what is known\n"
      "Exit code: 0 nothing new, 1 something new or a waiver expired or not needed, 2 bad input,\n"
      "3 nothing new in a run that was stopped.");
  const auto options = std::make_shared<TriageOptions>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("baseline", options->baseline, "Folder of the earlier run, or its journal")
      .required();
  app.add_option("run", options->run, "Folder of the later run, or its journal").required();
  app.add_option("--format", *format, "text, json or markdown").show_default();
  add_context_options(app, options->context);
  app.callback([options, format, &command] {
    options->format = text_format_named(*format);
    command.run = [options] { return triage_command(*options); };
  });
}

void add_trend(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "trend", "Show pass rate, worst distances and findings of the runs in a history folder");
  app.footer(
      "Example:\n"
      "  assay run --suite nightly --history history; assay trend history");
  const auto folder = std::make_shared<std::string>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("history", *folder, "Folder that 'assay run --history' wrote").required();
  app.add_option("--format", *format, "text, json or markdown").show_default();
  app.callback([folder, format, &command] {
    const TextFormat chosen = text_format_named(*format);
    command.run = [folder, chosen] { return trend_command(*folder, chosen); };
  });
}

}  // namespace assay::runners
