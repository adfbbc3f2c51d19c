// SPDX-License-Identifier: Apache-2.0
// findings: the failures of a run, grouped by what they share.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "reference/judge/records/record.hpp"
#include "reports/findings/finding.hpp"
#include "reports/words/completion.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/terminal.hpp"
#include "runners/triage/run_findings.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {
namespace {

struct FindingsOptions {
  std::string run;  ///< folder or journal
  std::string history;
  TextFormat format = TextFormat::text;
};

int findings_command(const FindingsOptions& options) {
  const auto [records, info] = read_run(options.run);
  const Completion& completion = info.completion;
  auto findings = known_findings_of(records, options.run);
  attach_shrunk(findings, read_shrunk(options.run));
  // A file in the folder refers to the folder itself; printed text is read elsewhere.
  const bool inside = options.format == TextFormat::json;
  locate_shrunk(findings, records, options.run, inside ? "" : options.run);
  switch (options.format) {
    case TextFormat::json:
      std::cout << reports::findings_as_json(findings, completion) << '\n';
      break;
    case TextFormat::markdown:
      std::cout << reports::findings_as_markdown(findings);
      if (!completion.complete()) std::cout << '\n' << reports::stopped_text(completion) << '\n';
      break;
    case TextFormat::text:
      reports::print_findings(std::cout, findings, wants_colour(STDOUT_FILENO),
                              std::numeric_limits<std::size_t>::max());
      if (findings.empty()) {
        std::cout << (completion.complete() ? "no failure, no finding\n"
                                            : "no failure in what ran, no finding\n");
      }
      if (!completion.complete()) std::cout << reports::stopped_text(completion) << '\n';
  }
  return findings.empty() ? code_of(completion) : exit_deviates;
}

}  // namespace

void add_findings(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("findings", "Group the failures of a run by the parameter that they share");
  app.footer(
      "Examples:\n"
      "  assay findings nightly                    the findings of the run in ./nightly\n"
      "  assay findings nightly --format markdown  short, for a message or a tracker\n"
      "Exit code: 0 no failure, 1 findings, 2 bad input, 3 no failure in a run that was stopped.");
  const auto options = std::make_shared<FindingsOptions>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("run", options->run, "Folder of a run, or its journal").required();
  app.add_option("--format", *format, "text, json or markdown").show_default();
  app.callback([options, format, &command] {
    options->format = text_format_named(*format);
    command.run = [options] { return findings_command(*options); };
  });
}

}  // namespace assay::runners
