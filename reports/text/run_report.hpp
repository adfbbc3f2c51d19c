// SPDX-License-Identifier: Apache-2.0
// A run as text: console, Markdown, JSON and CSV.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>

#include "reference/judge/records/records.hpp"
#include "reference/support/atomic_file.hpp"
#include "reports/findings/extras.hpp"
#include "reports/words/tally.hpp"

namespace assay::reports {

/// Which rows of a table are shown: all, or those with a case that failed, deviates as known or was
/// lost, and those with a target on which nothing was judged. One line summarizes the rest, or the
/// whole table if that would still be long.
enum class TableRows : std::uint8_t { all, notable };

/// The answer; the findings, or without them the first failures with their replay line; then the
/// table op x dtype with verdict counts and worst ulp, errata, choices, waivers, and what was not
/// shown. After failures, the answer once more as the last line. `colour` for terminals.
void print_summary(std::ostream& out, const Records& records, const RunInfo& info, bool colour,
                   const ReportExtras& extras = {}, TableRows rows = TableRows::all);
/// The same where the records are counted already.
void print_summary(std::ostream& out, const Records& records, const RunCounts& counts,
                   const RunInfo& info, bool colour, const ReportExtras& extras,
                   TableRows rows = TableRows::all);

/// Of a run on several backends: for the first with each of the others a count of wrong results of
/// either, by op, and the first cases in which two disagree, with both verdicts. Records of one
/// case follow each other.
void print_three_way(std::ostream& out, const Records& records, bool colour);

/// Markdown for a chat message or a tracker issue: the answer, findings with a replay line each,
/// new ones first, how many were left out, and counts. Some 30 lines and 4,000 characters at most,
/// unless names of suite and backend are longer than a line.
std::string as_markdown(const Records& records, const RunInfo& info, const ReportExtras& extras);

/// A run counted, as one JSON object: answer, verdicts in all and by op, dtype and target, what was
/// not run. What may differ between two equal runs is only in `environment`.
std::string summary_as_json(const Records& records, const RunInfo& info, const Waived& waived = {});
void write_summary(const std::filesystem::path& path, const Records& records, const RunInfo& info,
                   const Waived& waived = {});

/// A header and one row per case (RFC 4180, UTF-8); an empty field if there is no value. A run that
/// is not complete has a last row without a name, whose verdict is `not_run` and whose reason says
/// how far the run came. Written row by row: all rows of a million cases would take too much
/// memory.
void put_csv(const Records& records, const RunInfo& info, const support::Sink& sink);
std::string cases_as_csv(const Records& records, const RunInfo& info = {});
void write_csv(const std::filesystem::path& path, const Records& records, const RunInfo& info = {});

}  // namespace assay::reports
