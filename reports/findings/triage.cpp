// SPDX-License-Identifier: Apache-2.0
// Two runs compared, case by case.
#include "reports/findings/triage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "reference/support/name_index.hpp"
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

/// The records of a run by their names; of two backends the last one counts.
class ByName {
 public:
  explicit ByName(const Records& records)
      : records_(records),
        index_(records.size(), [&](std::size_t number) { return records.name(number); }) {}

  const Records& records() const { return records_; }
  std::optional<std::size_t> number_of(const std::string& name) const { return index_.last(name); }
  /// Whether it counts.
  bool has(std::size_t number) const { return number_of(records_.name(number)) == number; }

 private:
  const Records& records_;
  support::NameIndex index_;
};

using Constraints = std::set<std::string>;

Constraints judged_constraints(const ByName& records) {
  Constraints constraints;
  for (std::size_t i = 0; i < records.records().size(); ++i) {
    const CaseRecord record = records.records()[i];
    const ConstraintSide where = constraint_side(record.intent);
    if (where.constraint.empty() || !is_judged(record) || !records.has(i)) continue;
    constraints.insert(fmt::format("{}/{}/{} constraint {}", record.op, record.form, record.target,
                                   where.constraint));
  }
  return constraints;
}

using Place = std::optional<std::size_t>;

std::optional<CaseRecord> record_at(const Records& records, const Place& place) {
  return place ? std::optional(records[*place]) : std::nullopt;
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

/// `complete`: a case that is not in the run is not in its plan.
bool is_news(const ChangedCase& one, const CaseRecord* was, const CaseRecord* now, bool complete) {
  switch (one.change) {
    case Change::fresh:
      return !one.waived;
    case Change::flaky:
      return !one.waived && (was == nullptr || !is_flaky(*was));
    case Change::unsupported:
    case Change::target_defined:
    case Change::known:
      return true;
    case Change::lost:
      return complete || now != nullptr;
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

Triage triage_of(const Records& baseline, const Records& run, const std::vector<bool>& waived,
                 const Completion& before_completion, const Completion& completion) {
  const ByName before(baseline);
  const ByName after(run);
  Triage triage;
  triage.baseline = before_completion;
  triage.run = completion;
  const auto compare = [&](const std::string& name, const Place& was, const Place& now) {
    const std::optional<CaseRecord> earlier = record_at(baseline, was);
    const std::optional<CaseRecord> later = record_at(run, now);
    ChangedCase one = changed_case(name, earlier ? &*earlier : nullptr, later ? &*later : nullptr);
    if (now && !waived.empty()) one.waived = waived.at(*now);
    ++triage.counts[static_cast<std::size_t>(one.change)];
    triage.news = triage.news || is_news(one, earlier ? &*earlier : nullptr,
                                         later ? &*later : nullptr, completion.complete());
    if (one.change != Change::same) triage.cases.push_back(std::move(one));
  };
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::string name = run.name(i);
    if (after.number_of(name) == i) compare(name, before.number_of(name), i);
  }
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    const std::string name = baseline.name(i);
    if (before.number_of(name) == i && !after.number_of(name)) compare(name, i, std::nullopt);
  }
  std::ranges::sort(triage.cases, {},
                    [](const ChangedCase& one) { return std::tie(one.change, one.name); });
  const Constraints was = judged_constraints(before);
  const Constraints now = judged_constraints(after);
  std::ranges::set_difference(was, now, std::back_inserter(triage.lost_constraints));
  triage.news = triage.news || (completion.complete() && !triage.lost_constraints.empty());
  const std::vector<MetErratum> earlier = errata_met(baseline);
  for (const MetErratum& met : errata_met(run)) {
    const auto found = std::ranges::find(earlier, met.number, &MetErratum::number);
    const bool shown_before = found != earlier.end() && !found->hidden();
    if (met.hidden() && shown_before) triage.fixed_errata.push_back(met.number);
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
    if (triage.run.complete() && !knows(now, one.id)) triage.closed.push_back(one.title);
  }
}

}  // namespace assay::reports
