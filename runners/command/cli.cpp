// SPDX-License-Identifier: Apache-2.0
// The command line.
#include "runners/command/cli.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "reference/numerics/libraries.hpp"
#include "reference/numerics/version.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/describe.hpp"
#include "runners/command/parser.hpp"
#include "runners/support/build_facts.hpp"
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
  std::string text = fmt::format(
      "assay {}\ncommit {}\ncompiler {}\nsuite {}\nreference {}\ncatalogue {}\n"
      "golden schema {}\nHDF5 {}\nCLI11 {}\nfmt {}.{}.{}",
      program_version(), program_commit(), program_compiler(), generators::suite_version,
      reference_version, catalogue_revision, golden::schema_version, golden::library_version(),
      parser_version(), FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
  for (const auto& [name, version] : numerics::library_versions()) {
    text += fmt::format("\n{} {}", name, version);
  }
  return text;
}

void require_known_command(const Parser& root, const std::string& name) {
  if (name.starts_with("-")) return;
  std::vector<std::string> known;
  for (const Parser& one : root.commands()) known.push_back(one.name());
  if (std::ranges::find(known, name) != known.end()) return;
  throw UsageError(fmt::format("unknown command '{}'{}", name, suggestion(name, known)));
}

void add_commands(const Parser& root, Command& command, const std::string& line) {
  add_run(root, command, line);
  add_golden(root, command);
  add_export(root, command);
  add_emit(root, command);
  add_judge(root, command, line);
  add_record(root, command);
  add_verify(root, command);
  add_replay(root, command);
  add_show(root, command);
  add_errata(root, command);
  add_accuracy(root, command);
  add_choices(root, command);
  add_explain(root, command);
  add_coverage(root, command);
  add_sweep(root, command);
  add_probe(root, command);
  add_shrink(root, command);
  add_diff(root, command);
  add_compare(root, command, line);
  add_report(root, command);
  add_merge(root, command);
  add_cluster(root, command, line);
  add_health(root, command);
  add_findings(root, command);
  add_triage(root, command);
  add_trend(root, command);
  add_history(root, command);
  add_site(root, command);
  add_list(root, command);
  add_backends(root, command);
  add_vectors(root, command);
  add_completion(root, command);
  add_man(root, command);
  add_lint(root, command);
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  CommandLine command_line(
      "assay",
      "Assay decides whether an implementation of the PTO tile ISA computes what the ISA promises, "
      "and writes the golden data that others test against.",
      versions());
  const Parser root = command_line.root();
  root.footer("'assay COMMAND --help' says more, with examples.");
  Command command;
  add_commands(root, command, shell_line(argc, argv));
  const std::vector<std::string> arguments = arguments_of(argc, argv);
  if (arguments.empty()) {
    command.run = [] {
      std::cout << introduction;
      return exit_conforms;
    };
    return command;
  }
  require_known_command(root, arguments.front());
  const std::string help = arguments.front().starts_with("-")
                               ? "assay --help"
                               : "assay " + arguments.front() + " --help";
  if (const auto asked = command_line.parse(arguments, help)) {
    command.run = [text = *asked] {
      std::cout << text;
      return exit_conforms;
    };
  }
  return command;
}

}  // namespace assay::runners
