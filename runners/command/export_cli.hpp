// SPDX-License-Identifier: Apache-2.0
// The command lines of the offline route: `assay export` and `assay judge`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "runners/command/cli.hpp"

namespace assay::runners {

/// Each adds a subcommand; once it is parsed, `command` does what it asks for.
void add_export(CLI::App& root, Command& command);
/// `line` is the whole command line, for the report.
void add_judge(CLI::App& root, Command& command, const std::string& line);

}  // namespace assay::runners
