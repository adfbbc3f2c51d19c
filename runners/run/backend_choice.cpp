// SPDX-License-Identifier: Apache-2.0
#include "runners/run/backend_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "runners/cases/plan/errata.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/run/stored_backend.hpp"
#include "runners/worker/supervised_backend.hpp"

namespace assay::runners {

Standard standard_of(const BackendChoice& choice, const std::string& accuracy,
                     const std::string& choices) {
  return {granted(accuracy, choices),
          choice.errata.value_or(usual_errata(choice.backend, choice.sdk))};
}

WorkerOptions worker_options(const BackendChoice& choice, std::span<const Case> cases) {
  BackendSpec backend = choice.backend;
  if (backend.kind == BackendKind::library) {
    const auto draw = [&](std::size_t index) { return std::optional<Case>(cases[index]); };
    backend = sdk::prepare(choice.sdk, cases.size(), draw).backend;
  }
  return {.program = worker_program(),
          .backend = std::move(backend),
          .deadline = choice.timeout,
          .device = choice.device,
          .memory = choice.memory.value_or(default_memory())};
}

std::unique_ptr<Backend> start_backend(const BackendChoice& choice) {
  if (!choice.backend.executes()) {
    return std::make_unique<StoredBackend>(open_rows(choice.backend.detail, choice.stored_version));
  }
  auto backend = std::make_unique<SupervisedBackend>(worker_options(choice));
  if (choice.backend.kind == BackendKind::library) {
    backend->before_each([sdk = choice.sdk](const Case& test_case) {
      sdk::prepare(sdk, 1, [&](std::size_t) { return test_case; });
    });
  }
  return backend;
}

namespace {

/// --memory is the whole run's.
void share_memory(WorkerOptions& options, std::size_t workers) {
  options.sharing = workers;
  if (options.memory == 0) return;
  constexpr std::uint64_t least = std::uint64_t{64} << 20;
  options.memory /= workers;
  if (options.memory >= least) return;
  throw UsageError(
      fmt::format("--memory leaves {} MiB to each of {} workers, and a worker needs "
                  "{}; give more, or lower -j",
                  options.memory >> 20U, workers, least >> 20U));
}

}  // namespace

std::vector<std::unique_ptr<Backend>> start_backends(WorkerOptions options, std::size_t count,
                                                     std::size_t others) {
  share_memory(options, count + others);
  std::vector<std::unique_ptr<Backend>> backends;
  for (std::size_t i = 0; i < count; ++i) {
    options.turn = static_cast<unsigned>(i);
    backends.push_back(std::make_unique<SupervisedBackend>(options));
  }
  return backends;
}

std::size_t threads_for(unsigned jobs, std::size_t pieces) {
  const std::size_t wanted = jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : jobs;
  return std::clamp<std::size_t>(pieces, 1, wanted);
}

}  // namespace assay::runners
