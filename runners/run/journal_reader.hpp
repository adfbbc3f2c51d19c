// SPDX-License-Identifier: Apache-2.0
// The records of a run, from its journal.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "runners/run/journal_ends.hpp"
#include "runners/run/journal_file.hpp"

namespace assay::runners {

/// `run` is the folder of a run or a journal. A last line without its line feed was cut off while
/// it was written and does not count. Throws UsageError with file and line, and where the journal
/// of a finished run has fewer records than its summary counts.
Records read_records(const std::filesystem::path& run);

/// The records of a run and what its folder says about it; of a journal without run.json, what it
/// says itself.
struct RecordedRun {
  Records records;
  RunInfo info;
};
/// Throws as read_records(), and where run.json or summary.json is not whole.
RecordedRun read_run(const std::filesystem::path& run);

/// The exit code of a command that shows a run without judging it: exit_infra if the run is
/// incomplete and may not be partial.
int code_of(const Completion& completion);

/// Says on standard error of a run that is not complete how far it came.
void say_stopped(const Completion& completion);

/// A journal alone, whatever is next to it; one that cannot be read has nothing.
Journal journal_in(const std::filesystem::path& journal);

/// Drops wrong tiles and wrong text of a record that a line of a journal holds; they are read from
/// there on demand.
void leave_in_line(CaseRecord& record, const std::shared_ptr<const std::filesystem::path>& journal,
                   const LinePlace& place);

}  // namespace assay::runners
