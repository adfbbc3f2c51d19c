// SPDX-License-Identifier: Apache-2.0
// Records counted and grouped, the same way for every view.
#include "reports/words/tally.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "reference/isa/types/element_type.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {

namespace {

/// Whether a form is known, and none of its results has an accuracy.
bool is_without_distance(const CaseRecord& record) {
  const OpSpec* op = find_op(record.op);
  if (op == nullptr) return false;
  const auto form = std::ranges::find(op->forms, record.form, &Form::name);
  return form != op->forms.end() && std::ranges::all_of(form->results, [](const Result& result) {
           return result.accuracy.empty();
         });
}

}  // namespace

std::optional<double> promised_distance(const CaseRecord& record) {
  const auto& distance = record.verdict.max_ulp;
  // A NaN is no distance.
  const bool is_one = distance && *distance >= 0;
  return is_one && !is_without_distance(record) ? distance : std::nullopt;
}

void Tally::add(const CaseRecord& record) {
  const Verdict& verdict = record.verdict;
  ++kinds[static_cast<std::size_t>(verdict.kind)];
  ++of_assembler[static_cast<std::size_t>(verdict.assembler)];
  ++total;
  compared_elements += verdict.compared;
  target_defined_elements += verdict.target_defined;
  alternative_elements += verdict.alternative;
  if (!record.disturbed.empty() && disturbed++ == 0) {
    disturbed_name = record.name;
    disturbed_text = record.disturbed;
  }
  const auto distance = promised_distance(record);
  if (distance && (!worst_ulp || *distance > *worst_ulp)) {
    worst_ulp = distance;
    worst_name = record.name;
  }
}

std::size_t Tally::failures() const {
  std::size_t count = 0;
  for (const VerdictKind kind : all_verdicts) {
    if (is_failure(kind)) count += of(kind);
  }
  return count;
}

Tally tally_of(const Records& records) {
  Tally tally;
  for (const CaseRecord& record : records) tally.add(record);
  return tally;
}

DtypeKey::DtypeKey(const std::string& dtype) : order(all_formats().size()), name(dtype) {
  if (const auto type = element_named(dtype)) order = static_cast<std::size_t>(*type);
}

Matrix matrix_of(const Records& records) {
  Matrix matrix;
  for (const CaseRecord& record : records) {
    matrix[{record.op, DtypeKey(record.dtype)}][record.target].add(record);
  }
  return matrix;
}

RunCounts counted(const Records& records) { return {tally_of(records), matrix_of(records)}; }

std::vector<std::string> targets_of(const Records& records) {
  std::set<std::string> targets;
  for (const CaseRecord& record : records) targets.insert(record.target);
  return {targets.begin(), targets.end()};
}

std::vector<FailureGroup> failure_groups(const Records& records) {
  std::map<std::tuple<std::string, std::string, DtypeKey>, FailureGroup> groups;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!is_failure(records.kind(i))) continue;
    const CaseRecord record = records[i];
    const std::string verdict = verdict_text(record.verdict);
    FailureGroup& group = groups[{record.op, verdict, DtypeKey(record.dtype)}];
    if (group.cases.empty()) group = {record.op, verdict, record.dtype, {}};
    group.cases.push_back(i);
  }
  // Equal sizes stay in the order of the keys.
  std::multimap<std::size_t, FailureGroup, std::greater<>> by_size;
  for (auto& [key, group] : groups) by_size.emplace(group.cases.size(), std::move(group));
  std::vector<FailureGroup> sorted;
  for (auto& [size, group] : by_size) sorted.push_back(std::move(group));
  return sorted;
}

ConstraintSide constraint_side(const std::string& intent) {
  static constexpr std::string_view breaks = "breaks.";
  static constexpr std::string_view edge = "edge.";
  if (intent.starts_with(breaks)) return {intent.substr(breaks.size()), "breaks"};
  const std::size_t dot = intent.rfind('.');
  if (!intent.starts_with(edge) || dot < edge.size()) return {};
  return {intent.substr(edge.size(), dot - edge.size()), intent.substr(dot + 1)};
}

ConstraintCoverage constraint_coverage(const Records& records) {
  ConstraintCoverage coverage;
  for (const CaseRecord& record : records) {
    const ConstraintSide where = constraint_side(record.intent);
    if (where.constraint.empty()) continue;
    coverage[{record.op, record.form, where.constraint}][where.side].add(record);
  }
  return coverage;
}

}  // namespace assay::reports
