// SPDX-License-Identifier: Apache-2.0
// A program that speaks runners/PROTOCOL.md, as a backend behind the C ABI.
#pragma once

#include <string>

#include "runners/backend/loaded_backend.hpp"

namespace assay::runners {

/// Starts the command, in a shell, and hears its hello. The backend ends this process as the
/// program ends, so that whoever supervises this process sees what the program did; a program that
/// answers nonsense is BROKEN and started anew. Throws BadBackend.
LoadedBackend start_exec(const std::string& command);

}  // namespace assay::runners
