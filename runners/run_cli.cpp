// SPDX-License-Identifier: Apache-2.0
#include "runners/run_cli.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "runners/cli_options.hpp"
#include "runners/errors.hpp"
#include "runners/names.hpp"
#include "runners/run_command.hpp"
#include "runners/sdk/sdk_cli.hpp"
#include "runners/triage_cli.hpp"
#include "runners/worker_protocol.hpp"

namespace assay::runners {
namespace {

void refuse_with_case(const CLI::App& app) {
  for (const char* other : {"--suite", "--op", "--target", "--dtype", "--cases", "--seed"}) {
    if (app.count("--case") == 0 || app.count(other) == 0) continue;
    throw UsageError(
        fmt::format("--case and {} contradict each other: a case's name says all of "
                    "it; leave one out",
                    other));
  }
}

RunOptions checked_run(const CLI::App& app, RunOptions options, const Texts& texts) {
  refuse_with_case(app);
  refuse_empty(app, "--case", options.case_name);
  refuse_empty(app, "--op", texts.op);
  refuse_empty(app, "--target", texts.targets);
  refuse_empty(app, "--dtype", texts.dtypes);
  refuse_empty(app, "--out", options.out);
  if (app.count("--op") > 0) options.op_pattern = texts.op;
  options.targets = split_list(texts.targets);
  options.dtypes = split_list(texts.dtypes);
  if (app.count("--cases") > 0) options.cases = positive("--cases", texts.cases, most_cases);
  if (app.count("--seed") > 0) options.seed = seed_of(texts.seed);
  if (app.count("-j") > 0) {
    options.jobs = static_cast<unsigned>(positive("-j", texts.jobs, most_jobs));
  }
  options.timeout = deadline_of(texts.timeout);
  if (app.count("--batch") > 0) {
    options.batch = static_cast<unsigned>(positive("--batch", texts.batch, most_calls));
  }
  if (app.count("--device") > 0) options.device = device_of(texts.device);
  if (app.count("--memory") > 0) options.memory = memory_of(texts.memory);
  return options;
}

}  // namespace

void add_run(CLI::App& root, Command& command, const std::string& line) {
  CLI::App* app = root.add_subcommand("run", "Run a suite on a backend; what no command means");
  app->footer(
      "Examples:\n"
      "  assay run                                     the smoke suite on the simulator\n"
      "  assay run --op 'TCOL*' --target a5 -j 8       some of it, on eight workers\n"
      "  assay run --backend simulator:fault=crashes   a bad simulator\n"
      "  assay run --suite nightly --out night         more of it, into ./night\n"
      "  assay run --op TADD --backend 'exec:python3 runners/examples/backend.py'\n"
      "  assay run --waivers known.toml --history nights    without what is known, with trends\n"
      "  assay run --backend sdk --sdk-include sdk/include --cxx clang++ --sdk-limit 500\n"
      "Exit code: 0 all conform, 1 deviations, 2 bad input, 3 infrastructure.");
  const auto options = std::make_shared<RunOptions>();
  const auto texts = std::make_shared<Texts>();
  options->command_line = line;
  app->add_option("--suite", options->suite, "smoke or nightly")->capture_default_str();
  add_selection(*app, *texts);
  app->add_option("--backend", options->backend, backend_help)->capture_default_str();
  app->add_option("--cases", texts->cases, "Cases per recipe (a plan, an edge or a broken rule)");
  app->add_option("--seed", texts->seed, "Another seed than the suite's");
  app->add_option("-j,--jobs", texts->jobs, "Workers side by side; default one per processor");
  app->add_option("--out", options->out, "Folder for the files; default assay-runs/DATE-TIME-N");
  app->add_option("--case", options->case_name, "One case by its name instead of a suite");
  app->add_flag("!--no-tiles", options->tiles,
                "Leave golden.h5 and results.h5 out, which take longer than the cases");
  app->add_option("--timeout", texts->timeout, "Seconds a case may take")->capture_default_str();
  app->add_option("--batch", texts->batch, "Cases that a worker gets at once; default 16");
  app->add_option("--device", texts->device,
                  "Number of the backend's device, from 0; default: workers take them in turn");
  app->add_option("--memory", texts->memory,
                  "GiB of address space a worker may have, 0 for no limit; default: half of the "
                  "machine's memory, at least 4");
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  add_morning_options(*app, options->morning);
  const auto sdk = sdk::add_sdk_options(*app);
  app->callback([app, options, texts, sdk, &command] {
    RunOptions checked = checked_run(*app, *options, *texts);
    checked.sdk = sdk::checked_sdk(*app, *sdk, checked.backend);
    command.run = [checked] { return run_command(checked); };
  });
}

}  // namespace assay::runners
