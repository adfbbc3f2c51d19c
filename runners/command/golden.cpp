// SPDX-License-Identifier: Apache-2.0
// golden, export: files of cases, with what is expected or for a board that runs elsewhere.
#include "golden/golden.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "generators/programs/programs.hpp"
#include "reference/isa/case/backend_spec.hpp"
#include "reference/support/name_set.hpp"
#include "reference/support/side_by_side.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/cases/plan/spread.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/cases/profiles/own_files.hpp"
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
  std::string out;
  std::string accuracy;
  std::string choices;
};

constexpr const char* nothing_written = "no file was written";
constexpr std::uint64_t default_cases = 1000;
constexpr std::uint64_t default_seed = 1;

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

using StoredDrawer = std::function<std::optional<StoredCase>()>;

/// What a board needs, and what is expected unless it has no use for that.
golden::GoldenItem item_of(StoredCase stored, bool expected, const ToleranceLookup& tolerances) {
  if (expected) return golden_item_of(std::move(stored), tolerances);
  if (stored.program) {
    return golden::GoldenProgram{
        *stored.program, generators::filled(*stored.program, generators::Poison::first), {}};
  }
  std::vector<ElementArray> before = generators::fill(stored.test, generators::Poison::first);
  return golden::GoldenCase{std::move(stored.test), std::move(before), {}};
}

/// Writes cases in the order in which they are added. Expected values are computed on all
/// processors, and the cases before are stored meanwhile.
class BatchWriter {
 public:
  BatchWriter(bool expected, const ToleranceLookup& tolerances, golden::GoldenWriter& writer)
      : expected_(expected), tolerances_(tolerances), writer_(writer) {}

  void add(StoredCase stored) {
    if (!stored.program) bytes_ += bytes_of(stored.test.call);
    batch_.push_back(std::move(stored));
    if (batch_.size() >= most_cases_of_batch || bytes_ >= most_bytes_of_batch) write();
  }
  void finish() {
    write();
    wait();
  }

 private:
  static constexpr std::size_t most_cases_of_batch = 64;
  static constexpr std::int64_t most_bytes_of_batch = std::int64_t{16} << 20U;

  void write() {
    std::vector<golden::GoldenItem> items(batch_.size());
    support::side_by_side(batch_.size(), [&](std::size_t i) {
      stop_if_interrupted(nothing_written);
      items[i] = item_of(std::move(batch_[i]), expected_, tolerances_);
    });
    batch_.clear();
    bytes_ = 0;
    wait();
    storing_ = std::async(std::launch::async, [this, items = std::move(items)]() mutable {
      for (golden::GoldenItem& item : items) writer_.add(std::move(item));
    });
  }
  void wait() {
    if (storing_.valid()) storing_.get();
  }

  bool expected_;
  const ToleranceLookup& tolerances_;
  golden::GoldenWriter& writer_;
  std::vector<StoredCase> batch_;
  std::int64_t bytes_ = 0;     ///< of the operands of the batch
  std::future<void> storing_;  ///< of the batch before; only it uses the writer
};

/// The cases of a suite, in planned order or, for some of them, spread. Blocks of them are drawn on
/// all processors.
class DrawnSuite {
 public:
  DrawnSuite(std::shared_ptr<const RunPlan> plan, bool whole)
      : plan_(std::move(plan)), order_(plan_->spread()) {
    if (whole) std::ranges::sort(order_);
  }

  std::optional<StoredCase> next() {
    while (at_ < block_.size() || first_ < order_.size()) {
      if (at_ == block_.size()) draw_block();
      std::optional<StoredCase> drawn = std::move(block_[at_++]);
      if (drawn && names_.insert(drawn->test.name)) return drawn;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t largest_block = 128;

  /// Small at first, since a user may want few cases.
  void draw_block() {
    const std::size_t count = std::min(size_, order_.size() - first_);
    block_.assign(count, std::nullopt);
    support::side_by_side(count, [&](std::size_t i) {
      stop_if_interrupted(nothing_written);
      block_[i] = plan_->draw(order_[first_ + i]);
    });
    first_ += count;
    at_ = 0;
    size_ = std::min(2 * size_, largest_block);
  }

  std::shared_ptr<const RunPlan> plan_;
  std::vector<std::size_t> order_;
  support::NameSet names_;
  std::vector<std::optional<StoredCase>> block_;
  std::size_t at_ = 0;     ///< the next case of the block
  std::size_t first_ = 0;  ///< place in the order of the next block
  std::size_t size_ = 4;   ///< of the next block
};

StoredDrawer drawn_from(const std::shared_ptr<const RunPlan>& plan, bool whole) {
  const auto suite = std::make_shared<DrawnSuite>(plan, whole);
  return [suite] { return suite->next(); };
}

StoredDrawer single_calls(CaseDrawer draw) {
  return [draw = std::move(draw)]() -> std::optional<StoredCase> {
    std::optional<Case> test_case = draw();
    if (!test_case) return std::nullopt;
    return StoredCase{std::move(*test_case), {}};
  };
}

/// The source of the cases of a file.
struct Source {
  StoredDrawer draw;
  Covered covered;
  golden::Provenance provenance;
  std::set<std::string> called = {};  ///< ops of programs

  void cover(const StoredCase& drawn) {
    if (!drawn.program) return covered.add(drawn.test);
    for (const ProgramStep& step : drawn.program->steps) called.insert(step.test.form().op);
  }

  std::string text(std::uint64_t written, const std::string& file, bool illegal) const {
    if (!provenance.programs) {
      const std::string covers = covered.text(illegal);
      return fmt::format("{} cases in {}{}{}", written, file, covers.empty() ? "" : "\n", covers);
    }
    return fmt::format("{} programs in {}\nthey call {} ops", written, file, called.size());
  }
};

Source source_of(const GoldenOptions& options) {
  if (!options.suite.empty()) {
    CaseSelection cases;
    cases.suite = options.suite;
    cases.op_pattern = options.op_pattern;
    cases.targets = options.selection.targets;
    cases.dtypes = options.selection.dtypes;
    cases.seed = options.seed;
    const auto plan = std::make_shared<const RunPlan>(PlanOptions{.cases = std::move(cases)});
    golden::Provenance provenance = provenance_of(plan->seed(), plan->selection());
    provenance.programs = plan->has_programs();
    if (provenance.programs && options.illegal) {
      throw UsageError(
          fmt::format("--illegal is for single calls; all calls of the programs of {} are legal",
                      plan->suite()));
    }
    return {drawn_from(plan, !options.cases), Covered(plan->recipes()), std::move(provenance)};
  }
  std::vector<generators::Recipe> recipes = recipes_of(options.selection, {}, false);
  Covered covered(recipes);
  if (!options.illegal) {
    std::erase_if(recipes, [](const auto& recipe) { return !recipe.intent.legal(); });
  }
  const std::uint64_t seed = options.seed.value_or(default_seed);
  return {single_calls(drawn_in_turn(std::move(recipes), seed)), std::move(covered),
          provenance_of(seed, to_string(options.selection))};
}

/// Writes the cases of the source that belong to the shard; how many.
std::uint64_t write_cases(const GoldenOptions& options, Source& source,
                          const ToleranceLookup& tolerances, golden::GoldenWriter& writer) {
  const std::uint64_t most =
      options.cases.value_or(options.suite.empty() ? default_cases : most_cases);
  Progress progress(options.suite.empty() || options.cases ? most : 0, isatty(STDERR_FILENO) != 0);
  BatchWriter batches(options.expected, tolerances, writer);
  std::uint64_t written = 0;
  for (std::uint64_t count = 0; count < most;) {
    stop_if_interrupted(nothing_written);
    std::optional<StoredCase> drawn = source.draw();
    if (!drawn) break;
    if (drawn->program) require_storable(*drawn->program);
    if (!options.illegal && !drawn->test.intent.legal()) continue;
    progress.step();
    if (count++ % options.shard.count != options.shard.index - 1) continue;
    ++written;
    source.cover(*drawn);
    batches.add(std::move(*drawn));
  }
  batches.finish();
  return written;
}

int golden_command(const GoldenOptions& options) {
  watch_interrupts();
  require_own_golden(options.out);
  const ToleranceLookup tolerances = granted(options.accuracy, options.choices);
  Source source = source_of(options);
  golden::Provenance& provenance = source.provenance;
  if (options.cases || options.suite.empty()) {
    provenance.selection += fmt::format(" cases={}", options.cases.value_or(default_cases));
  }
  if (options.illegal) provenance.selection += " illegal";
  provenance.withheld = !options.expected;
  if (!options.choices.empty()) provenance.choices = read_text_file(options.choices);
  provenance.selection += shard_text(options.shard);
  golden::GoldenWriter writer(options.out, provenance);
  const std::uint64_t written = write_cases(options, source, tolerances, writer);
  writer.finish();
  std::cout << source.text(written, options.out, options.illegal) << '\n';
  return exit_conforms;
}

GoldenOptions checked(GoldenOptions options, const Parser& app, const Texts& texts) {
  refuse_empty(app, "--op", texts.op);
  refuse_empty(app, "--out", options.out);
  refuse_empty(app, "--suite", options.suite);
  if (!texts.op.empty()) options.op_pattern = options.selection.op_pattern = texts.op;
  options.selection.targets = split_list(texts.targets);
  options.selection.dtypes = split_list(texts.dtypes);
  if (app.given("--cases")) options.cases = positive("--cases", texts.cases, most_cases);
  if (app.given("--seed")) options.seed = seed_of(texts.seed);
  return options;
}

/// Options of both golden and export.
void add_drawing(const Parser& app, GoldenOptions& options, Texts& texts) {
  app.add_option(
      "--suite", options.suite,
      "The cases of a suite, smoke, nightly, enumerate or one of programs, instead of cases drawn "
      "without end");
  add_selection(app, texts);
  app.add_option(
      "--cases", texts.cases,
      "Cases in all, spread over ops, forms, targets, element types and recipes; default "
      "1000, of a suite all");
  app.add_option("--seed", texts.seed, "Seed; default 1, of a suite its own");
  app.add_option("--out", options.out, "File to write").required();
  app.add_option("--accuracy", options.accuracy, accuracy_help);
  app.add_option("--choices", options.choices, choices_help);
}

}  // namespace

void add_golden(const Parser& root, Command& command) {
  const Parser app = root.add_command("golden", "Write a golden file, without any backend");
  app.footer(
      "Examples:\n"
      "  assay golden --op TRSQRT --target a5 --cases 1000 --seed 7 --out trsqrt.h5\n"
      "  assay golden --illegal --cases 5000 --out all.h5\n"
      "  assay golden --suite smoke --cases 2000 --out smoke.h5    some of a suite's cases\n"
      "  assay golden --suite programs-exact --out programs.h5     programs of several calls");
  const auto options = std::make_shared<GoldenOptions>();
  const auto texts = std::make_shared<Texts>();
  add_drawing(app, *options, *texts);
  app.add_flag(
      "--illegal", options->illegal,
      "Also calls that break a constraint and must be refused; they have no expected values");
  const auto shard = add_shard(app);
  app.callback([app, options, texts, shard, &command] {
    if (!shard->empty()) options->shard = shard_of(*shard);
    command.run = [all = checked(*options, app, *texts)] { return golden_command(all); };
  });
}

void add_export(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("export", "Write inputs for a board that runs elsewhere to compute on");
  app.footer(export_examples);
  const auto options = std::make_shared<GoldenOptions>();
  const auto texts = std::make_shared<Texts>();
  options->expected = false;
  add_drawing(app, *options, *texts);
  app.add_flag("--illegal", options->illegal,
               "Also calls that break a constraint and must be refused");
  app.add_flag("--with-expected", options->expected,
               "Write the expected values too, as golden does");
  const auto shard = add_shard(app);
  app.callback([app, options, texts, shard, &command] {
    if (!shard->empty()) options->shard = shard_of(*shard);
    command.run = [all = checked(*options, app, *texts)] { return golden_command(all); };
  });
}

}  // namespace assay::runners
