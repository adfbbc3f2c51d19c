// SPDX-License-Identifier: Apache-2.0
#include "runners/command/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/findings/answer.hpp"
#include "reports/findings/extras.hpp"
#include "reports/findings/support.hpp"
#include "reports/html/page.hpp"
#include "reports/inputs/inputs.hpp"
#include "reports/text/comparison.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/completion.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/cases/plan/errata_of_plan.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/cases/profiles/accuracy_rows.hpp"
#include "runners/cases/profiles/support_file.hpp"
#include "runners/run/backends.hpp"
#include "runners/run/files.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/identity.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/run/loop.hpp"
#include "runners/run/lost_board.hpp"
#include "runners/run/manifest.hpp"
#include "runners/run/op_progress.hpp"
#include "runners/run/stored_backend.hpp"
#include "runners/sdk/compile/builds.hpp"
#include "runners/sdk/compile/prepare.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/place.hpp"
#include "runners/support/provenance.hpp"
#include "runners/support/terminal.hpp"
#include "runners/triage/context.hpp"
#include "runners/triage/run_confirm.hpp"
#include "runners/triage/run_findings.hpp"
#include "runners/triage/run_shrink.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {
namespace {

bool compares_versions(const TestedBackends& tested) {
  return !tested.builds.empty() && sdk::include_in(tested.builds.front()).has_value();
}

/// A shard may have a single case of an op, and so may a list of names: one judged case is enough.
/// A file that was handed out to be judged is a whole.
std::size_t min_judged_of(const RunOptions& options) {
  const bool named = options.cases.are_named() && options.cases.judged.empty();
  const bool part = options.share.shard.count > 1 || named;
  return part ? 0 : options.demands.min_judged;
}

/// The name of the backend in a history: the index of a library changes with every change of a
/// header, and with the cache.
std::string lasting_name(const TestedBackends& tested, std::size_t number) {
  const BackendSpec& spec = tested.backends[number];
  if (spec.kind != BackendKind::compiled || tested.sdk.include.empty()) return spec.text();
  const std::string name = sdk::library_name(tested.sdk);
  return tested.builds.empty() ? name : name + " " + tested.builds[number];
}

RunInfo info_of(const RunOptions& options, const RunState& state, const RunPlan& plan) {
  RunInfo info;
  info.suite = plan.suite();
  info.suite_version = options.cases.judged_version.empty() ? std::string(generators::suite_version)
                                                            : options.cases.judged_version;
  for (std::size_t i = 0; i < state.tested.backends.size(); ++i) {
    info.backend += (info.backend.empty() ? "" : " and ") + lasting_name(state.tested, i);
  }
  info.seed = plan.seed();
  info.command = options.command_line;
  info.started = utc_now();
  info.id = unique_id();
  info.host = host_name();
  info.strict = options.demands.strict;
  info.part = options.share.shard.count > 1;
  info.min_judged = min_judged_of(options);
  info.min_judged_given = options.demands.min_judged_given;
  info.planned_ops = plan.planned_ops();
  info.completion.planned = plan.size();
  info.completion.partial_ok = options.limits.partial_ok;
  info.limited = state.left_out.size();
  info.ops_limited = state.ops_left_out;
  info.errata = errata_of_plan(plan, state.tested);
  if (!info.part) info.support = options.demands.support;
  return info;
}

/// The folder of the run to resume, or a new one, which is the run's own from now on.
RunFolder claimed_folder(const RunOptions& options) {
  if (!options.resume.empty()) return RunFolder::existing(options.resume);
  return RunFolder(options.files.out, options.files.overwrite);
}

/// Writes the manifest of a new run; that of one to resume must be the same, and its beginning
/// counts.
void begin_folder(const RunFolder& folder, const RunOptions& options, const RunState& state,
                  const RunPlan& plan, const BackendSet& backend_set, RunInfo& info) {
  std::vector<BackendInfo> backends;
  for (const auto& backend : backend_set) backends.push_back(backend->info());
  Manifest manifest = manifest_of(options, state, plan, backends, info);
  if (!options.resume.empty()) {
    const Manifest found = read_manifest(folder.manifest());
    require_same(found, manifest, options.resume);
    info.started = found.at("environment").value("started", info.started);
    info.host = found.at("environment").value("host", info.host);
    info.id = found.at("environment").value("run", info.id);
    return;
  }
  add_segment(manifest, state.identity);
  folder.begin();
  if (const NamedCases* names = plan.kept_names()) {
    names->write(folder.names(), folder.cases(),
                 provenance_of(plan.seed(), plan.selection(), options.cases.judged_version));
  }
  write_manifest(folder.manifest(), manifest);
}

void tell_few(const SuiteCases& suite) {
  if (!suite.few()) return;
  std::cerr << fmt::format(
      "{} of {} signatures, which show what all of them show; --signatures all takes every one and "
      "more sizes\n",
      suite.few()->kept, suite.few()->all);
}

/// A run that takes longer than a moment says what it is about to do.
void tell_size(const RunPlan& plan) {
  constexpr std::size_t many = 1000;
  if (plan.size() < many) return;
  std::cerr << fmt::format("{} to execute\n", reports::count_of(plan.size(), "case"));
}

void tell_again(const SuiteCases& suite) {
  const auto& [drawn, left_out] = suite.again();
  if (drawn + left_out == 0) return;
  std::cerr << fmt::format(
      "{} that the library is known to refuse were replaced; {} could not be replaced "
      "(--errata none takes them as they are)\n",
      reports::count_of(drawn, "case"), left_out);
}

/// One case represents all that a profile says its library declines: a library that takes it must
/// be given them all.
void print_taken(const SuiteCases& suite, const Records& records) {
  std::map<std::string, std::set<std::string>> forms;  ///< by reason
  for (const CaseRecord& record : records) {
    const auto declined = suite.declined().find(record.name);
    if (declined == suite.declined().end() || record.verdict.compared == 0) continue;
    forms[declined->second].insert(record.op + " " + record.form);
  }
  for (const auto& [reason, taken] : forms) {
    std::cout << fmt::format(
        "declined {} took {}, which the profile declines, so that one case represents all; leave "
        "it out of 'declines'\n",
        reports::count_of(taken.size(), "form"), reason);
  }
}

void print_tiles(const TileOptions& options, const TileCounts& tiles) {
  std::cout << fmt::format("tiles    of {} that failed or deviate as known, and {} that did not\n",
                           reports::count_of(tiles.failing, "case"), tiles.passing);
  if (tiles.failing_left_out + tiles.passing_left_out == 0) return;
  std::cout << fmt::format(
      "         the budget of {} MB left out {} that failed and {} others; --tiles-budget MB\n",
      options.budget_mb.value_or(default_tiles_budget_mb), tiles.failing_left_out,
      tiles.passing_left_out);
}

/// What the run reached, where nothing failed; findings show the distances of failures.
void print_accuracy(const Records& records, const std::string& accuracy, const RunFolder& folder) {
  const bool failed = std::ranges::any_of(
      records, [](const CaseRecord& record) { return is_failure(record.verdict.kind); });
  if (failed) return;
  const std::string closest = closest_to_limit(records, load_accuracy(accuracy));
  if (closest.empty()) return;
  std::cout << fmt::format("accuracy closest to its limit: {}; 'assay accuracy --run {}'\n",
                           closest, folder.path().string());
}

void print_paths(const RunFolder& folder, const TileOptions& options, std::size_t backends,
                 const RunInfo& info, const TileCounts& tiles) {
  if (const std::size_t missing = reports::without_case(info.completion); missing > 0) {
    std::cout << fmt::format(
        "{} planned places have no case: none can be drawn there, or the suite tries no more large "
        "tiles\n",
        missing);
  }
  if (const Completion& completion = info.completion; !completion.complete()) {
    std::cout << fmt::format(
        "{} of {} planned cases were not run: {}\ngo on with 'assay run --resume {}'\n",
        completion.not_run, completion.planned, completion.stopped, folder.path().string());
  }
  if (options.any()) {
    print_tiles(options, tiles);
    std::cout << fmt::format("golden   {}\n", folder.golden().string());
    for (std::size_t i = 0; i < backends; ++i) {
      std::cout << fmt::format("results  {}\n", folder.results(i).string());
    }
  }
  if (std::filesystem::exists(folder.shrunk())) {
    std::cout << fmt::format("shrunk   {}\n", folder.shrunk().string());
  }
  std::cout << fmt::format("journal  {}\njunit    {}\nfindings {}\nreport   {}\n",
                           folder.journal().string(), folder.junit().string(),
                           folder.findings().string(), folder.html().string());
}

/// The cases of a run to resume, if its folder names them.
std::optional<NamedCases> kept_names(const RunOptions& options) {
  if (options.resume.empty() || options.cases.names_file.empty()) return std::nullopt;
  const RunFolder folder = RunFolder::existing(options.resume);
  return NamedCases::kept_in(folder.names(), folder.cases());
}

/// Says in run.json where a resumed run goes on; its journal has been read without a fault.
void record_resume(const RunFolder& folder, const Identity& identity) {
  Manifest manifest = read_manifest(folder.manifest());
  add_segment(manifest, identity);
  write_manifest(folder.manifest(), manifest);
}

/// The parts of a run, from its first case on.
struct Running {
  const RunPlan& plan;
  const BackendSets& backend_sets;
  const RunOptions& options;
  const RunState& state;
  const ToleranceLookup& tolerances;
  const RunFolder& folder;
  RunFiles& files;
  std::chrono::steady_clock::time_point begin;

  std::size_t backends() const { return state.tested.backends.size(); }
  std::size_t cases() const { return files.records().size() / backends(); }
};

/// Cases that were lost, or not run, are no evidence that nothing changed.
int code_of_comparison(const reports::VersionComparison& found, const RunInfo& info) {
  if (!found.changes.empty()) return exit_deviates;
  return found.same() ? code_of(info.completion) : exit_infra;
}

/// What changed between the two versions of a library. Returns the exit code.
int end_comparison(const Running& run, const Records& records, const RunInfo& info) {
  const RunOptions& options = run.options;
  const reports::VersionComparison found = reports::compare_versions(records, info.completion);
  const std::filesystem::path path = run.folder.comparison();
  reports::write_comparison(path, found, *sdk::include_in(options.tested.builds.front()),
                            *sdk::include_in(options.tested.builds.back()));
  if (options.console.quiet) {
    std::cout << answer_of(found) << '\n';
  } else {
    const std::size_t most = options.console.all_rows ? found.changes.size() : 10;
    print_comparison(std::cout, found, most, wants_colour(STDOUT_FILENO));
    std::cout << fmt::format("\nchanges  {}\n", path.string());
    print_paths(run.folder, options.files.tiles, run.backends(), info, run.files.tiles());
  }
  return code_of_comparison(found, info);
}

/// A summary per backend, and what they show together.
void print_views(const ConsoleOptions& console, const TestedBackends& tested,
                 const Records& records, const RunInfo& info, const reports::ReportExtras& extras) {
  const bool colour = wants_colour(STDOUT_FILENO);
  const auto rows = console.all_rows ? reports::TableRows::all : reports::TableRows::notable;
  if (console.quiet) {
    std::cout << reports::answer_of(records, info, extras.waived).sentence << '\n';
    return;
  }
  if (tested.backends.size() == 1) {
    reports::print_summary(std::cout, records, info, colour, extras, rows);
    return;
  }
  for (std::size_t k = 0; k < tested.backends.size(); ++k) {
    const std::string backend = tested.backends[k].text();
    Records own;
    for (const CaseRecord& record : records) {
      if (record.backend == backend) own.push_back(record);
    }
    RunInfo of_backend = info;
    of_backend.backend = backend;
    std::erase_if(of_backend.errata, [errata = errata_for(tested, k)](const std::string& number) {
      const Erratum* one = find_erratum(number);
      return one != nullptr && !errata.includes(*one);
    });
    std::cout << fmt::format("backend {}\n\n", backend);
    reports::print_summary(std::cout, own, of_backend, colour, {}, rows);
    std::cout << '\n';
  }
  reports::print_three_way(std::cout, records, colour);
}

/// Part of a run is no evidence of what a backend supports.
void freeze_support(const RunOptions& options, const RunInfo& info, const Records& records) {
  if (options.files.freeze_support.empty()) return;
  const SupportList list = reports::support_of(records);
  if (!info.completion.complete() || info.part || list.combinations.empty()) {
    std::cerr << fmt::format("assay: {} was not written: {}\n", options.files.freeze_support,
                             list.combinations.empty() ? "nothing was judged"
                             : info.part               ? "this is a part of a run; freeze the whole"
                                                       : "the run did not come to its end");
    return;
  }
  write_support(list, fmt::format("{}, suite {}, {}", info.backend, info.suite, info.started),
                options.files.freeze_support);
  if (options.console.quiet) return;
  std::cout << fmt::format("support  {}: {}\n", options.files.freeze_support,
                           reports::count_of(list.combinations.size(), "combination"));
}

/// Reports an op whose cases are all in the journal.
void tell_op(const RunFiles& files, const RunFolder& folder, const std::string& op,
             std::size_t left) {
  Records records;
  for (const CaseRecord& record : files.records()) {
    if (record.op == op) records.push_back(record);
  }
  std::ostringstream text;
  print_op(text, op, records, findings_of(records, folder.path(), {}), left);
  std::cerr << (isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "") << text.str() << std::flush;
}

void say_interrupted(const RunFolder& folder, const Completion& completion) {
  std::cerr << fmt::format("interrupted; {} of {} cases are done; go on with --resume {}\n",
                           completion.planned - completion.not_run, completion.planned,
                           folder.path().string());
}

/// A run that compiles a library meanwhile prints more progress: it takes longer.
RunListener listener_to(sdk::Compilation* compilation, const RunOptions& options,
                        const RunFiles& files, const RunFolder& folder) {
  if (compilation == nullptr) return {};
  RunListener listener{.await = [=](const Case& test_case) { compilation->wait_for(test_case); },
                       .give_up = [=] { compilation->cancel(); }};
  if (options.console.quiet || options.tested.sdk.quiet) return listener;
  listener.op_done = [&](const std::string& op, std::size_t left) {
    tell_op(files, folder, op, left);
  };
  return listener;
}

/// To resume a run that has all its files does nothing; its exit code is what it was.
std::optional<int> code_of_finished(const RunOptions& given) {
  if (given.resume.empty() || !std::filesystem::exists(given.resume + "/summary.json")) {
    return std::nullopt;
  }
  const RunFolder folder = RunFolder::existing(given.resume);
  const auto [records, info] = read_run(folder.path());
  if (!info.completion.complete()) return std::nullopt;
  std::error_code ignored;
  std::filesystem::remove(folder.spool(), ignored);
  const RunOptions options = resumed_run(given).options;
  if (!given.console.quiet) {
    std::cout << fmt::format("the run in {} is finished; nothing is left to do\n", given.resume);
  }
  if (compares_versions(options.tested)) {
    const reports::VersionComparison found = reports::compare_versions(records, info.completion);
    std::cout << answer_of(found) << '\n';
    return code_of_comparison(found, info);
  }
  const RunContext context(options.context);
  const reports::RunAnswer answer =
      reports::answer_of(records, info, context.extras(records, info, folder.path()).waived);
  std::cout << answer.sentence << '\n';
  return answer.exit_code();
}

void print_all_unserved(const std::vector<BackendSpec>& backends, const Records& records) {
  for (const BackendSpec& backend : backends) {
    if (!backend.executes()) print_unserved(std::cout, backend, records);
  }
}

void take_end(RunInfo& info, const RunEnd& end, std::size_t ran,
              std::chrono::steady_clock::time_point begin) {
  info.completion.ran = ran;
  info.completion.not_run = end.not_run;
  info.completion.stopped = end.stopped;
  info.board_lost = end.board_lost;
  info.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// A run that stopped may have left them, of other cases; and without its summary no moment shows a
/// run that goes on as one that ended.
void remove_findings(const RunFolder& folder) {
  std::error_code ignored;
  std::filesystem::remove(folder.summary(), ignored);
  std::filesystem::remove(folder.findings(), ignored);
  std::filesystem::remove(folder.shrunk(), ignored);
}

/// An exception that ends a run, such as one for a full disk, is in its journal, too, if that can
/// still be written.
RunEnd run_to_its_end(const Running& run, RunInfo& info,
                      std::unique_ptr<sdk::Compilation>& compilation) {
  try {
    RunListener listener = listener_to(compilation.get(), run.options, run.files, run.folder);
    listener.planned_done = [&run, &compilation] {
      if (compilation) compilation->finish();
      compilation.reset();  // cases of another shard fill the cache, too
      compile_on_demand(run.backend_sets, run.state);
    };
    RunEnd end = run_cases(run.plan, run.backend_sets, run.options, run.state, run.tolerances,
                           run.begin, run.files, listener);
    if (compilation != nullptr && end.stopped.empty()) compilation->finish();
    take_end(info, end, run.cases(), run.begin);
    return end;
  } catch (const std::exception& error) {
    RunEnd end{.not_run = run.plan.size() - run.files.next(), .stopped = error.what()};
    take_end(info, end, run.cases(), run.begin);
    try {
      run.files.close(info);
    } catch (const std::exception&) {  // a journal without its last line says the same
    }
    throw;
  }
}

/// A board that is not back after --reset has a file, so that nothing else begins on it.
void note_lost_board(const Running& run, const RunEnd& end) {
  if (!end.board_lost) return;
  record_loss(run.folder.manifest(), end.stopped);
  if (end.board_back || run.options.board.lost_boards.empty()) return;
  write_lost_board(run.options.board.lost_boards, run.state.identity, end.lost_case, end.stopped);
}

/// Confirms and shrinks findings. A signal that stops that leaves a run that is not complete, so
/// that --resume does it.
void look_into(reports::ReportExtras& extras, const Records& records, const Running& run,
               const RunEnd& end, RunInfo& info) {
  const bool asks = !end.board_lost && !end.interrupted;
  if (asks && run.options.execution.confirm) {
    confirm_findings(extras, records, run.backend_sets, run.options, run.state, run.tolerances,
                     run.begin);
  }
  if (run.options.execution.shrink && asks) {
    shrink_findings(extras, records, run.backend_sets, run.options, run.state, run.tolerances,
                    run.folder, run.begin);
  } else if (run.options.execution.shrink) {
    leave_unshrunk(extras, end.stopped);
  }
  if (asks && interrupted() && info.completion.stopped.empty()) {
    info.completion.stopped = "it was interrupted while it looked into its findings";
  }
  if (!extras.history.empty()) {
    extras.history.back() = reports::summary_of(records, extras.findings, info);
  }
}

void write_files(const RunContext& context, const RunFolder& folder, const Records& records,
                 const RunInfo& info, reports::ReportExtras& extras, RunFiles& files) {
  context.write(folder, extras, info);
  locate_shrunk(extras.findings, records, folder.path(), folder.path());
  files.finish(info, extras);
  files.seal(info, extras.waived);
}

/// Executes what the journal does not have, and makes and prints everything from it. Returns the
/// exit code.
int go_on(const Running& run, const RunContext& context, RunInfo& info,
          std::unique_ptr<sdk::Compilation> compilation) {
  const RunEnd end = run_to_its_end(run, info, compilation);
  note_lost_board(run, end);
  compilation.reset();  // shrinking fills the cache too
  const RunOptions& options = run.options;
  const Records& records = run.files.reported();
  reports::ReportExtras extras = context.extras(records, info, run.folder.path());
  look_into(extras, records, run, end, info);
  run.files.close(info);
  write_files(context, run.folder, records, info, extras, run.files);
  if (compares_versions(options.tested)) {
    const int code = end_comparison(run, records, info);
    if (end.interrupted) say_interrupted(run.folder, info.completion);
    return code;
  }
  print_views(options.console, run.state.tested, records, info, extras);
  print_all_unserved(run.state.tested.backends, records);
  if (!options.console.quiet)
    reports::print_inputs(std::cout, records, wants_colour(STDOUT_FILENO));
  if (const auto* suite = run.plan.cases_as<SuiteCases>()) print_taken(*suite, records);
  freeze_support(options, info, records);
  if (!options.console.quiet) {
    print_accuracy(records, options.demands.accuracy, run.folder);
    print_paths(run.folder, options.files.tiles, run.backends(), info, run.files.tiles());
  }
  if (end.interrupted) say_interrupted(run.folder, info.completion);
  return reports::answer_of(records, info, extras.waived).exit_code();
}

/// A run that replaces another one cannot read it any more.
void require_other_inputs(const RunOptions& given) {
  if (!given.files.overwrite || given.files.out.empty()) return;
  const auto resolved = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(path, ignored);
  };
  std::vector<std::string> inputs{given.cases.names_file, given.cases.judged};
  for (const BackendSpec& backend : given.tested.backends) {
    if (!backend.executes()) inputs.push_back(backend.detail);
  }
  const std::filesystem::path out = resolved(given.files.out);
  for (const std::string& input : inputs) {
    if (input.empty() || !std::filesystem::exists(input)) continue;
    const std::filesystem::path path = resolved(input);
    if (path != out && path.parent_path() != out) continue;
    throw UsageError(fmt::format(
        "{} is in the folder that --overwrite replaces; name another with --out", input));
  }
}

/// What can be known to be wrong before the folder is claimed.
void require_places(const RunOptions& given) {
  for (const BackendSpec& backend : given.tested.backends) {
    if (backend.kind != BackendKind::plugin || std::filesystem::exists(backend.detail)) continue;
    throw UsageError(
        fmt::format("the plugin {} does not load: there is no such file", backend.detail));
  }
  if (given.share.replicate > 0 && given.share.shard.count == 1 && given.resume.empty()) {
    throw UsageError(
        "--replicate is for shards, which execute cases of each other; give --shard I/N, too");
  }
  require_recordable(given.command_line);
  require_other_inputs(given);
  if (!given.files.freeze_support.empty()) require_file_place(given.files.freeze_support);
}

/// Whether the user's request cannot be done, and not the machine failed.
bool is_refusal(const std::exception& error) {
  return dynamic_cast<const UsageError*>(&error) != nullptr ||
         dynamic_cast<const golden::FileError*>(&error) != nullptr ||
         dynamic_cast<const generators::BadName*>(&error) != nullptr;
}

/// Plans, and executes the plan. Returns the exit code.
int run_in(const RunFolder& folder, const RunStart& start, const Identity& identity,
           const RunContext& context, const ToleranceLookup& tolerances,
           std::chrono::steady_clock::time_point begin) {
  const RunOptions& options = start.options;
  const PlanOptions wanted = follow_library({.cases = options.cases,
                                             .share = options.share,
                                             .tested = options.tested,
                                             .jobs = options.execution.jobs,
                                             .quiet = options.console.quiet});
  RunPlan plan(wanted, kept_names(options));
  if (compares_versions(wanted.tested) && plan.has_programs()) {
    throw UsageError("compare is about single calls; name a suite or cases without programs");
  }
  RunState state{identity, wanted.cases, wanted.tested, start.left_out};
  if (plan.dated()) state.cases.seed = plan.seed();  // it goes on tomorrow as it began
  std::unique_ptr<sdk::Compilation> compilation = compile_backends(plan, state);
  const auto* suite = plan.cases_as<SuiteCases>();
  if (suite != nullptr && !options.console.quiet) {
    tell_few(*suite);
    tell_again(*suite);
  }
  RunInfo info = info_of(options, state, plan);
  // A backend that does not load leaves the folder as it was.
  const BackendSets backend_sets = start_backend_sets(state, options.execution, plan.size());
  open_history(options.context);
  begin_folder(folder, options, state, plan, backend_sets.front(), info);
  RunFiles files(folder, plan, options, state, tolerances);
  if (!options.resume.empty()) record_resume(folder, identity);
  remove_findings(folder);
  if (!options.console.quiet) tell_size(plan);
  const Running run{plan, backend_sets, options, state, tolerances, folder, files, begin};
  try {
    return go_on(run, context, info, std::move(compilation));
  } catch (const UsageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw InfraError(fmt::format("{}; once that is resolved, go on with --resume {}", error.what(),
                                 folder.path().string()));
  }
}

}  // namespace

int run_command(const RunOptions& given) {
  const auto begin = std::chrono::steady_clock::now();
  watch_interrupts();
  if (const auto code = code_of_finished(given)) return *code;
  require_places(given);
  const RunStart start = given.resume.empty() ? RunStart{given} : resumed_run(given);
  const RunOptions& options = start.options;
  const ToleranceLookup tolerances = granted(options.demands.accuracy, options.demands.choices);
  const RunContext context(options.context);
  const Identity identity = identity_of(options.board.identity);
  require_answering_board(options, identity, tolerances);
  const RunFolder folder = claimed_folder(options);
  try {
    return run_in(folder, start, identity, context, tolerances, begin);
  } catch (const std::exception& error) {
    if (is_refusal(error)) folder.put_back();
    throw;
  }
}

}  // namespace assay::runners
