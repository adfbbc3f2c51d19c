// SPDX-License-Identifier: Apache-2.0
// What a worker prints: kept, but not without end.
#pragma once

#include <string>
#include <vector>

#include "runners/call/arena.hpp"

namespace assay::runners {

/// A nameless file for the standard output and error of a worker. It takes so many bytes of one
/// request; a write beyond them fails and changes nothing else.
class WorkerOutput {
 public:
  /// Throws InfraError.
  WorkerOutput();

  int descriptor() const { return file_.get(); }
  /// Forgets everything, for the next request. Whoever has the descriptor writes from the start.
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
