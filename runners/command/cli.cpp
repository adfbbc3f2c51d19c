// SPDX-License-Identifier: Apache-2.0
// The command line.
#include "runners/command/cli.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "reference/numerics/version.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/describe.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

constexpr const char* introduction =
    "Assay decides whether an implementation of the PTO tile ISA computes what the ISA promises,\n"
    "and writes the golden data that others test against.\n\n"
    "Try:\n"
    "  assay run --op TRSQRT,TADD            judge the simulator of the tree, in a second\n"
    "  assay show TRSQRT                     what the ISA promises of an instruction\n"
    "  assay golden --op TRSQRT --out t.h5   inputs and expected results for your own tests\n\n"
    "'assay --help' lists all commands.\n";

/// Options alone mean `run`; `help COMMAND` is another way to ask for its help.
std::vector<std::string> arguments_of(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (arguments.empty()) return arguments;
  if (arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.push_back("--help");
  }
  const std::vector<std::string> own{"-h", "--help", "--version"};
  const bool run =
      arguments.front().starts_with("-") && std::ranges::find(own, arguments.front()) == own.end();
  if (run) arguments.insert(arguments.begin(), "run");
  return arguments;
}

std::string versions() {
  return fmt::format(
      "assay {}\nsuite {}\nreference {}\ncatalogue {}\ngolden schema {}\nHDF5 {}\nCLI11 {}\n"
      "fmt {}.{}.{}",
      program_version(), generators::suite_version, reference_version, catalogue_revision,
      golden::schema_version, golden::library_version(), CLI11_VERSION, FMT_VERSION / 10000,
      FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

void require_known_command(const CLI::App& root, const std::string& name) {
  if (name.starts_with("-")) return;
  std::vector<std::string> known;
  for (const CLI::App* app : root.get_subcommands(nullptr)) known.push_back(app->get_name());
  if (std::ranges::find(known, name) != known.end()) return;
  throw UsageError(fmt::format("unknown command '{}'{}", name, suggestion(name, known)));
}

/// "; did you mean --target?" for an option that the command has not; nothing for other errors.
std::string meant_instead(const CLI::App& root, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return "";
  std::vector<std::string> known;
  for (const CLI::App* app : root.get_subcommands()) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
  }
  for (const std::string& word : root.remaining(true)) {
    if (!word.starts_with("--")) continue;
    const std::string best = nearest(word.substr(0, word.find('=')), known);
    return best.empty() ? "" : fmt::format("; did you mean {}?", best);
  }
  return "";
}

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

void add_commands(CLI::App& root, Command& command, const std::string& line) {
  add_run(root, command, line);
  add_golden(root, command);
  add_export(root, command);
  add_judge(root, command, line);
  add_verify(root, command);
  add_replay(root, command);
  add_show(root, command);
  add_errata(root, command);
  add_choices(root, command);
  add_explain(root, command);
  add_coverage(root, command);
  add_sweep(root, command);
  add_probe(root, command);
  add_shrink(root, command);
  add_diff(root, command);
  add_report(root, command);
  add_merge(root, command);
  add_findings(root, command);
  add_triage(root, command);
  add_trend(root, command);
  add_list(root, command);
  add_backends(root, command);
  add_vectors(root, command);
  add_completion(root, command);
  add_man(root, command);
  add_lint(root, command);
}

/// What is wrong with the text of a whole number, or nothing. The parser would take 010 for 8, and
/// what is too large for the largest.
std::string not_whole(const std::string& text) {
  std::string_view digits = text;
  const bool hexadecimal = digits.starts_with("0x");
  if (hexadecimal) digits.remove_prefix(2);
  std::int64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [behind, error] = std::from_chars(digits.data(), end, number, hexadecimal ? 16 : 10);
  if (error == std::errc::result_out_of_range) return fmt::format("{} is too large", text);
  const bool octal = !hexadecimal && digits.size() > 1 && digits.starts_with("0");
  if (error != std::errc{} || behind != end || octal) {
    return fmt::format("'{}' is no whole number", text);
  }
  return "";
}

void check_numbers(CLI::App& root) {
  for (CLI::App* app : root.get_subcommands(nullptr)) {
    for (CLI::Option* option : app->get_options()) {
      if (option->get_type_name() == "INT") option->check(not_whole);
    }
  }
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  const auto root = std::make_shared<CLI::App>(
      "Assay decides whether an implementation of the PTO tile ISA computes what the ISA promises, "
      "and writes the golden data that others test against.",
      "assay");
  root->set_version_flag("--version", versions());
  root->require_subcommand(0, 1);
  root->footer("'assay COMMAND --help' says more, with examples.");
  Command command;
  add_commands(*root, command, shell_line(argc, argv));
  check_numbers(*root);
  std::vector<std::string> arguments = arguments_of(argc, argv);
  if (arguments.empty()) {
    command.run = [] {
      std::cout << introduction;
      return exit_conforms;
    };
    return command;
  }
  require_known_command(*root, arguments.front());
  const std::string help = arguments.front().starts_with("-")
                               ? "assay --help"
                               : "assay " + arguments.front() + " --help";
  std::ranges::reverse(arguments);  // the parser takes them from the back
  try {
    root->parse(arguments);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      throw UsageError(
          fmt::format("{}{}; see '{}'", one_line(error.what()), meant_instead(*root, error), help));
    }
    command.run = [root, error] { return root->exit(error); };
  }
  return command;
}

}  // namespace assay::runners
