// SPDX-License-Identifier: Apache-2.0
// verify: is a file what was written?
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>

#include "golden/golden.hpp"
#include "reference/support/text.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

int verify_command(const std::string& file, const std::string& accuracy) {
  const std::string choices = golden::choices_in(file);
  const auto pins = choices.empty() ? nullptr : parse_choices(choices, file);
  const golden::Verification found =
      golden::verify(file, load_accuracy(accuracy).lookup().with(pins));
  for (const std::string& problem : found.problems) {
    std::cout << support::printable(problem) << '\n';
  }
  if (!found.problems.empty()) return exit_deviates;
  const std::string programs =
      found.programs == 0 ? "" : fmt::format("{} programs, ", found.programs);
  const std::string others =
      found.by_other_readings == 0
          ? ""
          : fmt::format("; {} by other readings of the manual, which explain the run's results",
                        support::count_of(found.by_other_readings, "case"));
  std::cout << fmt::format("{}: {} cases, {}{} datasets, all as written{}\n", file, found.cases,
                           programs, found.datasets, others);
  return exit_conforms;
}

}  // namespace

void add_verify(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("verify", "Check a golden or result file: schema, digests, expected values");
  app.footer("Example:\n  assay verify trsqrt.h5");
  const auto file = std::make_shared<std::string>();
  const auto accuracy = std::make_shared<std::string>();
  app.add_option("file", *file, "File to check").required();
  app.add_option("--accuracy", *accuracy, accuracy_help);
  app.callback([file, accuracy, &command] {
    command.run = [file, accuracy] { return verify_command(*file, *accuracy); };
    command.file_error = exit_usage;
  });
}

}  // namespace assay::runners
