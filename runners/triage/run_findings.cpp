// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/run_findings.hpp"

#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "reports/findings/fresh.hpp"
#include "runners/support/user_file.hpp"
#include "runners/triage/case_features.hpp"
#include "runners/triage/replay_lines.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {
namespace {

using reports::Finding;

/// As the file has them; nothing where there is none or another version wrote it.
std::optional<std::vector<Finding>> kept_findings(const std::filesystem::path& run) {
  std::ifstream in = open_if_there(run / "findings.json");
  if (!in) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  try {
    return reports::findings_from_json(text);
  } catch (const std::runtime_error&) {
    return std::nullopt;  // read_shrunk() says where it is damaged
  }
}

bool are_of(const std::vector<Finding>& findings, const Records& records) {
  std::multiset<std::string> failing;
  std::multiset<std::string> kept;
  for (const CaseRecord& record : records) {
    if (is_failure(record.verdict.kind)) failing.insert(record.name);
  }
  for (const Finding& one : findings) kept.insert(one.cases.begin(), one.cases.end());
  return failing == kept;
}

}  // namespace

std::vector<Finding> findings_of(const Records& records, const std::filesystem::path& run,
                                 const reports::PreviousRun& previous) {
  std::vector<Finding> findings = reports::findings_of(records, features_of_records(run), previous);
  const ReplayLines lines(run);
  for (Finding& one : findings) {
    const auto record = record_for(one, records);
    if (record) one.replay = lines.line(one.representative, record->backend);
  }
  return findings;
}

std::vector<Finding> known_findings_of(const Records& records, const std::filesystem::path& run) {
  auto kept = kept_findings(run);
  if (kept && are_of(*kept, records)) return *std::move(kept);
  return findings_of(records, run, {});
}

void recall_fresh(std::vector<Finding>& findings, const std::filesystem::path& run) {
  const auto kept = kept_findings(run);
  if (!kept) return;
  for (Finding& finding : findings) {
    for (const Finding& one : *kept) {
      const bool same_rule = one.rule == finding.rule || one.contradicted == finding.rule;
      if (one.id != finding.id || !one.fresh || finding.fresh || !same_rule) continue;
      reports::take_fresh(finding, *one.fresh);
    }
  }
}

}  // namespace assay::runners
