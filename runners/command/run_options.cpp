// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "generators/values/input_space.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/command/run.hpp"
#include "runners/command/sdk_options.hpp"
#include "runners/sdk/compile/builds.hpp"
#include "runners/sdk/compile/prepare.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"

namespace assay::runners {
namespace {

/// Texts of run in addition to those of all commands.
struct RunTexts : Texts {
  std::vector<std::string> backends;
  std::string shard;
  std::string time_budget;
  std::string replicate;
  std::string builds;
  std::string signatures;
  std::string levels;  ///< of --cross-opt
  std::shared_ptr<OutputTexts> output;
  std::int64_t repeat = 1;
  std::int64_t rerun = 2;
  std::int64_t max_failures = 0;
  std::string form;
  std::string to;
  std::int64_t sample = generators::largest_sample;
};

constexpr const char* examples =
    "Examples:\n"
    "  assay run                                     the smoke suite on the simulator\n"
    "  assay run --op 'TCOL*' --target a5 -j 8       some of it, on eight workers\n"
    "  assay run --backend simulator:fault=crashes   a bad simulator\n"
    "  assay run --backend simulator --backend plugin:./board.so   who of the two is wrong\n"
    "  assay run --suite nightly --out nightly       more of it, into ./nightly\n"
    "  assay run --suite enumerate --op TRSQRT --dtype f16 --target a5    every input of it\n"
    "  assay run --suite enumerate --op TCVT --dtype f16 --to i8 --attribute "
    "RoundMode=CAST_CEIL\n"
    "  assay run --op TADD --backend 'exec:python3 runners/examples/backend.py'\n"
    "  assay run --waivers known.toml --history history   without what is known, with trends\n"
    "  assay run --backend sdk --sdk-include sdk/include --cxx clang++ --sdk-limit 500\n"
    "  assay run --backend sdk --sdk-include sdk/include --builds all   what depends on the build\n"
    "  assay run --backend sdk --sdk-include sdk/include --builds=-O0,'-O2 -DFAST'\n"
    "  assay run --backend sdk --sdk-include sdk/include --ptoas build/ptoas   an assembler, too\n"
    "  assay run --backend replay:nightly/results.h5   judge what a run stored again\n"
    "  assay run --backend sdk --sdk-include sdk/include --freeze-support lib.toml\n"
    "  assay run --backend sdk --sdk-include sdk/include --support lib.toml   is all still there?\n"
    "  assay run --resume nightly                    the rest of it, after a stop of any kind\n"
    "  assay run --cases-from names.txt --repeat 10  some cases, ten times each\n"
    "  assay run --backend sdk --sdk-include sdk/include --errata none   known deviations too\n"
    "  assay run --case nightly/shrunk.h5:NAME       a case that a golden file keeps\n"
    "  assay run --suite nightly --time-budget 30m --partial-ok    what fits into half an hour\n"
    "  assay run --backend plugin:./board.so --identity ./which-board    which board ran a case\n"
    "  assay run --backend plugin:./board.so --lost-boards lost --reset ./reset-board\n"
    "Exit code: 0 all conform, 1 deviations, 2 bad input, 3 infrastructure, or a run that was\n"
    "stopped before its end and in which nothing failed.";

constexpr const char* compare_examples =
    "Each case is executed with both; folders named by options of a run are as there.\n"
    "Examples:\n"
    "  assay compare --old v1/include --new v2/include               smoke\n"
    "  assay compare --old v1/include --new v2/include --op 'TCOL*' --cxx clang++-19\n"
    "  assay compare --old v1/include --new v2/include --cases-from names.txt -q\n"
    "Exit code: 0 same results, outcomes and messages, 1 something changed, 2 bad input,\n"
    "3 infrastructure, or stopped before the end with no change so far.";

constexpr std::int64_t most_executions = 1'000'000;

void refuse_with(const Parser& app, const char* option, const char* why) {
  for (const char* other : {"--suite", "--op", "--target", "--dtype", "--cases", "--seed", "--case",
                            "--cases-from", "--form", "--to", "--attribute", "--sample"}) {
    if (!app.given(option) || !app.given(other) || std::string(option) == other) continue;
    throw UsageError(
        fmt::format("{} and {} contradict each other: {}; leave one out", option, other, why));
  }
}

void refuse_with_resume(const Parser& app) {
  for (const Option& option : app.options()) {
    const std::string name = option.name();
    const bool allowed = name == "--resume" || name == "--jobs" || name == "--max-failures" ||
                         name == "--time-budget" || name == "--partial-ok" || name == "--all" ||
                         name == "--quiet";
    if (allowed || !option.given()) continue;
    throw UsageError(fmt::format(
        "--resume and {} contradict each other: a run goes on with the options that it began with; "
        "leave one out",
        name));
  }
}

void refuse_empty_texts(const Parser& app, const RunOptions& options, const RunTexts& texts) {
  for (const std::string& name : options.cases.names) refuse_empty(app, "--case", name);
  refuse_empty(app, "--cases-from", options.cases.names_file);
  refuse_empty(app, "--op", texts.op);
  refuse_empty(app, "--target", texts.targets);
  refuse_empty(app, "--dtype", texts.dtypes);
  refuse_empty(app, "--resume", options.resume);
  refuse_empty(app, "--form", texts.form);
  refuse_empty(app, "--to", texts.to);
}

/// A result file says its cases itself, unless something else does.
void take_stored_cases(const Parser& app, RunOptions& options) {
  for (const char* selection :
       {"--suite", "--op", "--target", "--dtype", "--cases", "--seed", "--case", "--cases-from"}) {
    if (app.given(selection)) return;
  }
  for (const BackendSpec& backend : options.tested.backends) {
    if (!backend.executes()) options.cases.names_file = backend.text();
  }
}

void read_backends(RunOptions& options, const RunTexts& texts) {
  if (!texts.backends.empty()) options.tested.backends.clear();
  for (const std::string& text : texts.backends)
    options.tested.backends.push_back(backend_named(text));
  if (options.tested.backends.size() == 1) return;
  if (options.tested.backends.size() > 2 ||
      options.tested.backends[1] == options.tested.backends[0]) {
    throw UsageError("--backend takes one backend, or two different ones to compare");
  }
}

/// Its faults are found by calls with it and without it, in one build.
void refuse_assembler(const Parser& app) {
  if (!app.given("--ptoas")) return;
  throw UsageError(
      "--ptoas takes one build of one library; leave out what compares builds or versions");
}

/// A library is as many backends as builds of it are compared. A nightly run compares all that its
/// profile knows, unless an option says otherwise.
void read_builds(const Parser& app, RunOptions& options, const RunTexts& texts) {
  const bool alone = options.tested.backends.size() == 1 &&
                     options.tested.backends.front().kind == BackendKind::library;
  const bool levels = app.given("--cross-opt");
  if ((levels || app.given("--builds")) && !alone) {
    throw UsageError(fmt::format("{} compares builds of one library: give --backend sdk alone",
                                 levels ? "--cross-opt" : "--builds"));
  }
  const bool summary =
      options.cases.suite == "nightly" && !options.cases.are_named() && options.resume.empty();
  if (levels) {
    options.tested.builds =
        sdk::builds_named(texts.levels.empty() ? "-O0,-O2" : texts.levels, options.tested.sdk);
  } else if (app.given("--builds")) {
    options.tested.builds = sdk::builds_named(texts.builds, options.tested.sdk);
  } else if (alone && summary && options.tested.sdk.assembler.empty() &&
             sdk::builds_of(options.tested.sdk).size() > 1) {
    options.tested.builds = sdk::builds_of(options.tested.sdk);
  }
  if (!options.tested.builds.empty()) refuse_assembler(app);
  while (options.tested.backends.size() < options.tested.builds.size()) {
    options.tested.backends.push_back(BackendSpec(options.tested.backends.front()));
  }
}

/// A library compiles every signature, so smoke on one takes few, unless something else says how
/// many there are.
SignatureChoice signatures_of(const Parser& app, const RunOptions& options, const RunTexts& texts) {
  const bool library = std::ranges::find(options.tested.backends, BackendKind::library,
                                         &BackendSpec::kind) != options.tested.backends.end();
  if (!app.given("--signatures")) {
    const bool smoke =
        options.cases.suite == "smoke" && !options.cases.are_named() && options.resume.empty();
    const bool counted = app.given("--sdk-limit") || app.given("--cases");
    return library && smoke && !counted ? SignatureChoice::few : SignatureChoice::all;
  }
  if (!library) {
    throw UsageError(fmt::format("--signatures is for --backend sdk alone, not for {}",
                                 options.tested.backends.front().text()));
  }
  for (const char* other : {"--case", "--cases-from"}) {
    if (!app.given(other)) continue;
    throw UsageError(
        fmt::format("--signatures and {} contradict each other: a case has its signature; leave "
                    "one out",
                    other));
  }
  if (texts.signatures == "few") return SignatureChoice::few;
  if (texts.signatures == "all") return SignatureChoice::all;
  throw UsageError(fmt::format("--signatures takes few or all, not '{}'", texts.signatures));
}

/// "2%" or "0.5%", in millionths.
std::uint64_t replicate_of(const std::string& text) {
  constexpr double of_percent = 10'000;
  constexpr double most = 100;
  double percent = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, percent);
  const bool known = error == std::errc() && std::string_view(rest, end) == "%";
  const auto millionths = known && percent > 0 && percent <= most
                              ? static_cast<std::uint64_t>(std::llround(percent * of_percent))
                              : 0;
  if (millionths > 0) return millionths;
  throw UsageError(
      fmt::format("--replicate '{}' is no share; give more than 0% and at most 100%, "
                  "as in 2%",
                  text));
}

/// Of a suite that enumerates inputs.
void read_inputs(const Parser& app, const RunTexts& texts, InputSelection& inputs) {
  if (app.given("--form")) inputs.form = texts.form;
  if (app.given("--to")) inputs.to = texts.to;
  if (!app.given("--sample")) return;
  if (texts.sample < generators::smallest_sample || texts.sample > generators::largest_sample) {
    throw UsageError(fmt::format("--sample must be between {} and {}, not {}",
                                 generators::smallest_sample, generators::largest_sample,
                                 texts.sample));
  }
  inputs.sample = static_cast<int>(texts.sample);
}

RunOptions checked_run(const Parser& app, RunOptions options, const RunTexts& texts) {
  refuse_with(app, "--case", "a case's name says all of it");
  refuse_with(app, "--cases-from", "the names of cases say all of them");
  if (app.given("--resume")) refuse_with_resume(app);
  refuse_empty_texts(app, options, texts);
  if (app.given("--op")) options.cases.op_pattern = texts.op;
  read_backends(options, texts);
  take_stored_cases(app, options);
  options.cases.targets = split_list(texts.targets);
  options.cases.dtypes = split_list(texts.dtypes);
  if (app.given("--cases")) options.cases.count = positive("--cases", texts.cases, most_cases);
  if (app.given("--seed")) options.cases.seed = seed_of(texts.seed);
  read_inputs(app, texts, options.cases.inputs);
  read_output_options(app, *texts.output, options);
  if (options.tested.backends.size() > 1) {
    for (const char* option : {"--support", "--freeze-support"}) {
      if (!app.given(option)) continue;
      throw UsageError(fmt::format("{} is about one backend; run the two apart", option));
    }
  }
  options.execution.timeout = deadline_of(texts.timeout);
  if (app.given("--batch")) {
    options.execution.batch =
        static_cast<unsigned>(positive("--batch", texts.batch, most_in_batch));
  }
  if (app.given("--device")) options.execution.device = device_of(texts.device);
  if (app.given("--memory")) options.execution.memory = memory_of(texts.memory);
  options.execution.repeat = positive("--repeat", texts.repeat, most_executions);
  options.execution.rerun = positive("--rerun", texts.rerun + 1, most_executions) - 1;
  if (app.given("--max-failures")) {
    options.limits.max_failures = positive("--max-failures", texts.max_failures, most_cases);
  }
  if (app.given("--time-budget")) options.limits.time_budget = time_budget_of(texts.time_budget);
  if (app.given("--shard")) {
    options.share.shard = shard_of(texts.shard);
  } else if (!app.given("--resume")) {
    options.share.shard = shard_of_environment();
  }
  if (app.given("--replicate")) options.share.replicate = replicate_of(texts.replicate);
  return options;
}

void add_limits(const Parser& app, RunOptions& options, RunTexts& texts) {
  app.add_option("--resume", options.resume,
                 "Go on with the run in this folder, with the options that it began with");
  app.add_option("--shard", texts.shard, std::string("Part I/N of the cases") + shard_default_help);
  app.add_option("--replicate", texts.replicate,
                 "Share of the cases of a shard, as in 2%, that the next shard executes again; a "
                 "merge says where two boards differ");
  app.add_flag("--shuffle", options.share.shuffle,
               "Execute in an order that the seed draws; reports stay in planned order");
  app.add_option("--repeat", texts.repeat, "Executions of every case").show_default();
  app.add_option("--rerun", texts.rerun,
                 "More executions of a case that failed, to tell flaky ones")
      .show_default();
  app.add_option("--max-failures", texts.max_failures, "Stop after so many failing cases");
  app.add_option("--time-budget", texts.time_budget, time_budget_help);
  app.add_flag("--partial-ok", options.limits.partial_ok, partial_ok_help);
}

/// Options for compiling a library.
void add_compiled(const Parser& app, RunTexts& texts) {
  const Option levels = app.add_option("--cross-opt", texts.levels, "The same as --builds=-O0,-O2")
                            .group(sdk::option_group)
                            .value_optional();
  app.add_option("--builds", texts.builds,
                 "Compile once for each of some builds and compare bits: all that the profile "
                 "knows, which is what the nightly suite does; one; or the flags of each, as in "
                 "--builds=-O0,-O2")
      .group(sdk::option_group)
      .excludes(levels);
  app.option("--strict")
      .describe(
          "Fail on known deviations, on errata in effect that never show, and of several builds on "
          "results that differ and are all right");
}

void add_signatures(const Parser& app, RunTexts& texts, const char* heading) {
  app.add_option("--signatures", texts.signatures,
                 "few: of the suite's signatures those that it takes to show what all show; all. "
                 "Default few for the smoke suite, unless --cases or --sdk-limit says how many")
      .group(heading);
}

void add_inputs(const Parser& app, RunOptions& options, RunTexts& texts) {
  constexpr const char* heading = "Of --suite enumerate and enumerate-all";
  app.add_option("--form", texts.form, "Form to take; default all").group(heading);
  app.add_option("--to", texts.to, "Element type of the result to take; default all")
      .group(heading);
  app.add_option("--attribute", options.cases.inputs.attributes,
                 "NAME=VALUE of an attribute, as 'assay show OP' lists them; may be given again. "
                 "Default the first value of each")
      .one_value()
      .group(heading);
  app.add_option("--sample", texts.sample,
                 "Largest sample of calls with too many inputs, as a power of two, 8 to 24")
      .show_default()
      .group(heading);
}

/// What run and compare have in common: which cases, how they are executed, and what is written.
void add_cases(const Parser& app, RunOptions& options, RunTexts& texts) {
  app.add_option(
         "--suite", options.cases.suite,
         "smoke, nightly, enumerate, enumerate-all, programs, programs-end, programs-exact, "
         "programs-related or programs-outside")
      .show_default();
  add_selection(app, texts);
  app.add_option("--cases", texts.cases,
                 "Cases per recipe (a plan, an edge or a broken constraint)");
  app.add_option("--seed", texts.seed, "Another seed than the suite's");
  app.add_option("--case", options.cases.names,
                 "A case by its NAME or FILE.h5:NAME instead of a suite; may be given again")
      .one_value();
  app.add_option("--cases-from", options.cases.names_file,
                 "Cases as --case names them in a file, one a line, # begins a comment");
  add_inputs(app, options, texts);
  add_limits(app, options, texts);
  app.add_option("--timeout", texts.timeout, "Seconds a case may take").show_default();
  app.add_option("--batch", texts.batch, "Cases that a worker gets at once; default 16");
  app.add_option("--device", texts.device,
                 "Number of the backend's device, from 0; default: workers take them in turn");
  app.add_option("--memory", texts.memory, memory_help);
  texts.output = add_output_options(app, options);
}

/// The folder of headers of one of the two versions.
std::string version_at(const char* option, const std::string& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw UsageError(
        fmt::format("{} {} is no folder; name one that has pto/pto-inst.hpp", option, folder));
  }
  return std::filesystem::absolute(folder).lexically_normal().string();
}

/// Adds the command and gives its checked options to `take`.
void add_run_for(const Parser& root, const std::string& line,
                 const std::function<void(const RunOptions&)>& take) {
  const Parser app = root.add_command("run", "Run a suite on a backend");
  app.footer(examples);
  const auto options = std::make_shared<RunOptions>();
  const auto texts = std::make_shared<RunTexts>();
  options->command_line = line;
  add_cases(app, *options, *texts);
  app.add_option("--backend", texts->backends,
                 std::string(backend_help) +
                     ", or replay:FILE.h5 to judge what a run stored; given twice, both side by "
                     "side")
      .one_value();
  const auto sdk = sdk::add_sdk_options(app);
  add_compiled(app, *texts);
  add_signatures(app, *texts, sdk::option_group);
  app.add_option(
      "--identity", options->board.identity,
      "Command that prints one JSON object about the board and the machine, as "
      "{\"board\": \"npu7\", \"driver\": \"24.1\"}. It is run at the start and at each resume");
  app.add_option(
      "--lost-boards", options->board.lost_boards,
      "Folder for a file about each lost board. A run that loses its board leaves one, and a run "
      "on a board that has one begins only if the case that showed the loss conforms again");
  app.add_option("--reset", options->board.reset,
                 "Command that resets the board. It is run when the board was lost, before the "
                 "board is asked whether it answers again; its name is in ASSAY_BOARD");
  app.callback([app, options, texts, sdk, take] {
    refuse_empty(app, "--identity", options->board.identity);
    refuse_empty(app, "--lost-boards", options->board.lost_boards);
    refuse_empty(app, "--reset", options->board.reset);
    RunOptions checked = checked_run(app, *options, *texts);
    checked.tested.sdk = sdk::checked_sdk(app, *sdk, checked.tested.backends);
    checked.tested.sdk.quiet = checked.console.quiet;
    checked.cases.signatures = signatures_of(app, checked, *texts);
    read_builds(app, checked, *texts);
    take(checked);
  });
}

}  // namespace

void add_run(const Parser& root, Command& command, const std::string& line) {
  add_run_for(root, line, [&command](const RunOptions& options) {
    command.run = [options] { return run_command(options); };
  });
}

RunOptions run_options_in(const std::vector<std::string>& words) {
  CommandLine line("assay", "", "");
  RunOptions found;
  add_run_for(line.root(), "", [&found](const RunOptions& options) { found = options; });
  std::vector<std::string> arguments{"run"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  if (line.parse(arguments, "assay run --help")) {
    throw UsageError("--help and --version are no options of a run");
  }
  return found;
}

void add_compare(const Parser& root, Command& command, const std::string& line) {
  const Parser app =
      root.add_command("compare", "Show what changed between two versions of a library of headers");
  app.footer(compare_examples);
  const auto options = std::make_shared<RunOptions>();
  const auto texts = std::make_shared<RunTexts>();
  const auto newer = std::make_shared<std::string>();
  options->command_line = line;
  options->execution.confirm = options->execution.shrink = false;
  const auto sdk = std::make_shared<sdk::SdkTexts>();
  app.add_option("--old", sdk->options.include,
                 "Folder of the older headers: it has pto/pto-inst.hpp")
      .required();
  app.add_option("--new", *newer, "Folder of the newer headers").required();
  add_cases(app, *options, *texts);
  constexpr const char* heading = "How both are compiled";
  sdk::add_compiler_options(app, *sdk, heading);
  add_signatures(app, *texts, heading);
  app.callback([app, options, texts, sdk, newer, &command] {
    for (const char* other :
         {"--support", "--freeze-support", "--waivers", "--baseline", "--history"}) {
      if (!app.given(other)) continue;
      throw UsageError(fmt::format(
          "{} has no effect here: compare is about what changed; give it to 'assay run'", other));
    }
    const std::string older = version_at("--old", sdk->options.include);
    texts->backends = {"sdk"};
    RunOptions checked = checked_run(app, *options, *texts);
    checked.tested.sdk = sdk::checked_sdk(app, *sdk, checked.tested.backends);
    checked.tested.sdk.quiet = checked.console.quiet;
    refuse_assembler(app);
    checked.cases.signatures = signatures_of(app, checked, *texts);
    checked.tested.builds = {sdk::build_with_include(older),
                             sdk::build_with_include(version_at("--new", *newer))};
    checked.tested.backends.push_back(BackendSpec(checked.tested.backends.front()));
    command.run = [checked] { return run_command(checked); };
  });
}

}  // namespace assay::runners
