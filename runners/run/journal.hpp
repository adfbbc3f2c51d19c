// SPDX-License-Identifier: Apache-2.0
// The truth of a run while it runs: one line per case, and beside it what the backend gave.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/judge/records.hpp"
#include "runners/run/case_work.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/run/spool.hpp"

namespace assay::runners {

/// journal.jsonl and, for a run that keeps tiles, run.spool. One process at a time.
class RunJournal {
 public:
  /// Takes the journal of the folder as it is, or begins it anew. What a killed process left of a
  /// line or of a spool record is cut off; so are `infra` verdicts at the end, because whatever
  /// lost the board there may be mended. Throws UsageError where another run writes it or a line is
  /// damaged, InfraError where it cannot be written. A case has
  /// `per_case` lines, and those of a case stay or go together.
  RunJournal(const RunFolder& folder, bool tiles, bool resume, std::size_t per_case = 1);

  /// The record that the lines hold, in the order of execution; wrong tiles and texts stay there.
  const Records& records() const { return records_; }
  /// From now on records do not know what a clock decided; the lines still do.
  void forget_times() { records_.forget_times(); }
  /// Of record `number`; only where the run keeps tiles.
  StoredTrial stored(std::size_t number) const { return spool_->read(number); }

  /// The line is in the file when this returns. Gives back what reading the line would.
  CaseRecord append(const CaseResult& result, const SpoolKeeps& keeps = {});
  /// Closes the spool and removes it: every file of the run is made.
  void drop_spool();

 private:
  std::shared_ptr<const std::filesystem::path> path_;
  std::filesystem::path spool_path_;
  JournalFile journal_;
  std::optional<RunSpool> spool_;
  Records records_;
};

}  // namespace assay::runners
