// SPDX-License-Identifier: Apache-2.0
// The folder of a sweep and its journal: what a sweep has done survives the end of its process.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "golden/golden.hpp"
#include "reference/judge/records/sweep_record.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/run/merge_mark.hpp"

namespace assay::runners {

/// A part as one line of JSON, and back to an equal part. Numbers that are no integers are written
/// as bit patterns. Throws a std::exception for a line that is no part.
std::string part_to_line(const SweepPart& part);
SweepPart part_from_line(const std::string& line);

/// Parts of one journal, in order, which must not contradict themselves.
class PartCheck {
 public:
  /// Throws std::out_of_range where the counts of the part do not add up, or where it lists more or
  /// fewer wrong inputs and incidents than it counts and the journal has room for.
  void take(const SweepPart& part);

 private:
  std::size_t wrong_inputs_ = 0;  ///< listed so far
  std::size_t incidents_ = 0;     ///< the same
};

/// A folder that a merge of sweeps writes: new, empty, or with what a killed merge left, which
/// goes.
class MergedSweep {
 public:
  /// Throws UsageError and InfraError as SweepJournal does, and UsageError where another merge
  /// writes there.
  explicit MergedSweep(const std::string& folder);

  const std::filesystem::path& folder() const { return folder_; }
  /// Every file is there.
  void done() { mark_.done(); }

 private:
  std::filesystem::path folder_;
  MergeMark mark_;
};

/// FOLDER/sweep.jsonl: a line that says which sweep this is, then one line per chunk of inputs, in
/// order.
class SweepJournal {
 public:
  /// Takes a folder that is new or empty (an empty name: a fresh one under assay-runs), or, to
  /// `resume`, one whose journal begins with the header of the same sweep and shard. Throws
  /// UsageError where the folder is in use, holds something else or another sweep, or where there
  /// is nothing to resume; InfraError where it cannot be written.
  SweepJournal(const std::string& folder, const nlohmann::ordered_json& header, bool resume);
  /// Throws as the constructor does for a folder that cannot be used, and changes nothing.
  static void require_usable(const std::string& folder, bool resume);
  /// The journal of a merged sweep.
  SweepJournal(const MergedSweep& merged, const nlohmann::ordered_json& header);

  const std::filesystem::path& folder() const { return folder_; }
  const std::filesystem::path& path() const { return journal_.path(); }

  /// Calls `take` with every part that is there, in order; returns their number. Throws UsageError
  /// where a line is damaged. Once, before the first append().
  std::size_t replay(const std::function<void(SweepPart&)>& take) const;

  /// The line is in the file when this returns. Throws InfraError.
  void append(const SweepPart& part) { journal_.append(part_to_line(part)); }

 private:
  void require_header(const nlohmann::ordered_json& header) const;

  std::filesystem::path folder_;
  JournalFile journal_;
};

/// Whether the folder is one of a sweep.
bool is_sweep(const std::filesystem::path& folder);

/// The journal of a sweep that is not written any more, one part after the other.
class SweepJournalReader {
 public:
  /// Throws UsageError where the folder has none.
  explicit SweepJournalReader(const std::filesystem::path& folder);

  const nlohmann::ordered_json& header() const { return header_; }
  /// Throws UsageError where the next line is damaged.
  std::optional<SweepPart> next();

 private:
  std::filesystem::path path_;
  LineReader lines_;
  PartCheck check_;
  nlohmann::ordered_json header_;
};

/// sweep.h5 and sweep.html.
struct SweepTables {
  std::filesystem::path table;
  std::filesystem::path page;
};
/// Throws what writing them throws; each is there whole or not at all.
SweepTables write_tables(const std::filesystem::path& folder, const SweepRecord& record,
                         const golden::Provenance& provenance);

}  // namespace assay::runners
