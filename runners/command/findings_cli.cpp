// SPDX-License-Identifier: Apache-2.0
#include "runners/command/findings_cli.hpp"

#include <fmt/format.h>

#include <memory>

#include "runners/command/findings_command.hpp"

namespace assay::runners {

TextFormat text_format_named(const std::string& name) {
  if (name == "text") return TextFormat::text;
  if (name == "json") return TextFormat::json;
  if (name == "markdown") return TextFormat::markdown;
  throw UsageError(fmt::format("unknown format '{}'; use text, json or markdown", name));
}

void add_findings(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand(
      "findings", "Group the failures of a run by the parameter that they share");
  app->footer(
      "Examples:\n"
      "  assay findings night                      the findings of the run in ./night\n"
      "  assay findings night --format markdown    short, for a message or a tracker\n"
      "Exit code: 0 no failure, 1 findings, 2 bad input.");
  const auto options = std::make_shared<FindingsOptions>();
  const auto format = std::make_shared<std::string>("text");
  app->add_option("run", options->run, "Folder of a run, or its journal")->required();
  app->add_option("--format", *format, "text, json or markdown")->capture_default_str();
  app->callback([options, format, &command] {
    options->format = text_format_named(*format);
    command.run = [options] { return findings_command(*options); };
  });
}

}  // namespace assay::runners
