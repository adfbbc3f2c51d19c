// SPDX-License-Identifier: Apache-2.0
// The command line.
#include "runners/command/cli.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "runners/cases/shard.hpp"
#include "runners/command/backend_cli.hpp"
#include "runners/command/cli_options.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/diff_cli.hpp"
#include "runners/command/export_cli.hpp"
#include "runners/command/findings_cli.hpp"
#include "runners/command/merge_cli.hpp"
#include "runners/command/report_cli.hpp"
#include "runners/command/run_cli.hpp"
#include "runners/command/shrink_cli.hpp"
#include "runners/command/sweep_cli.hpp"
#include "runners/command/triage_cli.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

void add_golden(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand("golden", "Write a golden file, without any backend");
  app->footer(
      "Examples:\n"
      "  assay golden --op TRSQRT --target a5 --cases 1000 --seed 7 --out trsqrt.h5\n"
      "  assay golden --illegal --cases 5000 --out all.h5");
  const auto options = std::make_shared<GoldenOptions>();
  const auto texts = std::make_shared<Texts>();
  texts->cases = 1000;
  texts->seed = 1;
  add_selection(*app, *texts);
  app->add_option("--cases", texts->cases, "Cases in all, from every recipe in turn")
      ->capture_default_str();
  app->add_flag("--illegal", options->illegal,
                "Also calls that break a rule and must be refused; they have no expected values");
  app->add_option("--seed", texts->seed, "Seed")->capture_default_str();
  app->add_option("--out", options->out, "File to write")->required();
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  const auto shard = add_shard(*app);
  app->callback([app, options, texts, shard, &command] {
    refuse_empty(*app, "--op", texts->op);
    refuse_empty(*app, "--out", options->out);
    if (!shard->empty()) options->shard = shard_of(*shard);
    if (!texts->op.empty()) options->selection.op_pattern = texts->op;
    options->selection.targets = split_list(texts->targets);
    options->selection.dtypes = split_list(texts->dtypes);
    options->cases = positive("--cases", texts->cases, most_cases);
    options->seed = seed_of(texts->seed);
    command.run = [options] { return golden_command(*options); };
  });
}

void add_verify(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand(
      "verify", "Check a golden or result file: schema, digests, expected values");
  app->footer("Example:\n  assay verify trsqrt.h5");
  const auto file = std::make_shared<std::string>();
  const auto accuracy = std::make_shared<std::string>();
  app->add_option("file", *file, "File to check")->required();
  app->add_option("--accuracy", *accuracy, accuracy_help);
  app->callback([file, accuracy, &command] {
    command.run = [file, accuracy] { return verify_command(*file, *accuracy); };
    command.file_error = exit_usage;
  });
}

void add_replay(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand("replay", "Execute one case by its name and show all of it");
  app->footer(
      "Examples:\n"
      "  assay replay NAME --backend simulator:fault=off_by_one_ulp\n"
      "  assay replay NAME --backend sdk --sdk-include sdk/include\n"
      "with a NAME from a report or a journal.");
  const auto options = std::make_shared<ReplayOptions>();
  app->add_option("name", options->name, "Name of the case")->required();
  const auto backend = add_backend_options(*app);
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  app->callback([app, options, backend, &command] {
    options->on = checked_backend(*app, *backend);
    command.run = [options] { return replay_command(*options); };
  });
}

void add_show(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand("show", "Show the page of an op");
  app->footer("Examples:\n  assay show TCOLARGMAX\n  assay show TLOAD --format json");
  const auto op = std::make_shared<std::string>();
  const auto format = std::make_shared<std::string>("text");
  const auto accuracy = std::make_shared<std::string>();
  app->add_option("op", *op, "Mnemonic")->required();
  app->add_option("--format", *format, "text or json")->capture_default_str();
  app->add_option("--accuracy", *accuracy, accuracy_help);
  app->callback([op, format, accuracy, &command] {
    const bool json = is_json(*format);
    command.run = [=] { return show_command(*op, json, *accuracy); };
  });
}

void add_coverage(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand(
      "coverage",
      "Say which values, edges and broken clauses a run exercised, and what came of it");
  app->footer(
      "Examples:\n"
      "  assay coverage                          of the newest run in ./assay-runs\n"
      "  assay coverage night --op 'TCOL*' --all  every item of some ops with its verdicts");
  const auto options = std::make_shared<CoverageOptions>();
  const auto texts = std::make_shared<Texts>();
  const auto format = std::make_shared<std::string>("text");
  app->add_option("run", options->run, "Folder of a run, or its journal");
  add_selection(*app, *texts);
  app->add_flag("--all", options->all, "Every item with its verdicts, not only what is missing");
  app->add_option("--format", *format, "text or json")->capture_default_str();
  app->callback([app, options, texts, format, &command] {
    refuse_empty(*app, "--op", texts->op);
    options->json = is_json(*format);
    if (!texts->op.empty()) options->selection.op_pattern = texts->op;
    options->selection.targets = split_list(texts->targets);
    options->selection.dtypes = split_list(texts->dtypes);
    command.run = [options] { return coverage_command(*options); };
  });
}

void add_looks(CLI::App& root, Command& command) {
  root.add_subcommand("list", "List all ops")->callback([&command] { command.run = list_command; });
  CLI::App* backends = root.add_subcommand("backends", "List what can execute cases");
  const auto faults = std::make_shared<bool>(false);
  const auto described = std::make_shared<bool>(false);
  CLI::Option* list =
      backends->add_flag("--faults", *faults, "List the simulator's known bugs, a name a line");
  backends->add_flag("--describe", *described, "Say what each of them does wrong")->needs(list);
  const auto backend = std::make_shared<std::string>();
  backends->add_option("backend", *backend, "Start this one and say its name, targets and devices")
      ->excludes(list);
  backends->footer(
      "Examples:\n"
      "  assay backends --faults --describe\n"
      "  assay backends plugin:./board.so\n"
      "A plugin implements runners/backend.h (examples/backend.c), a program for exec: speaks\n"
      "runners/PROTOCOL.md (examples/backend.py).");
  backends->callback([faults, described, backend, &command] {
    if (!backend->empty()) {
      command.run = [backend] { return backend_command(*backend); };
      return;
    }
    command.run = [faults, described] { return backends_command(*faults, *described); };
  });
  CLI::App* lint = root.add_subcommand(
      "lint", "Prove that every rule of every page can hold and can be broken alone");
  const auto op = std::make_shared<std::string>("*");
  const auto tries = std::make_shared<std::int64_t>(50);
  lint->add_option("--op", *op,
                   "Ops to take: mnemonics or shell patterns, with commas between them");
  lint->add_option("--tries", *tries, "Draws per rule")->capture_default_str();
  lint->callback([op, tries, &command] {
    const auto count = static_cast<int>(positive("--tries", *tries, 1'000'000));
    command.run = [op, count] { return lint_command(*op, count); };
  });
}

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
  add_coverage(*root, command);
  add_sweep(*root, command);
  add_shrink(*root, command);
  add_diff(*root, command);
  add_report(*root, command);
  add_merge(*root, command);
  add_findings(*root, command);
  add_triage(*root, command);
  add_trend(*root, command);
  add_looks(*root, command);
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
