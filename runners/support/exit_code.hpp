// SPDX-License-Identifier: Apache-2.0
// Exit code of a set of verdicts.
#pragma once

#include <algorithm>
#include <span>

#include "reference/judge/record.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

/// 1 where a case failed, else 3 where the harness or the board did, else 0.
inline int exit_code_of(std::span<const CaseRecord> records) {
  const auto failed = [](const CaseRecord& record) { return is_failure(record.verdict.kind); };
  const auto infra = [](const CaseRecord& record) {
    return record.verdict.kind == VerdictKind::infra;
  };
  if (std::ranges::any_of(records, failed)) return exit_deviates;
  return std::ranges::any_of(records, infra) ? exit_infra : exit_conforms;
}

}  // namespace assay::runners
