// SPDX-License-Identifier: Apache-2.0
// choices: how an implementation reads what the manual leaves open.
#include "reports/words/choices.hpp"

#include <unistd.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/terminal.hpp"

namespace assay::runners {
namespace {

struct ChoicesOptions {
  std::string run;  ///< folder or journal; empty for what is known of choices
  std::string format = "text";
};

int print_known(const std::string& format) {
  if (format == "toml") {
    throw UsageError("assay choices --format toml needs the folder of a run to read from");
  }
  if (format == "json") {
    std::cout << reports::known_choices_json().dump(2) << '\n';
  } else {
    reports::print_known_choices(std::cout);
  }
  return exit_conforms;
}

int choices_command(const ChoicesOptions& options) {
  if (options.run.empty()) return print_known(options.format);
  const ChoiceProfile profile = choice_profile(read_records(options.run));
  if (options.format == "json") {
    std::cout << reports::choices_json(profile).dump(2) << '\n';
  } else if (options.format == "toml") {
    std::cout << reports::choices_as_toml(profile);
  } else if (profile.scopes.empty()) {
    std::cout << "no case of the run depends on a choice\n";
  } else {
    reports::print_scopes(std::cout, profile, wants_colour(STDOUT_FILENO));
  }
  return profile.inconsistent.empty() ? exit_conforms : exit_deviates;
}

}  // namespace

void add_choices(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("choices", "Show how an implementation reads what the manual leaves open");
  app.footer(
      "Examples:\n"
      "  assay choices                             all choices, their readings and sources\n"
      "  assay choices out                         the readings that the run in ./out shows\n"
      "  assay choices out --format toml >b.toml   a file for `assay run --choices b.toml`\n"
      "Exit code: 0 one reading explains each scope, 1 inconsistent, 2 bad input.");
  const auto options = std::make_shared<ChoicesOptions>();
  app.add_option("run", options->run, "Folder of a run, or its journal");
  app.add_option("--format", options->format, "text, json or toml")
      .one_of({"text", "json", "toml"})
      .show_default();
  app.callback(
      [options, &command] { command.run = [options] { return choices_command(*options); }; });
}

}  // namespace assay::runners
