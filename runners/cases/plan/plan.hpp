// SPDX-License-Identifier: Apache-2.0
// The plan of a run: its cases and their order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "generators/programs/programs.hpp"
#include "runners/cases/plan/case_drawing.hpp"
#include "runners/cases/plan/few_signatures.hpp"
#include "runners/cases/plan/plan_options.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/stored/named_cases.hpp"

namespace assay::runners {

/// Everything that is decided before the first case. The whole plan has total() cases with an
/// index from 0; a run executes those of its shard, by position from 0.
class RunPlan {
 public:
  /// Throws UsageError where the options select nothing or name something unknown.
  /// `kept` are the names that a resumed run has in its folder, where its options do not say them.
  explicit RunPlan(const PlanOptions& options, std::optional<NamedCases> kept = {});
  RunPlan(const RunPlan&) = delete;
  RunPlan& operator=(const RunPlan&) = delete;

  std::size_t total() const {
    return named_.size() == 0 ? cases_.size() + programs_.size() : named_.size();
  }
  std::size_t size() const { return order_.size(); }
  std::uint64_t index_of(std::size_t position) const { return order_[position]; }
  /// True where positions go up with the index.
  bool in_order() const { return in_order_; }
  std::uint64_t seed() const { return seed_; }
  /// True if no seed was given and the day determined it.
  bool dated() const { return dated_; }
  const std::string& suite() const { return suite_name_; }
  bool has_programs() const { return !programs_.empty(); }
  /// For provenance; the same for every shard.
  const std::string& selection() const { return selection_; }
  /// SHA-256 of everything that decides the cases of the whole plan.
  std::string digest() const;
  /// The cases of a plan that names them; none otherwise.
  const NamedCases& named() const { return named_; }
  /// True where the options alone do not say the cases, and the folder of the run must.
  bool keeps_names() const { return keeps_names_; }

  /// Mnemonics of the cases of a suite, ascending; none where cases are named.
  std::vector<std::string> ops() const;

  /// Mnemonic of the case at a position.
  std::string op_of(std::size_t position) const;

  /// Cases of each op of the run, and how many of them are legal calls where recipes say it.
  PlannedOps planned_ops() const;

  /// Forgets the cases at these positions, in ascending order; later cases move forward.
  void leave_out(const std::vector<std::size_t>& positions);

  /// Whether the next shard executes the case at `index` again; chosen by seed and index.
  bool replicated(std::uint64_t index) const;
  /// Indices of the replicated cases of the shard before, which this one executes again.
  const std::vector<std::uint64_t>& replicas() const { return replicas_; }

  /// Whether the case at `index` is the sample of its op, form and element type; see sample_of().
  /// Cases that are named explicitly are all samples.
  bool sampled(std::uint64_t index) const { return sampled_[index]; }
  /// Positions in an order of which every beginning is spread; see spread_order(). Of named cases
  /// the order they have.
  std::vector<std::size_t> spread() const;
  const std::vector<generators::Recipe>& recipes() const { return recipes_; }

  /// How many signatures the cases of a suite have, and how many of them the plan keeps; of a plan
  /// that keeps all of them nothing.
  struct FewKept {
    std::size_t kept = 0;
    std::size_t all = 0;
  };
  const std::optional<FewKept>& few() const { return few_; }
  /// Whether it is known that another case of the plan has the signature of the one at a position.
  bool repeats_signature(std::size_t position) const {
    return !repeats_.empty() && repeats_[order_[position]];
  }

  /// How many cases are drawn in the place of those of which no value would be compared, and how
  /// many have none in their place and are left out.
  const FirstRefusals::Counts& again() const { return again_; }
  /// Names of the cases that represent all that a backend's profile declines for one reason, and
  /// that reason.
  const std::map<std::string, std::string>& declined() const { return declined_; }

  /// See CaseDrawing.
  std::optional<StoredCase> draw(std::size_t position) const;
  std::optional<StoredCase> draw_index(std::uint64_t index) const;
  /// The recipe of a case of a suite of single calls, and its types as CaseDrawing::draw_types().
  const generators::Recipe& recipe_of(std::size_t position) const {
    return *cases_[order_[position]].recipe;
  }
  std::optional<Call> draw_types(std::size_t position) const {
    return drawing_.draw_types(cases_[order_[position]]);
  }

 private:
  void plan_suite(const PlanOptions& options);
  void plan_programs(const CaseSelection& cases, const Suite& suite);
  void choose_cases(unsigned jobs, bool quiet);
  void keep_few(FewSignatures& chosen);
  void sample_kept();
  void plan_order(const PlanShare& share);
  std::vector<std::uint64_t> indices_of(const Shard& shard) const;

  NamedCases named_;
  bool keeps_names_ = false;
  std::vector<generators::Recipe> recipes_;
  std::vector<PlannedCase> cases_;
  /// A program to be drawn.
  struct PlannedProgram {
    generators::ProgramRecipe recipe;
    std::uint64_t number = 0;
  };
  std::vector<PlannedProgram> programs_;
  std::vector<bool> sampled_;
  std::vector<std::uint64_t> order_;
  std::vector<std::uint64_t> replicas_;
  std::uint64_t replicate_ = 0;  ///< millionths
  bool in_order_ = true;
  std::uint64_t seed_ = 1;
  bool dated_ = false;
  CaseDrawing drawing_;
  std::vector<Variant> variants_;  ///< by index; empty where every case is as planned
  FirstRefusals::Counts again_;
  std::map<std::string, std::string> declined_;
  SignatureChoice signatures_ = SignatureChoice::all;
  std::optional<FewKept> few_;
  std::vector<bool> left_out_;  ///< by index; empty where all cases are there
  std::vector<bool> repeats_;   ///< by index; empty if not known
  std::string suite_name_;
  std::string selection_;
};

}  // namespace assay::runners
