// SPDX-License-Identifier: Apache-2.0
// Threads of this process, which a call may have left.
#pragma once

#include <cstddef>

#include "runners/call/arena.hpp"

namespace assay::runners {

/// How many threads this process has.
class ThreadCount {
 public:
  ThreadCount();
  /// 1 if the number is not known.
  std::size_t get() const;
  /// Gives threads that a call started a tenth of a second to end, or to show what they still do.
  /// Returns how many there are then, `most` or fewer as soon as there are.
  std::size_t wait_for(std::size_t most) const;
  /// Whether other threads than this one keep a processor busy, and still do so 0.3 s later: those
  /// of a pool spin for a while before they sleep.
  bool others_compute() const;

 private:
  FileDescriptor tasks_;
};

}  // namespace assay::runners
