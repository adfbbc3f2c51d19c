// SPDX-License-Identifier: Apache-2.0
// The command line of `assay run`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "runners/command/cli.hpp"

namespace assay::runners {

/// Adds the subcommand; once it is parsed, `command` does what it asks for. `line` is the whole
/// command line, for reports.
void add_run(CLI::App& root, Command& command, const std::string& line);

}  // namespace assay::runners
