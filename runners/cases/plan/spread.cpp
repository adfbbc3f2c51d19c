// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/spread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "generators/shapes/empty.hpp"
#include "reference/support/hash.hpp"
#include "reference/support/name_set.hpp"
#include "reference/support/side_by_side.hpp"

namespace assay::runners {
namespace {

using generators::Recipe;

constexpr std::size_t levels = 4;        // op, form, target, lead element
constexpr std::size_t most_ahead = 256;  // turns that are drawn before their case is asked for

/// The key of a recipe at a level.
std::uint64_t key_at(const Recipe& recipe, std::size_t level) {
  switch (level) {
    case 0:
      return reinterpret_cast<std::uintptr_t>(recipe.op);
    case 1:
      return reinterpret_cast<std::uintptr_t>(recipe.form);
    case 2:
      return static_cast<std::uint64_t>(recipe.target);
    default:
      return static_cast<std::uint64_t>(recipe.lead);
  }
}

/// Recipes in groups of groups, which give one after the other in turn.
class Turns {
 public:
  /// `first` is whose turn it is in the beginning, counted on beyond the last.
  Turns(std::span<const Recipe> recipes, const std::vector<std::size_t>& places, std::size_t level,
        std::size_t first) {
    if (level == levels) {
      leaves_ = places;
      turn_ = first % leaves_.size();
      return;
    }
    std::vector<std::vector<std::size_t>> groups;
    std::map<std::uint64_t, std::size_t> seen;
    for (const std::size_t place : places) {
      const auto [found, is_new] = seen.emplace(key_at(recipes[place], level), groups.size());
      if (is_new) groups.emplace_back();
      groups[found->second].push_back(place);
    }
    for (std::size_t k = 0; k < groups.size(); ++k) {
      parts_.push_back(std::make_unique<Turns>(recipes, groups[k], level + 1, first + k));
    }
    turn_ = level == 0 ? 0 : first % parts_.size();
  }

  bool empty() const { return parts_.empty() && leaves_.empty(); }

  std::size_t next() {
    const std::size_t count = parts_.empty() ? leaves_.size() : parts_.size();
    if (turn_ >= count) turn_ = 0;
    if (parts_.empty()) {
      const std::size_t place = leaves_[turn_];
      leaves_.erase(leaves_.begin() + static_cast<std::ptrdiff_t>(turn_));
      return place;
    }
    const std::size_t place = parts_[turn_]->next();
    if (parts_[turn_]->empty()) {
      parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(turn_));
    } else {
      ++turn_;
    }
    return place;
  }

 private:
  std::vector<std::unique_ptr<Turns>> parts_;
  std::vector<std::size_t> leaves_;
  std::size_t turn_ = 0;
};

/// The state of drawing cases in turn. Cases are drawn ahead on all processors; which of them are
/// taken is decided afterwards, one by one, so the result does not depend on their number.
struct Drawing {
  struct Attempt {
    std::size_t place;    ///< of the recipe
    std::uint64_t index;  ///< number of the case of this recipe
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const Attempt&, const Attempt&) = default;
  };

  std::vector<Recipe> recipes;
  std::vector<std::size_t> order;
  std::vector<bool> dead;
  std::size_t left;
  std::uint64_t seed;
  unsigned threads;
  std::uint64_t turn = 0;
  support::NameSet names = {};
  std::map<Attempt, std::optional<Case>> ahead = {};  ///< nothing for what cannot be drawn
  std::uint64_t ahead_until = 0;                      ///< the turn after those drawn ahead
  std::size_t step = 4;                               ///< turns to draw ahead

  Attempt attempt_at(std::uint64_t when) const {
    return {order[when % order.size()], when / order.size()};
  }

  std::optional<Case> drawn(const Attempt& attempt) const {
    const Recipe& recipe = recipes[attempt.place];
    try {
      return generators::draw(recipe, generators::key_of(recipe, seed, attempt.index));
    } catch (const generators::Unreachable&) {
      return std::nullopt;
    }
  }

  /// Small at first, since a user may want few cases.
  void draw_ahead() {
    std::vector<Attempt> attempts;
    for (ahead_until = turn; ahead_until < turn + step; ++ahead_until) {
      if (!dead[attempt_at(ahead_until).place]) attempts.push_back(attempt_at(ahead_until));
    }
    std::vector<std::optional<Case>> cases(attempts.size());
    support::side_by_side(
        attempts.size(), [&](std::size_t i) { cases[i] = drawn(attempts[i]); }, threads);
    ahead.clear();
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      ahead.emplace(attempts[i], std::move(cases[i]));
    }
    step = std::min(2 * step, most_ahead);
  }

  std::optional<Case> take(const Attempt& attempt) {
    const auto found = ahead.find(attempt);
    return found == ahead.end() ? drawn(attempt) : std::move(found->second);
  }

  std::optional<Case> next() {
    while (left > 0) {
      if (turn >= ahead_until) draw_ahead();
      const Attempt attempt = attempt_at(turn++);
      if (dead[attempt.place]) continue;
      std::optional<Case> test_case = take(attempt);
      if (test_case && names.insert(test_case->name)) return test_case;
      if (!test_case) {
        dead[attempt.place] = true;
        --left;
      }
      pass_on(recipes[attempt.place].op);
    }
    return std::nullopt;
  }

  /// What cannot be drawn leaves its turn to the last recipe of its op, so that no op gets fewer
  /// cases before all of that op are drawn.
  void pass_on(const OpSpec* op) {
    const auto mine = [&](std::size_t place) { return recipes[place].op == op && !dead[place]; };
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(turn % order.size());
    const auto end = std::make_reverse_iterator(begin);
    const auto found = std::find_if(order.rbegin(), end, mine);
    if (found != end) std::rotate(begin, found.base() - 1, found.base());
  }
};

}  // namespace

std::vector<std::size_t> spread_order(std::span<const Recipe> recipes) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < recipes.size(); ++place) places.push_back(place);
  if (places.empty()) return places;
  Turns turns(recipes, places, 0, 0);
  for (std::size_t& place : places) place = turns.next();
  return places;
}

std::vector<bool> sample_of(std::span<const PlannedCase> cases) {
  using Key = std::pair<const Form*, ElementType>;
  std::map<Key, std::size_t> seen;
  std::vector<std::vector<std::size_t>> groups;
  const auto group = [&](bool at_ease) {
    const std::size_t grouped = groups.size();
    for (std::size_t place = 0; place < cases.size(); ++place) {
      const Recipe& recipe = *cases[place].recipe;
      if (recipe.intent.kind != Intent::Kind::inside) continue;
      if (at_ease != (recipe.scenario.empty() && cases[place].index == 0)) continue;
      const auto [found, is_new] = seen.emplace(Key(recipe.form, recipe.lead), groups.size());
      if (is_new) groups.emplace_back();
      if (found->second >= grouped) groups[found->second].push_back(place);
    }
  };
  group(true);
  group(false);  // with few signatures, a type may have only these
  std::vector<bool> sampled(cases.size(), false);
  for (std::size_t k = 0; k < groups.size(); ++k) {
    sampled[groups[k][support::mix(k) % groups[k].size()]] = true;
  }
  return sampled;
}

CaseDrawer drawn_in_turn(std::vector<Recipe> recipes, std::uint64_t seed, unsigned threads) {
  // If only outputs come back, most of them would have nothing to be compared with.
  std::erase_if(recipes,
                [](const Recipe& recipe) { return recipe.scenario == generators::empty_name; });
  std::vector<std::size_t> order = spread_order(recipes);
  const std::size_t count = recipes.size();
  const auto drawing = std::make_shared<Drawing>(Drawing{
      std::move(recipes), std::move(order), std::vector<bool>(count, false), count, seed, threads});
  return [drawing] { return drawing->next(); };
}

Covered::Covered(std::span<const Recipe> recipes) {
  for (const Recipe& recipe : recipes) {
    all_ops_.insert(recipe.op->mnemonic);
    if (recipe.intent.kind == Intent::Kind::inside) continue;
    const ConstraintName name{recipe.op->mnemonic, recipe.form->name, recipe.intent.constraint};
    all_constraints_.insert(name);
    if (recipe.intent.legal()) legal_constraints_.insert(name);
  }
}

void Covered::add(const Case& test_case) {
  ops_.insert(test_case.form().op);
  if (test_case.intent.kind == Intent::Kind::inside) return;
  constraints_.emplace(test_case.form().op, test_case.form().name, test_case.intent.constraint);
}

std::string Covered::text(bool with_illegal) const {
  if (all_ops_.empty()) return {};
  const std::size_t reached = with_illegal ? all_constraints_.size() : legal_constraints_.size();
  std::string text = fmt::format("covers {} of {} ops, {} of {} constraints", ops_.size(),
                                 all_ops_.size(), constraints_.size(), reached);
  const std::size_t others = all_constraints_.size() - reached;
  if (others == 0) return text;
  return text +
         fmt::format("; {} others can only be tested with illegal calls (--illegal)", others);
}

}  // namespace assay::runners
