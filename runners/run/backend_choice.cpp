// SPDX-License-Identifier: Apache-2.0
#include "runners/run/backend_choice.hpp"

#include "runners/backend/loaded.hpp"

namespace assay::runners {

WorkerOptions worker_options(const BackendChoice& choice, std::span<const Case> cases) {
  std::string backend = choice.backend;
  if (backend == sdk_name) {
    const auto draw = [&](std::size_t index) { return std::optional<Case>(cases[index]); };
    backend = sdk::prepare(choice.sdk, cases.size(), draw).backend;
  } else {
    check_backend_name(backend);
  }
  return {.program = worker_program(),
          .backend = std::move(backend),
          .deadline = choice.timeout,
          .device = choice.device,
          .memory = choice.memory.value_or(default_memory())};
}

Executor executor_for(const BackendChoice& choice) {
  if (choice.backend != sdk_name) return Executor(worker_options(choice));
  return Executor(worker_options(choice), [sdk = choice.sdk](const Case& test) {
    sdk::prepare(sdk, 1, [&](std::size_t) { return test; });
  });
}

}  // namespace assay::runners
