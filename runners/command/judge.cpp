// SPDX-License-Identifier: Apache-2.0
// judge: a run on outputs that were computed elsewhere, of the cases of a golden file.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "golden/golden.hpp"
#include "reference/isa/case/backend_spec.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/cases/stored/stored_results.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/judge_recording.hpp"
#include "runners/command/options.hpp"
#include "runners/command/run.hpp"
#include "runners/record/recording.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr const char* judge_examples =
    "Examples:\n"
    "  assay judge trsqrt.h5 board.h5\n"
    "  assay judge trsqrt.h5 --backend replay:board.h5    the same, spelled as a backend\n"
    "  assay judge trsqrt.h5 board.h5 --out nightly --history history --waivers known.toml\n"
    "  assay judge kernel.rec        the calls of a kernel that 'assay record' ran: which is "
    "wrong?\n"
    "  assay judge kernel.rec --keep wrong.h5      keeps the first wrong call for replay and "
    "shrink\n"
    "The folder is that of a run: triage, findings, diff, report and trend take it.\n"
    "Rows that are missing, twice there, cut short or of no case of the golden file are refused.\n"
    "Exit code: 0 all conform, 1 deviations, 2 bad input, 3 infrastructure, or a run that was\n"
    "stopped before its end and in which nothing failed.";

/// Inputs of one suite version under the names of another would be judged without a word.
void require_same_version(const golden::GoldenReader& golden, const StoredResults& results,
                          const std::string& judged) {
  const std::string ours = golden.provenance().suite_version;
  const std::string theirs = results.provenance().suite_version;
  if (theirs.empty() || theirs == ours) return;
  throw UsageError(
      fmt::format("{} is of suite version {} and {} of {}; execute the cases of this "
                  "golden file",
                  results.file(), theirs, judged, ours));
}

void refuse_missing(const std::vector<std::string>& names, const StoredResults& results,
                    const std::string& judged) {
  const auto missing = [&](const std::string& name) { return !results.has(name); };
  const auto first = std::ranges::find_if(names, missing);
  if (first == names.end()) return;
  const auto count = std::ranges::count_if(names, missing);
  throw UsageError(
      fmt::format("{} has no row for {}, which {} asks for{}", results.file(), *first, judged,
                  count == 1 ? std::string() : fmt::format(", and for {} more", count - 1)));
}

/// Before anything is judged: a row for every case, and every row fits its case.
void require_whole(const golden::GoldenReader& golden, const StoredResults& results,
                   const std::string& judged) {
  require_same_version(golden, results, judged);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < golden.items(); ++i) names.push_back(golden.item_name(i));
  results.refuse_foreign(names, judged);
  refuse_missing(names, results, judged);
  for (std::size_t i = 0; i < golden.size(); ++i) {
    golden::GoldenCase stored = golden.read(i);
    results.trial(stored.test, std::move(stored.before), judged);
  }
  for (std::size_t i = 0; i < golden.programs(); ++i) {
    golden::GoldenProgram stored = golden.read_program(i);
    results.trial(stored.program, std::move(stored.before), judged);
  }
}

void require(bool holds, const std::string& sentence) {
  if (!holds) throw UsageError(sentence);
}

/// The backend of `--backend replay:FILE`, or of the second argument.
BackendSpec stored_backend(const std::string& results, const std::string& backend) {
  require(results.empty() != backend.empty(),
          "name the outputs once: as a result file or as --backend replay:FILE.h5; a folder of "
          "'assay record' needs none");
  if (backend.empty()) return {BackendKind::stored, results};
  const std::optional<BackendSpec> spec = backend_spec_of(backend);
  require(spec && !spec->executes(),
          fmt::format("judge executes nothing, so --backend must be replay:FILE.h5, not '{}'; "
                      "'assay run' executes",
                      backend));
  return *spec;
}

/// A shard may have a single case of an op.
bool is_shard(const golden::Provenance& provenance) {
  return provenance.selection.find(" shard=") != std::string::npos;
}

/// The golden file of a run that was stopped lacks what did not run.
void say_what_is_missing(const std::filesystem::path& golden) {
  const std::filesystem::path journal = golden.parent_path() / "journal.jsonl";
  if (golden.filename() != "golden.h5" || !std::filesystem::exists(journal)) return;
  say_stopped(read_run(journal).info.completion);
}

/// The options with what the golden file says of its cases.
RunOptions completed(RunOptions options) {
  try {
    const golden::GoldenReader golden(options.cases.judged);
    require_whole(golden, StoredResults(options.tested.backends.front().detail),
                  options.cases.judged);
    options.cases.judged_version = golden.provenance().suite_version;
    options.cases.seed = golden.provenance().seed;
    const bool whole = options.demands.min_judged_given;
    if (is_shard(golden.provenance()) && !whole) options.demands.min_judged = 0;
    return options;
  } catch (const golden::FileError& error) {
    throw UsageError(error.what());
  }
}

int judge_command(const RunOptions& options) {
  const RunOptions run = completed(options);
  say_what_is_missing(run.cases.judged);
  return run_command(run);
}

/// Options that mean something for a recording.
void refuse_beside_recording(const Parser& app) {
  const std::vector<std::string> known{"golden",    "--jobs",   "--quiet",  "--accuracy",
                                       "--choices", "--errata", "--strict", "--keep"};
  for (const Option& one : app.options()) {
    if (!one.given() || std::ranges::find(known, one.name()) != known.end()) continue;
    throw UsageError(fmt::format(
        "{} is for golden files, and the recording of a kernel is judged here; leave it out",
        one.name()));
  }
}

RecordingOptions recording_options(const RunOptions& options, const std::string& keep) {
  return {.folder = options.cases.judged,
          .keep = keep,
          .accuracy = options.demands.accuracy,
          .choices = options.demands.choices,
          .errata = options.tested.errata,
          .strict = options.demands.strict,
          .quiet = options.console.quiet,
          .jobs = options.execution.jobs};
}

}  // namespace

void add_judge(const Parser& root, Command& command, const std::string& line) {
  const Parser app =
      root.add_command("judge", "Judge outputs computed elsewhere against a golden file");
  app.footer(judge_examples);
  const auto options = std::make_shared<RunOptions>();
  const auto results = std::make_shared<std::string>();
  const auto backend = std::make_shared<std::string>();
  options->command_line = line;
  const auto keep = std::make_shared<std::string>();
  app.add_option("golden", options->cases.judged,
                 "Golden file, with or without expected values; or the recording of a kernel")
      .required();
  app.add_option("results", *results, "Result file with one row per golden case");
  app.add_option("--backend", *backend, "replay:FILE.h5 instead of a result file");
  app.add_option("--keep", *keep,
                 "Golden file that the first wrong call of a recording is added to");
  const auto output = add_output_options(app, *options);
  app.callback([app, options, results, backend, keep, output, &command] {
    read_output_options(app, *output, *options);
    if (is_recording(options->cases.judged)) {
      refuse_beside_recording(app);
      refuse_empty(app, "--keep", *keep);
      command.run = [recording = recording_options(*options, *keep)] {
        return judge_recording(recording);
      };
      return;
    }
    require(keep->empty(), "--keep is for the recording of a kernel");
    options->tested.backends = {stored_backend(*results, *backend)};
    command.run = [options] { return judge_command(*options); };
  });
}

}  // namespace assay::runners
