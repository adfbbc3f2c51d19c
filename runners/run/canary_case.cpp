// SPDX-License-Identifier: Apache-2.0
#include "runners/run/canary_case.hpp"

#include <fmt/format.h>

#include "runners/cases/plan/suite.hpp"

namespace assay::runners {
namespace {

/// Smaller ones are no better.
constexpr std::int64_t small_bytes = 4096;
constexpr int tries = 2;

}  // namespace

void CanaryCase::offer(const CaseResult& result) {
  const Verdict& verdict = result.record.verdict;
  if (verdict.kind != VerdictKind::conforms || verdict.compared == 0) return;
  if (!result.test.intent.legal() || result.program) return;
  const std::int64_t bytes = bytes_of(result.test.call);
  const std::lock_guard lock(mutex_);
  if (known_good_ && (bytes_ <= small_bytes || bytes >= bytes_)) return;
  known_good_ = result.again();
  bytes_ = bytes;
}

std::optional<std::string> CanaryCase::board_loss(Backend& backend) const {
  std::optional<StoredCase> stored;
  {
    const std::lock_guard lock(mutex_);
    stored = known_good_;
  }
  if (!stored) return std::nullopt;
  std::string reason;
  for (int i = 0; i < tries; ++i) {
    const CaseResult again = execute_and_judge(*stored, backend, standard_, backend_);
    const Verdict& verdict = again.record.verdict;
    if (verdict.kind == VerdictKind::conforms) return std::nullopt;
    reason = fmt::format("{}: {}", name_of(verdict.kind), verdict.reason);
    backend.begin_anew();  // a process that earlier calls spoiled is no dead board
  }
  return fmt::format("the board is lost: {}, which conformed before, now {}", stored->test.name,
                     reason);
}

std::string CanaryCase::name() const {
  const std::lock_guard lock(mutex_);
  return known_good_ && known_good_->before.empty() ? known_good_->test.name : std::string();
}

}  // namespace assay::runners
