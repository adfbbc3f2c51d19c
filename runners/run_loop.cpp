// SPDX-License-Identifier: Apache-2.0
#include "runners/run_loop.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "runners/case_work.hpp"
#include "runners/interrupt.hpp"
#include "runners/ordered_work.hpp"
#include "runners/progress.hpp"

namespace assay::runners {
namespace {

using MaybeResult = std::optional<CaseResult>;

/// Results that may wait for a slow case, per worker.
constexpr std::size_t window_per_worker = 64;

}  // namespace

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

}  // namespace assay::runners
