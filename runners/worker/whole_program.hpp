// SPDX-License-Identifier: Apache-2.0
// What a backend that makes the calls of a program by itself had said and shown when it ended.
#pragma once

#include <cstddef>

#include "reference/isa/program.hpp"
#include "runners/call/progress.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {

/// Ties a death to a call: to the one that the backend said it began last, or else, with words that
/// say so, to the first of those that it did not show; the others may have been it as well.
void locate(Death& death, const Program& program, const CallProgress& progress);

/// Adds to the trial of the execution that ended what its memories held behind the first calls of
/// `calls`, all of which are over, as far as the backend has shown it.
void add_shown(const Program& program, const CallProgress& progress, std::size_t calls,
               Trial& trial);

}  // namespace assay::runners
