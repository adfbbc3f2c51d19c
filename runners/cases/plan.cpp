// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

#include "generators/generate.hpp"
#include "generators/telling.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/relations.hpp"
#include "reference/support/digest.hpp"
#include "reference/support/hash.hpp"
#include "runners/cases/few_signatures.hpp"
#include "runners/cases/spread.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

/// How often a case whose operands are too large is drawn again, and from which index on: a
/// multiple of the cases of a signature that no suite counts to.
constexpr std::uint64_t most_redrawn = 16;
constexpr std::uint64_t beyond_any_count = std::uint64_t{1} << 16;

/// Drawn cases that wait for their turn at most.
constexpr std::size_t most_waiting = 512;

NamedCases cases_of(const RunOptions& options) {
  if (!options.judged.empty()) return NamedCases::stored_in(options.judged);
  if (!options.cases_from.empty()) return cases_named_in(options.cases_from);
  NamedCases cases;
  for (const std::string& name : options.case_names) cases.add(name);
  return cases;
}

/// The case of a recipe. Where it cannot tell right from wrong and its plan is not what matters,
/// that of the first other plan that can.
Case draw_telling(const generators::Recipe& recipe, std::uint64_t seed, std::uint64_t index,
                  generators::Looked& looked) {
  using generators::Telling;
  Case test = generators::draw(recipe, generators::key_of(recipe, seed, index), &looked);
  if (generators::is_plain(recipe)) return test;
  const Telling most = generators::tells_little(recipe) ? Telling::little : Telling::enough;
  for (const std::string& plan : generators::plans_of(*recipe.form)) {
    if (generators::drawn_telling(test) == most) break;
    generators::Recipe other = recipe;
    other.plan = plan;
    generators::Looked seen;
    Case next = generators::draw(other, generators::key_of(other, seed, index), &seen);
    if (generators::drawn_telling(next) <= generators::drawn_telling(test)) continue;
    test = std::move(next);
    looked = std::move(seen);
  }
  return test;
}

/// The case as a guest of plain ones that tells right from wrong; with the first of them that are
/// far enough apart for their plans to meet all of them. Nothing where no host takes it.
std::optional<Case> draw_guest(generators::Recipe recipe, std::uint64_t seed, std::uint64_t index,
                               std::int64_t most_bytes, generators::Looked& looked) {
  constexpr std::uint64_t between_hosts = 4;
  const std::uint64_t plans = generators::plans_of(*recipe.form).size();
  const std::uint64_t hosts = (plans + between_hosts - 1) / between_hosts;
  const std::uint64_t first = support::hash_text(recipe.scenario + to_string(recipe.intent));
  recipe.guest = true;
  if (!generators::may_be_guest(recipe)) return std::nullopt;
  for (std::uint64_t turn = 0; turn < hosts; ++turn) {
    const std::uint64_t host = (first + turn) % hosts * between_hosts;
    const std::uint64_t number = index + host * generators::cases_of_a_signature;
    try {
      Case test = generators::draw(recipe, generators::key_of(recipe, seed, number), &looked);
      if (most_bytes > 0 && bytes_of(test.call) > most_bytes) continue;
      if (generators::drawn_telling(test) == generators::Telling::enough) return test;
    } catch (const generators::Unreachable&) {
      continue;
    }
  }
  looked = {};
  return std::nullopt;
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

/// The recipe of a case: twisted ones that a suite has several groups of take one plan after the
/// other, another one each group.
generators::Recipe in_its_turn(const PlannedCase& planned) {
  generators::Recipe recipe = *planned.recipe;
  const std::uint64_t group = planned.index / generators::cases_of_a_signature;
  const bool is_twisted = !recipe.scenario.empty() || recipe.intent.kind == Intent::Kind::boundary;
  if (group == 0 || !is_twisted) return recipe;
  const std::vector<std::string> plans = generators::plans_of(*recipe.form);
  const auto own = std::ranges::find(plans, recipe.plan) - plans.begin();
  recipe.plan = plans[(static_cast<std::uint64_t>(own) + group) % plans.size()];
  return recipe;
}

StoredCase with(Case test, generators::Looked looked) {
  StoredCase drawn{std::move(test), {}};
  if (!looked.before.empty()) {
    drawn.looked = std::make_shared<const generators::Looked>(std::move(looked));
  }
  return drawn;
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

RunPlan::RunPlan(const RunOptions& options, std::optional<NamedCases> kept)
    : named_(kept ? std::move(*kept) : cases_of(options)) {
  keeps_names_ = !options.cases_from.empty() || !options.judged.empty() || named_.needs_files();
  if (!options.judged.empty()) {
    seed_ = options.seed.value_or(seed_);
    suite_name_ = options.judged;
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
  if (signatures_ == SignatureChoice::few) choose_signatures(options.jobs);
  plan_order(options);
}

void RunPlan::plan_suite(const RunOptions& options) {
  const Suite suite = suite_named(options.suite);
  const Selection selection{options.op_pattern.value_or(suite.ops),
                            options.targets.empty() ? suite.targets : options.targets,
                            options.dtypes};
  CaseCounts counts = suite.cases;
  if (options.cases) counts = {*options.cases, *options.cases, *options.cases};
  const Start start = start_of(suite, options.seed);
  seed_ = start.seed;
  dated_ = suite.dated && !options.seed;
  if (suite.programs > 0) return plan_programs(options, suite);
  large_bytes_ = suite.large_bytes;
  large_every_dtype_ = suite.large_every_dtype;
  signatures_ = options.signatures;
  const TurnSpan turns{start.turn, counts.common_turns(), signatures_ != SignatureChoice::few};
  recipes_ = callable(recipes_of(selection, turns), options.backends);
  cases_ = plan_cases(recipes_, counts, suite.cases_per_signature);
  sampled_ = sample_of(cases_);
  suite_name_ = suite.name;
  if (signatures_ == SignatureChoice::few) suite_name_ += ", few signatures";
  selection_ = fmt::format("suite={} {} cases={}/{}/{}", suite.name, to_string(selection),
                           counts.inside, counts.boundary, counts.outside);
  if (turns.count > 1) selection_ += fmt::format(" turns={}", turns.count);
  if (signatures_ == SignatureChoice::few) selection_ += " signatures=few";
}

/// Of the whole plan, so that every shard chooses the same.
void RunPlan::choose_signatures(unsigned jobs) {
  const unsigned threads = jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
  const auto draw = [this](std::size_t index) { return draw_index(index); };
  OrderedWork<std::optional<StoredCase>> drawn(
      cases_.size(), most_waiting,
      std::vector<OrderedWork<std::optional<StoredCase>>::Maker>(threads, draw));
  FewSignatures chosen;
  for (std::size_t index = 0; index < cases_.size(); ++index) {
    stop_if_interrupted("nothing was run");
    if (const std::optional<StoredCase> one = drawn.take()) chosen.add(index, one->test);
  }
  chosen.finish();
  few_ = FewKept{chosen.kept(), chosen.signatures()};
  left_out_.assign(cases_.size(), true);
  std::vector<PlannedCase> kept;
  for (const std::uint64_t index : chosen.cases()) {
    left_out_[index] = false;
    kept.push_back(cases_[index]);
  }
  repeats_.assign(cases_.size(), true);
  for (const std::uint64_t index : chosen.firsts()) repeats_[index] = false;
  const std::vector<bool> sampled = sample_of(kept);
  sampled_.assign(cases_.size(), false);
  for (std::size_t i = 0; i < kept.size(); ++i) sampled_[chosen.cases()[i]] = sampled[i];
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

void RunPlan::plan_programs(const RunOptions& options, const Suite& suite) {
  if (!options.dtypes.empty()) {
    throw UsageError(fmt::format(
        "--dtype chooses single calls; the suite {} has programs, which take --op, --target, "
        "--cases and --seed",
        suite.name));
  }
  const Selection selection{options.op_pattern.value_or("*"),
                            options.targets.empty() ? suite.targets : options.targets,
                            {}};
  const std::uint64_t count = options.cases.value_or(suite.programs);
  const bool is_chained = suite.program_kind == generators::ProgramKind::relation;
  std::vector<Target> targets;
  for (const std::string& name : selection.targets) targets.push_back(known_target(name));
  if (targets.empty()) targets.assign(all_targets.begin(), all_targets.end());
  for (const Target target : targets) {
    const std::vector<std::string> ops = called_ops(options.op_pattern, target);
    if (ops.empty() && options.op_pattern) continue;
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

void RunPlan::plan_order(const RunOptions& options) {
  for (std::uint64_t index = options.shard.index - 1; index < total();
       index += options.shard.count) {
    if (left_out_.empty() || !left_out_[index]) order_.push_back(index);
  }
  if (options.shard.count > 1) repeats_.clear();
  in_order_ = !options.shuffle;
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
  return support::sha256_of(fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", selection_, seed_, large_bytes_, large_every_dtype_,
      total(), generators::suite_version, catalogue_revision, reference_version));
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
  const PlannedCase& planned = cases_[index];
  const generators::Recipe recipe = in_its_turn(planned);
  if (signatures_ == SignatureChoice::few && !generators::is_common(recipe.scenario)) {
    generators::Looked looked;
    auto guest = draw_guest(recipe, seed_, planned.index, large_bytes_, looked);
    if (guest) return with(*std::move(guest), std::move(looked));
  }
  if (generators::tells_little(recipe) && !shows_little(planned)) return std::nullopt;
  try {
    for (std::uint64_t turn = 0; turn < most_redrawn; ++turn) {
      const std::uint64_t number = planned.index + turn * beyond_any_count;
      generators::Looked looked;
      Case test = draw_telling(recipe, seed_, number, looked);
      const bool large = large_bytes_ > 0 && bytes_of(test.call) > large_bytes_;
      if (large && !shows_large(planned)) continue;
      const auto telling = generators::drawn_telling(test);
      if (telling == generators::Telling::nothing) return std::nullopt;
      if (telling == generators::Telling::little && !shows_little(planned)) return std::nullopt;
      return with(std::move(test), std::move(looked));
    }
    return std::nullopt;
  } catch (const generators::Unreachable&) {
    return std::nullopt;
  }
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

/// The first case of a recipe, with one of the element types of the selection: which one, the seed
/// decides. Of a night every fourth signature has one, with every type, and each where nothing else
/// can come out.
bool RunPlan::shows_little(const PlannedCase& planned) const {
  const std::uint64_t signatures = generators::tells_little(*planned.recipe) ? 1 : 4;
  if (planned.index % (signatures * generators::cases_of_a_signature) != 0) return false;
  if (planned.index > 0) return true;
  const generators::Recipe& recipe = *planned.recipe;
  std::vector<ElementType> leads;
  for (const generators::Recipe& other : recipes_) {
    const bool same = other.form == recipe.form && other.target == recipe.target;
    if (same && std::ranges::find(leads, other.lead) == leads.end()) leads.push_back(other.lead);
  }
  std::uint64_t hash = support::combine(seed_, support::hash_text(recipe.form->op));
  hash = support::combine(hash, support::hash_text(recipe.scenario + to_string(recipe.intent)));
  return leads[hash % leads.size()] == recipe.lead;
}

/// The first case of a recipe, unless another element type of the selection shows the same.
bool RunPlan::shows_large(const PlannedCase& planned) const {
  if (generators::is_common(planned.recipe->scenario)) return true;
  if (planned.index > 0) return false;
  if (large_every_dtype_) return true;
  const generators::Recipe& recipe = *planned.recipe;
  const auto first = std::ranges::find_if(recipes_, [&](const generators::Recipe& other) {
    return other.form == recipe.form && other.target == recipe.target;
  });
  return first->lead == recipe.lead;
}

}  // namespace assay::runners
