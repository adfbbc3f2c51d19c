// SPDX-License-Identifier: Apache-2.0
// How a process of a compiler ended.
#pragma once

#include <string>

namespace assay::runners::sdk {

inline constexpr int code_of_a_signal = 128;  ///< added to the number of the signal

struct ProcessResult {
  int code = 0;        ///< exit code; code_of_a_signal + signal where it died of one
  std::string output;  ///< standard output and error
  bool late = false;   ///< it was killed at its time limit
};

}  // namespace assay::runners::sdk
