// SPDX-License-Identifier: Apache-2.0
// judge: outputs that were computed elsewhere.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>

#include "golden/golden.hpp"
#include "reference/isa/backend_spec.hpp"
#include "reports/findings/answer.hpp"
#include "reports/text/run_report.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/cases/errata.hpp"
#include "runners/cases/stored_results.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/terminal.hpp"

namespace assay::runners {
namespace {

struct JudgeOptions {
  std::string golden;
  std::string results;  ///< result file
  std::string accuracy;
  ErrataChoice errata;
  bool strict = false;
  std::string command_line;
};

constexpr const char* judge_examples =
    "Examples:\n"
    "  assay judge trsqrt.h5 board.h5\n"
    "  assay judge trsqrt.h5 --backend replay:board.h5    the same, spelled as a backend\n"
    "Rows that are missing, twice there, cut short or of no case of the golden file are refused.";

/// Inputs of one suite version under the names of another would be judged without a word.
void require_same_version(const golden::GoldenReader& golden, const StoredResults& results,
                          const JudgeOptions& options) {
  const std::string ours = golden.provenance().suite_version;
  const std::string theirs = results.provenance().suite_version;
  if (theirs.empty() || theirs == ours) return;
  throw UsageError(
      fmt::format("{} is of suite version {} and {} of {}; execute the cases of this "
                  "golden file",
                  options.results, theirs, options.golden, ours));
}

std::vector<CaseRecord> judge_rows(const golden::GoldenReader& reader, const StoredResults& results,
                                   const JudgeOptions& options, const Standard& standard) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < reader.size(); ++i) names.push_back(reader.name(i));
  results.refuse_foreign(names, options.golden);
  std::vector<CaseRecord> records;
  for (std::size_t i = 0; i < reader.size(); ++i) {
    golden::GoldenCase stored = reader.read(i);
    const std::vector<Trial> trials{
        results.trial(stored.test, std::move(stored.before), options.golden)};
    records.push_back(record_of(stored.test, judge(stored.test, trials, standard)));
    records.back().backend = options.results;
  }
  return records;
}

void require(bool holds, const std::string& sentence) {
  if (!holds) throw UsageError(sentence);
}

/// The file of `--backend replay:FILE`, or the second argument.
std::string results_of(const std::string& results, const std::string& backend) {
  require(results.empty() != backend.empty(),
          "name the outputs once: as a result file or as --backend replay:FILE.h5");
  if (backend.empty()) return results;
  const std::optional<BackendSpec> spec = backend_spec_of(backend);
  require(spec && !spec->executes(),
          fmt::format("judge executes nothing, so --backend must be replay:FILE.h5, not '{}'; "
                      "'assay run' executes",
                      backend));
  return spec->detail;
}

int judge_command(const JudgeOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const Standard standard{load_accuracy(options.accuracy).lookup(), options.errata};
  const golden::GoldenReader reader(options.golden);
  const StoredResults results(options.results);
  require_same_version(reader, results, options);
  RunInfo info;
  info.suite = options.golden;
  info.suite_version = reader.provenance().suite_version;
  info.backend = options.results;
  info.seed = reader.provenance().seed;
  info.command = options.command_line;
  info.started = utc_now();
  info.host = host_name();
  info.strict = options.strict;
  const auto records = judge_rows(reader, results, options, standard);
  info.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  reports::print_summary(std::cout, records, info, wants_colour(STDOUT_FILENO));
  return reports::answer_of(records, info).exit_code();
}

}  // namespace

void add_judge(CLI::App& root, Command& command, const std::string& line) {
  CLI::App* app =
      root.add_subcommand("judge", "Judge outputs computed elsewhere against a golden file");
  app->footer(judge_examples);
  const auto options = std::make_shared<JudgeOptions>();
  const auto backend = std::make_shared<std::string>();
  options->command_line = line;
  app->add_option("golden", options->golden, "Golden file, with or without expected values")
      ->required();
  app->add_option("results", options->results, "Result file with one row per golden case");
  app->add_option("--backend", *backend, "replay:FILE.h5 instead of a result file");
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  const auto errata = add_errata_options(*app, options->strict);
  app->callback([app, options, backend, errata, &command] {
    if (app->count("--errata") > 0) options->errata = known_errata(*errata);
    options->results = results_of(options->results, *backend);
    command.run = [options] { return judge_command(*options); };
    command.file_error = exit_usage;
  });
}

}  // namespace assay::runners
