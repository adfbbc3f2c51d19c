// SPDX-License-Identifier: Apache-2.0
// The context of the records of a run: findings, waivers, earlier nightly runs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/extras.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/journal_reader.hpp"
#include "runners/run/run_options.hpp"

namespace assay::runners {

/// Throws UsageError where an option names a history that is not there: for those who only read.
void require_history(const ContextOptions& options);
/// Makes the folder. Throws InfraError if no nightly run can be added to the history.
void open_history(const ContextOptions& options);

/// Reads waivers, history and baseline when it is made, so that bad input ends a run before its
/// first case. Throws UsageError.
class RunContext {
 public:
  explicit RunContext(const ContextOptions& options);

  /// Null without one.
  const Records* baseline() const { return baseline_ ? &baseline_->records : nullptr; }

  /// The context of the records of `run`, a folder or journal: findings with their first nightly
  /// run, waivers with their use, the history up to this run, which is last whether the folder has
  /// it or not, and what changed since the baseline.
  reports::ReportExtras extras(const Records& records, const RunInfo& info,
                               const std::filesystem::path& run) const;

  /// Writes findings.json, and adds the run to the history, where there is one.
  void write(const RunFolder& folder, const reports::ReportExtras& extras,
             const RunInfo& info) const;

 private:
  std::vector<reports::Waiver> waivers_;
  std::vector<reports::RunSummary> summaries_;
  std::optional<RecordedRun> baseline_;
  std::filesystem::path baseline_run_;
  std::string history_;
  std::string today_;
};

}  // namespace assay::runners
