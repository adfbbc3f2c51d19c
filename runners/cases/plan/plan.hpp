// SPDX-License-Identifier: Apache-2.0
// The plan of a run: its cases and their order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "runners/cases/plan/enumerated_cases.hpp"
#include "runners/cases/plan/plan_options.hpp"
#include "runners/cases/plan/program_cases.hpp"
#include "runners/cases/plan/suite_cases.hpp"
#include "runners/cases/stored/named_cases.hpp"

namespace assay::runners {

/// What gives the cases of a plan: size() of them, with an index from 0. Of each it knows its
/// op_of() and its facts_of(), and draw() gives it, from any thread.
using PlanSource = std::variant<SuiteCases, ProgramCases, EnumeratedCases, NamedCases>;

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
    return std::visit([](const auto& cases) { return cases.size(); }, cases_);
  }
  std::size_t size() const { return order_.size(); }
  std::uint64_t index_of(std::size_t position) const { return order_[position]; }
  /// True where positions go up with the index.
  bool in_order() const { return in_order_; }
  std::uint64_t seed() const { return from_.seed; }
  /// True if no seed was given and the day determined it.
  bool dated() const { return from_.dated; }
  const std::string& suite() const { return from_.suite; }
  /// For provenance; the same for every shard.
  const std::string& selection() const { return from_.selection; }
  /// SHA-256 of everything that decides the cases of the whole plan.
  std::string digest() const;

  /// The source of the cases if it is one of that kind, else null.
  template <typename Cases>
  const Cases* cases_as() const {
    return std::get_if<Cases>(&cases_);
  }
  /// Names that the folder of the run must keep, since the options alone do not say the cases; else
  /// null.
  const NamedCases* kept_names() const {
    return from_.keeps_names ? cases_as<NamedCases>() : nullptr;
  }
  /// The recipes of a suite of single calls; none of other plans.
  std::span<const generators::Recipe> recipes() const;
  /// Whether one of the cases is a program.
  bool has_programs() const {
    return std::visit([](const auto& cases) { return cases.has_programs(); }, cases_);
  }

  /// Mnemonic of the case at a position.
  std::string op_of(std::size_t position) const;
  /// Mnemonics of the cases of a suite of single calls, ascending; none of other plans.
  std::vector<std::string> ops() const;
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
  bool sampled(std::uint64_t index) const { return facts_of(index).sampled; }
  /// Positions in an order of which every beginning is spread; see spread_order(). Of programs and
  /// named cases the order they have.
  std::vector<std::size_t> spread() const;
  /// Whether it is known that another case of the run has the signature of the one at a position.
  bool repeats_signature(std::size_t position) const {
    return is_whole_ && facts_of(order_[position]).repeats_signature;
  }

  /// Nothing where the plan has no such case; see CaseDrawing.
  std::optional<StoredCase> draw(std::size_t position) const;
  std::optional<StoredCase> draw_index(std::uint64_t index) const;

 private:
  /// What files say about the cases.
  struct Provenance {
    std::string suite;
    std::string selection;
    std::uint64_t seed = 1;
    bool dated = false;
    bool keeps_names = false;
    std::int64_t large_bytes = 0;    ///< see Suite
    bool large_every_dtype = false;  ///< see Suite
  };
  struct Source;
  static Source source_of(const PlanOptions& options, std::optional<NamedCases> kept);
  static Source source_of(const CaseSelection& cases, NamedCases named);
  static Source source_of(const PlanOptions& options);
  RunPlan(const PlanShare& share, Source source);

  void plan_order(const PlanShare& share);
  std::vector<std::uint64_t> indices_of(const Shard& shard) const;
  CaseFacts facts_of(std::uint64_t index) const {
    return std::visit([index](const auto& cases) { return cases.facts_of(index); }, cases_);
  }

  PlanSource cases_;
  Provenance from_;
  std::vector<std::uint64_t> order_;
  std::vector<std::uint64_t> replicas_;
  std::uint64_t replicate_ = 0;  ///< millionths
  bool in_order_ = true;
  bool is_whole_ = true;  ///< no shard of several
};

}  // namespace assay::runners
