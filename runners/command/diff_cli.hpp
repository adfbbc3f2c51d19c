// SPDX-License-Identifier: Apache-2.0
// The command line of `assay diff`.
#pragma once

#include <CLI/CLI.hpp>

#include "runners/command/cli.hpp"

namespace assay::runners {

/// Adds the subcommand; once it is parsed, `command` does what it asks for.
void add_diff(CLI::App& root, Command& command);

}  // namespace assay::runners
