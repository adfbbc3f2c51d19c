// SPDX-License-Identifier: Apache-2.0
// sweep: every input of an op.

#include "reports/sweep/sweep.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>

#include "reference/support/text.hpp"
#include "reports/findings/answer.hpp"
#include "reports/html/page.hpp"
#include "reports/sweep/parts.hpp"
#include "reports/words/text.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/command/backend_options.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/library.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/ordered_loop.hpp"
#include "runners/support/progress.hpp"
#include "runners/support/provenance.hpp"
#include "runners/support/terminal.hpp"
#include "runners/sweep/header.hpp"
#include "runners/sweep/journal.hpp"
#include "runners/sweep/observed_readings.hpp"
#include "runners/sweep/plan.hpp"
#include "runners/sweep/work.hpp"

namespace assay::runners {
namespace {

/// Chunks that may wait for a slow one, per worker.
constexpr std::size_t window_per_worker = 4;

using Backends = std::vector<std::unique_ptr<Backend>>;

Backends start(const SweepPlan& plan, const Chunks& chunks, const SweepOptions& options) {
  const std::size_t count = threads_for(options.jobs, chunks.size());
  BackendChoice on = options.on;
  on.memory = on.memory.value_or(default_memory(count));
  return start_backends(worker_options(on, std::span(&plan.test, 1)), count);
}

std::string attributes_of(const Call& call) {
  std::string text;
  for (const Attribute& attribute : call.form->attributes) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", attribute.name,
                        call.attribute(attribute.name));
  }
  return text;
}

/// Nothing in it depends on -j, on the shard or on the folder, nor on the machine where its own
/// backend is swept.
std::vector<std::string> command_words(const SweepPlan& plan, const SweepOptions& options) {
  const Call& call = plan.test.call;
  std::vector<std::string> words{"assay",    "sweep",
                                 "--op",     plan.op->mnemonic,
                                 "--dtype",  options.dtype,
                                 "--form",   call.form->name,
                                 "--target", std::string(name_of(call.target))};
  if (options.to) words.insert(words.end(), {"--to", *options.to});
  for (const std::string& one : options.attributes) {
    words.insert(words.end(), {"--attribute", one});
  }
  if (options.exhaustive) words.emplace_back("--exhaustive");
  if (options.sample) words.insert(words.end(), {"--sample", fmt::to_string(*options.sample)});
  if (!options.accuracy.empty()) words.insert(words.end(), {"--accuracy", options.accuracy});
  if (!options.choices.empty()) words.insert(words.end(), {"--choices", options.choices});
  words.insert(words.end(), {"--backend", options.on.backend.text()});
  if (options.on.backend.kind == BackendKind::library) {
    const std::vector<std::string> library = library_words(options.on.sdk);
    words.insert(words.end(), library.begin(), library.end());
  }
  return words;
}

std::string line_of(const std::vector<std::string>& words) {
  std::vector<const char*> arguments;
  arguments.reserve(words.size());
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return shell_line(static_cast<int>(arguments.size()), arguments.data());
}

SweepRecord record_of(const SweepPlan& plan, const SweepOptions& options, const BackendInfo& info) {
  const Call& call = plan.test.call;
  SweepRecord record;
  record.op = plan.op->mnemonic;
  record.form = call.form->name;
  record.target = name_of(call.target);
  record.attributes = attributes_of(call);
  record.arguments = plan.result.arguments;
  record.result = plan.result.operand;
  record.from = plan.from;
  record.to = plan.to;
  if (plan.result.function && is_float(plan.to)) record.function = name_of(*plan.result.function);
  record.tolerance = plan.tolerance;
  record.backend = options.on.backend.text();
  record.backend_revision = info.revision;
  record.selection = plan.selection;
  record.readings = text_of_readings(plan);
  record.command = line_of(command_words(plan, options));
  record.planned = plan.inputs.size();
  record.tile_rows = plan.tile().rows();
  record.tile_cols = plan.tile().cols();
  record.columns_by_result = plan.arguments.size() > 1;
  return record;
}

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// Runs chunks that the journal does not have yet, until the deadline.
LoopEnd run_chunks(std::size_t done, const SweepRules& rules, const Chunks& chunks,
                   const Backends& backends, const Deadline& deadline, SweepJournal& journal,
                   SweepPart& found) {
  const std::uint64_t tile = rules.plan().tile_inputs();
  const std::uint64_t inputs = chunks.inputs();
  std::vector<OrderedWork<SweepPart>::Maker> makers;
  for (const auto& backend : backends) {
    const auto worker = std::make_shared<SweepWork>(rules, *backend);
    makers.emplace_back([=](std::size_t index) { return worker->chunk(chunks[done + index]); });
  }
  Progress progress(inputs, isatty(STDERR_FILENO) != 0, "inputs", found.inputs);
  if (is_hopeless(found, tile)) return LoopEnd::enough;
  const LoopEnd how = work_in_order<SweepPart>({.pieces = chunks.size() - done,
                                                .window = window_per_worker * backends.size(),
                                                .deadline = deadline},
                                               std::move(makers), [&](SweepPart part) {
                                                 progress.step(part.inputs, part.wrong + part.lost);
                                                 append(found, part);
                                                 journal.append(part);
                                                 return !is_hopeless(found, tile);
                                               });
  if (how == LoopEnd::interrupted) {
    throw InfraError(fmt::format("interrupted; {} of {} inputs are in {}; go on with --resume",
                                 found.inputs, inputs, journal.path().string()));
  }
  return how;
}

/// The command line that does the rest.
std::string resume_command(const SweepPlan& plan, const SweepOptions& options,
                           const std::filesystem::path& folder) {
  std::vector<std::string> words = command_words(plan, options);
  if (const Shard& shard = options.shard; shard.count > 1) {
    words.insert(words.end(), {"--shard", fmt::format("{}/{}", shard.index, shard.count)});
  }
  words.insert(words.end(), {"--out", folder.string(), "--resume"});
  return line_of(words);
}

void print_rate(std::uint64_t inputs, double seconds, const SweepPlan& plan, bool whole) {
  const double rate = static_cast<double>(inputs) / std::max(seconds, 1e-6);
  std::cout << fmt::format("\n{} in {}: {:.1f} million inputs/s",
                           support::count_of(inputs, "input"), support::duration(seconds),
                           rate / 1e6);
  const bool exhaustible = bits_of(plan.from) * static_cast<int>(plan.inputs.arity()) == 32;
  if (exhaustible && plan.selection != "all" && whole) {
    std::cout << fmt::format("; all 2^32 would take {}", support::duration(4294967296.0 / rate));
  }
  std::cout << '\n';
}

int exit_code_of(const SweepRecord& record, bool partial_ok) {
  const int code = reports::exit_code_of(verdict_of(record), false);
  if (code != exit_conforms) return code;
  if (!reports::sweep_is_decided(record) && !partial_ok) return exit_infra;
  return reports::sweep_is_good(record) ? exit_conforms : exit_deviates;
}

int sweep_command(const SweepOptions& options) {
  watch_interrupts();
  Deadline deadline;
  if (options.time_budget) deadline = std::chrono::steady_clock::now() + *options.time_budget;
  SweepJournal::require_usable(options.out, options.resume);
  SweepPlan plan = plan_sweep(options);
  // Before the folder, so that a backend that does not load or support the call leaves none.
  const Chunks chunks(plan.inputs.size(), options.shard);
  const Backends backends = start(plan, chunks, options);
  SweepWork(SweepRules(plan), *backends.front()).probe();
  plan.readings = observed_readings(plan, *backends.front());
  const SweepRules rules(plan);
  SweepRecord planned = record_of(plan, options, backends.front()->info());
  const std::string selection = selection_with_readings(planned);
  const SweepHeader whole{std::move(planned), options.shard, provenance_of(0, selection)};
  SweepJournal journal(options.out, json_of(whole), options.resume);
  auto [record, shard, provenance] = own_header(whole);
  const std::size_t done =
      journal.replay([&found = record.found](SweepPart& part) { append(found, part); });
  if (done > chunks.size()) {
    throw UsageError(
        fmt::format("{} has more lines than the sweep has chunks; start again in "
                    "another folder",
                    journal.path().string()));
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t before = record.found.inputs;
  const LoopEnd end = run_chunks(done, rules, chunks, backends, deadline, journal, record.found);
  const std::uint64_t executed = record.found.inputs - before;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  const SweepTables tables = write_tables(journal.folder(), record, provenance);
  if (options.json) {
    std::cout << reports::sweep_as_json(record) << '\n';
  } else {
    reports::print_sweep(std::cout, record, wants_colour(STDOUT_FILENO));
    if (executed > 0)
      print_rate(executed, passed.count(), plan, record.found.inputs == record.planned);
    if (end == LoopEnd::out_of_time) {
      std::cout << fmt::format(
          "{} of {} were not executed: the time budget is used up\ngo on with\n  {}\n",
          support::grouped(record.planned - record.found.inputs),
          support::count_of(record.planned, "planned input"),
          resume_command(plan, options, journal.folder()));
    }
    std::cout << fmt::format("table    {}\nreport   {}\njournal  {}\n", tables.table.string(),
                             tables.page.string(), journal.path().string());
  }
  return exit_code_of(record, options.partial_ok);
}

constexpr const char* examples =
    "Examples:\n"
    "  assay sweep --op TRSQRT --dtype f16 --target a5      all 65,536 inputs\n"
    "  assay sweep --op TRSQRT --dtype f32                  a sample: every exponent, all "
    "specials\n"
    "  assay sweep --op TRSQRT --dtype f32 --exhaustive --out all    all 2^32 of them\n"
    "  assay sweep --op TRSQRT --dtype f32 --exhaustive --out all --resume    after a kill\n"
    "  assay sweep --op TRSQRT --dtype f32 --exhaustive --shard 2/8 --out part-2    an eighth\n"
    "  assay sweep --op TRSQRT --dtype f32 --exhaustive --time-budget 30m --out all    what fits\n"
    "  assay sweep --op TRSQRT --dtype f16 --backend sdk --sdk-include sdk/include\n"
    "  assay sweep --op TCVT --dtype f16 --to i8 --target a5 --attribute RoundMode=CAST_CEIL \\\n"
    "    --attribute SaturationMode=OFF                     one conversion\n"
    "An op can be swept where its page says that the result is one function of the elements of "
    "its\n"
    "operands. Writes sweep.h5 (tables), sweep.html (plots) and sweep.jsonl (for --resume).\n"
    "Exit code: 0 all within the tolerance, 1 deviations, 2 bad input, 3 infrastructure, or a "
    "sweep\n"
    "that was stopped and in which nothing failed.";

constexpr int smallest_sample = 20;
constexpr int largest_sample = 24;

struct SweepTexts {
  std::string form;
  std::string target;
  std::string to;
  std::string shard;
  std::string time_budget;
  std::string format = "text";
  std::int64_t sample = largest_sample;
  std::int64_t jobs = 0;
};

void require(bool holds, const std::string& sentence) {
  if (!holds) throw UsageError(sentence);
}

void require_given(const Parser& app, const char* option, const std::string& value) {
  require(!app.given(option) || !value.empty(),
          fmt::format("{} is empty; give it a value or leave it out", option));
}

SweepOptions checked(const Parser& app, SweepOptions options, const SweepTexts& texts) {
  require_given(app, "--op", options.op);
  require_given(app, "--dtype", options.dtype);
  require_given(app, "--form", texts.form);
  require_given(app, "--target", texts.target);
  require_given(app, "--to", texts.to);
  require_given(app, "--out", options.out);
  if (app.given("--to")) options.to = texts.to;
  if (app.given("--form")) options.form = texts.form;
  if (app.given("--target")) options.target = texts.target;
  if (app.given("--sample")) {
    require(!options.exhaustive, "--exhaustive and --sample contradict each other; leave one out");
    require(texts.sample >= smallest_sample && texts.sample <= largest_sample,
            fmt::format("--sample must be between {} and {}, not {}", smallest_sample,
                        largest_sample, texts.sample));
    options.sample = static_cast<int>(texts.sample);
  }
  if (app.given("-j")) {
    require(texts.jobs >= 1 && texts.jobs <= most_jobs,
            fmt::format("-j must be between 1 and {}, not {}", most_jobs, texts.jobs));
    options.jobs = static_cast<unsigned>(texts.jobs);
  }
  options.shard = app.given("--shard") ? shard_of(texts.shard) : shard_of_environment();
  if (app.given("--time-budget")) options.time_budget = time_budget_of(texts.time_budget);
  require(texts.format == "text" || texts.format == "json",
          fmt::format("unknown format '{}'; use text or json", texts.format));
  options.json = texts.format == "json";
  return options;
}

}  // namespace

void add_sweep(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "sweep", "Drive every input of an op through a backend and show the error of each exponent");
  app.footer(examples);
  const auto options = std::make_shared<SweepOptions>();
  const auto texts = std::make_shared<SweepTexts>();
  app.add_option("--op", options->op, "Mnemonic").required();
  app.add_option("--dtype", options->dtype, "Element type of the lead operand").required();
  app.add_option("--form", texts->form, "Form; default the first that takes the dtype");
  app.add_option("--target", texts->target, "Target; default cpu where it takes the dtype");
  app.add_option("--to", texts->to, "Element type of the result; default the first that is legal");
  app.add_option("--attribute", options->attributes,
                 "NAME=VALUE of an attribute, as 'assay show OP' lists them; may be given again. "
                 "Default the first value of each");
  app.add_flag("--exhaustive", options->exhaustive,
               "Every input, where the default is a sample: one operand of 32 bits, two of 16");
  app.add_option("--sample", texts->sample, "Largest sample as a power of two, 20 to 24")
      .show_default();
  const auto backend = add_backend_options(app);
  app.add_option("-j,--jobs", texts->jobs, "Workers side by side; default one per processor");
  app.add_option("--shard", texts->shard,
                 std::string("I/N: every N-th block of 2^18 inputs from the I-th on; 'assay "
                             "merge' makes the whole of them") +
                     shard_default_help);
  app.add_option("--time-budget", texts->time_budget, time_budget_help);
  app.add_flag("--partial-ok", options->partial_ok, partial_ok_help);
  app.add_option("--out", options->out, "Folder for the files; default assay-runs/DATE-TIME-N");
  app.add_flag("--resume", options->resume, "Go on with the sweep in the folder --out");
  app.add_option("--accuracy", options->accuracy, accuracy_help);
  app.add_option("--choices", options->choices, choices_help);
  app.add_option("--format", texts->format, "text or json").show_default();
  app.callback([app, options, texts, backend, &command] {
    options->on = checked_backend(app, *backend);
    command.run = [all = checked(app, *options, *texts)] { return sweep_command(all); };
  });
}

}  // namespace assay::runners
