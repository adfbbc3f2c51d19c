// SPDX-License-Identifier: Apache-2.0
#include "runners/command/triage_cli.hpp"

#include <memory>

#include "runners/command/findings_cli.hpp"
#include "runners/command/triage_command.hpp"

namespace assay::runners {

void add_morning_options(CLI::App& app, ContextOptions& options) {
  app.add_option("--waivers", options.waivers, "TOML file of known failures that may not fail it");
  app.add_option("--history", options.history, "Folder with a small file per past night");
  app.add_option("--today", options.today, "Day for the waivers, instead of the day it is");
}

void add_page_options(CLI::App& app, ContextOptions& options) {
  add_morning_options(app, options);
  app.add_option("--baseline", options.baseline,
                 "Earlier run, a folder or a journal: what is not in it is new");
}

void add_triage(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand("triage", "Say what changed between two runs");
  app->footer(
      "Examples:\n"
      "  assay triage monday tuesday                       new, fixed, flaky, lost, ...\n"
      "  assay triage monday tuesday --format markdown     short, for a message\n"
      "  assay triage monday tuesday --waivers known.toml  without what is known\n"
      "Exit code: 0 nothing new, 1 something new or a waiver expired or not needed, 2 bad input.");
  const auto options = std::make_shared<TriageOptions>();
  const auto format = std::make_shared<std::string>("text");
  app->add_option("baseline", options->baseline, "Folder of the earlier run, or its journal")
      ->required();
  app->add_option("run", options->run, "Folder of the later run, or its journal")->required();
  app->add_option("--format", *format, "text, json or markdown")->capture_default_str();
  add_morning_options(*app, options->context);
  app->callback([options, format, &command] {
    options->format = text_format_named(*format);
    command.run = [options] { return triage_command(*options); };
  });
}

void add_trend(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand(
      "trend", "Show pass rate, worst distances and findings of the nights in a history folder");
  app->footer(
      "Example:\n"
      "  assay run --suite nightly --history nights; assay trend nights");
  const auto folder = std::make_shared<std::string>();
  const auto format = std::make_shared<std::string>("text");
  app->add_option("history", *folder, "Folder that 'assay run --history' wrote")->required();
  app->add_option("--format", *format, "text, json or markdown")->capture_default_str();
  app->callback([folder, format, &command] {
    const TextFormat chosen = text_format_named(*format);
    command.run = [folder, chosen] { return trend_command(*folder, chosen); };
  });
}

}  // namespace assay::runners
