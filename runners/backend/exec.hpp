// SPDX-License-Identifier: Apache-2.0
// A program that speaks runners/PROTOCOL.md, wrapped as a backend with the C ABI.
#pragma once

#include <string>

#include "runners/backend/loaded_backend.hpp"

namespace assay::runners {

/// Starts the command, in a shell, and reads its hello. The backend ends this process the way the
/// program ends, so that the supervisor of this process sees how the program ended; a program with
/// an invalid answer is BROKEN and started again. Throws BadBackend.
LoadedBackend start_exec(const std::string& command);

}  // namespace assay::runners
