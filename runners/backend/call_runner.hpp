// SPDX-License-Identifier: Apache-2.0
// Runs the calls of a request on a backend.
#pragma once

#include <cstddef>

#include "runners/backend/executions.hpp"
#include "runners/backend/guarded_memory.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/backend/process_state.hpp"
#include "runners/backend/thread_count.hpp"

namespace assay::runners {

/// The state that a process keeps between requests.
struct CallPlace {
  int arena = -1;  ///< descriptor of the file
  GuardedMemory memory = {};
  ThreadCount threads = {};
  std::size_t known_threads = threads.get();
  BufferPool rooms = {};
  ProcessState state = {};
};

/// Runs what the WorkerHeader at the start of the arena names, in order, and writes answers and the
/// journal into the arena. Operands lie in windows of their own (GuardedMemory) while a call runs.
/// A call for a target that the backend does not claim is unsupported; one that its `supports` does
/// not take is not executed. Every call finds the process as ProcessState says, and its slot
/// records the state it left changed. What a backend throws ends the process, with the exception's
/// text on standard error. False where a new process should run the calls that have no answer: one
/// of them wrote around its operands, or did something after it had returned.
bool run_calls(const LoadedBackend& backend, CallPlace& place) noexcept;

}  // namespace assay::runners
