// SPDX-License-Identifier: Apache-2.0
// golden, export: files of cases, with what is expected or for a board that runs elsewhere.
#include "golden/golden.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reference/isa/backend_spec.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/cases/shard.hpp"
#include "runners/cases/suite.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/progress.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

struct GoldenOptions {
  Selection selection;
  std::uint64_t cases = 0;
  std::uint64_t seed = 1;
  bool illegal = false;  ///< also calls that must be refused
  bool expected = true;  ///< write expected values
  Shard shard;
  std::string out;
  std::string accuracy;
};

constexpr const char* export_examples =
    "Examples:\n"
    "  assay export --op TRSQRT --target a5 --cases 1000 --out trsqrt.h5     for a board "
    "elsewhere\n"
    "  assay export --illegal --out calls.h5        also calls that must be refused\n"
    "  assay judge trsqrt.h5 board.h5               what the board brought back\n"
    "The file is a golden file without the expected values. golden/README.md says what it holds "
    "and\n"
    "what a result file must; runners/examples/board.py is a board in Python.";

/// Draws cases in turn from every recipe until there are as many as wanted, or no recipe has any.
class RoundRobin {
 public:
  RoundRobin(const std::vector<generators::Recipe>& recipes, std::uint64_t seed)
      : recipes_(recipes), dead_(recipes.size(), false), left_(recipes.size()), seed_(seed) {}

  std::optional<Case> next() {
    while (left_ > 0) {
      const std::size_t recipe = turn_ % recipes_.size();
      const std::uint64_t index = turn_ / recipes_.size();
      ++turn_;
      if (dead_[recipe]) continue;
      try {
        Case test =
            generators::draw(recipes_[recipe], generators::key_of(recipes_[recipe], seed_, index));
        if (names_.insert(test.name).second) return test;
      } catch (const generators::Unreachable&) {
        dead_[recipe] = true;
        --left_;
      }
    }
    return std::nullopt;
  }

 private:
  const std::vector<generators::Recipe>& recipes_;
  std::vector<bool> dead_;
  std::size_t left_;
  std::uint64_t seed_;
  std::uint64_t turn_ = 0;
  std::set<std::string> names_;
};

/// The stored form of a case for a board, which has no use for expected values.
golden::GoldenCase inputs_of(Case test) {
  golden::GoldenCase stored;
  stored.before = generators::fill(test, generators::Poison::first);
  stored.test = std::move(test);
  return stored;
}

void require_absent_or_ours(const std::string& out) {
  if (!std::filesystem::exists(out)) return;
  if (std::filesystem::is_regular_file(out)) {
    golden::GoldenReader reader(out);  // throws FileError for anything that is not ours
    return;
  }
  throw UsageError(fmt::format("{} exists and is no file; name another with --out", out));
}

int golden_command(const GoldenOptions& options) {
  watch_interrupts();
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  std::vector<generators::Recipe> recipes = recipes_of(options.selection);
  if (!options.illegal) {
    std::erase_if(recipes, [](const auto& recipe) { return !recipe.intent.legal(); });
  }
  require_absent_or_ours(options.out);
  golden::Provenance provenance = provenance_of(options.seed, to_string(options.selection));
  provenance.selection +=
      fmt::format(" cases={}{}", options.cases, options.illegal ? " illegal" : "");
  provenance.withheld = !options.expected;
  provenance.selection += shard_text(options.shard);
  golden::GoldenWriter writer(options.out, std::move(provenance));
  RoundRobin source(recipes, options.seed);
  std::uint64_t written = 0;
  {
    Progress progress(options.cases, isatty(STDERR_FILENO) != 0);
    for (std::uint64_t count = 0; count < options.cases; ++count) {
      stop_if_interrupted("no file was written");
      std::optional<Case> test = source.next();
      if (!test) break;
      progress.step(false);
      if (count % options.shard.count != options.shard.index - 1) continue;
      ++written;
      writer.add(options.expected ? golden_of({std::move(*test), {}}, tolerances)
                                  : inputs_of(std::move(*test)));
    }
  }
  writer.finish();
  std::cout << fmt::format("{} cases in {}\n", written, options.out);
  return exit_conforms;
}

GoldenOptions checked(GoldenOptions options, const CLI::App& app, const Texts& texts) {
  refuse_empty(app, "--op", texts.op);
  refuse_empty(app, "--out", options.out);
  if (!texts.op.empty()) options.selection.op_pattern = texts.op;
  options.selection.targets = split_list(texts.targets);
  options.selection.dtypes = split_list(texts.dtypes);
  options.cases = positive("--cases", texts.cases, most_cases);
  options.seed = seed_of(texts.seed);
  return options;
}

}  // namespace

void add_golden(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand("golden", "Write a golden file, without any backend");
  app->footer(
      "Examples:\n"
      "  assay golden --op TRSQRT --target a5 --cases 1000 --seed 7 --out trsqrt.h5\n"
      "  assay golden --illegal --cases 5000 --out all.h5");
  const auto options = std::make_shared<GoldenOptions>();
  const auto texts = std::make_shared<Texts>();
  texts->cases = 1000;
  texts->seed = 1;
  add_selection(*app, *texts);
  app->add_option("--cases", texts->cases, "Cases in all, from every recipe in turn")
      ->capture_default_str();
  app->add_flag(
      "--illegal", options->illegal,
      "Also calls that break a constraint and must be refused; they have no expected values");
  app->add_option("--seed", texts->seed, "Seed")->capture_default_str();
  app->add_option("--out", options->out, "File to write")->required();
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  const auto shard = add_shard(*app);
  app->callback([app, options, texts, shard, &command] {
    if (!shard->empty()) options->shard = shard_of(*shard);
    command.run = [all = checked(*options, *app, *texts)] { return golden_command(all); };
  });
}

void add_export(CLI::App& root, Command& command) {
  CLI::App* app =
      root.add_subcommand("export", "Write inputs for a board that runs elsewhere to compute on");
  app->footer(export_examples);
  const auto options = std::make_shared<GoldenOptions>();
  const auto texts = std::make_shared<Texts>();
  options->expected = false;
  texts->cases = 1000;
  texts->seed = 1;
  add_selection(*app, *texts);
  app->add_option("--cases", texts->cases, "Cases in all, from every recipe in turn")
      ->capture_default_str();
  app->add_flag("--illegal", options->illegal,
                "Also calls that break a constraint and must be refused");
  app->add_flag("--with-expected", options->expected,
                "Write the expected values too, as golden does");
  app->add_option("--seed", texts->seed, "Seed")->capture_default_str();
  app->add_option("--out", options->out, "File to write")->required();
  app->add_option("--accuracy", options->accuracy, accuracy_help);
  const auto shard = add_shard(*app);
  app->callback([app, options, texts, shard, &command] {
    if (!shard->empty()) options->shard = shard_of(*shard);
    command.run = [all = checked(*options, *app, *texts)] { return golden_command(all); };
  });
}

}  // namespace assay::runners
