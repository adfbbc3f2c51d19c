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
#include <utility>
#include <vector>

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
  std::vector<std::string> runs;  ///< folders or journals: the earlier one and the later one
  std::string baseline;           ///< the earlier one, if only the later one is in `runs`
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

/// The earlier run and the later one.
std::pair<std::string, std::string> runs_of(const TriageOptions& options) {
  const std::size_t count = options.runs.size();
  if (count == 2 && options.baseline.empty()) return {options.runs[0], options.runs[1]};
  if (count == 1 && !options.baseline.empty()) return {options.baseline, options.runs[0]};
  if (count == 1) {
    throw UsageError(fmt::format(
        "triage compares two runs, and {} is one; name the earlier one first, or as --baseline",
        options.runs[0]));
  }
  throw UsageError("triage compares two runs; with --baseline, name only the later one besides");
}

int triage_command(const TriageOptions& options) {
  require_history(options.context);
  const auto [earlier, later] = runs_of(options);
  ContextOptions with = options.context;
  with.baseline = earlier;
  const RunContext context(with);
  const auto [records, recorded] = read_run(later);
  warn_of_strangers(*context.baseline(), records);
  RunInfo info;  // the journal does not say when the run began
  info.completion = recorded.completion;
  info.started = "this run";
  reports::ReportExtras extras = context.extras(records, info, later);
  attach_shrunk(extras.findings, read_shrunk(later));
  locate_shrunk(extras.findings, records, later, later);
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
      "  assay triage tuesday --baseline monday            the same\n"
      "  assay triage monday tuesday --format markdown     short, for a message\n"
      "  assay triage monday tuesday --waivers known.toml  without what is known\n"
      "The first table says of each finding whether it is new, persisting or closed.\n"
      "Exit code: 0 nothing new, 1 something new or a waiver expired or not needed, 2 bad input,\n"
      "3 nothing new in a run that was stopped.");
  const auto options = std::make_shared<TriageOptions>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("runs", options->runs,
                 "Folders or journals of two runs: the earlier one, then the later one")
      .required();
  app.add_option("--baseline", options->baseline,
                 "The earlier run; then only the later one is named besides");
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
