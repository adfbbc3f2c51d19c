// SPDX-License-Identifier: Apache-2.0
#include "runners/run/backend_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <set>
#include <thread>
#include <utility>

#include "runners/cases/plan/errata.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/run/stored_backend.hpp"
#include "runners/sdk/compile/index.hpp"
#include "runners/sdk/compile/needs.hpp"
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

namespace {

/// A library that was compiled before may not be what its headers are now.
void tell_old(const std::filesystem::path& index_file) {
  try {
    const std::string header = sdk::changed_header(sdk::read_index(index_file));
    if (header.empty()) return;
    std::cerr << fmt::format(
        "note: {} has changed since {} was compiled, and what was compiled is executed; --backend "
        "sdk with --sdk-include compiles the headers as they are now\n",
        header, index_file.string());
  } catch (const std::exception&) {
    return;  // the worker says what is wrong with the index
  }
}

class IndexedAssembler final : public AssemblerView {
 public:
  IndexedAssembler(BackendChoice without, std::filesystem::path index)
      : choice_(std::move(without)), file_(std::move(index)) {}

  sdk::Assembled of(const Case& test_case) override {
    const auto signature = sdk::signature_of(test_case);
    if (!signature) return sdk::Assembled::no;
    if (!index_ || !index_->signatures.contains(*signature)) index_ = sdk::read_index(file_);
    const auto built = index_->signatures.find(*signature);
    return built == index_->signatures.end() ? sdk::Assembled::no : built->second.assembled;
  }

  Backend& without() override {
    if (!without_) {
      without_ = start_backend(choice_);
      without_->before_each([this](const Case& test_case) { compile(test_case); });
    }
    return *without_;
  }

 private:
  /// Whatever was compiled once is not looked up again, which takes longer than the call.
  void compile(const Case& test_case) {
    const auto signature = sdk::signature_of(test_case);
    if (!signature || !compiled_.insert(*signature).second) return;
    sdk::prepare(choice_.sdk, 1, [&](std::size_t) { return test_case; });
  }

  BackendChoice choice_;  ///< of the library without the assembler
  std::filesystem::path file_;
  std::optional<sdk::Index> index_;
  std::unique_ptr<Backend> without_;
  std::set<std::string> compiled_;
};

}  // namespace

std::unique_ptr<AssemblerView> assembler_view(BackendChoice choice, std::filesystem::path index) {
  if (choice.sdk.assembler.empty()) return nullptr;
  choice.backend = {BackendKind::library, ""};
  choice.sdk.assembler.clear();
  choice.sdk.limit.reset();
  choice.sdk.quiet = true;
  return std::make_unique<IndexedAssembler>(std::move(choice), std::move(index));
}

std::unique_ptr<Backend> start_backend(const BackendChoice& choice) {
  if (!choice.backend.executes()) {
    return std::make_unique<StoredBackend>(open_rows(choice.backend.detail, choice.stored_version));
  }
  if (choice.backend.kind == BackendKind::compiled) tell_old(choice.backend.detail);
  WorkerOptions options = worker_options(choice);
  const std::string index = options.backend.detail;
  auto backend = std::make_unique<SupervisedBackend>(std::move(options));
  if (choice.backend.kind == BackendKind::library) {
    backend->set_assembler(assembler_view(choice, index));
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
