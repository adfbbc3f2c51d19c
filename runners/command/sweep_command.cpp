// SPDX-License-Identifier: Apache-2.0
// The command that drives every input of an op through a backend.
#include "runners/command/sweep_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

#include "golden/sweep.hpp"
#include "reports/sweep.hpp"
#include "reports/text.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/exit_code.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/progress.hpp"
#include "runners/support/provenance.hpp"
#include "runners/sweep/journal.hpp"
#include "runners/sweep/work.hpp"

namespace assay::runners {
namespace {

/// Chunks that may wait for a slow one, per worker.
constexpr std::size_t window_per_worker = 4;

using Workers = std::vector<std::unique_ptr<SweepWork>>;

std::size_t chunks_of(const SweepPlan& plan) {
  return static_cast<std::size_t>((plan.inputs.size() + chunk_inputs - 1) / chunk_inputs);
}

Workers start_workers(const SweepRules& rules, const SweepOptions& options) {
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t wanted = options.jobs == 0 ? processors : options.jobs;
  const std::size_t count = std::clamp<std::size_t>(chunks_of(rules.plan()), 1, wanted);
  WorkerOptions worker = worker_options(options.on, std::span(&rules.plan().test, 1));
  Workers workers;
  for (std::size_t i = 0; i < count; ++i) {
    worker.turn = static_cast<unsigned>(i);
    workers.push_back(std::make_unique<SweepWork>(rules, worker));
  }
  return workers;
}

std::string attributes_of(const Call& call) {
  std::string text;
  for (const Attribute& attribute : call.form->attributes) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", attribute.name,
                        call.attribute(attribute.name));
  }
  return text;
}

/// What names a user's library: all of it decides what is swept.
std::vector<std::string> library_words(const sdk::SdkOptions& library) {
  std::vector<std::string> words{"--sdk-include", library.include, "--sdk-profile",
                                 library.profile};
  if (!library.compiler.empty()) words.insert(words.end(), {"--cxx", library.compiler});
  // One word each: their values begin with a dash.
  if (!library.flags.empty()) {
    words.push_back(fmt::format("--cxxflags={}", fmt::join(library.flags, " ")));
  }
  if (!library.link.empty()) {
    words.push_back(fmt::format("--ldflags={}", fmt::join(library.link, " ")));
  }
  return words;
}

/// Nothing in it depends on -j or on the folder, nor on the machine where its own backend is swept.
std::string command_of(const SweepPlan& plan, const SweepOptions& options) {
  const Call& call = plan.test.call;
  std::vector<std::string> words{"assay",    "sweep",
                                 "--op",     plan.op->mnemonic,
                                 "--dtype",  options.dtype,
                                 "--form",   call.form->name,
                                 "--target", std::string(name_of(call.target))};
  if (options.exhaustive) words.emplace_back("--exhaustive");
  if (options.sample) words.insert(words.end(), {"--sample", fmt::to_string(*options.sample)});
  if (!options.accuracy.empty()) words.insert(words.end(), {"--accuracy", options.accuracy});
  words.insert(words.end(), {"--backend", options.on.backend});
  if (options.on.backend == sdk_name) {
    const std::vector<std::string> library = library_words(options.on.sdk);
    words.insert(words.end(), library.begin(), library.end());
  }
  std::vector<const char*> arguments;
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
  record.backend = options.on.backend;
  record.backend_revision = info.revision;
  record.selection = plan.selection;
  record.command = command_of(plan, options);
  record.planned = plan.inputs.size();
  record.tile_rows = plan.tile().rows();
  record.tile_cols = plan.tile().cols();
  record.columns_by_result = plan.arguments.size() > 1;
  return record;
}

/// Everything that the parts of a journal depend on.
nlohmann::ordered_json header_of(const SweepRecord& record, const golden::Provenance& from) {
  return {{"op", record.op},
          {"form", record.form},
          {"target", record.target},
          {"attributes", record.attributes},
          {"dtype", name_of(record.from)},
          {"result_dtype", name_of(record.to)},
          {"function", record.function},
          {"selection", record.selection},
          {"backend", record.backend},
          {"backend_revision", record.backend_revision},
          {"tolerance", reports::tolerance_text(record.tolerance)},
          {"tolerance_bound", record.tolerance.bound},
          {"inputs", record.planned},
          {"chunk", chunk_inputs},
          {"tile", fmt::format("{}x{}", record.tile_rows, record.tile_cols)},
          {"suite_version", from.suite_version},
          {"catalogue_revision", from.catalogue_revision},
          {"reference_version", from.reference_version}};
}

/// True where so many calls are lost that going on would only take time.
bool is_hopeless(const SweepPart& found, const SweepPlan& plan) {
  return found.lost >= most_lost_calls * plan.tile_inputs();
}

/// What the journal does not have yet; returns the number of inputs that were executed.
std::uint64_t run_chunks(std::size_t done, const SweepPlan& plan, const Workers& workers,
                         SweepJournal& journal, SweepPart& found) {
  std::vector<OrderedWork<SweepPart>::Maker> makers;
  for (const auto& worker : workers) {
    makers.emplace_back(
        [done, one = worker.get()](std::size_t index) { return one->chunk(done + index); });
  }
  const std::uint64_t before = found.inputs;
  Progress progress(plan.inputs.size(), isatty(STDERR_FILENO) != 0, "inputs", before);
  const std::size_t left = chunks_of(plan) - done;
  OrderedWork<SweepPart> work(left, window_per_worker * workers.size(), std::move(makers));
  for (std::size_t i = 0; i < left && !is_hopeless(found, plan); ++i) {
    stop_if_interrupted(fmt::format("{} of {} inputs are in {}; go on with --resume", found.inputs,
                                    plan.inputs.size(), journal.path().string()));
    SweepPart part = work.take();
    progress.step(part.inputs, part.wrong + part.lost);
    append(found, part);
    journal.append(part);
  }
  return found.inputs - before;
}

void print_rate(std::uint64_t inputs, double seconds, const SweepPlan& plan, bool whole) {
  const double rate = static_cast<double>(inputs) / std::max(seconds, 1e-6);
  std::cout << fmt::format("\n{} in {}: {:.1f} million inputs/s",
                           reports::count_of(inputs, "input"), reports::duration(seconds),
                           rate / 1e6);
  const bool exhaustible = bits_of(plan.from) * static_cast<int>(plan.inputs.arity()) == 32;
  if (exhaustible && plan.selection != "all" && whole) {
    std::cout << fmt::format("; all 2^32 would take {}", reports::duration(4294967296.0 / rate));
  }
  std::cout << '\n';
}

}  // namespace

int sweep_command(const SweepOptions& options) {
  watch_interrupts();
  const SweepPlan plan = plan_sweep(options);
  const SweepRules rules(plan);
  // Before the folder, so that a backend that does not load or support the call leaves none.
  const Workers workers = start_workers(rules, options);
  workers.front()->probe();
  SweepRecord record = record_of(plan, options, workers.front()->info());
  const golden::Provenance provenance = provenance_of(0, record.selection);
  SweepJournal journal(options.out, header_of(record, provenance), options.resume);
  const std::size_t done = journal.replay([&](SweepPart& part) { append(record.found, part); });
  if (done > chunks_of(plan)) {
    throw UsageError(
        fmt::format("{} has more lines than the sweep has chunks; start again in "
                    "another folder",
                    journal.path().string()));
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t executed = run_chunks(done, plan, workers, journal, record.found);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  const auto table = journal.folder() / "sweep.h5";
  const auto page = journal.folder() / "sweep.html";
  golden::write_sweep(table, record, provenance);
  reports::write_sweep_html(page, record);
  if (options.json) {
    std::cout << reports::sweep_as_json(record) << '\n';
  } else {
    reports::print_sweep(std::cout, record, isatty(STDOUT_FILENO) != 0);
    if (executed > 0)
      print_rate(executed, passed.count(), plan, record.found.inputs == record.planned);
    std::cout << fmt::format("table    {}\nreport   {}\njournal  {}\n", table.string(),
                             page.string(), journal.path().string());
  }
  return is_failure(verdict_of(record)) ? exit_deviates : exit_conforms;
}

}  // namespace assay::runners
