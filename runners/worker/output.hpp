// SPDX-License-Identifier: Apache-2.0
// The output of a worker, kept up to a limit.
#pragma once

#include <string>
#include <vector>

#include "runners/call/arena.hpp"

namespace assay::runners {

/// A nameless file for the standard output and error of a worker. It takes a limited number of
/// bytes per request; a write beyond that fails and has no effect.
class WorkerOutput {
 public:
  /// Throws InfraError.
  WorkerOutput();

  int descriptor() const { return file_.get(); }
  /// Forgets everything, for the next request. Later writes to the descriptor begin at the start.
  void clear();
  /// "; it printed: A | B | C", the last lines; nothing where nothing was printed.
  std::string last_lines() const;
  /// The last line that is not empty; empty where there is none.
  std::string last_line() const;

 private:
  std::vector<std::string> lines() const;

  FileDescriptor file_;
};

}  // namespace assay::runners
