// SPDX-License-Identifier: Apache-2.0
#include "runners/run/case_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::runners {
namespace {

bool failed(const CaseResult& result) { return is_failure(result.record.verdict.kind); }

bool is_infra(const CaseResult& result) { return result.record.verdict.kind == VerdictKind::infra; }

std::string flaky_reason(const Verdict& first, std::uint64_t executions, std::uint64_t failures) {
  const bool gone = failures == 1 && executions > 2;
  return fmt::format("failed in {} of {} executions{}; the first failure was {}: {}", failures,
                     executions, gone ? " and not again" : "", name_of(first.kind), first.reason);
}

}  // namespace

bool is_loss_of_board(const Verdict& verdict) {
  return verdict.kind == VerdictKind::infra && verdict.reason.starts_with("the board is lost");
}

void settle(CaseResult& kept, std::uint64_t executions, std::uint64_t failures) {
  CaseRecord& record = kept.record;
  record.executions = executions;
  record.failed_executions = failures;
  if (failures == 0 || failures == executions) return;
  record.verdict.reason = flaky_reason(record.verdict, executions, failures);
  record.verdict.kind = VerdictKind::flaky;
}

bool CaseRunner::blame_board(CaseResult& result, Backend& backend) {
  const std::optional<std::string> death = sentinel_.death(backend);
  if (!death) return false;
  lost_ = true;
  result.record.verdict = {.kind = VerdictKind::infra, .reason = *death};
  return true;
}

CaseResult CaseRunner::not_executed(StoredCase stored) const {
  CaseResult result;
  result.test = std::move(stored.test);
  result.stored = std::move(stored.before);
  result.record = record_of(
      result.test, {.kind = VerdictKind::infra, .reason = "the board is lost: not executed"});
  result.record.backend = backend_;
  return result;
}

CaseResult CaseRunner::settled(CaseResult kept, Backend& backend) {
  if ((failed(kept) || is_infra(kept)) && blame_board(kept, backend)) return kept;
  if (is_infra(kept)) return kept;
  std::uint64_t executions = 1;
  std::uint64_t failures = failed(kept) ? 1 : 0;
  const auto wanted = [&] {
    return std::max(options_.repeat, failures > 0 ? options_.rerun + 1 : 1);
  };
  while (backend.executes() && executions < wanted() && !lost_) {
    CaseResult result = execute_and_judge(kept.again(), backend, standard_, backend_);
    if ((failed(result) || is_infra(result)) && blame_board(result, backend)) return result;
    if (is_infra(result)) break;
    ++executions;
    if (failed(result) && failures++ == 0) kept = std::move(result);
  }
  settle(kept, executions, failures);
  if (failures == 0) sentinel_.offer(kept);
  return kept;
}

std::vector<CaseResult> CaseRunner::run(const std::vector<StoredCase>& tests, Backend& backend) {
  std::vector<CaseResult> results;
  if (!lost_) results = execute_and_judge(tests, backend, standard_, backend_);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (lost_) {
      results.resize(std::max(results.size(), i + 1));
      results[i] = not_executed(tests[i]);
    } else {
      results[i] = settled(std::move(results[i]), backend);
    }
  }
  return results;
}

}  // namespace assay::runners
