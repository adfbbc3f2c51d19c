// SPDX-License-Identifier: Apache-2.0
// The command that runs a suite on a backend.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runners/morning.hpp"
#include "runners/sdk/prepare.hpp"

namespace assay::runners {

struct RunOptions {
  std::string suite = "smoke";
  std::optional<std::string> op_pattern;
  std::vector<std::string> targets;
  std::vector<std::string> dtypes;
  std::string backend = "simulator";
  sdk::SdkOptions sdk;  ///< of the backend "sdk"
  std::optional<std::uint64_t> cases;  ///< per recipe, instead of the suite's numbers
  std::optional<std::uint64_t> seed;
  unsigned jobs = 0;                    ///< 0: one per processor
  unsigned batch = 16;                  ///< cases that a worker gets at once
  std::optional<unsigned> device;       ///< of the backend; else workers take them in turn
  std::optional<std::uint64_t> memory;  ///< bytes of a worker, 0 for no limit
  std::string out;
  std::string case_name;
  std::chrono::milliseconds timeout{5000};
  std::string accuracy;
  std::string command_line;
  MorningOptions morning;
  bool tiles = true;  ///< write the golden and the result file
};

/// Returns the exit code.
int run_command(const RunOptions& options);

}  // namespace assay::runners
