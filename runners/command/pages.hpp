// SPDX-License-Identifier: Apache-2.0
// Descriptions of the command line for other programs: man pages, completion of shells.
#pragma once

#include <string>

#include "runners/command/parser.hpp"

namespace assay::runners {

/// The source of assay.1, or of assay-COMMAND.1 where `command` is not the root.
std::string man_page(const Parser& root, const Parser& command, const std::string& version);

/// A script that completes commands, options and values; `shell` is bash or zsh. Throws UsageError.
std::string completion_script(const Parser& root, const std::string& shell);

}  // namespace assay::runners
