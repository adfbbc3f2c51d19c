// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/run_shrink.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <system_error>
#include <utility>

#include "reports/findings/proof.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/run/backends.hpp"
#include "runners/run/library.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/ordered_loop.hpp"
#include "runners/support/progress.hpp"
#include "runners/triage/shrink.hpp"
#include "runners/triage/shrunk_file.hpp"
#include "runners/triage/shrunk_findings.hpp"
#include "runners/triage/stored_search.hpp"

namespace assay::runners {
namespace {

using reports::Finding;
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

constexpr std::size_t most_findings = 10;
constexpr std::uint64_t most_executions = 150;
/// Executions for a case that hangs: each takes the time limit of a case, twice.
constexpr std::uint64_t most_hangs = 30;
/// Executions for a library that is compiled on demand: each new signature takes seconds.
constexpr std::uint64_t most_compiled = 60;
/// For all findings of a run, if smaller cases are compiled. Each has an equal share of what is
/// left.
constexpr std::chrono::seconds most_compiling{60};

/// A case to shrink and the result.
struct Task {
  Finding* finding = nullptr;
  std::optional<CaseRecord> record;
  std::size_t backend = 0;  ///< number in the run
};
struct Result {
  std::optional<Shrunk> shrunk;
  std::string why_not;
};

std::vector<Finding*> chosen(reports::ReportExtras& extras) {
  std::vector<Finding*> findings;
  for (Finding& finding : extras.findings) {
    if (findings.size() == most_findings) break;
    const bool wanted = reports::is_new(extras, finding) && finding.waived < finding.failing;
    if (wanted) findings.push_back(&finding);
  }
  return findings;
}

std::string not_shrunk(const std::string& why) { return "not shrunk: " + why; }

std::vector<Task> tasks_of(const std::vector<Finding*>& findings, const Records& records,
                           const std::vector<BackendSpec>& backends) {
  std::vector<Task> tasks;
  for (Finding* finding : findings) {
    const CaseRecord record = record_for(*finding, records).value();
    const auto named = [&](const BackendSpec& one) { return one.text() == record.backend; };
    const auto backend = std::ranges::find_if(backends, named);
    const auto number = static_cast<std::size_t>(backend - backends.begin());
    tasks.push_back({finding, record, number % backends.size()});
  }
  return tasks;
}

/// The smallest of the stored cases of a finding.
Result stored_result_of(const Task& task, Backend& backend, const Standard& standard,
                        const RunFolder& folder) {
  const CaseOfName read = cases_by_name(kept_cases(folder.path()));
  try {
    return {smallest_stored(task.record->name, task.finding->cases, read, backend, standard), {}};
  } catch (const std::exception& error) {
    return {{}, error.what()};
  }
}

/// What a finding may cost.
struct Limits {
  std::uint64_t executions = 0;
  Deadline run = {};        ///< the end of the run's time budget: nothing is begun after it
  Deadline compiling = {};  ///< nothing is compiled after it
};

/// The end of an equal share of the time until `end` for one of `left` findings, of which
/// `together` are shrunk at a time.
Deadline share_of(const Deadline& end, std::size_t left, std::size_t together) {
  const auto now = std::chrono::steady_clock::now();
  if (!end || *end <= now) return end;
  const std::size_t turns = (left + together - 1) / together;
  return now + (*end - now) / std::max<std::size_t>(turns, 1);
}

bool is_past(const Deadline& deadline) {
  return deadline && std::chrono::steady_clock::now() >= *deadline;
}

/// A backend that can no longer execute does not end the run.
Result result_of(const Task& task, const BackendSpec& backend, const BackendSet& backend_set,
                 const Standard& standard, const RunFolder& folder, const Limits& limits) {
  if (is_past(limits.run)) return {{}, "the time budget is used up"};
  if (is_past(limits.compiling)) {
    return {{},
            fmt::format("the {} s for compiling smaller cases are used up; 'assay shrink' with the "
                        "arguments of 'assay replay' does it",
                        most_compiling.count())};
  }
  if (interrupted()) return {{}, "the run was interrupted"};
  if (task.record->verdict.kind == VerdictKind::flaky)
    return {{}, "it fails in some executions only"};
  if (!backend_set[task.backend]->executes()) {
    return stored_result_of(task, *backend_set[task.backend], standard, folder);
  }
  const bool hangs = task.record->verdict.kind == VerdictKind::timed_out;
  try {
    const StoredCase stored = case_of(task.record->name, kept_cases(folder.path()));
    if (!stored.program && is_refused_by_compiler(backend, stored.test)) {
      return {{}, "the call does not compile, whatever its inputs are"};
    }
    return {shrink(stored, *backend_set[task.backend], standard,
                   {.executions = hangs ? most_hangs : limits.executions,
                    .deadline = limits.compiling}),
            {}};
  } catch (const NothingToShrink& nothing) {
    return {{}, std::string("alone, ") + nothing.what()};
  } catch (const std::exception& error) {
    return {{}, error.what()};
  }
}

void tell(const Task& task, const Result& result) {
  if (!result.shrunk) {
    task.finding->explanation = {not_shrunk(result.why_not)};
    return;
  }
  task.finding->shrunk = result.shrunk->stored.test.name;
  task.finding->explanation = facts_of(*result.shrunk);
  reports::take_proof(*task.finding, result.shrunk->proof);
  if (result.shrunk->out_of_time) {
    task.finding->explanation.push_back(fmt::format(
        "cost       its share of the {} s for compiling smaller cases; 'assay shrink' with the "
        "arguments of 'assay replay' goes on",
        most_compiling.count()));
  }
  if (!result.shrunk->out_of_budget) return;
  task.finding->explanation.push_back(
      fmt::format("cost       {} executions, which is the limit, so that the case may not be the "
                  "smallest; 'assay shrink' with the arguments of 'assay replay' goes on",
                  result.shrunk->executions));
}

}  // namespace

void shrink_findings(reports::ReportExtras& extras, const Records& records,
                     const BackendSets& backend_sets, const RunOptions& options,
                     const RunState& state, const ToleranceLookup& tolerances,
                     const RunFolder& folder, std::chrono::steady_clock::time_point begin) {
  const std::vector<BackendSpec>& backends = state.tested.backends;
  const std::vector<Task> tasks = tasks_of(chosen(extras), records, backends);
  if (tasks.empty()) return;
  Limits limits;
  if (options.limits.time_budget) limits.run = begin + *options.limits.time_budget;
  const bool compiles = compile_on_demand(backend_sets, state);
  limits.executions = compiles ? most_compiled : most_executions;
  if (compiles) limits.compiling = std::chrono::steady_clock::now() + most_compiling;
  std::vector<OrderedWork<Result>::Maker> makers;
  std::atomic<std::size_t> left = tasks.size();
  for (const BackendSet& backend_set : backend_sets) {
    makers.emplace_back([&](std::size_t index) {
      const Task& task = tasks[index];
      const Standard standard{tolerances, errata_for(state.tested, task.backend)};
      Limits own = limits;
      own.compiling = share_of(limits.compiling, left--, backend_sets.size());
      return result_of(task, backends[task.backend], backend_set, standard, folder, own);
    });
  }
  std::vector<StoredCase> kept;
  Progress progress(options.console.quiet ? 0 : tasks.size(), isatty(STDERR_FILENO) != 0,
                    "findings shrunk");
  OrderedWork<Result> work(tasks.size(), tasks.size(), std::move(makers));
  for (const Task& task : tasks) {
    Result result{{}, "the run was interrupted"};
    while (!interrupted() && !work.ready_within(between_looks)) {
    }
    if (!interrupted()) result = work.take();
    tell(task, result);
    if (result.shrunk) kept.push_back(std::move(result.shrunk->stored));
    progress.step();
  }
  if (!kept.empty())
    keep_shrunk(folder.shrunk().string(), kept, tolerances, options.cases.judged_version);
  locate_shrunk(extras.findings, records, folder.path(), {});
}

void leave_unshrunk(reports::ReportExtras& extras, const std::string& why) {
  for (Finding* finding : chosen(extras)) finding->explanation = {not_shrunk(why)};
}

}  // namespace assay::runners
