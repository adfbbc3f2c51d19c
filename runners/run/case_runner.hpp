// SPDX-License-Identifier: Apache-2.0
// A case of a run on one worker: as often as it takes to know what its failure is worth.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runners/run/canary_case.hpp"
#include "runners/run/order_search.hpp"
#include "runners/run/run_options.hpp"

namespace assay::runners {

/// A case that failed in one execution and not in another becomes `flaky`; the reason says how
/// often and what the first failure was. What is kept besides is of that first failure.
void settle(CaseResult& kept, std::uint64_t executions, std::uint64_t failed);

/// The state that the workers of a run share, such as whether the board is lost.
class CaseRunner {
 public:
  /// `board` is the name of the machine and board in records; empty for the host.
  CaseRunner(const Execution& execution, std::string board, std::string backend, Standard standard)
      : execution_(execution),
        board_(std::move(board)),
        backend_(std::move(backend)),
        standard_(std::move(standard)),
        canary_(standard_, backend_) {}

  /// Executes and judges the cases together, and then each alone until it has `execution.repeat`
  /// executions, or after a failure `execution.rerun` more than one. A case that fails after others
  /// in a process and not alone in a new one becomes `flaky`, and its reason names those others; of
  /// a form this is tried once. Where the canary shows that the board is lost, the verdict is
  /// `infra`, and so it is for every case from then on. Any number of threads, one per backend.
  std::vector<CaseResult> run(const std::vector<StoredCase>& tests, Backend& backend);
  bool board_lost() const { return lost_; }
  const CanaryCase& canary() const { return canary_; }

 private:
  bool blame_board(CaseResult& result, Backend& backend);
  CaseResult settled(CaseResult first, Backend& backend, const ExecutedCases& before);
  CaseResult executed_enough(CaseResult first, Backend& backend);
  void explain_order(CaseResult& kept, Backend& backend, const ExecutedCases& before);
  bool first_failure_of_form(const CaseRecord& record);
  ExecutedCases& executed_on(const Backend& backend);
  CaseResult not_executed(StoredCase stored) const;

  const Execution& execution_;
  std::string board_;
  std::string backend_;
  Standard standard_;
  CanaryCase canary_;
  std::atomic<bool> lost_ = false;
  std::mutex mutex_;                                  // of what follows
  std::map<const Backend*, ExecutedCases> executed_;  // each used by the thread of its backend
  std::set<std::string> failed_forms_;                // "TADD/plain": those with a failure
};

}  // namespace assay::runners
