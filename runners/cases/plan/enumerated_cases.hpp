// SPDX-License-Identifier: Apache-2.0
// The tiles of consecutive inputs of a suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generators/enumerate/enumeration.hpp"
#include "runners/cases/plan/plan_options.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/stored/case_facts.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Every tile of one enumeration after the other. Any number of threads.
class EnumeratedCases {
 public:
  /// Throws UsageError where the selection has no enumeration, with the reason if it has one op,
  /// InfraError at an interrupt.
  EnumeratedCases(const PlanOptions& options, const Suite& suite);

  /// For provenance.
  const std::string& selection() const { return selection_; }

  std::size_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  std::optional<StoredCase> draw(std::uint64_t index) const;
  std::string op_of(std::uint64_t index) const { return ops_[place_of(index)]; }
  CaseFacts facts_of(std::uint64_t index) const;
  static bool has_programs() { return false; }

 private:
  std::size_t place_of(std::uint64_t index) const;
  std::uint64_t tile_of(std::uint64_t index) const;

  std::vector<generators::Enumeration> enumerations_;
  std::vector<std::string> ops_;     ///< of each
  std::vector<std::uint64_t> ends_;  ///< of each, the index after its last tile
  std::string selection_;
};

}  // namespace assay::runners
