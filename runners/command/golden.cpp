// SPDX-License-Identifier: Apache-2.0
// golden, export: files of cases, with what is expected or for a board that runs elsewhere.
#include "golden/golden.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reports/words/text.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/cases/plan/spread.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/golden_files.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/provenance.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

struct GoldenOptions {
  Selection selection;
  std::optional<std::string> op_pattern;  ///< where it was said
  std::string suite;                      ///< whose cases are meant; empty: drawn without end
  std::optional<std::uint64_t> cases;
  std::optional<std::uint64_t> seed;
  bool illegal = false;  ///< also calls that must be refused
  bool expected = true;  ///< write expected values
  Shard shard;
  std::uint64_t parts = 0;  ///< files in a folder; 0: one file
  bool resume = false;
  unsigned jobs = 0;
  bool quiet = false;
  std::string out;
  std::string accuracy;
  std::string choices;
};

constexpr std::uint64_t default_cases = 1000;
constexpr std::uint64_t default_seed = 1;
constexpr std::int64_t most_parts = 100'000;

constexpr const char* export_examples =
    "Examples:\n"
    "  assay export --op TRSQRT --target a5 --cases 1000 --out trsqrt.h5     for a board "
    "elsewhere\n"
    "  assay export --illegal --out calls.h5        also calls that must be refused\n"
    "  assay export --suite programs-exact --target a5 --out programs.h5    programs of several "
    "calls\n"
    "  assay judge trsqrt.h5 board.h5               what the board brought back\n"
    "The file is a golden file without the expected values. golden/README.md says what it holds "
    "and\n"
    "what a result file must; runners/examples/board.py is a board in Python.";

/// The source of the cases of a file.
struct Source {
  CaseSequence cases;
  Covered covered;
  golden::Provenance provenance;
  std::set<std::string> called = {};  ///< ops of programs

  void cover(const StoredCase& drawn) {
    if (!drawn.program) return covered.add(drawn.test);
    for (const ProgramStep& step : drawn.program->steps) called.insert(step.test.form().op);
  }

  std::string text(bool illegal) const {
    if (provenance.programs) return fmt::format("they call {} ops", called.size());
    return covered.text(illegal);
  }
};

/// The cases of a suite in planned order or, for some of them, spread.
Source source_of_suite(const GoldenOptions& options) {
  CaseSelection cases;
  cases.suite = options.suite;
  cases.op_pattern = options.op_pattern;
  cases.targets = options.selection.targets;
  cases.dtypes = options.selection.dtypes;
  cases.seed = options.seed;
  const auto plan = std::make_shared<const RunPlan>(
      PlanOptions{.cases = std::move(cases), .jobs = options.jobs, .quiet = options.quiet});
  golden::Provenance provenance = provenance_of(plan->seed(), plan->selection());
  provenance.programs = plan->has_programs();
  if (provenance.programs && options.illegal) {
    throw UsageError(fmt::format(
        "--illegal is for single calls; all calls of the programs of {} are legal", plan->suite()));
  }
  const auto order = options.cases ? plan->spread() : std::vector<std::size_t>();
  return {
      {.size = plan->size(),
       .draw = [plan, order](std::size_t i) { return plan->draw(order.empty() ? i : order[i]); }},
      Covered(plan->recipes()),
      std::move(provenance)};
}

/// Cases of a selection without end.
Source source_of_selection(const GoldenOptions& options) {
  std::vector<generators::Recipe> recipes = recipes_of(options.selection, {}, options.quiet);
  Covered covered(recipes);
  if (!options.illegal) {
    std::erase_if(recipes, [](const auto& recipe) { return !recipe.intent.legal(); });
  }
  const std::uint64_t seed = options.seed.value_or(default_seed);
  const CaseDrawer next = drawn_in_turn(std::move(recipes), seed, options.jobs);
  const auto draw = [next](std::size_t) -> std::optional<StoredCase> {
    std::optional<Case> test_case = next();
    if (!test_case) return std::nullopt;
    return StoredCase{*std::move(test_case), {}};
  };
  return {{.draw = draw, .dependent = true},
          std::move(covered),
          provenance_of(seed, to_string(options.selection))};
}

std::string sentence_of(const GoldenOptions& options, const GoldenEnd& end, bool programs) {
  if (end.kept == end.files) return options.out + " is there already, with all cases";
  const char* what = programs ? "program" : "case";
  const std::string written = reports::count_of(end.written, what);
  if (options.parts == 0) return fmt::format("{} in {}", written, options.out);
  const std::string files = reports::count_of(end.files - end.kept, "file");
  const std::string kept = end.kept == 0 ? "" : fmt::format("; {} were there", end.kept);
  return fmt::format("{} in {} in {}{}", written, files, options.out, kept);
}

int golden_command(const GoldenOptions& options) {
  watch_interrupts();
  GoldenPlace place{.out = options.out,
                    .provenance = {},
                    .shard = options.shard,
                    .parts = options.parts,
                    .resume = options.resume};
  require_golden_place(place);
  const ToleranceLookup tolerances = granted(options.accuracy, options.choices);
  Source source = options.suite.empty() ? source_of_selection(options) : source_of_suite(options);
  GoldenWork work{.most = options.cases,
                  .illegal = options.illegal,
                  .expected = options.expected,
                  .jobs = options.jobs,
                  .quiet = options.quiet,
                  .on_case = [&source](const StoredCase& one) { source.cover(one); }};
  if (options.suite.empty() && !work.most) work.most = default_cases;
  place.provenance = source.provenance;
  if (work.most) place.provenance.selection += fmt::format(" cases={}", *work.most);
  if (options.illegal) place.provenance.selection += " illegal";
  place.provenance.withheld = !options.expected;
  if (!options.choices.empty()) place.provenance.choices = read_text_file(options.choices);
  place.provenance.selection += shard_text(options.shard);
  const GoldenEnd end = write_golden_files(source.cases, place, work, tolerances);
  std::cout << sentence_of(options, end, source.provenance.programs) << '\n';
  const std::string covers = source.text(options.illegal);
  if (end.kept < end.files && !covers.empty()) std::cout << covers << '\n';
  return exit_conforms;
}

struct GoldenTexts : Texts {
  std::int64_t parts = 0;
};

GoldenOptions checked(GoldenOptions options, const Parser& app, const GoldenTexts& texts) {
  refuse_empty(app, "--op", texts.op);
  refuse_empty(app, "--out", options.out);
  refuse_empty(app, "--suite", options.suite);
  if (!texts.op.empty()) options.op_pattern = options.selection.op_pattern = texts.op;
  options.selection.targets = split_list(texts.targets);
  options.selection.dtypes = split_list(texts.dtypes);
  if (app.given("--cases")) options.cases = positive("--cases", texts.cases, most_cases);
  if (app.given("--seed")) options.seed = seed_of(texts.seed);
  if (app.given("--jobs")) {
    options.jobs = static_cast<unsigned>(positive("--jobs", texts.jobs, most_jobs));
  }
  if (!app.given("--parts")) return options;
  options.parts = positive("--parts", texts.parts, most_parts);
  if (options.shard.count > 1) {
    throw UsageError("--shard and --parts exclude each other: a shard is a part of its own");
  }
  return options;
}

/// Adds golden or export, which have the same options but for expected values.
void add_files_of_cases(const Parser& app, Command& command, bool expected,
                        const std::string& illegal_help) {
  const auto options = std::make_shared<GoldenOptions>();
  const auto texts = std::make_shared<GoldenTexts>();
  options->expected = expected;
  app.add_option(
      "--suite", options->suite,
      "The cases of a suite, smoke, nightly, enumerate or one of programs, instead of cases drawn "
      "without end");
  add_selection(app, *texts);
  app.add_option(
      "--cases", texts->cases,
      "Cases in all, spread over ops, forms, targets, element types and recipes; default "
      "1000, of a suite all");
  app.add_option("--seed", texts->seed, "Seed; default 1, of a suite its own");
  app.add_option("--out", options->out, "File to write, or with --parts the folder").required();
  app.add_option("--accuracy", options->accuracy, accuracy_help);
  app.add_option("--choices", options->choices, choices_help);
  app.add_flag("--illegal", options->illegal, illegal_help);
  if (!expected) {
    app.add_flag("--with-expected", options->expected,
                 "Write the expected values too, as golden does");
  }
  const auto shard = add_shard(app);
  app.add_option("-j,--jobs", texts->jobs,
                 "Threads that draw and compute cases; default one per processor");
  app.add_option("--parts", texts->parts,
                 "Write so many files one after the other, part-1.h5 and so on, into a new folder; "
                 "'assay merge' makes the whole of them");
  app.add_flag("--resume", options->resume,
               "Keep the files in --out that are finished, and write those that are not there");
  app.add_flag("-q,--quiet", options->quiet, "Print no progress");
  app.callback([app, options, texts, shard, &command] {
    if (!shard->empty()) options->shard = shard_of(*shard);
    command.run = [all = checked(*options, app, *texts)] { return golden_command(all); };
  });
}

}  // namespace

void add_golden(const Parser& root, Command& command) {
  const Parser app = root.add_command("golden", "Write a golden file, without any backend");
  app.footer(
      "Examples:\n"
      "  assay golden --op TRSQRT --target a5 --cases 1000 --seed 7 --out trsqrt.h5\n"
      "  assay golden --illegal --cases 5000 --out all.h5\n"
      "  assay golden --suite smoke --cases 2000 --out smoke.h5    some of a suite's cases\n"
      "  assay golden --suite programs-exact --out programs.h5     programs of several calls\n"
      "  assay golden --suite nightly --parts 20 --out nightly     20 files, for much data\n"
      "  assay golden --suite nightly --parts 20 --out nightly --resume    those not there yet");
  add_files_of_cases(
      app, command, true,
      "Also calls that break a constraint and must be refused; they have no expected values");
}

void add_export(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("export", "Write inputs for a board that runs elsewhere to compute on");
  app.footer(export_examples);
  add_files_of_cases(app, command, false, "Also calls that break a constraint and must be refused");
}

}  // namespace assay::runners
