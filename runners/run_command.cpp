// SPDX-License-Identifier: Apache-2.0
// The command that runs a suite on a backend.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <thread>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "reports/report.hpp"
#include "runners/accuracy.hpp"
#include "runners/case_work.hpp"
#include "runners/commands.hpp"
#include "runners/environment.hpp"
#include "runners/exit_code.hpp"
#include "runners/interrupt.hpp"
#include "runners/loaded_backend.hpp"
#include "runners/ordered_work.hpp"
#include "runners/progress.hpp"
#include "runners/provenance.hpp"
#include "runners/run_folder.hpp"

namespace assay::runners {
namespace {

using MaybeResult = std::optional<CaseResult>;

/// Results that may wait for a slow case, per worker.
constexpr std::size_t window_per_worker = 64;

/// Everything that is decided before the first case.
struct RunPlan {
  std::vector<generators::Recipe> recipes;
  std::vector<PlannedCase> cases;
  std::uint64_t seed = 1;
  std::int64_t large_bytes = 0;    ///< see Suite
  bool large_every_dtype = false;  ///< see Suite
  std::string selection;
  std::optional<Case> single;  ///< --case: this one alone

  std::size_t size() const { return single ? 1 : cases.size(); }
  /// Nothing where the recipe has no such case, or a large one that another element type shows.
  std::optional<Case> draw(std::size_t index) const {
    if (single) return single;
    const PlannedCase& planned = cases[index];
    try {
      Case test = generators::draw(*planned.recipe,
                                   generators::key_of(*planned.recipe, seed, planned.index));
      const bool large = large_bytes > 0 && bytes_of(test.call) > large_bytes;
      if (large && !shows_large(planned)) return std::nullopt;
      return test;
    } catch (const generators::Unreachable&) {
      return std::nullopt;
    }
  }

 private:
  /// The first case of a recipe, unless another element type of the selection shows the same.
  bool shows_large(const PlannedCase& planned) const {
    if (planned.index > 0) return false;
    if (large_every_dtype) return true;
    const generators::Recipe& recipe = *planned.recipe;
    const auto first = std::ranges::find_if(recipes, [&](const generators::Recipe& other) {
      return other.form == recipe.form && other.target == recipe.target;
    });
    return first->lead == recipe.lead;
  }
};

RunPlan plan_of(const RunOptions& options) {
  RunPlan plan;
  if (!options.case_name.empty()) {
    plan.single = generators::case_named(options.case_name);
    plan.selection = "case=" + plan.single->name;
    return plan;
  }
  const Suite suite = suite_named(options.suite);
  const Selection selection{options.op_pattern.value_or(suite.ops),
                            options.targets.empty() ? suite.targets : options.targets,
                            options.dtypes};
  CaseCounts counts = suite.cases;
  if (options.cases) counts = {*options.cases, *options.cases, *options.cases};
  plan.seed = options.seed.value_or(suite.seed);
  plan.large_bytes = suite.large_bytes;
  plan.large_every_dtype = suite.large_every_dtype;
  plan.recipes = recipes_of(selection);
  plan.cases = plan_cases(plan.recipes, counts);
  plan.selection = fmt::format("suite={} {} cases={}/{}/{}", suite.name, to_string(selection),
                               counts.inside, counts.boundary, counts.outside);
  return plan;
}

/// Files of a run. What is not finished leaves no golden or result file.
class RunFiles {
 public:
  RunFiles(const RunFolder& folder, const golden::Provenance& provenance, const RunOptions& options)
      : folder_(folder), journal_(folder.journal()) {
    if (!options.tiles) return;
    golden_.emplace(folder.golden(), provenance);
    results_.emplace(folder.results(), provenance, options.backend);
  }

  void add(CaseResult result) {
    journal_.append(reports::to_json_line(result.record));
    if (golden_ && !result.trials.empty()) {
      results_->add(result.test, result.trials.front(), result.record);
      golden_->add({std::move(result.test), std::move(result.trials.front().before),
                    std::move(result.expected)});
    }
    records_.push_back(std::move(result.record));
  }

  void finish(const RunInfo& info) {
    if (golden_) {
      golden_->finish();
      results_->finish();
    }
    reports::write_junit(folder_.junit(), records_, info);
    reports::write_html(folder_.html(), records_, info);
  }

  const std::vector<CaseRecord>& records() const { return records_; }
  std::string journal() const { return folder_.journal().string(); }

 private:
  const RunFolder& folder_;
  Journal journal_;
  std::optional<golden::GoldenWriter> golden_;
  std::optional<golden::ResultWriter> results_;
  std::vector<CaseRecord> records_;
};

using Executors = std::vector<std::unique_ptr<Executor>>;

Executors start_executors(const RunOptions& options, std::size_t cases) {
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t wanted = options.jobs == 0 ? processors : options.jobs;
  Executors executors;
  for (std::size_t i = 0; i < std::clamp<std::size_t>(cases, 1, wanted); ++i) {
    executors.push_back(std::make_unique<Executor>(
        WorkerOptions{worker_program(), options.backend, options.timeout}));
  }
  return executors;
}

/// Runs all cases; returns how many recipes had no such case.
std::size_t run_cases(const RunPlan& plan, const Executors& executors, const std::string& backend,
                      const ToleranceLookup& tolerances, RunFiles& files) {
  std::vector<OrderedWork<MaybeResult>::Maker> makers;
  for (const auto& executor : executors) {
    makers.emplace_back([&, one = executor.get()](std::size_t index) -> MaybeResult {
      std::optional<Case> test = plan.draw(index);
      if (!test) return std::nullopt;
      return execute_and_judge(std::move(*test), *one, tolerances, backend);
    });
  }
  std::size_t unreachable = 0;
  Progress progress(plan.size(), isatty(STDERR_FILENO) != 0);
  const std::size_t window = window_per_worker * makers.size();
  OrderedWork<MaybeResult> work(plan.size(), window, std::move(makers));
  for (std::size_t i = 0; i < plan.size(); ++i) {
    stop_if_interrupted(fmt::format("{} of {} cases are in {}", i, plan.size(), files.journal()));
    MaybeResult result = work.take();
    progress.step(result && is_failure(result->record.verdict.kind));
    if (result) {
      files.add(std::move(*result));
    } else {
      ++unreachable;
    }
  }
  return unreachable;
}

RunInfo info_of(const RunOptions& options, const RunPlan& plan) {
  RunInfo info;
  info.suite = plan.single ? plan.selection : options.suite;
  info.suite_version = std::string(generators::suite_version);
  info.backend = options.backend;
  info.seed = plan.seed;
  info.command = options.command_line;
  info.started = utc_now();
  info.host = host_name();
  return info;
}

void print_paths(const RunFolder& folder, bool tiles, std::size_t unreachable) {
  if (unreachable > 0) {
    std::cout << fmt::format(
        "{} planned cases were left out: out of reach, or more large tiles "
        "than the suite tries\n",
        unreachable);
  }
  if (tiles) {
    std::cout << fmt::format("golden   {}\nresults  {}\n", folder.golden().string(),
                             folder.results().string());
  }
  std::cout << fmt::format("journal  {}\njunit    {}\nreport   {}\n", folder.journal().string(),
                           folder.junit().string(), folder.html().string());
}

}  // namespace

int run_command(const RunOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  watch_interrupts();
  check_backend_name(options.backend);
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  const RunPlan plan = plan_of(options);
  RunInfo info = info_of(options, plan);
  // Before the folder, so that a backend that does not load leaves none.
  const Executors executors = start_executors(options, plan.size());
  const RunFolder folder(options.out);
  RunFiles files(folder, provenance_of(plan.seed, plan.selection), options);
  const std::size_t unreachable = run_cases(plan, executors, options.backend, tolerances, files);
  info.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  files.finish(info);
  reports::print_summary(std::cout, files.records(), info, isatty(STDOUT_FILENO) != 0);
  print_paths(folder, options.tiles, unreachable);
  return exit_code_of(files.records());
}

}  // namespace assay::runners
