// SPDX-License-Identifier: Apache-2.0
// Runs the calls of a request on a backend.
#pragma once

#include <cstddef>
#include <span>

#include "runners/backend.h"

namespace assay::runners {

/// Runs what the WorkerHeader at the start of the arena names, in order, and writes answers and the
/// journal into the arena. A call for a target that the backend does not claim is unsupported; one
/// that its `supports` does not take is not executed. What a backend throws ends the process, with
/// the exception's text on standard error.
void run_calls(const assay_backend& backend, std::span<std::byte> arena) noexcept;

}  // namespace assay::runners
