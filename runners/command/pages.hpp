// SPDX-License-Identifier: Apache-2.0
// What the command line says of itself, for other programs: man pages, completion of shells.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace assay::runners {

/// An option as it is written, and what follows it.
struct OptionWords {
  std::vector<std::string> spellings;  ///< "-j", "--jobs"; of a positional its name
  bool takes_value = false;
  bool positional = false;
  bool required = false;
  std::string description;
};

/// Options and positionals of a command, in the order of its help.
std::vector<OptionWords> options_of(const CLI::App& app);

/// The commands that the help lists.
std::vector<const CLI::App*> commands_of(const CLI::App& root);

/// The source of assay.1, or of assay-COMMAND.1 where `command` is not the root.
std::string man_page(const CLI::App& root, const CLI::App& command, const std::string& version);

/// A script that completes commands, options and values; `shell` is bash or zsh. Throws UsageError.
std::string completion_script(const CLI::App& root, const std::string& shell);

}  // namespace assay::runners
