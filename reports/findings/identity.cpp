// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/identity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "reports/findings/pattern.hpp"

namespace assay::reports {
namespace {

/// failure_kind() of a verdict_text().
std::string kind_of_text(const std::string& text) {
  Verdict verdict;
  verdict.kind = verdict_named(text.substr(0, text.find(' '))).value_or(VerdictKind::deviates);
  constexpr std::string_view mark = "assembler: ";
  if (const std::size_t begin = text.find(mark); begin != std::string::npos) {
    const std::size_t name = begin + mark.size();
    verdict.assembler = assembler_finding_named(text.substr(name, text.find(')', name) - name))
                            .value_or(AssemblerFinding::none);
  }
  return failure_kind(verdict);
}

/// Cases of one earlier finding, over the ops.
Cluster& group_of(std::map<std::size_t, Cluster>& groups, std::size_t index,
                  const PastFinding& previous, const StudiedCase& one) {
  const auto [found, is_new] = groups.try_emplace(index);
  Cluster& cluster = found->second;
  if (!is_new) return cluster;
  cluster.id = previous.id;
  cluster.kind = failure_kind(one.record().verdict);
  cluster.verdict = previous.verdict;
  cluster.pattern = previous.pattern;
  return cluster;
}

void add(Cluster& cluster, const StudiedOp& op, const StudiedCase& one) {
  if (std::ranges::find(cluster.ops, op.op) == cluster.ops.end()) {
    cluster.ops.push_back(op.op);
    const Members more = comparable(op, one.record().verdict.kind);
    cluster.passing.insert(cluster.passing.end(), more.begin(), more.end());
  }
  cluster.failing.push_back(&one);
}

/// The group that fails in the way of a case and whose rules cover it, or null.
Cluster* group_of(std::map<std::size_t, Cluster>& groups, const StudiedCase& one) {
  for (auto& [index, cluster] : groups) {
    const bool same_op = std::ranges::find(cluster.ops, one.record().op) != cluster.ops.end();
    const bool same_way =
        cluster.kind == failure_kind(one.record().verdict) && cluster.pattern == one.pattern();
    if (same_op && same_way && cluster.covers(one)) return &cluster;
  }
  return nullptr;
}

/// The earlier finding that a group of cases which that run did not have carries on, or the end.
std::size_t heir_of(const Cluster& cluster, const PreviousRun& previous,
                    const std::set<std::string>& used) {
  const auto unknown =
      static_cast<std::size_t>(std::ranges::count_if(cluster.failing, [&](const StudiedCase* one) {
        return !previous.knows(one->record().name);
      }));
  std::size_t best = previous.findings.size();
  if (2 * unknown <= cluster.failing.size()) return best;
  const std::string rule = rules_text(cluster.rules);
  for (std::size_t index = 0; index < previous.findings.size(); ++index) {
    const PastFinding& one = previous.findings[index];
    const bool fits = one.op == fmt::format("{}", fmt::join(cluster.ops, ",")) &&
                      one.verdict == cluster.verdict && one.pattern == cluster.pattern &&
                      !used.contains(one.id);
    const auto rank = [&](const PastFinding& past_one) {
      return std::pair(past_one.rule == rule, past_one.cases.size());
    };
    if (fits && (best == previous.findings.size() || rank(one) > rank(previous.findings[best])))
      best = index;
  }
  return best;
}

std::string short_hash(const std::string& text) { return fmt::format("{:08x}", case_hash(text)); }

/// The rule distinguishes equal findings of one run, a number those that are still equal.
std::string new_id(const Cluster& cluster, const std::set<std::string>& used) {
  const std::string text =
      fmt::format("{}|{}|{}", fmt::join(cluster.ops, ","), cluster.verdict, cluster.pattern);
  std::string id = short_hash(text);
  const std::string rule = rules_text(cluster.rules);
  for (int number = 0; used.contains(id); ++number) {
    id = short_hash(fmt::format("{}|{}|{}", text, rule, number));
  }
  return id;
}

/// Failures in the ops of a known group that are not in it.
Members others_of(const Cluster& cluster, const std::map<std::size_t, Cluster>& groups,
                  const std::vector<Members>& fresh, const std::vector<StudiedOp>& ops) {
  const auto has = [&](const std::string& op) {
    return std::ranges::find(cluster.ops, op) != cluster.ops.end();
  };
  Members others;
  for (const auto& [index, one] : groups) {
    if (&one == &cluster) continue;
    std::ranges::copy_if(one.failing, std::back_inserter(others),
                         [&](const StudiedCase* member) { return has(member->record().op); });
  }
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (has(ops[i].op)) others.insert(others.end(), fresh[i].begin(), fresh[i].end());
  }
  return others;
}

}  // namespace

Sorted sorted_by_past(const std::vector<StudiedOp>& ops, const PreviousRun& previous) {
  std::map<std::size_t, Cluster> groups;
  Sorted sorted;
  std::vector<const StudiedCase*> strangers;
  for (const StudiedOp& op : ops) {
    Members& fresh = sorted.fresh.emplace_back();
    for (const StudiedCase& one : op.failing) {
      const std::size_t index = previous.finding_of(one.record().name);
      const bool persists =
          index < previous.findings.size() &&
          kind_of_text(previous.findings[index].verdict) == failure_kind(one.record().verdict);
      if (persists) {
        add(group_of(groups, index, previous.findings[index], one), op, one);
      } else {
        fresh.push_back(&one);
      }
    }
  }
  for (auto& [index, cluster] : groups) {
    cluster.others = others_of(cluster, groups, sorted.fresh, ops);
    describe(cluster);
  }
  for (Members& fresh : sorted.fresh) {
    std::erase_if(fresh, [&](const StudiedCase* one) {
      if (previous.knows(one->record().name)) return false;
      Cluster* group = group_of(groups, *one);
      if (group != nullptr) group->failing.push_back(one);
      return group != nullptr;
    });
  }
  for (auto& [index, cluster] : groups) sorted.known.push_back(std::move(cluster));
  return sorted;
}

void name_clusters(std::vector<Cluster>& clusters, const PreviousRun& previous) {
  std::set<std::string> used;
  std::vector<Cluster*> nameless;
  for (Cluster& one : clusters) {
    used.insert(one.id);
    if (one.id.empty()) nameless.push_back(&one);
  }
  std::ranges::sort(nameless, [](const Cluster* a, const Cluster* b) {
    if (a->failing.size() != b->failing.size()) return a->failing.size() > b->failing.size();
    return a->failing.front()->record().name < b->failing.front()->record().name;
  });
  for (Cluster* one : nameless) {
    const std::size_t index = heir_of(*one, previous, used);
    if (index == previous.findings.size()) continue;
    one->id = previous.findings[index].id;
    used.insert(one->id);
  }
  for (const PastFinding& one : previous.findings) used.insert(one.id);
  for (Cluster* one : nameless) {
    if (!one->id.empty()) continue;
    one->id = new_id(*one, used);
    used.insert(one->id);
  }
}

}  // namespace assay::reports
