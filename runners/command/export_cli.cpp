// SPDX-License-Identifier: Apache-2.0
#include "runners/command/export_cli.hpp"

#include <fmt/format.h>

#include <memory>

#include "runners/cases/shard.hpp"
#include "runners/cases/stored_results.hpp"
#include "runners/command/cli_options.hpp"
#include "runners/command/commands.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"

namespace assay::runners {
namespace {

constexpr const char* export_examples =
    "Examples:\n"
    "  assay export --op TRSQRT --target a5 --cases 1000 --out trsqrt.h5     for a board "
    "elsewhere\n"
    "  assay export --illegal --out calls.h5        also calls that must be refused\n"
    "  assay judge trsqrt.h5 board.h5               what the board brought back\n"
    "The file is a golden file without the expected values. golden/README.md says what it holds "
    "and\n"
    "what a result file must; runners/examples/board.py is a board in Python.";

constexpr const char* judge_examples =
    "Examples:\n"
    "  assay judge trsqrt.h5 board.h5\n"
    "  assay judge trsqrt.h5 --backend replay:board.h5    the same, spelled as a backend\n"
    "Rows that are missing, twice there, cut short or of no case of the golden file are refused.";

void require(bool holds, const std::string& sentence) {
  if (!holds) throw UsageError(sentence);
}

GoldenOptions checked(GoldenOptions options, const CLI::App& app, const Texts& texts) {
  refuse_empty(app, "--op", texts.op);
  refuse_empty(app, "--out", options.out);
  if (!texts.op.empty()) options.selection.op_pattern = texts.op;
  options.selection.targets = split_list(texts.targets);
  options.selection.dtypes = split_list(texts.dtypes);
  options.cases = positive("--cases", texts.cases, most_cases);
  options.seed = seed_of(texts.seed);
  return options;
}

/// The file of `--backend replay:FILE`, or the second argument.
std::string results_of(const std::string& results, const std::string& backend) {
  require(results.empty() != backend.empty(),
          "name the outputs once: as a result file or as --backend replay:FILE.h5");
  if (backend.empty()) return results;
  require(backend.starts_with(replay_prefix) && backend.size() > replay_prefix.size(),
          fmt::format("judge executes nothing, so --backend must be replay:FILE.h5, not '{}'; "
                      "'assay run' executes",
                      backend));
  return backend.substr(replay_prefix.size());
}

}  // namespace

void add_export(CLI::App& root, Command& command) {
  CLI::App* app =
      root.add_subcommand("export", "Write inputs for a board that runs elsewhere to compute on");
  app->footer(export_examples);
  const auto options = std::make_shared<GoldenOptions>();
  const auto texts = std::make_shared<Texts>();
  options->expected = false;
  texts->cases = 1000;
  texts->seed = 1;
  add_selection(*app, *texts);
  app->add_option("--cases", texts->cases, "Cases in all, from every recipe in turn")
      ->capture_default_str();
  app->add_flag("--illegal", options->illegal, "Also calls that break a rule and must be refused");
  app->add_flag("--with-expected", options->expected,
                "Write the expected values too, as golden does");
  app->add_option("--seed", texts->seed, "Seed")->capture_default_str();
  app->add_option("--out", options->out, "File to write")->required();
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  const auto shard = add_shard(*app);
  app->callback([app, options, texts, shard, &command] {
    if (!shard->empty()) options->shard = shard_of(*shard);
    command.run = [all = checked(*options, *app, *texts)] { return golden_command(all); };
  });
}

void add_judge(CLI::App& root, Command& command, const std::string& line) {
  CLI::App* app =
      root.add_subcommand("judge", "Judge outputs computed elsewhere against a golden file");
  app->footer(judge_examples);
  const auto options = std::make_shared<JudgeOptions>();
  const auto backend = std::make_shared<std::string>();
  options->command_line = line;
  app->add_option("golden", options->golden, "Golden file, with or without expected values")
      ->required();
  app->add_option("results", options->results, "Result file with one row per golden case");
  app->add_option("--backend", *backend, "replay:FILE.h5 instead of a result file");
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  app->callback([options, backend, &command] {
    options->results = results_of(options->results, *backend);
    command.run = [options] { return judge_command(*options); };
    command.file_error = exit_usage;
  });
}

}  // namespace assay::runners
