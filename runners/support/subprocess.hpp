// SPDX-License-Identifier: Apache-2.0
// Another program, run to its end.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace assay::runners {

inline constexpr int code_of_a_signal = 128;  ///< added to the number of the signal

/// How a process ended.
struct ProcessResult {
  int code = 0;        ///< exit code; code_of_a_signal + signal where it died of one
  std::string output;  ///< standard output and error
  bool late = false;   ///< it was killed at its time limit
};

/// Runs a program to its end, or kills it where it is asked to stop. An interrupt from the keyboard
/// does not reach it: a compiler that dies of one would seem to have refused what it was given.
/// Without a `stop` that can be asked for, an interrupt of this process kills it and InfraError is
/// thrown. At the end of `limit` it is killed, too. Throws UsageError where there is no such
/// program, InfraError where the machine cannot start it.
ProcessResult run_to_end(const std::vector<std::string>& command, const std::stop_token& stop = {},
                         std::optional<std::chrono::seconds> limit = {});

}  // namespace assay::runners
