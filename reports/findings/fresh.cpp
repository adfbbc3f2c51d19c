// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/fresh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t fewest = 8;  // of which all fail by chance less than once in 200 tosses
constexpr double least_chance = 0.01;
constexpr double allowance = 0.8;

double share(std::size_t part, std::size_t other) {
  return (static_cast<double>(part) + 1) / (static_cast<double>(part + other) + 2);
}

/// Chance of `hits` out of `count` independent events of probability `p`, above 0 and below 1.
double chance_of(std::size_t hits, std::size_t count, double p) {
  const auto n = static_cast<double>(count);
  const auto k = static_cast<double>(hits);
  const double ways = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  return std::exp(ways + k * std::log(p) + (n - k) * std::log1p(-p));
}

double chance_of_at_most(std::size_t hits, std::size_t count, double p) {
  double sum = 0;
  for (std::size_t k = 0; k <= hits; ++k) sum += chance_of(k, count, p);
  return sum;
}

/// The failing share of fresh cases that a rule requires.
bool fails_too_little(const Finding& finding, const FreshCases& fresh) {
  const double owed =
      allowance * share(finding.failing - finding.failures_outside_rule, finding.passing);
  return chance_of_at_most(fresh.covered_failing, fresh.covered, owed) < least_chance;
}

bool fails_elsewhere_too(const Finding& finding, const FreshCases& fresh) {
  const std::size_t passing_elsewhere = finding.comparable - finding.passing;
  const double known = share(finding.failures_outside_rule, passing_elsewhere) / allowance;
  const double half = share(fresh.covered_failing, fresh.covered - fresh.covered_failing) / 2;
  const double allowed = std::min(std::max(known, half), 1 - least_chance);
  const std::size_t passed = fresh.others - fresh.others_failing;
  return chance_of_at_most(passed, fresh.others, 1 - allowed) < least_chance;
}

}  // namespace

RuleStanding standing_of(const Finding& finding, const FreshCases& fresh) {
  if (fresh.covered < fewest) return RuleStanding::untested;
  if (fails_too_little(finding, fresh)) return RuleStanding::contradicted;
  if (fresh.others < fewest) return RuleStanding::uncontrolled;
  return fails_elsewhere_too(finding, fresh) ? RuleStanding::contradicted : RuleStanding::confirmed;
}

void take_fresh(Finding& finding, const FreshCases& fresh) {
  const bool contradicted = standing_of(finding, fresh) == RuleStanding::contradicted;
  finding.fresh = fresh;
  if (!contradicted) return;
  finding.contradicted = finding.rule;
  finding.rule.clear();
  finding.covers = nullptr;
  finding.title = finding.title_without_rule;
  finding.passing = finding.comparable;
  finding.failures_outside_rule = 0;
}

std::string fresh_text(const Finding& finding) {
  if (!finding.fresh) return "";
  const FreshCases& fresh = *finding.fresh;
  const std::string counts =
      fmt::format("{} of {} fail there, {} of {} elsewhere", fresh.covered_failing, fresh.covered,
                  fresh.others_failing, fresh.others);
  if (!finding.contradicted.empty()) {
    return fmt::format("fresh cases contradict '{}': {}", printable(finding.contradicted), counts);
  }
  if (fresh.covered < fewest) {
    return fmt::format("the rule is not tested: {} could be drawn for it",
                       count_of(fresh.covered, "fresh case"));
  }
  if (fresh.others == 0) {
    return fmt::format(
        "not confirmed: {} of {} fresh cases fail there, and none could be drawn elsewhere",
        fresh.covered_failing, fresh.covered);
  }
  if (fresh.others < fewest) {
    return fmt::format("not confirmed: only {} elsewhere; {}", count_of(fresh.others, "fresh case"),
                       counts);
  }
  const bool alone = fresh.others_failing == 0;
  return fmt::format("{} by fresh cases: {}", alone ? "confirmed" : "mostly confirmed", counts);
}

}  // namespace assay::reports
