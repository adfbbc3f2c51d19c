// SPDX-License-Identifier: Apache-2.0
// The programs of a suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generators/programs/programs.hpp"
#include "runners/cases/plan/plan_options.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/stored/case_facts.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Any number of threads.
class ProgramCases {
 public:
  /// Throws UsageError where the selection has no program.
  ProgramCases(const CaseSelection& cases, const Suite& suite, std::uint64_t seed);

  /// For provenance.
  const std::string& selection() const { return selection_; }

  std::size_t size() const { return programs_.size(); }
  std::optional<StoredCase> draw(std::uint64_t index) const;
  static std::string op_of(std::uint64_t /*index*/) { return std::string(program_op); }
  static CaseFacts facts_of(std::uint64_t /*index*/) { return {}; }
  static bool has_programs() { return true; }

 private:
  /// A program to be drawn.
  struct Planned {
    generators::ProgramRecipe recipe;
    std::uint64_t number = 0;
  };
  void add(const CaseSelection& cases, const Suite& suite, Target target, std::uint64_t count);

  std::uint64_t seed_;
  std::vector<Planned> programs_;
  std::string selection_;
};

}  // namespace assay::runners
