// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/plan.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

#include "generators/draw/discriminating_power.hpp"
#include "generators/generate.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/relations.hpp"
#include "reference/support/digest.hpp"
#include "reference/support/hash.hpp"
#include "runners/cases/plan/few_signatures.hpp"
#include "runners/cases/plan/spread.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/progress.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

/// Drawn cases that wait for their turn at most.
constexpr std::size_t most_waiting = 512;

NamedCases named_by(const CaseSelection& selection) {
  if (!selection.judged.empty()) return NamedCases::stored_in(selection.judged);
  if (!selection.names_file.empty()) return cases_named_in(selection.names_file);
  NamedCases cases;
  for (const std::string& name : selection.names) cases.add(name);
  return cases;
}

/// A compiled library is not called where the machine binds tiles by itself (decision 142). Who
/// asks for nothing else is told so case by case.
std::vector<generators::Recipe> callable(std::vector<generators::Recipe> recipes,
                                         const std::vector<BackendSpec>& backends) {
  const bool compiled = !backends.empty() && std::ranges::all_of(backends, [](const auto& one) {
    return one.kind == BackendKind::library || one.kind == BackendKind::compiled;
  });
  const auto is_alone = [](const generators::Recipe& recipe) { return recipe.form->alone; };
  if (compiled && !std::ranges::all_of(recipes, is_alone)) std::erase_if(recipes, is_alone);
  return recipes;
}

/// Ops that programs on the target call and that match; none where there is no pattern.
std::vector<std::string> called_ops(const std::optional<std::string>& pattern, Target target) {
  std::vector<std::string> ops;
  if (!pattern) return ops;
  for (const OpSpec* op : matching_ops(*pattern)) {
    if (generators::may_be_called(*op, target)) ops.push_back(op->mnemonic);
  }
  return ops;
}

}  // namespace

RunPlan::RunPlan(const PlanOptions& options, std::optional<NamedCases> kept)
    : named_(kept ? std::move(*kept) : named_by(options.cases)) {
  const CaseSelection& cases = options.cases;
  keeps_names_ = !cases.names_file.empty() || !cases.judged.empty() || named_.needs_files();
  if (!cases.judged.empty()) {
    seed_ = cases.seed.value_or(seed_);
    suite_name_ = cases.judged;
    selection_ = fmt::format("judged={}", named_.digest());
  } else if (keeps_names_) {
    suite_name_ = "cases-from";
    selection_ = fmt::format("cases-from={}", named_.digest());
  } else if (named_.size() > 0) {
    selection_ = suite_name_ = "case=" + named_.names().front();
  } else {
    plan_suite(options);
  }
  if (named_.size() > 0) sampled_.assign(named_.size(), true);
  if (signatures_ == SignatureChoice::few || !drawing_.refusals().none()) {
    choose_cases(options.jobs, options.quiet);
  }
  plan_order(options.share);
}

void RunPlan::plan_suite(const PlanOptions& options) {
  const CaseSelection& cases = options.cases;
  const Suite suite = suite_named(cases.suite);
  const Selection selection{cases.op_pattern.value_or(suite.ops),
                            cases.targets.empty() ? suite.targets : cases.targets, cases.dtypes};
  CaseCounts counts = suite.cases;
  if (cases.count) counts = {*cases.count, *cases.count, *cases.count};
  const Start start = start_of(suite, cases.seed);
  seed_ = start.seed;
  dated_ = suite.dated && !cases.seed;
  if (suite.programs > 0) return plan_programs(cases, suite);
  signatures_ = cases.signatures;
  const RotationSpan turns{start.turn, counts.common_turns(), signatures_ != SignatureChoice::few};
  recipes_ = callable(recipes_of(selection, turns, options.quiet), options.tested.backends);
  const bool few = signatures_ == SignatureChoice::few;
  drawing_ = CaseDrawing(recipes_, {seed_, suite.large_bytes, suite.large_every_dtype, few},
                         Refusals(options.tested, options.lacking));
  cases_ = plan_cases(recipes_, counts, suite.cases_per_signature);
  sampled_ = sample_of(cases_);
  suite_name_ = suite.name;
  if (few) suite_name_ += ", few signatures";
  selection_ = fmt::format("suite={} {} cases={}/{}/{}", suite.name, to_string(selection),
                           counts.inside, counts.boundary, counts.outside);
  if (turns.count > 1) selection_ += fmt::format(" turns={}", turns.count);
  if (few) selection_ += " signatures=few";
  if (const std::string known = drawing_.refusals().text(); !known.empty()) {
    selection_ += fmt::format(" known={}", known);
  }
}

/// Chooses from the whole plan, so that every shard chooses the same.
void RunPlan::choose_cases(unsigned jobs, bool quiet) {
  const unsigned threads = jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
  using Choice = CaseDrawing::Choice;
  const auto choose = [this](std::size_t index) { return drawing_.choose(cases_[index]); };
  OrderedWork<Choice> chosen(cases_.size(), most_waiting,
                             std::vector<OrderedWork<Choice>::Maker>(threads, choose));
  const bool few = signatures_ == SignatureChoice::few;
  FewSignatures signatures;
  FirstRefusals firsts;
  variants_.assign(cases_.size(), 0);
  left_out_.assign(cases_.size(), false);
  Progress progress(quiet ? 0 : cases_.size(), isatty(STDERR_FILENO) != 0, "cases planned");
  for (std::size_t index = 0; index < cases_.size(); ++index) {
    stop_if_interrupted("nothing was run");
    progress.step();
    Choice choice = chosen.take();
    const std::optional<StoredCase>& drawn = firsts.decide(choice);
    variants_[index] = choice.variant;
    left_out_[index] = choice.variant == no_variant;
    if (drawn && choice.variant == 0 && drawing_.refusals().is_declined(choice.reason)) {
      declined_.emplace(drawn->test.name, choice.reason);
    }
    if (!few || !drawn) continue;
    std::set<std::string>& more = choice.variant == 0 ? choice.errata : choice.errata_of_taken;
    if (choice.variant == 0 && !choice.reason.empty()) more.insert("refused " + choice.reason);
    signatures.add(index, drawn->test, std::move(more));
  }
  again_ = firsts.again();
  if (few) keep_few(signatures);
  sample_kept();
}

void RunPlan::keep_few(FewSignatures& chosen) {
  chosen.finish();
  few_ = FewKept{chosen.kept(), chosen.signatures()};
  left_out_.assign(cases_.size(), true);
  for (const std::uint64_t index : chosen.cases()) left_out_[index] = false;
  repeats_.assign(cases_.size(), true);
  for (const std::uint64_t index : chosen.firsts()) repeats_[index] = false;
}

void RunPlan::sample_kept() {
  std::vector<PlannedCase> kept;
  std::vector<std::size_t> places;
  for (std::size_t index = 0; index < cases_.size(); ++index) {
    if (left_out_[index]) continue;
    kept.push_back(cases_[index]);
    places.push_back(index);
  }
  const std::vector<bool> sampled = sample_of(kept);
  sampled_.assign(cases_.size(), false);
  for (std::size_t i = 0; i < kept.size(); ++i) sampled_[places[i]] = sampled[i];
}

namespace {

/// Relations on the target; where ops were asked for, those of whose ops one is among them.
std::vector<std::string> chosen_relations(Target target, const std::vector<std::string>& ops) {
  std::vector<std::string> names = generators::relations_on(target);
  std::erase_if(names, [&](const std::string& name) {
    const std::vector<ChainCall>& calls = relation_named(name)->calls;
    return !ops.empty() && std::ranges::none_of(calls, [&](const ChainCall& call) {
      return std::ranges::find(ops, call.op) != ops.end();
    });
  });
  return names;
}

}  // namespace

void RunPlan::plan_programs(const CaseSelection& cases, const Suite& suite) {
  if (!cases.dtypes.empty()) {
    throw UsageError(fmt::format(
        "--dtype chooses single calls; the suite {} has programs, which take --op, --target, "
        "--cases and --seed",
        suite.name));
  }
  const Selection selection{
      cases.op_pattern.value_or("*"), cases.targets.empty() ? suite.targets : cases.targets, {}};
  const std::uint64_t count = cases.count.value_or(suite.programs);
  const bool is_chained = suite.program_kind == generators::ProgramKind::relation;
  std::vector<Target> targets;
  for (const std::string& name : selection.targets) targets.push_back(known_target(name));
  if (targets.empty()) targets.assign(all_targets.begin(), all_targets.end());
  for (const Target target : targets) {
    const std::vector<std::string> ops = called_ops(cases.op_pattern, target);
    if (ops.empty() && cases.op_pattern) continue;
    const std::vector<std::string> relations =
        is_chained ? chosen_relations(target, ops) : std::vector<std::string>();
    if (is_chained && relations.empty()) continue;
    for (std::uint64_t number = 0; number < count; ++number) {
      if (is_chained) {
        const std::string& relation = relations[number % relations.size()];
        programs_.push_back({generators::chain_recipe(target, relation), number});
        continue;
      }
      const auto most = static_cast<std::uint64_t>(suite.program_calls);
      const int calls = static_cast<int>(number % most) + 1;
      programs_.push_back({{target, calls, ops, suite.program_kind}, number});
    }
  }
  if (programs_.empty() && count > 0) {
    throw UsageError(fmt::format("no program calls an op that matches '{}'", selection.op_pattern));
  }
  sampled_.assign(programs_.size(), false);
  suite_name_ = suite.name;
  selection_ = fmt::format("suite={} {} programs={} calls={}", suite.name, to_string(selection),
                           count, suite.program_calls);
}

std::vector<std::uint64_t> RunPlan::indices_of(const Shard& shard) const {
  std::vector<std::uint64_t> indices;
  for (std::uint64_t index = shard.index - 1; index < total(); index += shard.count) {
    if (left_out_.empty() || !left_out_[index]) indices.push_back(index);
  }
  return indices;
}

bool RunPlan::replicated(std::uint64_t index) const {
  constexpr std::uint64_t whole = 1'000'000;
  return replicate_ > 0 &&
         support::combine(seed_ ^ support::golden_ratio, index) % whole < replicate_;
}

void RunPlan::plan_order(const PlanShare& share) {
  const Shard& shard = share.shard;
  order_ = indices_of(shard);
  replicate_ = shard.count > 1 ? share.replicate : 0;
  if (replicate_ > 0) {
    replicas_ = indices_of({shard.index == 1 ? shard.count : shard.index - 1, shard.count});
    std::erase_if(replicas_, [&](std::uint64_t index) { return !replicated(index); });
  }
  if (shard.count > 1) repeats_.clear();
  in_order_ = !share.shuffle;
  if (in_order_) return;
  const auto place = [&](std::uint64_t index) { return support::combine(seed_, index); };
  std::ranges::sort(order_, {}, place);
}

void RunPlan::leave_out(const std::vector<std::size_t>& positions) {
  std::size_t position = 0;
  std::erase_if(order_,
                [&](std::uint64_t) { return std::ranges::binary_search(positions, position++); });
}

std::string RunPlan::digest() const {
  return support::sha256_of(
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", selection_, seed_,
                  drawing_.options().large_bytes, drawing_.options().large_every_dtype, total(),
                  generators::suite_version, catalogue_revision, reference_version));
}

std::optional<StoredCase> RunPlan::draw(std::size_t position) const {
  return draw_index(order_[position]);
}

std::optional<StoredCase> RunPlan::draw_index(std::uint64_t index) const {
  if (named_.size() > 0) return named_.read(index);
  if (!programs_.empty()) {
    const auto& [recipe, number] = programs_[index];
    try {
      return generators::program_case(
          generators::draw_program(recipe, generators::program_key(recipe, seed_, number)));
    } catch (const generators::Unreachable&) {
      return std::nullopt;
    }
  }
  const Variant variant = variants_.empty() ? Variant{0} : variants_[index];
  return variant == no_variant ? std::nullopt : drawing_.draw(cases_[index], variant);
}

std::vector<std::size_t> RunPlan::spread() const {
  std::vector<std::size_t> positions(size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  if (named_.size() > 0 || !programs_.empty()) return positions;
  const std::vector<std::size_t> order = spread_order(recipes_);
  std::vector<std::size_t> turn(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) turn[order[k]] = k;
  std::ranges::sort(positions, {}, [&](std::size_t position) {
    const PlannedCase& planned = cases_[index_of(position)];
    return std::pair(planned.index,
                     turn[static_cast<std::size_t>(planned.recipe - recipes_.data())]);
  });
  return positions;
}

}  // namespace assay::runners
