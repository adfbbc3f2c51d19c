// SPDX-License-Identifier: Apache-2.0
// Search for the shortest description of which cases fail.
#include "reports/findings/rule.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reports/findings/conditions.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t beam_width = 6;
constexpr std::size_t most_conditions = 4;
/// A rule must save this much, or chance would explain it as well.
constexpr double least_bits = 6;
/// The same of a single condition under which all failing cases are and no others.
constexpr double least_bits_of_a_separation = 2;
/// Of a rule with fewer conditions that explains nearly as well: its share of the bits that the
/// best one saves.
constexpr double nearly = 0.93;

}  // namespace

bool holds(const Rule& rule, const CaseFeatures& features) {
  return std::ranges::all_of(rule, [&](const Condition& one) { return one.holds(features); });
}

bool holds(const Rule& rule, const PooledFeatures& features) {
  return std::ranges::all_of(rule, [&](const Condition& one) { return one.holds(features); });
}

std::string text_of(const Rule& rule) {
  std::vector<std::string> parts;
  for (const Condition& condition : rule) parts.push_back(condition.text());
  return fmt::format("{}", fmt::join(parts, " and "));
}

double selection_bits(std::size_t count, std::size_t chosen) {
  const auto n = static_cast<double>(count);
  const auto k = static_cast<double>(chosen);
  const double ways = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  return ways / std::log(2.0) + std::log2(n + 1);
}

namespace {

struct Partial {
  std::vector<std::size_t> conditions;  // indices of candidates, rising
  CaseSet covered;
  double cost = 0;
  double gain = 0;
};

class Search {
 public:
  explicit Search(const Sample& sample)
      : total_(sample.cases.size()),
        failing_(sample.failing()),
        candidates_(candidate_conditions(sample)),
        fails_(total_) {
    for (std::size_t i = 0; i < total_; ++i) {
      if (sample.fails[i]) fails_.insert(i);
    }
    choice_ = std::log2(static_cast<double>(candidates_.size()) + 1);
  }

  FoundRule best() const {
    std::vector<Partial> beam{{{}, CaseSet(total_, true), 0, 0}};
    std::vector<Partial> bests{beam.front()};  // by number of conditions
    for (std::size_t depth = 0; depth < most_conditions && !beam.empty(); ++depth) {
      beam = expanded(beam);
      if (beam.empty() || beam.front().gain <= bests.back().gain) break;
      bests.push_back(beam.front());
    }
    const double most = bests.back().gain;
    const Partial& best =
        *std::ranges::find_if(bests, [&](const Partial& one) { return one.gain >= nearly * most; });
    if (most < (separates(best) ? least_bits_of_a_separation : least_bits)) return {};
    FoundRule found{{}, best.gain};
    for (const std::size_t index : best.conditions)
      found.rule.push_back(candidates_[index].condition);
    return found;
  }

 private:
  bool separates(const Partial& one) const {
    return one.conditions.size() == 1 && one.covered == fails_;
  }

  /// Of the cases that both sets cover.
  double gain_of(const CaseSet& one, const CaseSet& other, double cost) const {
    const std::size_t inside = one.count_common(other);
    const std::size_t hit = one.count_common(other, fails_);
    if (inside == 0 || inside == total_) return -1;
    const bool worse_inside = hit * (total_ - inside) > (failing_ - hit) * inside;
    if (!worse_inside) return -1;
    return selection_bits(total_, failing_) - selection_bits(inside, hit) -
           selection_bits(total_ - inside, failing_ - hit) - cost;
  }

  std::vector<Partial> expanded(const std::vector<Partial>& beam) const {
    std::vector<Partial> next;
    for (const Partial& partial : beam) {
      for (std::size_t index = 0; index < candidates_.size(); ++index) {
        const double cost = partial.cost + choice_ + candidates_[index].bits;
        const double gain = gain_of(partial.covered, candidates_[index].covered, cost);
        if (gain <= partial.gain) continue;
        if (next.size() == beam_width && gain <= next.back().gain) continue;
        CaseSet covered = partial.covered;
        covered &= candidates_[index].covered;
        insert(next, {partial.conditions, std::move(covered), cost, gain}, index);
      }
    }
    return next;
  }

  static void insert(std::vector<Partial>& list, Partial one, std::size_t condition) {
    const auto same = [&](const Partial& other) { return other.covered == one.covered; };
    const auto match = std::ranges::find_if(list, same);
    if (match != list.end() && match->gain >= one.gain) return;
    if (match != list.end()) list.erase(match);
    one.conditions.push_back(condition);
    const auto place =
        std::ranges::find_if(list, [&](const Partial& other) { return other.gain < one.gain; });
    list.insert(place, std::move(one));
    if (list.size() > beam_width) list.pop_back();
  }

  std::size_t total_;
  std::size_t failing_;
  std::vector<Candidate> candidates_;
  CaseSet fails_;
  double choice_ = 0;
};

}  // namespace

FoundRule separating_rule(const Sample& sample) {
  if (sample.failing() == 0 || sample.failing() == sample.cases.size()) return {};
  return Search(sample).best();
}

}  // namespace assay::reports
