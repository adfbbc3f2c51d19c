// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/case_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <tuple>

#include "generators/draw/discriminating_power.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/generate.hpp"
#include "generators/values/plans.hpp"
#include "reference/support/hash.hpp"

namespace assay::runners {

using generators::Recipe;

/// A recipe, and how many times the numbers of its cases are skipped.
struct CaseDrawing::Varied {
  Recipe recipe;
  std::uint64_t turn = 0;
};

struct CaseDrawing::Taken {
  std::mutex mutex;
  std::map<std::tuple<const Form*, Target, ElementType>, bool> leads;
};

namespace {

/// How often a case whose operands are too large is drawn again, and from which index on: a
/// multiple of the cases of a signature that no suite counts to. Keys repeat after so many turns.
constexpr std::uint64_t most_redrawn = 16;
constexpr std::uint64_t beyond_any_count = std::uint64_t{1} << 16;

/// Variants of one lead: with tiles of one type and without, of so many turns. Those of another
/// lead begin at a multiple of `variants_of_a_lead`.
constexpr Variant variants_of_a_lead = 12;
constexpr Variant tried_of_other_leads = 6;

/// The case of a recipe. Where its discriminating power is low and its plan is not what matters,
/// that of the first other plan with more.
Case draw_discriminating(const Recipe& recipe, std::uint64_t seed, std::uint64_t index,
                         generators::PrecomputedOracle& oracle) {
  using generators::DiscriminatingPower;
  Case test_case = generators::draw(recipe, generators::key_of(recipe, seed, index), &oracle);
  if (generators::is_plain(recipe)) return test_case;
  const DiscriminatingPower most =
      generators::is_weak(recipe) ? DiscriminatingPower::weak : DiscriminatingPower::full;
  for (const std::string& plan : generators::plans_of(*recipe.form)) {
    if (oracle.power == most) break;
    Recipe other = recipe;
    other.plan = plan;
    generators::PrecomputedOracle seen;
    Case next = generators::draw(other, generators::key_of(other, seed, index), &seen);
    if (seen.power <= oracle.power) continue;
    test_case = std::move(next);
    oracle = std::move(seen);
  }
  return test_case;
}

/// The case on the signature of a plain one; the first of those that are far enough apart for their
/// plans to meet all of them. Nothing where no plain signature takes it.
std::optional<Case> draw_with_shared_signature(Recipe recipe, std::uint64_t seed,
                                               std::uint64_t index, std::int64_t most_bytes,
                                               generators::PrecomputedOracle& oracle) {
  constexpr std::uint64_t between_hosts = 4;
  const std::uint64_t plans = generators::plans_of(*recipe.form).size();
  const std::uint64_t hosts = (plans + between_hosts - 1) / between_hosts;
  const std::uint64_t first = support::hash_text(recipe.scenario + to_string(recipe.intent));
  recipe.shares_signature = true;
  if (!generators::may_share_signature(recipe)) return std::nullopt;
  for (std::uint64_t turn = 0; turn < hosts; ++turn) {
    const std::uint64_t host = (first + turn) % hosts * between_hosts;
    const std::uint64_t number = index + host * generators::cases_of_a_signature;
    try {
      Case test_case = generators::draw(recipe, generators::key_of(recipe, seed, number), &oracle);
      if (most_bytes > 0 && bytes_of(test_case.call) > most_bytes) continue;
      if (oracle.power == generators::DiscriminatingPower::full) return test_case;
    } catch (const generators::Unreachable&) {
      continue;
    }
  }
  oracle = {};
  return std::nullopt;
}

/// The recipe with its plan as many places on.
void move_plan(Recipe& recipe, std::uint64_t places) {
  const std::vector<std::string> plans = generators::plans_of(*recipe.form);
  const auto own = std::ranges::find(plans, recipe.plan) - plans.begin();
  recipe.plan = plans[(static_cast<std::uint64_t>(own) + places) % plans.size()];
}

/// The recipe of a case: directed ones that a suite has several groups of take one plan after the
/// other, another one each group.
Recipe recipe_of_group(const PlannedCase& planned) {
  Recipe recipe = *planned.recipe;
  const std::uint64_t group = planned.index / generators::cases_of_a_signature;
  const bool is_directed = !recipe.scenario.empty() || recipe.intent.kind == Intent::Kind::boundary;
  if (group > 0 && is_directed) move_plan(recipe, group);
  return recipe;
}

StoredCase with(Case test_case, generators::PrecomputedOracle oracle) {
  StoredCase drawn{std::move(test_case), {}};
  if (!oracle.before.empty()) {
    drawn.oracle = std::make_shared<const generators::PrecomputedOracle>(std::move(oracle));
  }
  return drawn;
}

bool is_floating(ElementType element) { return format_of(element).kind == ElementKind::floating; }

}  // namespace

CaseDrawing::CaseDrawing(const std::vector<Recipe>& recipes, Options options, Refusals refusals)
    : options_(options), refusals_(std::move(refusals)), taken_(std::make_shared<Taken>()) {
  for (const Recipe& recipe : recipes) {
    if (refusals_.lacks(recipe.lead)) continue;
    std::vector<ElementType>& leads = leads_[{recipe.form, recipe.target}];
    if (std::ranges::find(leads, recipe.lead) == leads.end()) leads.push_back(recipe.lead);
  }
}

std::optional<StoredCase> CaseDrawing::draw(const PlannedCase& planned, Variant variant) const {
  const std::optional<Varied> found = varied(planned, variant);
  if (!found) return std::nullopt;
  const auto& [recipe, first] = *found;
  if (options_.share_signatures && !generators::is_common(recipe.scenario)) {
    generators::PrecomputedOracle oracle;
    const std::uint64_t number = planned.index + first * beyond_any_count;
    auto sharing =
        draw_with_shared_signature(recipe, options_.seed, number, options_.large_bytes, oracle);
    if (sharing) return with(*std::move(sharing), std::move(oracle));
  }
  if (generators::is_weak(recipe) && !shows_little(planned)) return std::nullopt;
  try {
    for (std::uint64_t turn = first; turn < most_redrawn; ++turn) {
      const std::uint64_t number = planned.index + turn * beyond_any_count;
      generators::PrecomputedOracle oracle;
      Case test_case = draw_discriminating(recipe, options_.seed, number, oracle);
      const bool large =
          options_.large_bytes > 0 && bytes_of(test_case.call) > options_.large_bytes;
      if (large && !shows_large(planned)) continue;
      const generators::DiscriminatingPower power = oracle.power;
      if (power == generators::DiscriminatingPower::none) return std::nullopt;
      if (power == generators::DiscriminatingPower::weak && !shows_little(planned))
        return std::nullopt;
      return with(std::move(test_case), std::move(oracle));
    }
    return std::nullopt;
  } catch (const generators::Unreachable&) {
    return std::nullopt;
  }
}

std::optional<Call> CaseDrawing::draw_types(const PlannedCase& planned) const {
  const std::optional<Varied> found = varied(planned, Variant{0});
  if (!found) return std::nullopt;
  const auto& [recipe, first] = *found;
  if (generators::is_weak(recipe) && !shows_little(planned)) return std::nullopt;
  for (std::uint64_t turn = first; turn < most_redrawn; ++turn) {
    const std::uint64_t number = planned.index + turn * beyond_any_count;
    std::optional<Call> call = generators::draw_signature(
        recipe, generators::key_of(recipe, options_.seed, number), generators::most_attempts);
    if (!call) return std::nullopt;
    const bool large = options_.large_bytes > 0 && bytes_of(*call) > options_.large_bytes;
    if (!large || shows_large(planned)) return call;
  }
  return std::nullopt;
}

CaseDrawing::Choice CaseDrawing::choose(const PlannedCase& planned) const {
  Choice choice{.planned = draw(planned)};
  if (refusals_.none() || !choice.planned) return choice;
  if (options_.share_signatures) choice.errata = refusals_.errata_of(*choice.planned);
  const std::optional<std::string> reason = refusals_.reason_for(*choice.planned);
  if (!reason) return choice;
  choice.reason = *reason;
  for (const Variant variant : variants_of(*planned.recipe)) {
    choice.taken = draw(planned, variant);
    choice.variant = variant;
    if (!choice.taken || refusals_.reason_for(*choice.taken)) continue;
    if (options_.share_signatures) choice.errata_of_taken = refusals_.errata_of(*choice.taken);
    return choice;
  }
  choice.taken.reset();
  choice.variant = no_variant;
  return choice;
}

std::vector<ElementType> CaseDrawing::leads_of(const Recipe& recipe) const {
  const auto found = leads_.find({recipe.form, recipe.target});
  return found == leads_.end() ? std::vector<ElementType>{recipe.lead} : found->second;
}

/// The other types for a scenario that one element type shows: those of the same kind first.
std::vector<ElementType> CaseDrawing::other_leads(const Recipe& recipe) const {
  std::vector<ElementType> leads;
  if (!generators::is_common(recipe.scenario)) return leads;
  leads = leads_of(recipe);
  std::erase(leads, recipe.lead);
  std::stable_partition(leads.begin(), leads.end(), [&](ElementType lead) {
    return is_floating(lead) == is_floating(recipe.lead);
  });
  return leads;
}

std::vector<Variant> CaseDrawing::variants_of(const Recipe& recipe) const {
  std::vector<Variant> variants;
  const auto add = [&](std::size_t first, Variant count) {
    for (Variant k = 1; k <= count; ++k) variants.push_back(static_cast<Variant>(first + k));
  };
  if (takes(recipe, recipe.lead)) add(0, variants_of_a_lead - 1);
  const std::vector<ElementType> others = other_leads(recipe);
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (takes(recipe, others[i])) add((i + 1) * variants_of_a_lead, tried_of_other_leads);
  }
  return variants;
}

/// Every second variant has tiles of one type, every pair other numbers and, where the plan is not
/// what matters, another plan.
std::optional<CaseDrawing::Varied> CaseDrawing::varied(const PlannedCase& planned,
                                                       Variant variant) const {
  Varied made{recipe_of_group(planned)};
  if (variant == 0) return made;
  const std::size_t lead = variant / variants_of_a_lead;
  if (lead > 0) {
    made.recipe.lead = other_leads(*planned.recipe).at(lead - 1);
    const Recipe& own = made.recipe;
    if (!generators::common_recipe(own.scenario, *own.op, *own.form, own.target, own.lead)) {
      return std::nullopt;
    }
  }
  made.recipe.alike = variant % 2 == 1;
  made.turn = variant % variants_of_a_lead / 2U + (lead > 0 ? 1U : 0U);
  if (made.turn > 0 && !generators::is_plain(made.recipe)) move_plan(made.recipe, made.turn - 1);
  return made;
}

/// Whether one of a few plain calls of the form with that lead is taken. What is refused for its
/// types alone would be drawn again and again in vain.
bool CaseDrawing::takes(const Recipe& recipe, ElementType lead) const {
  constexpr std::uint64_t probes = 6;
  const std::lock_guard guard(taken_->mutex);
  const auto [found, is_new] = taken_->leads.try_emplace({recipe.form, recipe.target, lead}, false);
  if (!is_new || refusals_.lacks(lead)) return found->second;
  Recipe plain = recipe;
  plain.lead = lead;
  plain.intent = {};
  plain.scenario.clear();
  plain.shares_signature = false;
  plain.plan = generators::plans_of(*recipe.form).front();
  for (std::uint64_t k = 0; k < 2 * probes && !found->second; ++k) {
    plain.alike = k % 2 == 1;
    const std::uint64_t number = k / 2 * generators::cases_of_a_signature;
    const auto call = generators::draw_signature(
        plain, generators::key_of(plain, options_.seed, number), generators::most_attempts);
    found->second = call && !refusals_.reason_for(*call);
  }
  return found->second;
}

/// The first case of a recipe, with one of the element types of the selection: which one, the seed
/// decides, or with each where the end of the call is asked. Of a nightly run every fourth
/// signature has one, with every type, and each where nothing else can come out.
bool CaseDrawing::shows_little(const PlannedCase& planned) const {
  const std::uint64_t signatures = generators::is_weak(*planned.recipe) ? 1 : 4;
  if (planned.index % (signatures * generators::cases_of_a_signature) != 0) return false;
  if (planned.index > 0) return true;
  const Recipe& recipe = *planned.recipe;
  if (generators::asks_for_an_end(*recipe.form, recipe.scenario)) return true;
  const std::vector<ElementType> leads = leads_of(recipe);
  std::uint64_t hash = support::combine(options_.seed, support::hash_text(recipe.form->op));
  hash = support::combine(hash, support::hash_text(recipe.scenario + to_string(recipe.intent)));
  return leads[hash % leads.size()] == recipe.lead;
}

/// The first case of a recipe, unless another element type of the selection shows the same.
bool CaseDrawing::shows_large(const PlannedCase& planned) const {
  const Recipe& recipe = *planned.recipe;
  if (generators::is_common(recipe.scenario)) return true;
  if (planned.index > 0) return false;
  return options_.large_every_dtype || leads_of(recipe).front() == recipe.lead;
}

const std::optional<StoredCase>& FirstRefusals::decide(CaseDrawing::Choice& choice) {
  if (choice.reason.empty()) return choice.planned;
  const Form& form = choice.planned->test.form();
  const std::string place = fmt::format("{} {} {} {}", form.op, form.name,
                                        name_of(choice.planned->test.call.target), choice.reason);
  if (seen_.insert(place).second) {
    choice.variant = 0;
    return choice.planned;
  }
  // Two scenarios of other types may come to the same case.
  if (choice.taken && !drawn_.insert(support::hash_text(choice.taken->test.name)).second) {
    choice.taken.reset();
    choice.variant = no_variant;
  }
  ++(choice.taken ? counts_.drawn : counts_.left_out);
  return choice.taken;
}

}  // namespace assay::runners
