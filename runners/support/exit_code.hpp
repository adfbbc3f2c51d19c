// SPDX-License-Identifier: Apache-2.0
// Exit code of a set of verdicts.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "reference/judge/record.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

/// Whether cases exercised an erratum in effect that none of them shows.
inline bool has_hidden_erratum(std::span<const CaseRecord> records) {
  std::map<std::string, bool> shown;
  for (const CaseRecord& record : records) {
    for (const SeenErratum& one : record.verdict.errata) shown[one.number] |= one.shown > 0;
  }
  return std::ranges::any_of(shown, [](const auto& one) { return !one.second; });
}

/// 1 where a case failed, else 3 where the harness or the board did, else 0. If `strict`, a known
/// deviation is a failure, and so is an erratum in effect that cases exercised and none shows.
inline int exit_code_of(std::span<const CaseRecord> records, bool strict = false) {
  const auto failed = [=](const CaseRecord& record) {
    const VerdictKind kind = record.verdict.kind;
    return is_failure(kind) || (strict && kind == VerdictKind::known_deviation);
  };
  const auto infra = [](const CaseRecord& record) {
    return record.verdict.kind == VerdictKind::infra;
  };
  const bool hidden = strict && has_hidden_erratum(records);
  if (hidden || std::ranges::any_of(records, failed)) return exit_deviates;
  return std::ranges::any_of(records, infra) ? exit_infra : exit_conforms;
}

}  // namespace assay::runners
