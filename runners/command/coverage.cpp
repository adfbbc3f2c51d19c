// SPDX-License-Identifier: Apache-2.0
// coverage: what the pages offer against what a run did.
#include "reports/text/coverage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>

#include "reference/ops/op_index.hpp"
#include "runners/cases/plan/determinacy.hpp"
#include "runners/cases/plan/program_coverage.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"

namespace assay::runners {
namespace {

struct CoverageOptions {
  std::string run;  ///< folder or journal; empty: the newest in ./assay-runs
  Selection selection;
  bool all = false;
  bool json = false;
  bool pinned = false;  ///< what cases promise, of no run
  PlanOptions plan;     ///< of `pinned`
  std::string accuracy;
};

/// Pages with less are named.
constexpr double least_pinned = 0.9;

namespace fs = std::filesystem;
using reports::CoverageItem;
using reports::CoverageKind;

fs::path newest_run() {
  std::vector<fs::path> runs;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator("assay-runs", none)) {
    if (fs::exists(entry.path() / "journal.jsonl")) runs.push_back(entry.path());
  }
  if (runs.empty()) {
    throw UsageError("there is no run in ./assay-runs; name the folder of a run");
  }
  return *std::ranges::max_element(runs, {}, [](const fs::path& run) {
    return std::pair(fs::last_write_time(run / "journal.jsonl"), run);
  });
}

std::string spelled(const Intent& intent) {
  const std::string text = to_string(intent);
  return text.substr(text.find('.') + 1);
}

CoverageItem item_of(const generators::Recipe& recipe) {
  CoverageItem item{.op = recipe.op->mnemonic,
                    .form = recipe.form->name,
                    .target = std::string(name_of(recipe.target)),
                    .dtype = std::string(name_of(recipe.lead))};
  if (recipe.intent.kind == Intent::Kind::outside) {
    item.kind = CoverageKind::breach;
    item.name = spelled(recipe.intent);
  } else if (recipe.intent.kind == Intent::Kind::boundary) {
    item.kind = CoverageKind::edge;
    item.name = spelled(recipe.intent);
  } else if (!recipe.scenario.empty()) {
    item.kind = CoverageKind::scenario;
    item.name = recipe.scenario;
  } else {
    item.kind = CoverageKind::value_class;
    item.name = recipe.plan;
  }
  return item;
}

std::string reason_of(const Constraint& constraint) {
  if (constraint.invariant) return "a constraint of the types themselves";
  if (!constraint.also_stated.empty()) return constraint.also_stated;
  return constraint.breach == nullptr ? "it has no breach" : "";
}

/// The selected recipes. Where the user selects no ops, targets or element types, those of the run.
std::vector<generators::Recipe> recipes_of_run(Selection selection, const Records& records,
                                               const RunInfo& info) {
  // Some of a run that was stopped may not have been reached.
  if (!info.completion.complete()) return recipes_of(selection, {}, false);
  std::set<std::string> ops, targets, dtypes;
  for (const auto& [op, planned] : info.planned_ops) ops.insert(op);
  for (const CaseRecord& record : records) {
    ops.insert(record.op);
    targets.insert(record.target);
    dtypes.insert(record.dtype);
  }
  // A run of another version may have ops that this one has not.
  std::erase_if(ops, [](const std::string& op) { return find_op(op) == nullptr; });
  const bool any_op = selection.op_pattern == Selection().op_pattern;
  if (any_op && !ops.empty()) selection.op_pattern = fmt::format("{}", fmt::join(ops, ","));
  std::vector<generators::Recipe> recipes = recipes_of(selection, {}, false);
  std::erase_if(recipes, [&](const generators::Recipe& recipe) {
    return (any_op && !ops.contains(recipe.op->mnemonic)) ||
           (selection.targets.empty() && !targets.contains(std::string(name_of(recipe.target)))) ||
           (selection.dtypes.empty() && !dtypes.contains(std::string(name_of(recipe.lead))));
  });
  if (recipes.empty()) throw UsageError("the run has no case of what is selected");
  return recipes;
}

using BrokenConstraints = std::set<std::string>;

std::string constraint_key(const std::string& op, const std::string& form, std::string_view target,
                           const std::string& constraint) {
  return fmt::format("{}/{}/{}/{}", op, form, target, constraint);
}

/// Constraints of the selected pages that no recipe breaks. An ordered one is broken at its edges.
std::vector<reports::UnbrokenConstraint> unbroken_constraints(
    const std::vector<generators::Recipe>& recipes) {
  BrokenConstraints broken;
  std::set<std::tuple<const OpSpec*, const Form*, Target>> pages;
  std::vector<std::tuple<const OpSpec*, const Form*, Target>> order;
  for (const auto& recipe : recipes) {
    if (pages.emplace(recipe.op, recipe.form, recipe.target).second) {
      order.emplace_back(recipe.op, recipe.form, recipe.target);
    }
    if (recipe.intent.legal()) continue;
    broken.insert(constraint_key(recipe.op->mnemonic, recipe.form->name, name_of(recipe.target),
                                 recipe.intent.constraint));
  }
  std::vector<reports::UnbrokenConstraint> list;
  for (const auto& [op, form, target] : order) {
    for (const Constraint& constraint : form->constraints) {
      if (!constraint.targets.contains(target)) continue;
      if (broken.contains(
              constraint_key(op->mnemonic, form->name, name_of(target), constraint.name)))
        continue;
      list.push_back({op->mnemonic, form->name, std::string(name_of(target)), constraint.name,
                      reason_of(constraint)});
    }
  }
  return list;
}

int pinned_command(const CoverageOptions& options) {
  const auto rows = pinned_rows(options.plan, load_accuracy(options.accuracy).lookup());
  if (options.json) {
    std::cout << reports::pinned_as_json(rows) << '\n';
  } else {
    reports::print_pinned(std::cout, rows, least_pinned, options.all);
  }
  return exit_conforms;
}

int coverage_command(const CoverageOptions& options) {
  if (options.pinned) return pinned_command(options);
  const auto [records, info] = read_run(options.run.empty() ? newest_run() : fs::path(options.run));
  say_stopped(info.completion);
  // A run has programs or single calls.
  if (const ProgramCoverage programs = program_coverage(records); programs.programs > 0) {
    std::cout << (options.json ? coverage_json(programs) + "\n"
                               : coverage_text(programs, options.all));
    return code_of(info.completion);
  }
  const auto recipes = recipes_of_run(options.selection, records, info);
  reports::Coverage coverage;
  for (const auto& recipe : recipes) coverage.items.push_back(item_of(recipe));
  reports::drop_repeated(coverage);
  coverage.unbroken = unbroken_constraints(recipes);
  reports::count_records(coverage, records);
  if (options.json) {
    std::cout << reports::coverage_as_json(coverage) << '\n';
  } else {
    reports::print_coverage(std::cout, coverage, options.all);
  }
  return code_of(info.completion);
}

}  // namespace

void add_coverage(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "coverage",
      "Say which values, edges and broken constraints a run exercised, and with which verdicts");
  app.footer(
      "Examples:\n"
      "  assay coverage                             of the newest run in ./assay-runs\n"
      "  assay coverage nightly --op 'TCOL*' --all  every item of some ops with its verdicts\n"
      "  assay coverage out --target a2a3,a5        also of a target that the run left out\n"
      "  assay coverage --pinned                    how much the pages promise of each element\n"
      "  assay coverage --pinned --suite nightly --op 'TROW*' --all\n"
      "  assay coverage --pinned --shard 1/8        a quick estimate, of every eighth case");
  const auto options = std::make_shared<CoverageOptions>();
  const auto texts = std::make_shared<Texts>();
  const auto format = std::make_shared<std::string>("text");
  app.add_option("run", options->run, "Folder of a run, or its journal");
  add_selection(app, *texts);
  app.add_flag("--all", options->all, "Every item with its verdicts, not only what is missing");
  app.add_flag("--pinned", options->pinned,
               "Of the cases of a suite instead: the share of elements with one acceptable value, "
               "within 2 ulp, within more, any of several, open; of all elements in percent");
  const auto suite = app.add_option("--suite", options->plan.cases.suite, "smoke or nightly");
  const auto jobs = app.add_option("-j,--jobs", texts->jobs, "Threads; default one per processor");
  const auto part = std::make_shared<std::string>();
  const auto shard =
      app.add_option("--shard", *part, "I/N: of every N-th case alone, from the I-th on");
  const auto accuracy = app.add_option("--accuracy", options->accuracy, accuracy_help);
  app.add_option("--format", *format, "text or json").show_default();
  app.callback([app, options, texts, format, suite, jobs, part, shard, accuracy, &command] {
    refuse_empty(app, "--op", texts->op);
    options->json = is_json(*format);
    if (!texts->op.empty()) options->selection.op_pattern = texts->op;
    options->selection.targets = split_list(texts->targets);
    options->selection.dtypes = split_list(texts->dtypes);
    for (const Option& one : {suite, jobs, shard, accuracy}) {
      if (!one.given() || options->pinned) continue;
      throw UsageError(fmt::format("{} belongs to --pinned", one.name()));
    }
    if (options->pinned && !options->run.empty()) {
      throw UsageError("--pinned is about the cases of a suite, of no run; leave the run out");
    }
    if (app.given("--op")) options->plan.cases.op_pattern = texts->op;
    options->plan.cases.targets = options->selection.targets;
    options->plan.cases.dtypes = options->selection.dtypes;
    if (jobs.given()) {
      options->plan.jobs = static_cast<unsigned>(positive("-j", texts->jobs, most_jobs));
    }
    if (shard.given()) options->plan.share.shard = shard_of(*part);
    command.run = [options] { return coverage_command(*options); };
  });
}

}  // namespace assay::runners
