// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/previous_run.hpp"

#include <algorithm>

namespace assay::reports {
namespace {

bool has(const std::vector<std::uint32_t>& sorted, std::uint32_t hash) {
  return std::ranges::binary_search(sorted, hash);
}

}  // namespace

std::uint32_t case_hash(std::string_view name) {
  // FNV-1a.
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

PastFinding past_finding(const Finding& finding) {
  PastFinding previous{finding.id, finding.op, finding.verdict, finding.pattern, finding.rule, {}};
  for (const std::string& name : finding.cases) previous.cases.push_back(case_hash(name));
  std::ranges::sort(previous.cases);
  return previous;
}

bool PreviousRun::knows(std::string_view name) const {
  return same_cases || has(judged, case_hash(name)) || finding_of(name) < findings.size();
}

std::size_t PreviousRun::finding_of(std::string_view name) const {
  const std::uint32_t hash = case_hash(name);
  const auto found =
      std::ranges::find_if(findings, [&](const PastFinding& one) { return has(one.cases, hash); });
  return static_cast<std::size_t>(found - findings.begin());
}

PreviousRun previous_run_of(const Records& records, std::span<const Finding> findings) {
  PreviousRun previous;
  for (const Finding& finding : findings) previous.findings.push_back(past_finding(finding));
  for (const CaseRecord& record : records) {
    const VerdictKind kind = record.verdict.kind;
    if (is_failure(kind) || kind == VerdictKind::conforms)
      previous.judged.push_back(case_hash(record.name));
  }
  std::ranges::sort(previous.judged);
  return previous;
}

}  // namespace assay::reports
