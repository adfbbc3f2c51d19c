// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/shrink_probe.hpp"

#include <exception>
#include <utility>

#include "reference/judge/records/wrong_tiles.hpp"
#include "reports/findings/pattern.hpp"
#include "runners/cases/stored/contents.hpp"
#include "runners/cases/stored/stored_case.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {

using reports::fails_alike;

bool ShrinkProbe::start(const StoredCase& stored) {
  trials_of_run_ = stored.test.intent.legal() ? 3 : 1;
  wanted_ = execute(stored, true);
  kept_ = wanted_;
  if (!is_failure(wanted_.verdict.kind)) return false;
  all_trials_ = trials_of_run_ > 1 && !fails_alike(execute(stored, false), wanted_);
  return true;
}

bool ShrinkProbe::still_fails(const StoredCase& stored) {
  if (spent()) return false;
  CaseRecord record = execute(stored, all_trials_);
  if (!fails_alike(record, wanted_)) return false;
  kept_ = std::move(record);
  return true;
}

bool ShrinkProbe::confirm(const StoredCase& stored) {
  CaseRecord record = execute(stored, true);
  if (!fails_alike(record, wanted_)) return false;
  kept_ = std::move(record);
  return true;
}

ShrinkProbe::Answer ShrinkProbe::answer(const StoredCase& stored) {
  CaseRecord record = execute(stored, all_trials_);
  if (fails_alike(record, wanted_)) return Answer::fails;
  // Of one element a wrong implementation may have made the right result.
  const bool is_right = record.verdict.kind == VerdictKind::conforms ||
                        record.verdict.kind == VerdictKind::distrusted;
  return is_right ? Answer::passes : Answer::other;
}

/// A call that no recipe draws, and that the reference cannot compute, is no smaller case.
CaseRecord ShrinkProbe::execute(const StoredCase& stored, bool all_trials) {
  std::vector<std::vector<ElementArray>> contents = contents_of(stored.test, stored.before);
  if (!all_trials) contents.resize(1);
  executions_ += contents.size();
  try {
    const auto expected = expected_of(stored.test, stored.before, standard_.tolerances);
    const std::uint64_t capacity = text_capacity_of(stored.test, expected);
    const auto trials = backend_.run_one({&stored.test, std::move(contents), capacity});
    CaseRecord record = record_of(stored.test, judge(stored.test, trials, expected, standard_));
    record.tiles = wrong_tiles(stored.test, trials, expected, record.verdict);
    return record;
  } catch (const InfraError&) {
    throw;
  } catch (const std::exception& error) {
    return record_of(stored.test, {.kind = VerdictKind::infra, .reason = error.what()});
  }
}

}  // namespace assay::runners
