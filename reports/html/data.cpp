// SPDX-License-Identifier: Apache-2.0
// The data inside the HTML page.
#include "reports/html/data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/judge/choice_profile.hpp"
#include "reference/judge/runs/three_way.hpp"
#include "reports/findings/answer.hpp"
#include "reports/html/columns.hpp"
#include "reports/html/data_parts.hpp"
#include "reports/words/errata.hpp"
#include "reports/words/tally.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr int data_schema = 3;

Json json_of_answer(const Tally& tally, const RunAnswer& answer) {
  return {{"sentence", answer.sentence},
          {"good", answer.good()},
          {"stopped", answer.kind == RunAnswer::Kind::stopped},
          {"total", tally.total},
          {"judged", tally.judged()},
          {"kinds", tally.kinds},
          {"elements", tally.compared_elements},
          {"target_defined", tally.target_defined_elements},
          {"alternative", tally.alternative_elements}};
}

Json json_of_matrix(const Matrix& matrix) {
  Json rows = Json::array();
  for (const auto& [key, by_target] : matrix) {
    for (const auto& [target, tally] : by_target) {
      rows.push_back({printable(key.first), printable(key.second.name), printable(target),
                      tally.kinds, json_of_ulp(tally.worst_ulp), printable(tally.worst_name)});
    }
  }
  return rows;
}

Json json_of_constraints(const Records& records) {
  Json rows = Json::array();
  for (const auto& [key, by_side] : constraint_coverage(records)) {
    Json sides = Json::object();
    for (const auto& [side, tally] : by_side) sides[printable(side)] = tally.kinds;
    rows.push_back({printable(std::get<0>(key)), printable(std::get<1>(key)),
                    printable(std::get<2>(key)), std::move(sides)});
  }
  return rows;
}

constexpr const char* two_right_results =
    "two builds of the library give other results, and both are right";

/// The later of two builds that are both right says how they differ.
bool differs_by_build(const CaseRecord& record) {
  return record.verdict.kind == VerdictKind::conforms &&
         record.attribution == name_of(Attribution::build_dependent) &&
         !record.verdict.reason.empty();
}

// (op, target, verdict, reason) -> cases and one of them.
Json json_of_not_shown(const Records& records, const RunInfo& info) {
  std::map<std::array<std::string, 4>, std::pair<std::size_t, std::string>> reasons;
  for (const CaseRecord& record : records) {
    const VerdictKind kind = record.verdict.kind;
    if (is_failure(kind)) continue;
    const bool by_build = differs_by_build(record);
    if (kind == VerdictKind::conforms && !by_build) continue;
    auto& [cases, example] = reasons[{record.op, record.target, std::string(name_of(kind)),
                                      by_build ? two_right_results : record.verdict.reason}];
    if (cases++ == 0) example = record.name;
  }
  Json rows = Json::array();
  for (const auto& [key, found] : reasons) {
    if (rows.size() == most_reasons) break;
    rows.push_back({printable(key[0]), printable(key[1]), key[2], found.first, printable(key[3]),
                    printable(found.second)});
  }
  return {{"rows", std::move(rows)},
          {"left_out", reasons.size() - std::min(reasons.size(), most_reasons)},
          {"planned", info.completion.planned},
          {"not_run", info.completion.not_run},
          {"stopped", printable(info.completion.stopped)}};
}

Json json_of_run(const RunInfo& info, const Tally& tally) {
  Json rows = Json::array();
  for (const auto& [name, value] : run_facts(info, tally.total))
    rows.push_back({name, printable(value)});
  return rows;
}

/// Readings of the manual by scope, and cases that contradict each other, as lines of text.
Json json_of_choices(const ChoiceProfile& profile) {
  Json scopes = Json::array(), inconsistent = Json::array();
  for (const ScopeReading& one : profile.scopes) {
    scopes.push_back({printable(scope_text(one.key)), readings_text(one.key.choice, one.readings),
                      one.cases, printable(one.example)});
  }
  for (const Inconsistency& one : profile.inconsistent) {
    inconsistent.push_back(printable(inconsistency_text(one)));
  }
  return {{"scopes", std::move(scopes)}, {"inconsistent", std::move(inconsistent)}};
}

}  // namespace

std::string page_data(const Records& records, const RunCounts& counts, const RunInfo& info,
                      const ReportExtras& extras) {
  const Tally& tally = counts.all;
  Json verdicts = Json::array();
  for (const VerdictKind kind : all_verdicts) {
    verdicts.push_back({name_of(kind), is_failure(kind)});
  }
  const Records listed = listed_cases(records);
  const Json data{{"schema", data_schema},
                  {"view", "run"},
                  {"verdicts", std::move(verdicts)},
                  {"answer", json_of_answer(tally, answer_of(records, info, extras.waived))},
                  {"cases", json_of_cases(listed, tally.failures(), extras.tolerances)},
                  {"findings", json_of_findings(extras, listed)},
                  {"boards", json_of_boards(records, extras)},
                  {"past", has_past(extras)},
                  {"baseline", printable(extras.baseline)},
                  {"closed", json_of_closed(extras)},
                  {"triage", json_of_triage(extras)},
                  {"waivers", json_of_waivers(extras)},
                  {"matrix", json_of_matrix(counts.cells)},
                  {"tiles", json_of_tiles(records, extras)},
                  {"texts", json_of_texts(records, extras)},
                  {"exponents", json_of_exponents(records, extras.tolerances)},
                  {"inputs", json_of_functions(records)},
                  {"clauses", json_of_constraints(records)},
                  {"not_shown", json_of_not_shown(records, info)},
                  {"history", json_of_history(extras)},
                  {"errata", errata_json(errata_met(records, extras.replay))},
                  {"choices", json_of_choices(choice_profile(records))},
                  {"run", json_of_run(info, tally)}};
  return page_text(data);
}

}  // namespace assay::reports
