// SPDX-License-Identifier: Apache-2.0
// Findings, triage, waivers and history as data of the HTML page.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "reports/findings/fresh.hpp"
#include "reports/html/data_parts.hpp"
#include "reports/words/completion.hpp"

namespace assay::reports {
namespace {

/// Changed cases that the page lists; all are counted.
constexpr std::size_t most_changes = 2000;

std::string_view name_of(WaiverUse::State state) {
  switch (state) {
    case WaiverUse::State::used:
      return "used";
    case WaiverUse::State::unneeded:
      return "not needed: remove it";
    case WaiverUse::State::expired:
      return "expired: waives nothing";
    case WaiverUse::State::idle:
      return "no case of its scope was judged";
  }
  return "?";
}

Json json_of_texts(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(printable(text));
  return list;
}

Json json_of_finding(const Finding& finding, bool fresh) {
  return {{"id", printable(finding.id)},
          {"title", printable(finding.title)},
          {"new", fresh},
          {"op", printable(finding.op)},
          {"verdict", printable(finding.verdict)},
          {"rule", printable(finding.rule)},
          {"fresh", printable(fresh_text(finding))},
          {"failing", finding.failing},
          {"waived", finding.waived},
          {"passing", finding.passing},
          {"outside", finding.failures_outside_rule},
          {"board", printable(finding.board)},
          {"clause", printable(finding.constraint)},
          {"representative", printable(finding.representative)},
          {"shrunk", printable(finding.shrunk)},
          {"shrunk_replay", printable(finding.shrunk_replay)},
          {"explanation", json_of_texts(finding.explanation)},
          {"replay", printable(finding.replay)},
          {"reason", printable(finding.reason)},
          {"ulp", json_of_ulp(finding.worst_ulp)},
          {"difference", finding.worst_difference},
          {"first_seen", printable(finding.first_seen)}};
}

}  // namespace

Json json_of_findings(const ReportExtras& extras, const Records& listed) {
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t k = 0; k < listed.size(); ++k) place.try_emplace(listed[k].name, k);
  Json findings = Json::array();
  for (const bool fresh : {true, false}) {
    for (const Finding& finding : extras.findings) {
      if ((has_past(extras) && is_new(extras, finding)) != fresh) continue;
      Json json = json_of_finding(finding, fresh);
      Json cases = Json::array();
      for (const std::string& name : finding.cases) {
        const auto found = place.find(name);
        if (found != place.end()) cases.push_back(found->second);
      }
      json["cases"] = std::move(cases);
      findings.push_back(std::move(json));
    }
  }
  return findings;
}

Json json_of_triage(const ReportExtras& extras) {
  if (!extras.triage) return nullptr;
  const Triage& triage = *extras.triage;
  Json counts = Json::array();
  for (const Change change : all_changes) {
    counts.push_back({reports::name_of(change), triage.of(change)});
  }
  Json cases = Json::array();
  for (const ChangedCase& changed : triage.cases) {
    if (cases.size() == most_changes) break;
    cases.push_back({printable(changed.name), reports::name_of(changed.change),
                     printable(changed.was), printable(changed.now), json_of_ulp(changed.was_ulp),
                     json_of_ulp(changed.now_ulp), changed.waived});
  }
  Json lost = Json::array();
  for (const std::string& constraint : triage.lost_constraints)
    lost.push_back(printable(constraint));
  return {{"counts", std::move(counts)},
          {"left_out", triage.cases.size() - cases.size()},
          {"cases", std::move(cases)},
          {"lost_clauses", std::move(lost)}};
}

Json json_of_closed(const ReportExtras& extras) { return json_of_texts(closed_findings(extras)); }

Json json_of_waivers(const ReportExtras& extras) {
  Json rows = Json::array();
  for (const WaiverUse& use : extras.waived.uses) {
    const Waiver& waiver = use.waiver;
    std::string scope;
    for (const std::string* word :
         {&waiver.op, &waiver.form, &waiver.dtype, &waiver.target, &waiver.rule, &waiver.verdict}) {
      if (word->empty()) continue;
      if (!scope.empty()) scope += ' ';
      scope += *word;
    }
    const bool fails =
        use.state == WaiverUse::State::unneeded || use.state == WaiverUse::State::expired;
    rows.push_back({printable(scope), name_of(use.state), fails, use.waived,
                    printable(waiver.reason), printable(waiver.owner), printable(waiver.expires),
                    printable(waiver.link), printable(waiver.where)});
  }
  return rows;
}

Json json_of_history(const ReportExtras& extras) {
  Json summaries = Json::array();
  for (const RunSummary& summary : extras.history) {
    Json cells = Json::object();
    for (const auto& [name, cell] : summary.cells) {
      cells[printable(name)] = {cell.judged, cell.failed, json_of_ulp(cell.worst_ulp)};
    }
    Json findings = Json::array();
    for (const SummarizedFinding& finding : summary.findings) {
      findings.push_back({printable(finding.id), printable(finding.title), finding.failing});
    }
    summaries.push_back(
        {{"started", printable(summary.started)},
         {"judged", summary.judged},
         {"failed", summary.failed},
         {"flaky", summary.flaky},
         {"cells", std::move(cells)},
         {"findings", std::move(findings)},
         {"stopped", summary.complete() ? "" : progress_text(*summary.completion)}});
  }
  return summaries;
}

}  // namespace assay::reports
