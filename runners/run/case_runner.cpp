// SPDX-License-Identifier: Apache-2.0
#include "runners/run/case_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runners/support/environment.hpp"

namespace assay::runners {
namespace {

bool failed(const CaseResult& result) { return is_failure(result.record.verdict.kind); }

bool is_infra(const CaseResult& result) { return result.record.verdict.kind == VerdictKind::infra; }

std::string flaky_reason(const Verdict& first, std::uint64_t executions, std::uint64_t failures) {
  const bool gone = failures == 1 && executions > 2;
  return fmt::format("failed in {} of {} executions{}; the first failure was {}: {}", failures,
                     executions, gone ? " and not again" : "", name_of(first.kind), first.reason);
}

/// The end of a reason: after which cases of its process a case fails.
std::string order_text(const std::vector<std::string>& names) {
  if (names.empty()) return "; it fails as the first call of a process, and not after itself";
  std::string after;
  for (const std::string& name : names) after += fmt::format(" --after '{}'", name);
  return fmt::format(
      "; it fails after {} in the same process, and not alone: add{} to 'assay replay'",
      names.size() == 1 ? "another case" : fmt::format("{} cases", names.size()), after);
}

/// Whether an execution ended so.
bool any_ended(const CaseResult& result, bool Outcome::*so) {
  return std::ranges::any_of(result.trials, [so](const Trial& trial) { return trial.outcome.*so; });
}

/// "npu7", or "npu7/2" where the backend names its device.
std::string board_of(const Backend& backend, const std::string& name) {
  if (!backend.executes()) return {};
  const std::string& device = backend.info().device;
  const std::string board = name.empty() ? host_name() : name;
  return device.empty() ? board : fmt::format("{}/{}", board, device);
}

/// A worker that was ended from outside says nothing about the case that ran.
void excuse(CaseRecord& record) {
  record.verdict = {
      .kind = VerdictKind::infra,
      .reason = fmt::format("workers were ended from outside, and not under this case "
                            "alone: {}",
                            record.verdict.reason)};
}

}  // namespace

void settle(CaseResult& kept, std::uint64_t executions, std::uint64_t failures) {
  CaseRecord& record = kept.record;
  record.executions = executions;
  record.failed_executions = failures;
  if (failures == 0 || failures == executions) return;
  record.verdict.reason = flaky_reason(record.verdict, executions, failures);
  record.verdict.kind = VerdictKind::flaky;
}

bool CaseRunner::blame_board(CaseResult& result, Backend& backend) {
  const std::optional<std::string> board_loss = canary_.board_loss(backend);
  if (!board_loss) return false;
  lost_ = true;
  result.board_lost = true;
  result.record.verdict = {.kind = VerdictKind::infra, .reason = *board_loss};
  return true;
}

CaseResult CaseRunner::not_executed(StoredCase stored) const {
  CaseResult result;
  result.test = std::move(stored.test);
  result.stored = std::move(stored.before);
  result.program = std::move(stored.program);
  result.record = record_of(
      result.test, {.kind = VerdictKind::infra, .reason = "the board is lost: not executed"});
  result.record.backend = backend_;
  result.board_lost = true;
  return result;
}

ExecutedCases& CaseRunner::executed_on(const Backend& backend) {
  const std::lock_guard lock(mutex_);
  return executed_[&backend];
}

bool CaseRunner::first_failure_of_form(const CaseRecord& record) {
  const std::lock_guard lock(mutex_);
  return failed_forms_.insert(record.op + "/" + record.form).second;
}

/// A failure that a new process does not repeat comes from what its process executed before.
void CaseRunner::explain_order(CaseResult& kept, Backend& backend, const ExecutedCases& before) {
  const auto fails_after = [&](const std::vector<std::size_t>& places) {
    std::vector<StoredCase> tests;
    tests.reserve(places.size() + 1);
    for (const std::size_t place : places) tests.push_back(before.at(place));
    tests.push_back(kept.again());
    backend.begin_anew();
    const auto results = execute_and_judge(std::move(tests), backend, standard_, backend_);
    return failed(results.back());
  };
  const bool always = kept.record.failed_executions == kept.record.executions;
  if (always && fails_after({})) return;
  const auto places = cases_that_matter(before.size(), fails_after);
  if (!places || (places->empty() && always)) return;
  std::vector<std::string> names;
  for (const std::size_t place : *places) names.push_back(before.at(place).test.name);
  CaseRecord& record = kept.record;
  if (always) settle(kept, record.executions + 1, record.failed_executions);
  record.verdict.reason += order_text(names);
}

CaseResult CaseRunner::settled(CaseResult first, Backend& backend, const ExecutedCases& before) {
  CaseResult kept = executed_enough(std::move(first), backend);
  const VerdictKind kind = kept.record.verdict.kind;
  // A crash may come after its call has returned, and then alone in a process not at all.
  const bool may_depend = kind == VerdictKind::deviates || kind == VerdictKind::flaky;
  if (may_depend && backend.executes() && !kept.board_lost && !lost_ &&
      first_failure_of_form(kept.record)) {
    explain_order(kept, backend, before);
  }
  return kept;
}

CaseResult CaseRunner::executed_enough(CaseResult kept, Backend& backend) {
  if ((failed(kept) || is_infra(kept)) && blame_board(kept, backend)) return kept;
  if (is_infra(kept)) return kept;
  std::uint64_t executions = 1;
  std::uint64_t failures = failed(kept) ? 1 : 0;
  if (failures > 0 && any_ended(kept, &Outcome::confirmed)) {
    settle(kept, 2, 2);  // a third wait for a call that hangs would show nothing new
    return kept;
  }
  const bool sent = any_ended(kept, &Outcome::ended_from_outside);
  const auto wanted = [&] {
    return std::max(execution_.repeat, failures > 0 ? execution_.rerun + 1 : 1);
  };
  while (backend.executes() && executions < wanted() && !lost_) {
    CaseResult result = execute_and_judge(kept.again(), backend, standard_, backend_);
    if ((failed(result) || is_infra(result)) && blame_board(result, backend)) return result;
    if (is_infra(result)) break;
    ++executions;
    if (failed(result) && failures++ == 0) kept = std::move(result);
  }
  const bool excused = sent && failures < executions;
  if (excused) excuse(kept.record);
  settle(kept, executions, excused ? executions : failures);
  if (failures == 0) canary_.offer(kept);
  return kept;
}

std::vector<CaseResult> CaseRunner::run(const std::vector<StoredCase>& tests, Backend& backend) {
  std::vector<CaseResult> results;
  const std::string board = board_of(backend, board_);
  if (!lost_) results = execute_and_judge(tests, backend, standard_, backend_);
  ExecutedCases& before = executed_on(backend);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    if (lost_) {
      results.resize(std::max(results.size(), i + 1));
      results[i] = not_executed(tests[i]);
    } else {
      results[i] = settled(std::move(results[i]), backend, before);
      before.add(tests[i]);
    }
    results[i].record.board = board;
  }
  return results;
}

}  // namespace assay::runners
