// SPDX-License-Identifier: Apache-2.0
// The single calls of a suite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runners/cases/plan/case_drawing.hpp"
#include "runners/cases/plan/few_signatures.hpp"
#include "runners/cases/plan/plan_options.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/stored/case_facts.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Cases that recipes draw. All that is decided about them is decided of the whole plan, so that
/// every shard decides the same. Any number of threads.
class SuiteCases {
 public:
  /// Throws UsageError where the selection has no case, InfraError at an interrupt.
  SuiteCases(const PlanOptions& options, const Suite& suite, const Start& start);
  SuiteCases(SuiteCases&&) = default;
  SuiteCases& operator=(SuiteCases&&) = default;
  SuiteCases(const SuiteCases&) = delete;  // planned cases point to their recipes
  SuiteCases& operator=(const SuiteCases&) = delete;
  ~SuiteCases() = default;

  /// The suite, and how its signatures were chosen.
  const std::string& name() const { return name_; }
  /// For provenance.
  const std::string& selection() const { return selection_; }

  std::size_t size() const { return cases_.size(); }
  std::optional<StoredCase> draw(std::uint64_t index) const;
  const std::string& op_of(std::uint64_t index) const { return recipe_of(index).form->op; }
  CaseFacts facts_of(std::uint64_t index) const;
  static bool has_programs() { return false; }

  const std::vector<generators::Recipe>& recipes() const { return recipes_; }
  const generators::Recipe& recipe_of(std::uint64_t index) const { return *cases_[index].recipe; }
  /// As CaseDrawing::draw_types().
  std::optional<Call> draw_types(std::uint64_t index) const {
    return drawing_.draw_types(cases_[index]);
  }
  /// The place of each case in an order of which every beginning is spread; see spread_order().
  std::vector<std::pair<std::uint64_t, std::size_t>> spread_places() const;

  /// How many signatures the cases have, and how many of them are kept; of a suite that keeps all
  /// of them nothing.
  struct FewKept {
    std::size_t kept = 0;
    std::size_t all = 0;
  };
  const std::optional<FewKept>& few() const { return few_; }
  /// How many cases are drawn in the place of those of which no value would be compared, and how
  /// many have none in their place and are left out.
  const FirstRefusals::Counts& again() const { return again_; }
  /// Names of the cases that represent all that a backend's profile declines for one reason, and
  /// that reason.
  const std::map<std::string, std::string>& declined() const { return declined_; }

 private:
  void choose_cases(unsigned jobs, bool quiet, bool few);
  void keep_few(FewSignatures& chosen);
  void sample_kept();

  std::string name_;
  std::string selection_;
  std::vector<generators::Recipe> recipes_;
  std::vector<PlannedCase> cases_;
  CaseDrawing drawing_;
  std::vector<bool> sampled_;
  std::vector<Variant> variants_;  ///< by index; empty where every case is as planned
  std::vector<bool> left_out_;     ///< by index; empty where all cases are there
  std::vector<bool> repeats_;      ///< by index; empty if not known
  FirstRefusals::Counts again_;
  std::map<std::string, std::string> declined_;
  std::optional<FewKept> few_;
};

}  // namespace assay::runners
