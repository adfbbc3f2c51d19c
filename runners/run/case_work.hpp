// SPDX-License-Identifier: Apache-2.0
// One case from its key to its verdict.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "golden/golden.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/programs/judge_program.hpp"
#include "reference/judge/records/record.hpp"
#include "runners/backend/backend.hpp"
#include "runners/cases/stored/case_facts.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// The result of a case. Of a program `test`, `trials` and `expected` are those of the
/// decisive call (JudgedCall), and `stored` has the inputs of that call.
struct CaseResult {
  Case test;
  std::vector<Trial> trials;
  std::vector<Expected> expected;    ///< empty for calls that must be refused
  std::vector<ElementArray> stored;  ///< contents of a case that no key draws
  CaseRecord record;
  std::shared_ptr<const Program> program = {};
  ProgramMemory memory = {};       ///< of a program that no name draws: its memories before
  ProgramMemory end = {};          ///< of the program, after its last call, the first time
  std::size_t call = 0;            ///< of the program: the one that decides
  std::vector<VerdictKind> kinds;  ///< of the calls of the program that were judged
  bool end_to_end = false;         ///< of the program: its calls were judged together, by their end
  bool board_lost = false;         ///< what was not executed for that, and the case that showed it
  bool unseen = false;             ///< inputs of the decisive call unseen (ProgramVerdict::unseen)

  /// The executed case, for another execution.
  StoredCase again() const {
    if (program) return {program->steps.back().test, memory, program};
    return {test, stored};
  }
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

/// The scenario in the record of a program: the decisive call, "call 3".
std::string call_text(std::size_t call);

/// Throws UsageError for a program whose last call is illegal: files of programs do not say that.
void require_storable(const Program& program);

/// The stored form of a program without any backend. Throws as require_storable() does.
golden::GoldenProgram golden_program_of(StoredCase stored, const ToleranceLookup& tolerances);

/// Either of them.
golden::GoldenItem golden_item_of(StoredCase stored, const ToleranceLookup& tolerances);

/// The stored form of a single call.
golden::GoldenCase golden_of(StoredCase stored, const ToleranceLookup& tolerances);

/// Case `index` of a run, or nothing where it is unreachable.
using CaseSource = std::function<std::optional<Case>(std::size_t index)>;

/// Expected results for contents of a legal case; none for a call that must be refused.
/// `looked` may have some already.
std::vector<Expected> expected_of(const Case& test_case, const std::vector<ElementArray>& before,
                                  const ToleranceLookup& tolerances,
                                  const generators::PrecomputedOracle* oracle = nullptr);

}  // namespace assay::runners
