// SPDX-License-Identifier: Apache-2.0
// The command line of `assay findings`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "runners/command/cli.hpp"
#include "runners/command/findings_command.hpp"

namespace assay::runners {

/// Throws UsageError for another word than text, json and markdown.
TextFormat text_format_named(const std::string& name);

void add_findings(CLI::App& root, Command& command);

}  // namespace assay::runners
