// SPDX-License-Identifier: Apache-2.0
// The truth of a run: what was planned, a line per case, how it ended; and what the backend gave.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "runners/run/case_work.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/journal_ends.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/run/trial_store.hpp"

namespace assay::runners {

/// journal.jsonl and, for a run that keeps tiles, run.spool. One process at a time.
class RunJournal {
 public:
  /// Takes the existing journal of the folder, or begins a new one. Removes an incomplete line or
  /// spool record of a killed process, and `infra` verdicts at the end, because the cause of a lost
  /// board may be fixed. Throws UsageError where another run writes it or a line is damaged,
  /// InfraError where it cannot be written. A case has `per_case` lines, and those of a case stay
  /// or go together. A new journal begins with `head`; one that is resumed keeps its last line
  /// until go_on().
  RunJournal(const RunFolder& folder, bool tiles, bool resume, const JournalHead& head,
             std::size_t per_case = 1);

  /// From now on lines are added. What does not stay is cut off now, and not before it is known
  /// that the journal is of this run.
  void go_on();

  /// The record that the lines hold, in the order of execution; wrong tiles and texts stay there.
  const Records& records() const { return records_; }
  /// The trial of record `number`; only if the run keeps tiles.
  StoredTrial stored(std::size_t number) const { return spool_->read(number); }

  /// The line is in the file when this returns. Gives back what reading the line would.
  CaseRecord append(const CaseResult& result, const KeptParts& keeps = {});
  /// Says that the run ended, and how. Nothing may be appended any more.
  void close(const JournalEnd& end) { journal_.append(to_json(end)); }
  /// Where record `number` is in the file, from 1.
  static std::size_t line_of(std::size_t number) { return number + 2; }
  /// Closes the spool and removes it: every file of the run is made.
  void drop_spool();

 private:
  std::shared_ptr<const std::filesystem::path> path_;
  std::filesystem::path spool_path_;
  JournalFile journal_;
  std::optional<TrialStore> spool_;
  Records records_;
  std::string head_;  ///< of a new journal; else empty
};

}  // namespace assay::runners
