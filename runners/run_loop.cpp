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

/// What came of a block of planned cases, those left out left out.
struct Block {
  std::vector<CaseResult> results;
  std::size_t unreachable = 0;
};

/// Results that may wait for a slow case, per worker.
constexpr std::size_t window_per_worker = 64;

Block run_block(const RunPlan& plan, std::size_t begin, std::size_t end, Executor& executor,
                const std::string& backend, const ToleranceLookup& tolerances) {
  Block block;
  std::vector<Case> tests;
  for (std::size_t i = begin; i < end; ++i) {
    std::optional<Case> test = plan.draw(i);
    if (test) tests.push_back(std::move(*test));
  }
  block.unreachable = end - begin - tests.size();
  block.results = execute_and_judge(std::move(tests), executor, tolerances, backend);
  return block;
}

}  // namespace

Executors start_executors(const RunOptions& options, std::size_t cases) {
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t wanted = options.jobs == 0 ? processors : options.jobs;
  Executors executors;
  for (std::size_t i = 0; i < std::clamp<std::size_t>(cases, 1, wanted); ++i) {
    executors.push_back(std::make_unique<Executor>(
        WorkerOptions{.program = worker_program(),
                      .backend = options.backend,
                      .deadline = options.timeout,
                      .turn = static_cast<unsigned>(i),
                      .device = options.device,
                      .memory = options.memory.value_or(default_memory())}));
  }
  return executors;
}

std::size_t run_cases(const RunPlan& plan, const Executors& executors, const RunOptions& options,
                      const ToleranceLookup& tolerances, RunFiles& files) {
  const std::size_t step = options.batch;
  std::vector<OrderedWork<Block>::Maker> makers;
  for (const auto& executor : executors) {
    makers.emplace_back([&, one = executor.get()](std::size_t index) {
      const std::size_t begin = index * step;
      return run_block(plan, begin, std::min(begin + step, plan.size()), *one, options.backend,
                       tolerances);
    });
  }
  std::size_t unreachable = 0;
  std::size_t done = 0;
  Progress progress(plan.size(), isatty(STDERR_FILENO) != 0);
  const std::size_t blocks = (plan.size() + step - 1) / step;
  const std::size_t window = std::max<std::size_t>(window_per_worker / step, 2) * makers.size();
  OrderedWork<Block> work(blocks, window, std::move(makers));
  for (std::size_t i = 0; i < blocks; ++i) {
    stop_if_interrupted(
        fmt::format("{} of {} cases are in {}", done, plan.size(), files.journal()));
    Block block = work.take();
    for (CaseResult& result : block.results) {
      progress.step(is_failure(result.record.verdict.kind));
      files.add(std::move(result));
    }
    for (std::size_t k = 0; k < block.unreachable; ++k) progress.step(false);
    unreachable += block.unreachable;
    done += block.results.size() + block.unreachable;
  }
  return unreachable;
}

}  // namespace assay::runners
