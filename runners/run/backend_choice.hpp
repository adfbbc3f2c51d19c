// SPDX-License-Identifier: Apache-2.0
// What a command executes single cases on.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "runners/sdk/prepare.hpp"
#include "runners/worker/executor.hpp"

namespace assay::runners {

/// The name of the backend whose signatures are compiled when they are needed.
inline constexpr const char* sdk_name = "sdk";

struct BackendChoice {
  std::string backend = "simulator";         ///< one of the backend_forms
  sdk::SdkOptions sdk = {};                  ///< of the backend "sdk"
  std::chrono::milliseconds timeout{5000};   ///< for one call with all of its executions
  std::optional<unsigned> device = {};       ///< of the backend; else its first
  std::optional<std::uint64_t> memory = {};  ///< bytes of a worker, 0 for no limit
};

/// Of the backend that `choice` names, or of its index where that is "sdk", which then has what
/// `cases` need. Throws UsageError.
WorkerOptions worker_options(const BackendChoice& choice, std::span<const Case> cases = {});

/// An executor that compiles what a case needs before it executes it, where the backend is "sdk".
/// Throws as Executor does.
Executor executor_for(const BackendChoice& choice);

}  // namespace assay::runners
