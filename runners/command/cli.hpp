// SPDX-License-Identifier: Apache-2.0
// The command line.
#pragma once

#include "runners/command/command.hpp"

namespace assay::runners {

/// Throws UsageError with one sentence for anything that makes no sense.
Command parse_command_line(int argc, const char* const* argv);

}  // namespace assay::runners
