// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/fresh_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "generators/recipe/naming.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/support/hash.hpp"
#include "runners/cases/plan/suite.hpp"

namespace assay::runners {
namespace {

constexpr std::uint32_t lower_half = 0xffffU;

std::uint64_t hash_of(const FreshSource& source) {
  const generators::Recipe& recipe = source.recipe;
  return support::combine(
      support::hash_text(fmt::format("{}/{}/{}/{}/{}/{}/{}", recipe.op->mnemonic, recipe.form->name,
                                     name_of(recipe.target), name_of(recipe.lead),
                                     to_string(recipe.intent), recipe.plan, recipe.scenario)),
      source.signature.value_or(0));
}

class Gathering {
 public:
  Gathering(std::vector<FreshSource> sources, const FreshRule& rule, std::set<std::string> known,
            const FreshOptions& options)
      : rule_(rule), seen_(std::move(known)), options_(options) {
    std::erase_if(sources,
                  [&](const FreshSource& one) { return !rule.comparable(one.recipe.intent); });
    for (FreshSource& one : sources) {
      const std::uint64_t hash = hash_of(one);
      sources_.push_back({std::move(one), hash});
    }
    // No order of pages shall decide which recipes come first.
    std::ranges::stable_sort(sources_, {}, &Hashed::hash);
  }

  FreshDraws result() {
    draw_from(all(), options_.most_drawn);
    const std::vector<std::size_t> productive(productive_.begin(), productive_.end());
    if (out_.covered.size() < options_.wanted) draw_from(productive, options_.most_drawn / 2);
    return std::move(out_);
  }

 private:
  struct Hashed {
    FreshSource source;
    std::uint64_t hash = 0;
  };

  std::vector<std::size_t> all() const {
    std::vector<std::size_t> numbers(sources_.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return numbers;
  }

  bool is_full() const {
    return out_.covered.size() >= options_.wanted && out_.others.size() >= options_.wanted;
  }

  void draw_from(const std::vector<std::size_t>& numbers, std::size_t most) {
    for (std::size_t i = 0; i < most && !numbers.empty() && !is_full(); ++i) {
      draw(numbers[i % numbers.size()]);
    }
  }

  void draw(std::size_t number) {
    std::optional<StoredCase> drawn = drawn_by(sources_[number]);
    if (!drawn || !seen_.insert(drawn->test.name).second) return;
    const bool covered = rule_.covers(*drawn);
    if (covered) productive_.insert(number);
    std::vector<StoredCase>& side = covered ? out_.covered : out_.others;
    if (side.size() < options_.wanted) side.push_back(*std::move(drawn));
  }

  std::optional<StoredCase> drawn_by(const Hashed& from) {
    auto key = static_cast<std::uint32_t>(support::combine(from.hash, ++round_));
    if (from.source.signature) key = *from.source.signature | (key & lower_half);
    try {
      Case test_case = generators::draw(from.source.recipe, key);
      if (bytes_of(test_case.call) > options_.most_bytes) return std::nullopt;
      return StoredCase{std::move(test_case), {}};
    } catch (const generators::Unreachable&) {
      return std::nullopt;
    }
  }

  const FreshRule& rule_;
  std::set<std::string> seen_;
  const FreshOptions& options_;
  std::vector<Hashed> sources_;
  std::set<std::size_t> productive_;
  std::uint64_t round_ = 0;
  FreshDraws out_;
};

}  // namespace

std::vector<FreshSource> sources_like(const Records& records) {
  std::set<std::string> ops;
  std::set<std::pair<std::string, std::string>> places;  // op and target
  for (const CaseRecord& one : records) {
    ops.insert(one.op);
    places.emplace(one.op, one.target);
  }
  std::vector<FreshSource> sources;
  for (const std::string& name : ops) {
    const OpSpec* op = find_op(name);
    if (op == nullptr) continue;
    for (generators::Recipe& recipe : generators::recipes(*op)) {
      const std::string target(name_of(recipe.target));
      if (places.contains({name, target})) sources.push_back({std::move(recipe)});
    }
  }
  return sources;
}

std::vector<FreshSource> compiled_sources(const Records& records) {
  std::vector<FreshSource> sources;
  for (const CaseRecord& one : records) {
    if (names_a_file(one.name)) continue;
    try {
      sources.push_back({generators::recipe_named(one.name), one.key & ~lower_half});
    } catch (const generators::BadName&) {
      continue;  // of another version
    }
  }
  return sources;
}

FreshDraws fresh_cases(std::vector<FreshSource> sources, const FreshRule& rule,
                       std::set<std::string> known, const FreshOptions& options) {
  return Gathering(std::move(sources), rule, std::move(known), options).result();
}

}  // namespace assay::runners
