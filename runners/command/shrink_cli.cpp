// SPDX-License-Identifier: Apache-2.0
#include "runners/command/shrink_cli.hpp"

#include <memory>

#include "runners/command/backend_cli.hpp"
#include "runners/command/cli_options.hpp"
#include "runners/command/shrink_command.hpp"

namespace assay::runners {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  assay shrink NAME --backend simulator:fault=off_by_one_ulp\n"
    "  assay shrink NAME --backend sdk --sdk-include sdk/include\n"
    "  assay shrink shrunk.h5:NAME --backend plugin:board.so --budget 1000    to go on\n"
    "with a NAME from a report or a journal. The smaller case is added to the file --out;\n"
    "replay and shrink take FILE.h5:NAME.\n"
    "Exit code: 1 the case fails and is shrunk, 0 it does not fail, 2 bad input, 3 infrastructure.";

constexpr std::int64_t most_executions = 1'000'000;

}  // namespace

void add_shrink(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand(
      "shrink", "Make a failing case as small and simple as the backend still fails it");
  app->footer(examples);
  const auto options = std::make_shared<ShrinkCommandOptions>();
  const auto format = std::make_shared<std::string>("text");
  const auto budget = std::make_shared<std::int64_t>(150);
  app->add_option("name", options->name, "NAME of the case, or FILE.h5:NAME")->required();
  const auto backend = add_backend_options(*app);
  app->add_option("--out", options->out, "Golden file that the shrunk case is added to")
      ->capture_default_str();
  app->add_option("--budget", *budget, "Executions of the backend")->capture_default_str();
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  app->add_option("--format", *format, "text or json")->capture_default_str();
  app->callback([app, options, backend, budget, format, &command] {
    options->json = is_json(*format);
    refuse_empty(*app, "--out", options->out);
    options->on = checked_backend(*app, *backend);
    options->shrink.executions = positive("--budget", *budget, most_executions);
    command.run = [options] { return shrink_command(*options); };
    command.file_error = exit_usage;
  });
}

}  // namespace assay::runners
