// SPDX-License-Identifier: Apache-2.0
// Subcommands that say what the command line is: for shells, for the manual of the system.
#pragma once

#include "runners/command/command.hpp"
#include "runners/command/parser.hpp"

namespace assay::runners {

/// As those of commands.hpp; the commands that are added before are described.
void add_completion(const Parser& root, Command& command);
void add_man(const Parser& root, Command& command);

}  // namespace assay::runners
