// SPDX-License-Identifier: Apache-2.0
// replay: one case by its name, drawn in full.
#include "reports/replay/replay.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <memory>

#include "reports/findings/answer.hpp"
#include "reports/replay/program.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/command/backend_options.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/case_work.hpp"
#include "runners/run/stored_backend.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/terminal.hpp"

namespace assay::runners {
namespace {

struct ReplayOptions {
  std::string name;
  BackendChoice on;
  std::string accuracy;
  std::string choices;
  std::vector<std::string> after;  ///< cases that the process executes before
};

/// The result of a case, in a process that executed others before it.
CaseResult result_after(const ReplayOptions& options, StoredCase stored, Backend& backend,
                        const Standard& standard) {
  if (options.after.empty()) {
    return execute_and_judge(std::move(stored), backend, standard, options.on.backend.text());
  }
  std::vector<StoredCase> tests;
  for (const std::string& name : options.after) tests.push_back(case_of(name));
  tests.push_back(std::move(stored));
  backend.begin_anew();
  return std::move(
      execute_and_judge(std::move(tests), backend, standard, options.on.backend.text()).back());
}

int replay_command(ReplayOptions options) {
  const Standard standard = standard_of(options.on, options.accuracy, options.choices);
  StoredCase stored = case_of(options.name);
  if (!options.on.backend.executes()) {
    stored.test.name = options.name;  // rows may be named after the file too
    options.on.stored_version = suite_version_of(options.name);
  }
  const std::unique_ptr<Backend> backend = start_backend(options.on);
  const CaseResult result = result_after(options, std::move(stored), *backend, standard);
  if (!backend->executes()) require_answer(result);
  const bool colour = wants_colour(STDOUT_FILENO);
  if (result.program) {
    const bool by_itself = !result.end_to_end && !result.unseen;
    const std::span<const VerdictKind> kinds(result.kinds);
    reports::print_program(std::cout, *result.program, by_itself ? kinds : kinds.first(0), colour);
    if (result.end_to_end) {
      const Verdict& verdict = result.record.verdict;
      const bool died =
          verdict.kind == VerdictKind::crashed || verdict.kind == VerdictKind::timed_out;
      std::cout << fmt::format("{}: {}{}{}\n", died ? "in one of its calls" : "judged by its end",
                               verdict_text(verdict), verdict.reason.empty() ? "" : ": ",
                               verdict.reason);
      return reports::exit_code_of(result.record.verdict.kind, options.on.strict);
    }
    if (is_failure(result.record.verdict.kind)) {
      std::cout << fmt::format("the wrong call, on what {}: call {}\n",
                               result.unseen
                                   ? "the program began with, since the run did not see what "
                                     "stood in memory before it"
                                   : "stood in memory before it",
                               result.call + 1);
    }
  }
  reports::print_replay(std::cout, result.test, result.trials, result.expected,
                        result.record.verdict, standard.tolerances, colour);
  return reports::exit_code_of(result.record.verdict.kind, options.on.strict);
}

}  // namespace

void add_replay(const Parser& root, Command& command) {
  const Parser app = root.add_command("replay", "Execute one case by its name and show all of it");
  app.footer(
      "Examples:\n"
      "  assay replay NAME --backend simulator:fault=off_by_one_ulp\n"
      "  assay replay NAME --backend sdk --sdk-include sdk/include\n"
      "  assay replay NAME --backend replay:nightly/results.h5  what was computed before\n"
      "  assay replay NAME --after OTHER --backend plugin:b.so   after another case, in one "
      "process\n"
      "with a NAME from a report or a journal.");
  const auto options = std::make_shared<ReplayOptions>();
  app.add_option("name", options->name, "Name of the case").required();
  const auto backend = add_backend_options(app, {.stored = true});
  app.add_option("--after", options->after,
                 "Case that the same process executes before; may be given several times")
      .one_value();
  app.add_option("--accuracy", options->accuracy, accuracy_help);
  app.add_option("--choices", options->choices, choices_help);
  app.callback([app, options, backend, &command] {
    options->on = checked_backend(app, *backend);
    if (!options->after.empty() && !options->on.backend.executes()) {
      throw UsageError("--after needs a backend that executes cases");
    }
    command.run = [options] { return replay_command(*options); };
  });
}

}  // namespace assay::runners
