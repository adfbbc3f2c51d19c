// SPDX-License-Identifier: Apache-2.0
// The backend on which a command executes single cases.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/judge/judge.hpp"
#include "runners/backend/backend.hpp"
#include "runners/sdk/compile/prepare.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {

struct BackendChoice {
  BackendSpec backend = {};
  sdk::SdkOptions sdk = {};                  ///< of a library
  std::chrono::milliseconds timeout{5000};   ///< for one call with all of its executions
  std::optional<unsigned> device = {};       ///< of the backend; else its first
  std::optional<std::uint64_t> memory = {};  ///< bytes of a worker, 0 for no limit
  std::optional<ErrataChoice> errata = {};   ///< in effect; else those of the backend
  std::string stored_version = {};           ///< as of open_rows(), where the backend is stored
  bool strict = false;                       ///< a known deviation is a failure
};

/// The standard that cases on the backend are compared with. Throws UsageError.
Standard standard_of(const BackendChoice& choice, const std::string& accuracy,
                     const std::string& choices);

/// The options for the backend that `choice` names; for a library, with its index, which then has
/// what `cases` need. Throws UsageError.
WorkerOptions worker_options(const BackendChoice& choice, std::span<const Case> cases = {});

/// A backend in a worker, or the rows of a result file; of a library, one that compiles what a case
/// needs before it executes it. Throws as SupervisedBackend does.
std::unique_ptr<Backend> start_backend(const BackendChoice& choice);

/// The assembler of `choice.sdk`, whose answers are in an index; null where it names none.
std::unique_ptr<AssemblerView> assembler_view(BackendChoice choice, std::filesystem::path index);

/// So many workers with one backend, which take its devices in turn. `others` workers besides share
/// its memory with them. Throws as SupervisedBackend does, and UsageError where that leaves too
/// little for each.
std::vector<std::unique_ptr<Backend>> start_backends(WorkerOptions options, std::size_t count,
                                                     std::size_t others = 0);

/// The number of threads for `pieces`: `jobs`, or one per processor if that is 0, but at most one
/// per piece.
std::size_t threads_for(unsigned jobs, std::size_t pieces);

}  // namespace assay::runners
