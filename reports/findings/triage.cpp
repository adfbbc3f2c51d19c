// SPDX-License-Identifier: Apache-2.0
// Two runs compared, case by case.
#include "reports/findings/triage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "reports/words/errata.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

bool is_flaky(const CaseRecord& record) { return record.verdict.kind == VerdictKind::flaky; }

bool fails(const CaseRecord& record) {
  return is_failure(record.verdict.kind) && !is_flaky(record);
}

bool is_known(const CaseRecord& record) {
  return record.verdict.kind == VerdictKind::known_deviation;
}

bool conforms(const CaseRecord& record) { return record.verdict.kind == VerdictKind::conforms; }

/// Said something about the implementation.
bool is_judged(const CaseRecord& record) {
  return conforms(record) || fails(record) || is_flaky(record) || is_known(record);
}

bool other_outcome(const Verdict& was, const Verdict& now) {
  return was.reason != now.reason || was.target_defined != now.target_defined ||
         was.alternative != now.alternative;
}

bool drifted(const Verdict& was, const Verdict& now) {
  return was.max_ulp && now.max_ulp && *was.max_ulp != *now.max_ulp;
}

using ByName = std::map<std::string, const CaseRecord*>;

ByName by_name(std::span<const CaseRecord> records) {
  ByName map;
  for (const CaseRecord& record : records) map[record.name] = &record;
  return map;
}

using Constraints = std::set<std::string>;

Constraints judged_constraints(const ByName& records) {
  Constraints constraints;
  for (const auto& [name, record] : records) {
    const ConstraintSide where = constraint_side(record->intent);
    if (where.constraint.empty() || !is_judged(*record)) continue;
    constraints.insert(fmt::format("{}/{}/{} constraint {}", record->op, record->form,
                                   record->target, where.constraint));
  }
  return constraints;
}

std::string said(const CaseRecord* record) {
  return record == nullptr ? "not run" : verdict_text(record->verdict);
}

ChangedCase changed_case(const std::string& name, const CaseRecord* was, const CaseRecord* now) {
  ChangedCase one{name, change_of(was, now), said(was), said(now), {}, {}, false};
  if (was != nullptr) one.was_ulp = was->verdict.max_ulp;
  if (now != nullptr) one.now_ulp = now->verdict.max_ulp;
  return one;
}

bool is_news(const ChangedCase& one, const CaseRecord* was) {
  switch (one.change) {
    case Change::fresh:
      return !one.waived;
    case Change::flaky:
      return !one.waived && (was == nullptr || !is_flaky(*was));
    case Change::unsupported:
    case Change::target_defined:
    case Change::known:
    case Change::lost:
      return true;
    case Change::drifted:
      return *one.now_ulp > *one.was_ulp;
    default:
      return false;
  }
}

Change change_of_failing(const CaseRecord* was) {
  return was != nullptr && (fails(*was) || is_flaky(*was)) ? Change::persisting : Change::fresh;
}

/// Of cases that are in both runs and neither fail nor are flaky now.
Change change_between(const CaseRecord& was, const CaseRecord& now) {
  const VerdictKind kind = now.verdict.kind;
  const bool failed = fails(was) || is_flaky(was);
  if (conforms(now) && (failed || is_known(was))) return Change::fixed;
  const bool moved = was.verdict.kind != kind;
  if (is_known(now) && moved) return failed ? Change::explained : Change::known;
  if (is_known(now)) return Change::same;
  if (kind == VerdictKind::unsupported) return moved ? Change::unsupported : Change::same;
  if (kind == VerdictKind::target_defined) {
    const bool differs = moved || other_outcome(was.verdict, now.verdict);
    return differs ? Change::target_defined : Change::same;
  }
  if (conforms(now)) {
    return !moved && drifted(was.verdict, now.verdict) ? Change::drifted : Change::same;
  }
  return is_judged(was) ? Change::lost : Change::same;
}

}  // namespace

std::string_view name_of(Change change) {
  switch (change) {
    case Change::fresh:
      return "new";
    case Change::persisting:
      return "persisting";
    case Change::flaky:
      return "flaky";
    case Change::fixed:
      return "fixed";
    case Change::unsupported:
      return "newly unsupported";
    case Change::target_defined:
      return "newly target-defined";
    case Change::known:
      return "newly known deviation";
    case Change::explained:
      return "explained by an erratum";
    case Change::drifted:
      return "accuracy drift";
    case Change::lost:
      return "coverage lost";
    case Change::same:
      break;
  }
  return "unchanged";
}

Change change_of(const CaseRecord* was, const CaseRecord* now) {
  if (now == nullptr) return was != nullptr && is_judged(*was) ? Change::lost : Change::same;
  if (is_flaky(*now)) return Change::flaky;
  if (fails(*now)) return change_of_failing(was);
  return was == nullptr ? Change::same : change_between(*was, *now);
}

Triage triage_of(std::span<const CaseRecord> baseline, std::span<const CaseRecord> run,
                 const std::vector<bool>& waived) {
  const ByName before = by_name(baseline);
  const ByName after = by_name(run);
  std::set<std::string> names;
  for (const ByName* map : {&before, &after}) {
    for (const auto& [name, record] : *map) names.insert(name);
  }
  Triage triage;
  for (const std::string& name : names) {
    const auto was = before.find(name);
    const auto now = after.find(name);
    const CaseRecord* earlier = was == before.end() ? nullptr : was->second;
    ChangedCase one = changed_case(name, earlier, now == after.end() ? nullptr : now->second);
    if (now != after.end() && !waived.empty()) {
      one.waived = waived.at(static_cast<std::size_t>(now->second - run.data()));
    }
    ++triage.counts[static_cast<std::size_t>(one.change)];
    triage.news = triage.news || is_news(one, earlier);
    if (one.change != Change::same) triage.cases.push_back(std::move(one));
  }
  std::ranges::sort(triage.cases, {},
                    [](const ChangedCase& one) { return std::tie(one.change, one.name); });
  const Constraints was = judged_constraints(before);
  const Constraints now = judged_constraints(after);
  std::ranges::set_difference(was, now, std::back_inserter(triage.lost_constraints));
  triage.news = triage.news || !triage.lost_constraints.empty();
  for (const MetErratum& met : errata_met(run)) {
    const std::vector<MetErratum> earlier = errata_met(baseline);
    const auto found = std::ranges::find(earlier, met.number, &MetErratum::number);
    const bool shown_before = found != earlier.end() && !found->hidden();
    if (met.hidden() && shown_before) triage.mended.push_back(met.number);
  }
  return triage;
}

void compare_findings(Triage& triage, std::span<const Finding> before,
                      std::span<const Finding> now) {
  const auto knows = [](std::span<const Finding> list, const std::string& id) {
    return std::ranges::find(list, id, &Finding::id) != list.end();
  };
  for (const Finding& one : now) {
    if (!knows(before, one.id)) triage.opened.push_back(one.id);
  }
  for (const Finding& one : before) {
    if (!knows(now, one.id)) triage.closed.push_back(one.title);
  }
}

}  // namespace assay::reports
