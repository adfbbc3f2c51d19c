// SPDX-License-Identifier: Apache-2.0
// Executes cases on a backend in a worker process.
#include "runners/worker/executor.hpp"

#include "runners/worker/batch.hpp"

namespace assay::runners {

std::vector<std::vector<Trial>> Executor::run(std::vector<Job> jobs) {
  for (const Job& job : jobs) {
    if (before_) before_(*job.test);
  }
  if (worker_) return Batch(*worker_, std::move(jobs)).run();
  std::vector<std::vector<Trial>> trials;
  for (Job& job : jobs) trials.push_back({answer_(*job.test, std::move(job.before.front()))});
  return trials;
}

std::vector<Trial> Executor::run(const Case& test, std::vector<std::vector<ElementArray>> before,
                                 std::uint64_t text_capacity) {
  std::vector<Job> jobs;
  jobs.push_back({&test, std::move(before), text_capacity});
  return std::move(run(std::move(jobs)).front());
}

}  // namespace assay::runners
