// SPDX-License-Identifier: Apache-2.0
// Asks a backend whether a smaller case still fails as the first one did.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "reference/judge/judge.hpp"
#include "reference/judge/records/record.hpp"
#include "runners/backend/backend.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

class ShrinkProbe {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  ShrinkProbe(Backend& backend, const Standard& standard, std::uint64_t budget,
              const Deadline& deadline = {})
      : backend_(backend), standard_(standard), budget_(budget), deadline_(deadline) {}

  /// Executes the case as a run does and takes its failure for the one to keep (fails_alike). Where
  /// one execution alone shows the same, still_fails() uses one from now on. False where the case
  /// does not fail.
  bool start(const StoredCase& stored);

  /// False too where the budget is spent.
  bool still_fails(const StoredCase& stored);
  /// The same with all executions of a run, beyond the budget if need be.
  bool confirm(const StoredCase& stored);

  /// Whether a case that is not kept fails as wanted or conforms.
  enum class Answer : std::uint8_t { fails, passes, other };
  Answer answer(const StoredCase& stored);

  /// More calls than the budget had so far.
  void extend_budget(std::uint64_t executions) { budget_ += executions; }

  /// From now on every question takes all executions of a run.
  void use_all_trials() { all_trials_ = true; }
  bool uses_all_trials() const { return all_trials_; }

  const Verdict& verdict() const {
    return kept_.verdict;
  }  ///< of the last case that failed as wanted
  std::uint64_t executions() const { return executions_; }
  std::uint64_t left() const { return budget_ > executions_ ? budget_ - executions_ : 0; }
  bool is_late() const { return deadline_ && std::chrono::steady_clock::now() >= *deadline_; }
  bool spent() const { return executions_ + price() > budget_ || is_late(); }

 private:
  std::uint64_t price() const { return all_trials_ ? trials_of_run_ : 1; }
  CaseRecord execute(const StoredCase& stored, bool all_trials);

  Backend& backend_;
  const Standard& standard_;
  std::uint64_t budget_;
  Deadline deadline_;
  std::uint64_t executions_ = 0;
  std::uint64_t trials_of_run_ = 1;
  bool all_trials_ = false;
  CaseRecord wanted_;
  CaseRecord kept_;
};

}  // namespace assay::runners
