// SPDX-License-Identifier: Apache-2.0
#include "runners/command/options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "runners/cases/plan/errata.hpp"
#include "runners/cases/profiles/support_file.hpp"
#include "runners/run/tile_keeper.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

std::chrono::milliseconds deadline_of(double seconds) {
  constexpr double most = 86400;
  if (!(seconds >= 0.001 && seconds <= most)) {
    throw UsageError("--timeout must be between 0.001 and 86400 seconds");
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

std::uint64_t positive(const char* option, std::int64_t value, std::int64_t most) {
  if (value < 1 || value > most) {
    throw UsageError(fmt::format("{} must be between 1 and {}, not {}", option, most, value));
  }
  return static_cast<std::uint64_t>(value);
}

std::uint64_t seed_of(std::int64_t value) {
  if (value < 0) throw UsageError(fmt::format("--seed must not be negative, {} is", value));
  return static_cast<std::uint64_t>(value);
}

unsigned device_of(std::int64_t value) {
  constexpr std::int64_t most = 1'000'000;
  if (value >= 0 && value <= most) return static_cast<unsigned>(value);
  throw UsageError(fmt::format("--device must be between 0 and {}, not {}", most, value));
}

std::uint64_t memory_of(double gib) {
  constexpr double most = 1 << 20;
  constexpr double least = 0.0625;
  if (gib == 0) return 0;
  if (gib >= least && gib <= most) return static_cast<std::uint64_t>(gib * (1 << 30));
  throw UsageError(
      fmt::format("--memory must be 0 or between {} and {} GiB, not {}", least, most, gib));
}

void refuse_empty(const Parser& app, const char* option, const std::string& value) {
  if (app.given(option) && value.empty()) {
    throw UsageError(fmt::format("{} is empty; give it a value or leave it out", option));
  }
}

bool is_json(const std::string& format) {
  if (format == "text" || format == "json") return format == "json";
  throw UsageError(fmt::format("unknown format '{}'; use text or json", format));
}

void add_selection(const Parser& app, Texts& texts) {
  app.add_option(
      "--op", texts.op,
      "Ops to take: mnemonics or shell patterns, with commas between them ('TROW*,TCOL*')");
  app.add_option("--target", texts.targets, "Targets to take: a2a3,a5,cpu");
  app.add_option("--dtype", texts.dtypes, "Element types of the lead operand to take: f16,u32,...");
}

std::shared_ptr<std::string> add_shard(const Parser& app) {
  auto shard = std::make_shared<std::string>();
  app.add_option("--shard", *shard,
                 "I/N: every N-th case from the I-th on; 'assay merge' makes the whole of them");
  return shard;
}

void add_context_options(const Parser& app, ContextOptions& options) {
  app.add_option("--waivers", options.waivers, "TOML file of known failures that may not fail it");
  app.add_option("--history", options.history, "Folder with a small file for each earlier run");
  app.add_option("--today", options.today, "Day for the waivers, instead of the day it is");
}

void add_page_options(const Parser& app, ContextOptions& options) {
  add_context_options(app, options);
  app.add_option("--baseline", options.baseline,
                 "Earlier run, a folder or a journal: what is not in it is new");
}

std::shared_ptr<std::string> add_errata_options(const Parser& app, bool& strict) {
  auto text = std::make_shared<std::string>();
  app.add_option(
      "--errata", *text,
      "Known deviations that are no failures: none, all, or NAME[,NAME] of implementations "
      "and numbers ('assay errata'), or FILE.toml with your own; -NAME leaves one out of the "
      "others; default: none, of sdk those of its profile");
  app.add_flag("--strict", strict,
               "Fail on known deviations, and on errata in effect that never show");
  return text;
}

std::chrono::seconds time_budget_of(const std::string& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string unit = text.substr(digits);
  const bool known = unit == "s" || unit == "m" || unit == "h";
  if (digits > 0 && digits <= 6 && known && std::stol(text) == 0) {
    throw UsageError(fmt::format("--time-budget '{}' leaves no time for a case", text));
  }
  if (digits == 0 || digits > 6 || !known) {
    throw UsageError(fmt::format(
        "--time-budget '{}' is no time; give a whole number with its unit, as in 90s, 30m or 2h",
        text));
  }
  const std::int64_t scale = unit == "h" ? 3600 : unit == "m" ? 60 : 1;
  return std::chrono::seconds(std::stol(text) * scale);
}

std::shared_ptr<std::string> add_junit_option(const Parser& app) {
  auto text = std::make_shared<std::string>();
  app.add_option(
         "--junit", *text,
         "Test cases of the JUnit file: by-case, one for each case; by-op, one for each op, "
         "form, element type and target, whose names no seed changes. Default by-op for "
         "the nightly suite, else by-case")
      .one_of({std::string(name_of(reports::JunitTests::by_case)),
               std::string(name_of(reports::JunitTests::by_op))});
  return text;
}

std::optional<reports::JunitTests> junit_tests_in(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return reports::junit_tests_named(text);
}

namespace {

constexpr std::int64_t most_tiles_mb = 1'000'000'000;

void add_tiles(const Parser& app, RunOptions& options, OutputTexts& texts) {
  app.add_option("--tiles", texts.tiles,
                 "Cases whose inputs, expected values and outputs golden.h5 and results.h5 keep: "
                 "failing, sample (these, and one that passes of each op, form and element type), "
                 "all (which takes longer than the cases) or none")
      .show_default();
  app.add_option("--tiles-budget", texts.tiles_budget,
                 "MB of them, failing ones first; default 100, with --tiles all no limit");
  app.add_flag("--no-tiles", texts.no_tiles, "The same as --tiles none");
  app.add_flag("--all", options.console.all_rows,
               "Every row of the table, not only what failed or was not judged");
}

TileOptions tiles_of(const Parser& app, const OutputTexts& texts) {
  TileOptions tiles;
  tiles.kept = texts.no_tiles ? TileChoice::none : tile_choice_named(texts.tiles);
  if (texts.no_tiles && app.given("--tiles") && texts.tiles != "none") {
    throw UsageError(
        fmt::format("--no-tiles and --tiles {} contradict each other; leave one out", texts.tiles));
  }
  if (!app.given("--tiles-budget")) return tiles;
  if (!tiles.any())
    throw UsageError("--tiles-budget is for tiles, and none are kept; leave it out");
  tiles.budget_mb = positive("--tiles-budget", texts.tiles_budget, most_tiles_mb);
  return tiles;
}

}  // namespace

std::shared_ptr<OutputTexts> add_output_options(const Parser& app, RunOptions& options) {
  auto texts = std::make_shared<OutputTexts>();
  app.add_option("-j,--jobs", texts->jobs, "Workers side by side; default one per processor");
  app.add_option("--out", options.files.out,
                 "Folder for the files; default assay-runs/DATE-TIME-N");
  app.add_flag("--overwrite", options.files.overwrite, "Replace the finished run in --out");
  app.add_flag("-q,--quiet", options.console.quiet,
               "Print the answer in one line, and no progress");
  app.add_option("--min-judged", texts->min_judged,
                 "Each op needs at least so many legal cases with compared values. A shard, named "
                 "cases, and a --partial-ok run without this option need one judged case in all")
      .show_default();
  app.add_option("--freeze-support", options.files.freeze_support,
                 "TOML file to write what the backend supports to, where the run goes to its end");
  app.add_option("--support", texts->support,
                 "A file of --freeze-support: what is listed there and unsupported now fails");
  add_tiles(app, options, *texts);
  app.add_flag("!--no-confirm", options.execution.confirm,
               "Do not test the causes of the ten largest new findings with new cases");
  app.add_flag("!--no-shrink", options.execution.shrink,
               "Do not shrink a case of each of the ten largest new findings at the end, which "
               "takes up to 150 executions each; of stored results the smallest is looked up");
  app.add_option("--accuracy", options.demands.accuracy, accuracy_help);
  app.add_option("--choices", options.demands.choices, choices_help);
  texts->errata = add_errata_options(app, options.demands.strict);
  texts->junit = add_junit_option(app);
  add_page_options(app, options.context);
  return texts;
}

void read_output_options(const Parser& app, const OutputTexts& texts, RunOptions& options) {
  refuse_empty(app, "--out", options.files.out);
  if (app.given("-j")) {
    options.execution.jobs = static_cast<unsigned>(positive("-j", texts.jobs, most_jobs));
  }
  if (app.given("--errata")) options.tested.errata = known_errata(*texts.errata);
  options.files.junit = junit_tests_in(*texts.junit);
  if (texts.min_judged < 0) {
    throw UsageError(
        fmt::format("--min-judged {} is negative; give the number of legal cases that "
                    "every op must have, or 0",
                    texts.min_judged));
  }
  options.demands.min_judged = static_cast<std::size_t>(texts.min_judged);
  options.demands.min_judged_given = app.given("--min-judged");
  options.files.tiles = tiles_of(app, texts);
  refuse_empty(app, "--freeze-support", options.files.freeze_support);
  refuse_empty(app, "--support", texts.support);
  if (app.given("--support")) options.demands.support = load_support(texts.support);
}

TextFormat text_format_named(const std::string& name) {
  if (name == "text") return TextFormat::text;
  if (name == "json") return TextFormat::json;
  if (name == "markdown") return TextFormat::markdown;
  throw UsageError(fmt::format("unknown format '{}'; use text, json or markdown", name));
}

}  // namespace assay::runners
