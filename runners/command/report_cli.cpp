// SPDX-License-Identifier: Apache-2.0
#include "runners/command/report_cli.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "runners/command/cli_options.hpp"
#include "runners/command/report_command.hpp"
#include "runners/command/triage_cli.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

namespace {

bool shows_findings(ReportFormat format) {
  return format == ReportFormat::html || format == ReportFormat::markdown;
}

}  // namespace

void add_report(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand("report", "Make a report of a run again from its journal");
  app->footer(
      "Examples:\n"
      "  assay report night                              a short text for a chat or a tracker\n"
      "  assay report night --baseline last              the same, with what is new first\n"
      "  assay report night --format junit --out j.xml   for Jenkins or GitLab\n"
      "  assay report night --format csv                 a row per case\n"
      "  assay report night --format html --baseline last --history nights --waivers known.toml");
  const auto options = std::make_shared<ReportOptions>();
  const auto format = std::make_shared<std::string>("markdown");
  app->add_option("run", options->run, "Folder of a run")->required();
  app->add_option("--format", *format, "html, junit, json, markdown or csv")->capture_default_str();
  app->add_option("--out", options->out, "File to write instead of standard output");
  add_page_options(*app, options->context);
  app->callback([app, options, format, &command] {
    refuse_empty(*app, "--out", options->out);
    options->format = report_format_named(*format);
    for (const char* name : {"--waivers", "--history", "--today", "--baseline"}) {
      if (app->count(name) == 0 || shows_findings(options->format)) continue;
      throw UsageError(
          fmt::format("{} is for html and markdown; take one of them or leave it out", name));
    }
    command.run = [options] { return report_command(*options); };
  });
}

}  // namespace assay::runners
