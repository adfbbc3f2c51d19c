// SPDX-License-Identifier: Apache-2.0
// The files that a run writes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "golden/golden.hpp"
#include "reference/judge/records/records.hpp"
#include "reports/findings/extras.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/run/journal.hpp"
#include "runners/run/replicas.hpp"
#include "runners/run/run_options.hpp"
#include "runners/run/run_state.hpp"
#include "runners/run/tile_keeper.hpp"

namespace assay::runners {

/// Whether golden or result file may want what the backends made of the case at `index`, and not
/// its records alone. From any thread.
bool wants_tiles(const RunPlan& plan, const TileOptions& options, std::uint64_t index,
                 const std::vector<CaseResult>& results);

/// Journal, golden and result file, and the reports of a run. Reports, golden and result file are
/// in planned order and depend only on the journal and its spool, not on which process wrote them
/// or when. A run that is not finished leaves no golden, result or report file.
class RunFiles {
 public:
  /// To resume: takes up what the journal has. Throws UsageError where it is of another run.
  RunFiles(const RunFolder& folder, const RunPlan& plan, const RunOptions& options,
           const RunState& state, const ToleranceLookup& tolerances);

  /// Position of the first case that the journal does not have.
  std::size_t next() const { return next_; }
  const Records& records() const { return journal_.records(); }

  /// The case at `position`, once per backend; positions go up.
  void add(std::size_t position, std::vector<CaseResult> results);
  /// Says in the journal how the run ended; before the reports, which are made from it.
  void close(const RunInfo& info);
  /// Makes all files but the summary.
  void finish(const RunInfo& info, const reports::ReportExtras& extras);
  /// Makes the summary, which says that every file is there.
  void seal(const RunInfo& info, const reports::Waived& waived);

  /// The file of replicated cases, of a run that has them.
  ReplicaFile& replicas() { return *replicas_; }

  /// The numbers of cases whose tiles the golden and the result file hold.
  TileCounts tiles() const { return keeper_.counts(); }

  /// The records for reports, in planned order. To be called after the last add().
  const Records& reported();

 private:
  /// Throws for a record that no case of the plan has.
  [[noreturn]] void foreign(std::size_t record) const;
  void locate();
  void start_tiles();
  /// Offers what the spool has to the keeper again.
  void recall_tiles();
  KeptParts offered(std::uint64_t index, const std::vector<CaseResult>& results);
  bool is_passing(std::size_t case_number) const;
  std::size_t per_case() const { return state_.tested.backends.size(); }
  /// Writes the tiles of cases that are kept, in planned order.
  void write_stored_tiles();

  const RunFolder& folder_;
  const RunPlan& plan_;
  const RunOptions& options_;
  const RunState& state_;
  const ToleranceLookup& tolerances_;
  RunJournal journal_;
  std::optional<ReplicaFile> replicas_;
  std::optional<Records> sorted_;  ///< where the journal has another order
  TileKeeper keeper_;
  std::vector<std::size_t> positions_;  ///< of the cases
  std::size_t next_ = 0;
  std::optional<golden::GoldenWriter> golden_;
  std::vector<std::unique_ptr<golden::ResultWriter>> results_;  ///< one per backend
};

}  // namespace assay::runners
