// SPDX-License-Identifier: Apache-2.0
// shrink: a failing case as small as it still fails.
#include "runners/triage/shrink.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "golden/golden.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/cases/profiles/own_files.hpp"
#include "runners/command/backend_options.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/library.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/provenance.hpp"
#include "runners/triage/shrunk_file.hpp"
#include "runners/triage/stored_search.hpp"

namespace assay::runners {
namespace {

struct ShrinkCommandOptions {
  std::string name;  ///< of a case: NAME or FILE.h5:NAME
  BackendChoice on;
  std::string out = "shrunk.h5";
  std::string accuracy;
  std::string choices;
  bool json = false;
  ShrinkOptions shrink;
};

constexpr const char* examples =
    "Examples:\n"
    "  assay shrink NAME --backend simulator:fault=off_by_one_ulp\n"
    "  assay shrink NAME --backend sdk --sdk-include sdk/include\n"
    "  assay shrink shrunk.h5:NAME --backend plugin:board.so --budget 1000    to go on\n"
    "  assay shrink NAME --backend replay:nightly/results.h5  the smallest that fails so there\n"
    "with a NAME from a report or a journal. The smaller case is added to the file --out;\n"
    "replay and shrink take FILE.h5:NAME.\n"
    "Exit code: 1 the case fails and is shrunk, 0 it does not fail, 2 bad input, 3 infrastructure.";

constexpr std::int64_t most_executions = 1'000'000;

/// Made on the backend, or where that executes nothing looked up among the rows of its file.
Shrunk shrunk_of(const ShrinkCommandOptions& options, Backend& backend, const Standard& standard) {
  if (backend.executes()) {
    return shrink(case_of(options.name), backend, standard, options.shrink);
  }
  const CaseOfName read = cases_by_name();
  const std::vector<std::string> names = rows_like(options.name, options.on.backend.detail, read);
  Shrunk shrunk = smallest_stored(options.name, names, read, backend, standard);
  std::string& name = shrunk.stored.test.name;
  if (names_a_file(name)) name = stored_name(name).name;
  return shrunk;
}

std::string replay_line(const ShrinkCommandOptions& options, const Shrunk& shrunk) {
  const std::string name = options.out + ":" + shrunk.stored.test.name;
  if (options.on.backend.kind != BackendKind::library) {
    return reports::replay_command(name, options.on.backend.text());
  }
  return reports::replay_command(name) + " " + options_text(options.on.sdk);
}

int shrink_command(ShrinkCommandOptions options) {
  const Standard standard = standard_of(options.on, options.accuracy, options.choices);
  case_of(options.name);
  require_own_golden(options.out);
  if (std::filesystem::exists(options.out)) golden::GoldenReader ours(options.out);
  if (!options.on.backend.executes()) options.on.stored_version = suite_version_of(options.name);
  const std::unique_ptr<Backend> backend = start_backend(options.on);
  try {
    const Shrunk shrunk = shrunk_of(options, *backend, standard);
    keep_shrunk(options.out, {shrunk.stored}, standard.tolerances, options.on.stored_version);
    const std::string replay = replay_line(options, shrunk);
    std::cout << (options.json ? shrunk_as_json(shrunk, options.out, replay, options.name) + "\n"
                               : explain(shrunk, replay, options.name));
    return exit_deviates;
  } catch (const NothingToShrink& nothing) {
    std::cout << nothing.what() << '\n';
    if (nothing.failing) return exit_deviates;
    return nothing.infra ? exit_infra : exit_conforms;
  }
}

}  // namespace

void add_shrink(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "shrink", "Make a failing case as small and simple as the backend still fails it");
  app.footer(examples);
  const auto options = std::make_shared<ShrinkCommandOptions>();
  const auto format = std::make_shared<std::string>("text");
  const auto budget = std::make_shared<std::int64_t>(150);
  app.add_option("name", options->name, "NAME of the case, or FILE.h5:NAME").required();
  const auto backend = add_backend_options(app, {.stored = true});
  app.add_option("--out", options->out, "Golden file that the shrunk case is added to")
      .show_default();
  app.add_option("--budget", *budget, "Executions of the backend").show_default();
  app.add_option("--accuracy", options->accuracy, accuracy_help);
  app.add_option("--choices", options->choices, choices_help);
  app.add_option("--format", *format, "text or json").show_default();
  app.callback([app, options, backend, budget, format, &command] {
    options->json = is_json(*format);
    refuse_empty(app, "--out", options->out);
    options->on = checked_backend(app, *backend);
    if (!options->on.backend.executes() && app.given("--budget")) {
      throw UsageError(
          "--budget counts executions, and replay:FILE.h5 executes nothing; leave it out");
    }
    options->shrink.executions = positive("--budget", *budget, most_executions);
    command.run = [options] { return shrink_command(*options); };
    command.file_error = exit_usage;
  });
}

}  // namespace assay::runners
