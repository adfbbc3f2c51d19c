// SPDX-License-Identifier: Apache-2.0
// The first and the last line of a run's journal: what was planned, and that and how it ended.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reference/judge/records/record.hpp"
#include "reference/judge/records/records.hpp"

namespace assay::runners {

/// The first line. Journals of version 2 have none.
struct JournalHead {
  std::size_t planned = 0;  ///< cases of the run, or of its shard
  PlannedOps ops = {};
};

/// The last line. A journal without it is of a run that was killed, lost its disk or still goes on.
struct JournalEnd {
  Completion completion = {};
  std::size_t cases = 0;  ///< that have records in the journal
  bool board_lost = false;
  double seconds = 0;  ///< that the run took, or its last part
};

/// One JSON object each, as JournalFile takes it.
std::string to_json(const JournalHead& head);
std::string to_json(const JournalEnd& end);
/// Nothing for another line. Throws std::runtime_error where the line is damaged.
std::optional<JournalHead> head_from(std::string_view line);
std::optional<JournalEnd> end_from(std::string_view line);

/// A journal, read.
struct Journal {
  std::optional<JournalHead> head = {};
  Records records = {};
  std::optional<JournalEnd> end = {};
};

/// Cases that have records; each has one of every backend, one after the other.
std::size_t cases_in(const Records& records);

/// Facts from run.json and summary.json for a journal that is too old to have them.
struct OlderAccount {
  std::size_t planned = 0;  ///< cases; 0: not known
  /// The completion in the summary; nothing without a summary, which is written last.
  std::optional<Completion> summary = {};
};

/// Whether a run did what it planned, from what is on the disk: the one place where that is
/// decided. A journal of an earlier version is complete if its summary says so, or if it holds as
/// many cases as were planned.
Completion completion_of(const Journal& journal, const OlderAccount& older);

}  // namespace assay::runners
