// SPDX-License-Identifier: Apache-2.0
#include "runners/run/loop.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "reference/judge/records/wrong_tiles.hpp"
#include "reference/judge/runs/build_dependence.hpp"
#include "reference/judge/runs/three_way.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/case_runner.hpp"
#include "runners/run/lost_board.hpp"
#include "runners/run/replicas.hpp"
#include "runners/run/stored_backend.hpp"
#include "runners/sdk/compile/builds.hpp"
#include "runners/support/ordered_loop.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners {
namespace {

/// A planned case with its results, one per backend; none where the plan has no such case.
struct FinishedCase {
  std::size_t position = 0;  ///< in the plan, or among its replicas
  std::vector<CaseResult> results;
  std::vector<std::string> bits = {};  ///< of a replicated case, as many as results
};
using Block = std::vector<FinishedCase>;

/// Results that may wait for a slow case, per worker: a second's worth of small ones while a block
/// of large tiles takes one.
constexpr std::size_t window_per_worker = 1024;
/// The limit of the bytes of waiting tiles; above it no new work begins.
constexpr std::size_t most_waiting_bytes = std::size_t{64} << 20U;

/// Failing cases; one that fails on both backends counts once.
std::size_t failures_in(const Records& records) {
  std::set<std::uint64_t> failing;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (is_failure(records.kind(i))) failing.insert(records.index(i));
  }
  return failing.size();
}

bool is_failing(const CaseResult& result) { return is_failure(result.record.verdict.kind); }

using Runners = std::vector<std::unique_ptr<CaseRunner>>;

Runners runners_for(const Execution& execution, const RunState& state,
                    const ToleranceLookup& tolerances) {
  Runners runners;
  for (std::size_t k = 0; k < state.tested.backends.size(); ++k) {
    runners.push_back(std::make_unique<CaseRunner>(
        execution, state.identity.board, state.tested.backends[k].text(),
        Standard{tolerances, errata_for(state.tested, k)}));
  }
  return runners;
}

const Trial* first_trial_of(const CaseResult& result) {
  return result.trials.empty() ? nullptr : &result.trials.front();
}

Attribution attribution_of(const CaseResult& first, const CaseResult& other) {
  if (first.program && (first.call != other.call || first.stored != other.stored)) {
    // Two calls with different contents are compared only by their verdicts.
    return attribute(first.test, {}, {first.record.verdict, nullptr},
                     {other.record.verdict, nullptr});
  }
  return attribute(first.test, first.expected, {first.record.verdict, first_trial_of(first)},
                   {other.record.verdict, first_trial_of(other)});
}

void add_reason(CaseResult& result, const std::string& reason) {
  if (is_failing(result)) result.record.verdict.reason += "; " + reason;
}

/// A difference of two builds that are both right by themselves as the later one's failure.
void blame(CaseResult& later, const CaseResult& first, Verdict verdict) {
  later.record.verdict = std::move(verdict);
  later.record.failed_executions = later.record.executions;
  const std::vector<Trial> both{first.trials.front(), later.trials.front()};
  later.record.tiles = wrong_tiles(later.test, both, later.expected, later.record.verdict);
}

/// Flags of each backend of a run, where they are builds of one library.
struct ComparedBuilds {
  const std::vector<std::string>& flags;
  bool strict = false;  ///< two right results that differ are the later build's failure
};

Attribution compare_builds(CaseResult& first, CaseResult& later, const std::string& later_flags,
                           const ComparedBuilds& builds) {
  const std::string& first_flags = builds.flags.front();
  std::optional<Verdict> found = build_dependence(
      first.test, first.expected, {first_flags, first.record.verdict, first_trial_of(first)},
      {later_flags, later.record.verdict, first_trial_of(later)});
  if (!found) return attribution_of(first, later);
  const std::string reason = found->reason;
  if (is_failing(first) || is_failing(later)) {
    add_reason(first, reason);
    add_reason(later, reason);
  } else if (builds.strict) {
    blame(later, first, std::move(*found));
  } else if (later.record.verdict.reason.empty()) {
    later.record.verdict.reason = reason;
  }
  return Attribution::build_dependent;
}

/// The newer version of a library says how it differs from the older one.
Attribution compare_versions(const CaseResult& before, CaseResult& after) {
  const auto found =
      library_change(before.test, before.expected,
                     {"the older headers", before.record.verdict, first_trial_of(before)},
                     {"the newer headers", after.record.verdict, first_trial_of(after)});
  if (!found) return Attribution::agree;
  std::string& reason = after.record.verdict.reason;
  reason += (reason.empty() ? "" : "; ") + found->reason;
  return found->kind;
}

Attribution compare_with_first(CaseResult& first, CaseResult& later, const std::string& later_flags,
                               const ComparedBuilds& builds) {
  if (builds.flags.empty()) return attribution_of(first, later);
  if (sdk::include_in(builds.flags.front())) return compare_versions(first, later);
  return compare_builds(first, later, later_flags, builds);
}

/// Each of several builds is compared with the first one; the first one gets the message of the
/// last one that disagrees with it.
void attribute_all(std::vector<CaseResult>& results, const ComparedBuilds& builds) {
  CaseResult& first = results.front();
  Attribution worst = Attribution::agree;
  for (std::size_t k = 1; k < results.size(); ++k) {
    const Attribution who =
        compare_with_first(first, results[k], builds.flags.empty() ? "" : builds.flags[k], builds);
    results[k].record.attribution = name_of(who);
    if (k == 1 || (who != Attribution::agree && who != Attribution::undecided)) worst = who;
  }
  first.record.attribution = name_of(worst);
}

/// The cases of a plan from `begin` to before `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The case, or every call of a program.
void for_each_call(const StoredCase& stored, const std::function<void(const Case&)>& visit) {
  if (!stored.program) return visit(stored.test);
  for (const ProgramStep& step : stored.program->steps) visit(step.test);
}

/// A block of large tiles takes megabytes, and several may wait for a slow one: if the tiles of a
/// case are not wanted, only its record waits.
void shed_tiles(CaseResult& result) {
  result.trials = {};
  result.expected = {};
  result.stored = {};
  result.memory = {};
  result.end = {};
}

std::size_t bytes_in(const std::vector<ElementArray>& arrays) {
  std::size_t bytes = 0;
  for (const ElementArray& one : arrays) bytes += one.bytes().size();
  return bytes;
}

/// About the bytes of a block without its records: the tiles that shed_tiles() left.
std::size_t bytes_that_wait(const Block& block) {
  constexpr std::size_t of_expected = 16;  // at most, an element
  std::size_t bytes = 0;
  for (const FinishedCase& done : block) {
    for (const CaseResult& result : done.results) {
      bytes += bytes_in(result.stored) + bytes_in(result.memory) + bytes_in(result.end);
      for (const Trial& trial : result.trials)
        bytes += bytes_in(trial.before) + bytes_in(trial.after);
      if (result.expected.empty() || result.trials.empty()) continue;
      for (const ElementArray& one : result.trials.front().before) {
        bytes += of_expected * static_cast<std::size_t>(one.size());
      }
    }
  }
  return bytes;
}

/// The results of drawn cases; of some positions none could be drawn.
Block executed_block(std::vector<std::optional<StoredCase>> drawn_cases, Span span,
                     const Runners& runners, const BackendSet& backend_set) {
  Block block;
  std::vector<StoredCase> tests;
  std::vector<std::size_t> drawn;
  for (std::size_t position = span.begin; position < span.end; ++position) {
    std::optional<StoredCase>& test_case = drawn_cases[position - span.begin];
    if (test_case) drawn.push_back(block.size());
    if (test_case) tests.push_back(std::move(*test_case));
    block.push_back({position, {}});
  }
  for (std::size_t k = 0; k < backend_set.size(); ++k) {
    std::vector<CaseResult> results = runners[k]->run(tests, *backend_set[k]);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      block[drawn[i]].results.push_back(std::move(results[i]));
    }
  }
  return block;
}

void add_bits(FinishedCase& done) {
  for (const CaseResult& result : done.results) done.bits.push_back(promised_bits_of(result));
}

Block run_block(const RunPlan& plan, Span span, const Runners& runners,
                const BackendSet& backend_set, const RunOptions& options,
                const RunListener& listener) {
  std::vector<std::optional<StoredCase>> cases;
  for (std::size_t position = span.begin; position < span.end; ++position) {
    cases.push_back(plan.draw(position));
    if (cases.back() && listener.await) for_each_call(*cases.back(), listener.await);
  }
  Block block = executed_block(std::move(cases), span, runners, backend_set);
  for (FinishedCase& done : block) {
    if (plan.replicated(plan.index_of(done.position))) add_bits(done);
    if (done.results.size() > 1)
      attribute_all(done.results, {options.tested.builds, options.demands.strict});
    if (!wants_tiles(plan, options.files.tiles, plan.index_of(done.position), done.results)) {
      std::ranges::for_each(done.results, shed_tiles);
    }
  }
  return block;
}

/// Cases that the shard before this one has executed, too.
Block replicate_block(const RunPlan& plan, Span span, const Runners& runners,
                      const BackendSet& backend_set) {
  std::vector<std::optional<StoredCase>> cases;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    cases.push_back(plan.draw_index(plan.replicas()[i]));
  }
  Block block = executed_block(std::move(cases), span, runners, backend_set);
  for (FinishedCase& done : block) {
    add_bits(done);
    std::ranges::for_each(done.results, shed_tiles);
  }
  return block;
}

/// Cases of every op that are not in the journal yet.
using OpsLeft = std::map<std::string, std::size_t>;

OpsLeft ops_left(const RunPlan& plan, std::size_t first) {
  OpsLeft left;
  for (std::size_t position = first; position < plan.size(); ++position) {
    ++left[plan.op_of(position)];
  }
  return left;
}

/// The state of the main thread while it takes blocks.
struct ResultSink {
  const RunPlan& plan;
  const RunOptions& options;
  const RunListener& listener;
  RunFiles& files;
  Progress& progress;
  std::size_t failures;
  OpsLeft left;
  RunEnd& end;

  /// Takes the cases of a block; false if the run shall stop after one of them.
  bool take_block(Block block) {
    for (FinishedCase& done : block) {
      if (!take(std::move(done))) return false;
    }
    return true;
  }

  /// Takes one case; false if the run shall stop after it.
  bool take(FinishedCase done) {
    --end.not_run;
    const bool failed = std::ranges::any_of(done.results, is_failing);
    progress.step(failed);
    failures += failed ? 1 : 0;
    for (const CaseResult& result : done.results) {
      if (!result.board_lost) continue;
      end.board_lost = true;
      end.stopped = result.record.verdict.reason;
    }
    for (std::size_t k = 0; k < done.bits.size(); ++k) {
      files.replicas().add(plan.index_of(done.position), true, done.results[k].record,
                           done.bits[k]);
    }
    if (!done.results.empty()) files.add(done.position, std::move(done.results));
    count_down(plan.op_of(done.position));
    const bool enough = options.limits.max_failures > 0 && failures >= options.limits.max_failures;
    if (enough && !end.board_lost && end.not_run > 0) {
      end.stopped = fmt::format("{} cases failed", failures);
    }
    return end.stopped.empty();
  }

  void count_down(const std::string& op) {
    if (--left.at(op) > 0) return;
    left.erase(op);
    if (listener.op_done) listener.op_done(op, left.size());
  }
};

/// Takes what a block shows of replicated cases; false if the board is lost.
bool take_replicas(const RunPlan& plan, const Block& block, RunFiles& files, RunEnd& end) {
  for (const FinishedCase& done : block) {
    for (std::size_t k = 0; k < done.results.size(); ++k) {
      const CaseResult& result = done.results[k];
      if (result.board_lost) {
        end.board_lost = true;
        end.stopped = result.record.verdict.reason;
        return false;
      }
      files.replicas().add(plan.replicas()[done.position], false, result.record, done.bits[k]);
    }
  }
  return true;
}

/// Says which case shows that the board is lost, and whether --reset brings it back.
void look_at_board(RunEnd& end, const Runners& runners, const BackendSet& backend_set,
                   const std::string& reset, const std::string& board) {
  for (std::size_t k = 0; k < runners.size(); ++k) {
    if (!runners[k]->board_lost()) continue;
    const CanaryCase& canary = runners[k]->canary();
    end.lost_case = canary.name();
    if (reset.empty()) return;
    const std::string failure = reset_board(reset, board);
    backend_set[k]->begin_anew();
    end.board_back = failure.empty() && !canary.board_loss(*backend_set[k]);
    end.stopped += failure.empty() ? "" : "; " + failure;
    if (end.board_back) end.stopped += "; after --reset the board answers again";
    return;
  }
}

std::uint64_t memory_of(const Execution& execution, std::size_t workers) {
  return execution.memory.value_or(default_memory(workers));
}

}  // namespace

BackendSets start_backend_sets(const RunState& state, const Execution& execution,
                               std::size_t cases) {
  const std::vector<BackendSpec>& backends = state.tested.backends;
  BackendSets backend_sets(threads_for(execution.jobs, cases));
  const auto executing = static_cast<std::size_t>(
      std::ranges::count_if(backends, [](const auto& one) { return one.executes(); }));
  const std::size_t workers = executing * backend_sets.size();
  for (const BackendSpec& spec : backends) {
    if (!spec.executes()) {
      const auto rows = open_rows(spec.detail, state.cases.judged_version);
      for (BackendSet& backend_set : backend_sets)
        backend_set.push_back(std::make_unique<StoredBackend>(rows));
      continue;
    }
    auto started = start_backends(worker_options({.backend = spec,
                                                  .timeout = execution.timeout,
                                                  .device = execution.device,
                                                  .memory = memory_of(execution, workers)}),
                                  backend_sets.size(), workers - backend_sets.size());
    for (std::size_t i = 0; i < backend_sets.size(); ++i)
      backend_sets[i].push_back(std::move(started[i]));
    if (spec.kind != BackendKind::compiled) continue;
    BackendChoice library{.sdk = state.tested.sdk,
                          .timeout = execution.timeout,
                          .device = execution.device,
                          .memory = memory_of(execution, workers)};
    library.sdk.quick = state.cases.signatures == SignatureChoice::few;
    for (BackendSet& backend_set : backend_sets) {
      backend_set.back()->set_assembler(assembler_view(library, spec.detail));
    }
  }
  return backend_sets;
}

namespace {

/// Executes the replicated cases of the shard before. There is no verdict on them here: a merge
/// compares them with those of that shard. Without time left they are not compared.
void replicate(const RunPlan& plan, const BackendSets& backend_sets, const Runners& runners,
               const RunOptions& options,
               std::optional<std::chrono::steady_clock::time_point> deadline, RunFiles& files,
               RunEnd& end) {
  const std::size_t step = options.execution.batch, count = plan.replicas().size();
  std::vector<OrderedWork<Block>::Maker> makers;
  for (const BackendSet& backend_set : backend_sets) {
    makers.emplace_back([&](std::size_t index) {
      return replicate_block(plan, {index * step, std::min((index + 1) * step, count)}, runners,
                             backend_set);
    });
  }
  Progress progress(options.console.quiet ? 0 : count, isatty(STDERR_FILENO) != 0,
                    "cases replicated");
  const LoopLimits limits{
      .pieces = (count + step - 1) / step, .window = 2 * makers.size(), .deadline = deadline};
  const LoopEnd how = work_in_order<Block>(limits, std::move(makers), [&](const Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) progress.step(false);
    return take_replicas(plan, block, files, end);
  });
  end.interrupted = how == LoopEnd::interrupted;
}

}  // namespace

RunEnd run_cases(const RunPlan& plan, const BackendSets& backend_sets, const RunOptions& options,
                 const RunState& state, const ToleranceLookup& tolerances,
                 std::chrono::steady_clock::time_point begin, RunFiles& files,
                 const RunListener& listener) {
  const std::size_t first = files.next();
  const std::size_t step = options.execution.batch;
  const Runners runners = runners_for(options.execution, state, tolerances);
  std::vector<OrderedWork<Block>::Maker> makers;
  for (const BackendSet& backend_set : backend_sets) {
    makers.emplace_back([&](std::size_t index) {
      const std::size_t from = first + index * step;
      return run_block(plan, {from, std::min(from + step, plan.size())}, runners, backend_set,
                       options, listener);
    });
  }
  RunEnd end{.not_run = plan.size() - first};
  Progress progress(options.console.quiet ? 0 : plan.size(), isatty(STDERR_FILENO) != 0, "cases",
                    first);
  ResultSink taking{
      plan, options, listener, files, progress, failures_in(files.records()), ops_left(plan, first),
      end};
  const std::size_t window = std::max<std::size_t>(window_per_worker / step, 2) * makers.size();
  LoopLimits limits{
      .pieces = (end.not_run + step - 1) / step, .window = window, .give_up = listener.give_up};
  if (options.limits.time_budget) limits.deadline = begin + *options.limits.time_budget;
  const LoopEnd how = work_in_order<Block>(
      limits, std::move(makers), [&](Block block) { return taking.take_block(std::move(block)); },
      ResultRoom<Block>{.most = most_waiting_bytes, .bytes_of = bytes_that_wait});
  if (how == LoopEnd::out_of_time) end.stopped = "the time budget is used up";
  end.interrupted = how == LoopEnd::interrupted;
  if (end.stopped.empty() && !end.interrupted && !plan.replicas().empty()) {
    if (listener.planned_done) listener.planned_done();
    replicate(plan, backend_sets, runners, options, limits.deadline, files, end);
  }
  if (end.interrupted) end.stopped = "it was interrupted";
  if (end.board_lost) {
    look_at_board(end, runners, backend_sets.front(), options.board.reset, state.identity.board);
  }
  return end;
}

}  // namespace assay::runners
