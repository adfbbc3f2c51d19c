// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/suite_cases.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

#include "runners/cases/plan/spread.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/ordered_work.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners {
namespace {

/// Drawn cases that wait for their turn at most.
constexpr std::size_t most_waiting = 512;

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

}  // namespace

SuiteCases::SuiteCases(const PlanOptions& options, const Suite& suite, const Start& start)
    : name_(suite.name) {
  const CaseSelection& cases = options.cases;
  const Selection selection{cases.op_pattern.value_or(suite.ops),
                            cases.targets.empty() ? suite.targets : cases.targets, cases.dtypes};
  CaseCounts counts = suite.cases;
  if (cases.count) counts = {*cases.count, *cases.count, *cases.count};
  const bool few = cases.signatures == SignatureChoice::few;
  const RotationSpan turns{start.turn, counts.common_turns(), !few};
  recipes_ = callable(recipes_of(selection, turns, options.quiet), options.tested.backends);
  drawing_ = CaseDrawing(recipes_, {start.seed, suite.large_bytes, suite.large_every_dtype, few},
                         Refusals(options.tested, options.lacking));
  cases_ = plan_cases(recipes_, counts, suite.cases_per_signature);
  sampled_ = sample_of(cases_);
  if (few) name_ += ", few signatures";
  selection_ = fmt::format("suite={} {} cases={}/{}/{}", suite.name, to_string(selection),
                           counts.inside, counts.boundary, counts.outside);
  if (turns.count > 1) selection_ += fmt::format(" turns={}", turns.count);
  if (few) selection_ += " signatures=few";
  if (const std::string known = drawing_.refusals().text(); !known.empty()) {
    selection_ += fmt::format(" known={}", known);
  }
  if (few || !drawing_.refusals().none()) choose_cases(options.jobs, options.quiet, few);
}

void SuiteCases::choose_cases(unsigned jobs, bool quiet, bool few) {
  const unsigned threads = jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
  using Choice = CaseDrawing::Choice;
  const auto choose = [this](std::size_t index) { return drawing_.choose(cases_[index]); };
  OrderedWork<Choice> chosen(cases_.size(), most_waiting,
                             std::vector<OrderedWork<Choice>::Maker>(threads, choose));
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

void SuiteCases::keep_few(FewSignatures& chosen) {
  chosen.finish();
  few_ = FewKept{chosen.kept(), chosen.signatures()};
  left_out_.assign(cases_.size(), true);
  for (const std::uint64_t index : chosen.cases()) left_out_[index] = false;
  repeats_.assign(cases_.size(), true);
  for (const std::uint64_t index : chosen.firsts()) repeats_[index] = false;
}

void SuiteCases::sample_kept() {
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

std::optional<StoredCase> SuiteCases::draw(std::uint64_t index) const {
  const Variant variant = variants_.empty() ? Variant{0} : variants_[index];
  return variant == no_variant ? std::nullopt : drawing_.draw(cases_[index], variant);
}

CaseFacts SuiteCases::facts_of(std::uint64_t index) const {
  return {.left_out = !left_out_.empty() && left_out_[index],
          .legal = recipe_of(index).intent.legal(),
          .sampled = sampled_[index],
          .repeats_signature = !repeats_.empty() && repeats_[index]};
}

std::vector<std::pair<std::uint64_t, std::size_t>> SuiteCases::spread_places() const {
  const std::vector<std::size_t> order = spread_order(recipes_);
  std::vector<std::size_t> turn(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) turn[order[k]] = k;
  std::vector<std::pair<std::uint64_t, std::size_t>> places;
  places.reserve(cases_.size());
  for (const PlannedCase& planned : cases_) {
    places.emplace_back(planned.index,
                        turn[static_cast<std::size_t>(planned.recipe - recipes_.data())]);
  }
  return places;
}

}  // namespace assay::runners
