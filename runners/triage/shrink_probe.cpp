// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/shrink_probe.hpp"

#include <exception>

#include "runners/cases/stored/contents.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

bool ShrinkProbe::start(const StoredCase& stored) {
  trials_of_run_ = stored.test.intent.legal() ? 3 : 1;
  wanted_ = execute(stored, true);
  kept_ = wanted_;
  if (!is_failure(wanted_.kind)) return false;
  all_trials_ = trials_of_run_ > 1 && !is_wanted(execute(stored, false));
  return true;
}

bool ShrinkProbe::still_fails(const StoredCase& stored) {
  if (spent()) return false;
  const Verdict verdict = execute(stored, all_trials_);
  if (!is_wanted(verdict)) return false;
  kept_ = verdict;
  return true;
}

bool ShrinkProbe::confirm(const StoredCase& stored) {
  const Verdict verdict = execute(stored, true);
  if (!is_wanted(verdict)) return false;
  kept_ = verdict;
  return true;
}

ShrinkProbe::Answer ShrinkProbe::answer(const StoredCase& stored) {
  const Verdict verdict = execute(stored, all_trials_);
  if (is_wanted(verdict)) return Answer::fails;
  // Of one element a wrong implementation may have made the right result.
  const bool is_right =
      verdict.kind == VerdictKind::conforms || verdict.kind == VerdictKind::distrusted;
  return is_right ? Answer::passes : Answer::other;
}

bool ShrinkProbe::is_wanted(const Verdict& verdict) const {
  return verdict.kind == wanted_.kind && verdict.deviation == wanted_.deviation;
}

/// A call that no recipe draws, and that the reference cannot compute, is no smaller case.
Verdict ShrinkProbe::execute(const StoredCase& stored, bool all_trials) {
  std::vector<std::vector<ElementArray>> contents = contents_of(stored.test, stored.before);
  if (!all_trials) contents.resize(1);
  executions_ += contents.size();
  try {
    const auto expected = expected_of(stored.test, stored.before, standard_.tolerances);
    const std::uint64_t capacity = text_capacity_of(stored.test, expected);
    const auto trials = backend_.run_one({&stored.test, std::move(contents), capacity});
    return judge(stored.test, trials, expected, standard_);
  } catch (const InfraError&) {
    throw;
  } catch (const std::exception& error) {
    Verdict verdict;
    verdict.kind = VerdictKind::infra;
    verdict.reason = error.what();
    return verdict;
  }
}

}  // namespace assay::runners
