// SPDX-License-Identifier: Apache-2.0
// The command line.
#include "runners/command/cli.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "runners/command/commands.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

/// No command, or options alone, mean `run`.
std::vector<std::string> arguments_of(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const std::vector<std::string> own{"-h", "--help", "--version"};
  const bool run = arguments.empty() || (arguments.front().starts_with("-") &&
                                         std::ranges::find(own, arguments.front()) == own.end());
  if (run) arguments.insert(arguments.begin(), "run");
  return arguments;
}

void require_known_command(const CLI::App& root, const std::string& name) {
  if (name.starts_with("-")) return;
  std::vector<std::string> known;
  for (const CLI::App* app : root.get_subcommands(nullptr)) known.push_back(app->get_name());
  if (std::ranges::find(known, name) != known.end()) return;
  throw UsageError(fmt::format("unknown command '{}'{}", name, suggestion(name, known)));
}

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  const auto root = std::make_shared<CLI::App>(
      "Assay decides whether an implementation of the PTO tile ISA computes what the ISA promises, "
      "and writes the golden data that others test against.",
      "assay");
  root->set_version_flag("--version", fmt::format("assay {}", program_version()));
  root->require_subcommand(0, 1);
  root->footer("'assay COMMAND --help' says more, with examples.");
  Command command;
  const std::string line = shell_line(argc, argv);
  add_run(*root, command, line);
  add_golden(*root, command);
  add_export(*root, command);
  add_judge(*root, command, line);
  add_verify(*root, command);
  add_replay(*root, command);
  add_show(*root, command);
  add_errata(*root, command);
  add_coverage(*root, command);
  add_sweep(*root, command);
  add_shrink(*root, command);
  add_diff(*root, command);
  add_report(*root, command);
  add_merge(*root, command);
  add_findings(*root, command);
  add_triage(*root, command);
  add_trend(*root, command);
  add_list(*root, command);
  add_backends(*root, command);
  add_lint(*root, command);
  std::vector<std::string> arguments = arguments_of(argc, argv);
  require_known_command(*root, arguments.front());
  const std::string help = arguments.front().starts_with("-")
                               ? "assay --help"
                               : "assay " + arguments.front() + " --help";
  std::ranges::reverse(arguments);  // the parser takes them from the back
  try {
    root->parse(arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      throw UsageError(fmt::format("{}; see '{}'", one_line(error.what()), help));
    }
    command.run = [root, error] { return root->exit(error); };
  }
  return command;
}

}  // namespace assay::runners
