// SPDX-License-Identifier: Apache-2.0
#include "runners/worker/supervised_backend.hpp"

#include "runners/worker/batch.hpp"

namespace assay::runners {

std::vector<std::vector<Trial>> SupervisedBackend::run(std::vector<Job> jobs) {
  for (const Job& job : jobs) {
    if (!prepare_) continue;
    if (job.program == nullptr) {
      prepare_(*job.test);
    } else {
      for (const ProgramStep& step : job.program->steps) prepare_(step.test);
    }
  }
  return Batch(worker_, std::move(jobs)).run();
}

}  // namespace assay::runners
