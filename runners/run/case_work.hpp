// SPDX-License-Identifier: Apache-2.0
// One case from its key to its verdict.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "golden/golden.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/record.hpp"
#include "runners/backend/backend.hpp"
#include "runners/cases/stored_case.hpp"

namespace assay::runners {

/// What is known of a case after its run.
struct CaseResult {
  Case test;
  std::vector<Trial> trials;
  std::vector<Expected> expected;    ///< empty for calls that must be refused
  std::vector<ElementArray> stored;  ///< contents of a case that no key draws
  CaseRecord record;

  StoredCase again() const { return {test, stored}; }
};

/// Executes and judges cases, which a worker gets in as few requests as will do. Each result is
/// what it would be alone, but for a backend that remembers the calls before. Where no contents are
/// stored, operands hold what the case draws. A case that the harness itself fails on has the
/// verdict `infra` and no trials. `label` is what records call the backend. Throws InfraError where
/// no worker can start.
std::vector<CaseResult> execute_and_judge(std::vector<StoredCase> tests, Backend& backend,
                                          const Standard& standard, const std::string& label);
/// The same for one.
CaseResult execute_and_judge(StoredCase stored, Backend& backend, const Standard& standard,
                             const std::string& label);

/// The stored form of a case without any backend.
golden::GoldenCase golden_of(StoredCase stored, const ToleranceLookup& tolerances);

/// Case `index` of a run, or nothing where it is unreachable.
using CaseSource = std::function<std::optional<Case>(std::size_t index)>;

/// Expected results for contents of a legal case; none for a call that must be refused.
std::vector<Expected> expected_of(const Case& test, const std::vector<ElementArray>& before,
                                  const ToleranceLookup& tolerances);

}  // namespace assay::runners
