// SPDX-License-Identifier: Apache-2.0
// The command lines of `assay triage` and `assay trend`, and options of the context after.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "runners/command/cli.hpp"
#include "runners/command/findings_command.hpp"
#include "runners/triage/context.hpp"

namespace assay::runners {

/// --waivers, --history and --today.
void add_morning_options(CLI::App& app, ContextOptions& options);
/// These and --baseline.
void add_page_options(CLI::App& app, ContextOptions& options);

void add_triage(CLI::App& root, Command& command);
void add_trend(CLI::App& root, Command& command);

}  // namespace assay::runners
