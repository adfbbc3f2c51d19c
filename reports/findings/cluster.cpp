// SPDX-License-Identifier: Apache-2.0
// Clusters of one op: rules are learned one after the other, each on what the earlier ones leave.
#include "reports/findings/cluster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "reports/findings/pattern.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

bool holds_any(const std::vector<Rule>& rules, const PooledFeatures& features) {
  return std::ranges::any_of(rules, [&](const Rule& rule) { return holds(rule, features); });
}

bool is_illegal(const StudiedCase& one) {
  const std::string& side = *one.features.word("side");
  return side == "breaks" || side == "below" || side == "above";
}

/// Verdict and pattern, or what a refusal says: one library may refuse calls for several reasons.
using FailureMode = std::pair<std::string, std::string>;

FailureMode mode_of(const StudiedCase& one) {
  return {verdict_text(one.record().verdict), one.refusal() + one.pattern()};
}

/// Cases apart by the way in which they fail. What is too few of a verdict to be told from chance
/// goes with those that fail in several ways, or else with the largest group.
std::map<FailureMode, Members> by_failure_mode(const Members& failing) {
  constexpr std::size_t fewest = 4;
  constexpr std::size_t share = 20;
  std::map<FailureMode, Members> groups;
  std::map<std::string, std::size_t> totals;
  for (const StudiedCase* one : failing) {
    const FailureMode mode = mode_of(*one);
    groups[mode].push_back(one);
    ++totals[mode.first];
  }
  std::map<FailureMode, Members> kept;
  std::map<std::string, FailureMode> target_group;
  for (const auto& [mode, members] : groups) {
    FailureMode& best = target_group.emplace(mode.first, mode).first->second;
    if (members.size() > groups[best].size()) best = mode;
  }
  for (auto& [verdict, mode] : target_group) {
    if (groups.contains({verdict, wide_pattern})) mode.second = wide_pattern;
  }
  for (auto& [mode, members] : groups) {
    const bool small_group = members.size() < fewest || share * members.size() < totals[mode.first];
    Members& into = kept[small_group ? target_group[mode.first] : mode];
    into.insert(into.end(), members.begin(), members.end());
  }
  return kept;
}

Sample sample_of(const Members& failing, const Members& passing) {
  Sample sample;
  for (const StudiedCase* one : failing) sample.cases.push_back(&one->features);
  for (const StudiedCase* one : passing) sample.cases.push_back(&one->features);
  sample.fails.assign(sample.cases.size(), false);
  std::fill_n(sample.fails.begin(), failing.size(), true);
  return sample;
}

Members taken(Members& from, const Rule& rule) {
  Members covered;
  Members left;
  for (const StudiedCase* one : from) {
    (holds(rule, one->features) ? covered : left).push_back(one);
  }
  from = std::move(left);
  return covered;
}

/// Of one op, whose clusters share no case.
void sort_largest_first(std::vector<Cluster>& clusters) {
  std::ranges::sort(clusters, [](const Cluster& a, const Cluster& b) {
    if (a.failing.size() != b.failing.size()) return a.failing.size() > b.failing.size();
    return a.failing.front()->record().name < b.failing.front()->record().name;
  });
}

/// Sequential covering; what no rule separates stays as the last cluster, without a rule.
std::vector<Cluster> covering(const StudiedOp& op, const FailureMode& mode, Members failing,
                              const Members& passing) {
  std::vector<Cluster> clusters;
  const bool refused = failing.front()->record().verdict.kind == VerdictKind::rejected_valid;
  const std::string pattern = refused ? "" : mode.second;
  Members left = passing;
  while (!failing.empty()) {
    const FoundRule found = separating_rule(sample_of(failing, left));
    Cluster cluster{{},         {op.op}, failure_kind(failing.front()->record().verdict),
                    mode.first, pattern, {},
                    failing,    passing};
    if (found.rule.empty()) {
      clusters.push_back(std::move(cluster));
      break;
    }
    cluster.rules = {found.rule};
    cluster.failing = taken(failing, found.rule);
    taken(left, found.rule);
    clusters.push_back(std::move(cluster));
  }
  return clusters;
}

void absorb(Cluster& into, Cluster& other) {
  into.failing.insert(into.failing.end(), other.failing.begin(), other.failing.end());
  into.rules.insert(into.rules.end(), other.rules.begin(), other.rules.end());
}

/// Joins clusters of one verdict that fail alike: one cause with two faces.
std::vector<Cluster> joined_by_symptoms(std::vector<Cluster> clusters) {
  std::vector<Cluster> joined;
  for (Cluster& cluster : clusters) {
    const auto match = std::ranges::find_if(
        joined, [&](const Cluster& one) { return fail_alike(one.failing, cluster.failing); });
    if (match == joined.end()) {
      joined.push_back(std::move(cluster));
    } else {
      absorb(*match, cluster);
    }
  }
  return joined;
}

double precision(const Cluster& cluster) {
  const auto failing = static_cast<double>(cluster.failing.size());
  return failing / (failing + static_cast<double>(cluster.covered_passing()));
}

/// Gives what no convincing rule separates to the largest cluster: a second cause must apply to
/// most of its place, or be of a size with the first.
std::vector<Cluster> without_remnants(std::vector<Cluster> clusters) {
  constexpr double convincing = 0.75;
  if (clusters.size() < 2) return clusters;
  sort_largest_first(clusters);
  std::vector<Cluster> kept;
  for (Cluster& cluster : clusters) {
    const bool small = !kept.empty() && 2 * cluster.failing.size() < kept.front().failing.size();
    if (small && precision(cluster) < convincing) {
      kept.front().failing.insert(kept.front().failing.end(), cluster.failing.begin(),
                                  cluster.failing.end());
    } else {
      kept.push_back(std::move(cluster));
    }
  }
  return kept;
}

double recall(const std::vector<Rule>& rules, const Members& failing) {
  if (rules.empty()) return 1;
  const auto hit = std::ranges::count_if(
      failing, [&](const StudiedCase* one) { return holds_any(rules, one->features); });
  return static_cast<double>(hit) / static_cast<double>(failing.size());
}

bool is_wide(const Cluster& cluster) { return cluster.pattern == wide_pattern; }

/// The second fails in one of the ways in which a cause that gives any value may fail, or the two
/// differ in more than their results.
bool may_hide(const Cluster& a, const Cluster& b) {
  return is_wide(a) || a.verdict != b.verdict || 3 * b.failing.size() <= a.failing.size();
}

/// Most cases of each are covered by the rules of the other, or one has a rule that hardly ever
/// passes and covers the other; and they do not fail in two different specific ways.
bool have_one_cause(const Cluster& a, const Cluster& b) {
  constexpr double most = 0.9;
  constexpr double precise = 0.75;
  if (recall(a.rules, b.failing) < most) return false;
  if (recall(b.rules, a.failing) >= most) return may_hide(a, b) || may_hide(b, a);
  return !a.rules.empty() && precision(a) >= precise && may_hide(a, b);
}

/// Two groups of one kind of failure that are one by their parameters.
std::vector<Cluster> joined_over_patterns(std::vector<Cluster> clusters) {
  sort_largest_first(clusters);
  std::vector<Cluster> joined;
  for (Cluster& cluster : clusters) {
    const auto match = std::ranges::find_if(joined, [&](const Cluster& one) {
      return one.kind == cluster.kind && one.passing == cluster.passing &&
             (one.verdict != cluster.verdict || one.pattern != cluster.pattern) &&
             (have_one_cause(one, cluster) || have_one_cause(cluster, one));
    });
    if (match == joined.end()) {
      joined.push_back(std::move(cluster));
    } else {
      const bool wider = !have_one_cause(*match, cluster);
      const std::vector<Rule> rules = wider ? cluster.rules : match->rules;
      absorb(*match, cluster);
      match->rules = rules;
    }
  }
  return joined;
}

/// A value such as NaN in an input reaches some of the results only: cases that pass in spite of it
/// say nothing.
bool is_about_a_special_value(const Cluster& cluster) {
  if (cluster.rules.size() != 1 || is_wide(cluster) || cluster.kind != "wrong") return false;
  return std::ranges::any_of(cluster.rules.front(), [](const Condition& one) {
    return one.key.starts_with("an input has ");
  });
}

bool refuse_alike(const Cluster& a, const Cluster& b) {
  return a.failing.front()->refusal() == b.failing.front()->refusal();
}

/// Nothing says what separates its cases from those that pass: no rule, one that often passes, or
/// one about a part of the suite.
bool is_unexplained(const Cluster& cluster) {
  constexpr double convincing = 0.75;
  const auto is_of_suite = [](const Condition& one) {
    return one.key == "plan" || one.key == "scenario";
  };
  return cluster.rules.empty() || precision(cluster) < convincing ||
         std::ranges::any_of(cluster.rules, [&](const Rule& rule) {
           return std::ranges::any_of(rule, is_of_suite);
         });
}

/// Joins the unexplained clusters of one verdict: nothing says that they have several causes.
std::vector<Cluster> with_one_unexplained(std::vector<Cluster> clusters) {
  sort_largest_first(clusters);
  std::vector<Cluster> joined;
  for (Cluster& cluster : clusters) {
    const auto match = std::ranges::find_if(joined, [&](const Cluster& one) {
      return is_unexplained(one) && is_unexplained(cluster) && one.verdict == cluster.verdict &&
             one.failing.front()->refusal() == cluster.failing.front()->refusal();
    });
    if (match == joined.end()) {
      joined.push_back(std::move(cluster));
    } else {
      absorb(*match, cluster);
    }
  }
  return joined;
}

/// Whether the rules of `a` explain `b`, a cluster of another op, as well as its own do. A cluster
/// of too few cases has no rule: the rules of another op must separate it from all passing cases.
bool explains(const Cluster& a, const Cluster& b) {
  constexpr double most = 0.95;
  constexpr double tolerated = 0.05;
  if (a.verdict != b.verdict || a.ops == b.ops || (a.rules.empty() && !b.rules.empty()))
    return false;
  if (a.pattern != b.pattern && !is_wide(a) && !is_wide(b)) return false;
  if (!refuse_alike(a, b) || recall(a.rules, b.failing) < most) return false;
  if (a.pattern == b.pattern && is_about_a_special_value(a)) return true;
  if (a.rules.empty()) return true;
  if (b.rules.empty() && b.passing.empty()) return false;  // nothing says why
  std::size_t passing = 0;
  for (const StudiedCase* one : b.passing) passing += holds_any(a.rules, one->features) ? 1U : 0U;
  const double covered = b.rules.empty() ? 0 : static_cast<double>(b.covered_passing());
  return static_cast<double>(passing) <=
         covered + tolerated * static_cast<double>(b.passing.size());
}

/// Of each cluster those that it explains, itself among them, ascending.
std::vector<std::vector<std::size_t>> all_explained(const std::vector<Cluster>& clusters) {
  std::vector<std::vector<std::size_t>> lists(clusters.size());
  for (std::size_t one = 0; one < clusters.size(); ++one) {
    for (std::size_t i = 0; i < clusters.size(); ++i) {
      if (one == i || explains(clusters[one], clusters[i])) lists[one].push_back(i);
    }
  }
  return lists;
}

/// "Always" in two ops is two causes, until most ops do it.
bool is_convincing(const Cluster& one, std::size_t ops, std::size_t ops_run) {
  return !one.rules.empty() || 4 * ops >= 3 * ops_run;
}

Cluster united(const std::vector<std::size_t>& members, std::size_t leader,
               std::vector<Cluster>& clusters) {
  Cluster whole = clusters[leader];
  std::set<std::string> ops(whole.ops.begin(), whole.ops.end());
  for (const std::size_t member : members) {
    if (member == leader) continue;
    Cluster& part = clusters[member];
    whole.failing.insert(whole.failing.end(), part.failing.begin(), part.failing.end());
    if (ops.insert(part.ops.front()).second) {
      whole.passing.insert(whole.passing.end(), part.passing.begin(), part.passing.end());
    }
  }
  whole.ops.assign(ops.begin(), ops.end());
  return whole;
}

}  // namespace

std::size_t Cluster::covered_passing() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(passing, [&](const StudiedCase* one) { return covers(*one); }));
}

bool Cluster::covers(const StudiedCase& one) const {
  return rules.empty() || holds_any(rules, one.features);
}

Members comparable(const StudiedOp& op, VerdictKind kind) {
  Members members;
  for (const StudiedCase& one : op.passing) {
    const bool illegal = is_illegal(one);
    const bool either = kind == VerdictKind::crashed || kind == VerdictKind::timed_out;
    if (either || illegal == (kind == VerdictKind::accepted_invalid)) members.push_back(&one);
  }
  return members;
}

std::string rules_text(const std::vector<Rule>& rules) {
  std::vector<std::string> texts;
  texts.reserve(rules.size());
  for (const Rule& rule : rules) texts.push_back(text_of(rule));
  return fmt::format("{}", fmt::join(texts, ", or "));
}

void describe(Cluster& cluster) {
  constexpr std::size_t most_rules = 2;
  constexpr std::size_t share = 5;
  cluster.rules.clear();
  Members failing = cluster.failing;
  Members passing = cluster.passing;
  passing.insert(passing.end(), cluster.others.begin(), cluster.others.end());
  while (!failing.empty() && cluster.rules.size() < most_rules) {
    Rule rule = separating_rule(sample_of(failing, passing)).rule;
    if (rule.empty()) break;
    const Members covered = taken(failing, rule);
    if (!cluster.rules.empty() && share * covered.size() < cluster.failing.size()) break;
    taken(passing, rule);
    cluster.rules.push_back(std::move(rule));
  }
}

std::vector<Cluster> clusters_of(const StudiedOp& op, const Members& failing) {
  std::vector<Cluster> clusters;
  for (auto& [mode, members] : by_failure_mode(failing)) {
    const Members passing = comparable(op, members.front()->record().verdict.kind);
    for (Cluster& one :
         without_remnants(joined_by_symptoms(covering(op, mode, members, passing)))) {
      clusters.push_back(std::move(one));
    }
  }
  return with_one_unexplained(joined_over_patterns(std::move(clusters)));
}

std::vector<Cluster> joined_over_ops(std::vector<Cluster> clusters, std::size_t ops_run) {
  std::vector<std::vector<std::size_t>> explained = all_explained(clusters);
  std::vector<Cluster> joined;
  for (std::size_t left = clusters.size(); left > 0;) {
    const auto larger = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    const auto best = std::ranges::max_element(explained, larger);  // the first of equals
    const auto leader = static_cast<std::size_t>(best - explained.begin());
    std::vector<std::size_t> most = *best;
    if (!is_convincing(clusters[leader], most.size(), ops_run)) most = {leader};
    joined.push_back(united(most, leader, clusters));
    left -= most.size();
    for (const std::size_t gone : most) explained[gone].clear();
    for (auto& list : explained) {
      std::erase_if(list, [&](std::size_t i) { return std::ranges::binary_search(most, i); });
    }
  }
  return joined;
}

}  // namespace assay::reports
