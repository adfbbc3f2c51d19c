// SPDX-License-Identifier: Apache-2.0
// Progress of a backend that makes the calls of a program by itself, read after its end.
#pragma once

#include <cstddef>

#include "reference/isa/case/program.hpp"
#include "runners/call/progress.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {

/// Attributes a death to a call: the one that the backend reported to begin last. Otherwise it is
/// the first call that was not shown, and the message says that a later one is possible too.
void locate(WorkerExit& worker_exit, const Program& program, const CallProgress& progress);

/// Adds to the trial of the execution that ended the contents of its memories after the first
/// `calls` calls, all of which are over, as far as the backend has shown them.
void add_shown(const Program& program, const CallProgress& progress, std::size_t calls,
               Trial& trial);

}  // namespace assay::runners
