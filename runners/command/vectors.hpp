// SPDX-License-Identifier: Apache-2.0
// The subcommand that writes the published set of cases.
#pragma once

#include <CLI/CLI.hpp>

#include "runners/command/cli.hpp"

namespace assay::runners {

/// As those of commands.hpp.
void add_vectors(CLI::App& root, Command& command);

}  // namespace assay::runners
