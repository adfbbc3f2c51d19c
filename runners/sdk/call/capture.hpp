// SPDX-License-Identifier: Apache-2.0
// Calls foreign code that prints and may abort, in this process.
#pragma once

#include <functional>
#include <string>

namespace assay::runners::sdk {

struct Captured {
  bool aborted = false;  ///< it raised SIGABRT on this thread, and was left there
  std::string output;    ///< what it printed to standard output
  std::string error;     ///< where it aborted: the last line it printed to standard error
};

/// Runs `call` with standard output and standard error in files of their own, and lets it abort. If
/// the process dies for another reason, its standard error is complete as usual: lines are passed
/// on as they come if standard error is a file that can be read back.
Captured captured_call(const std::function<void()>& call);

}  // namespace assay::runners::sdk
