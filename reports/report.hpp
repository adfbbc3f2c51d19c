// SPDX-License-Identifier: Apache-2.0
// Views of a run: console, JUnit XML, JSON, HTML, and one case drawn in full.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/record.hpp"
#include "reports/finding.hpp"
#include "reports/history.hpp"
#include "reports/triage.hpp"
#include "reports/waiver.hpp"

namespace assay::reports {

/// What a view may show beside the records of a run. What is not known is empty.
struct ReportExtras {
  std::vector<Finding> findings;
  std::optional<Triage> triage;  ///< against a baseline
  std::vector<Night> history;    ///< oldest first, this run last
  Waived waived;
};

/// Against the baseline; without one against the nights before; without these every finding is new.
bool is_new(const ReportExtras& extras, const Finding& finding);

/// Table op x dtype with verdict counts and worst ulp, the findings, or without them the first
/// failures with their replay line, the waivers, and what was not shown. `colour` for terminals.
void print_summary(std::ostream& out, std::span<const CaseRecord> records, const RunInfo& info,
                   bool colour, const ReportExtras& extras = {});

/// Of a run on two backends: how often who was wrong, by op, and the first cases in which they
/// disagree, with both verdicts. Records of one case follow each other.
void print_three_way(std::ostream& out, std::span<const CaseRecord> records, bool colour);

/// Whether there is anything to be new against: a baseline, or nights before.
bool has_past(const ReportExtras& extras);

/// Markdown for a chat message or a tracker issue: the answer, findings with a replay line each,
/// new ones first, how many were left out, and counts. Some 30 lines and 4,000 characters at most,
/// unless names of suite and backend are longer than a line.
std::string as_markdown(std::span<const CaseRecord> records, const RunInfo& info,
                        const ReportExtras& extras);

/// JUnit XML, one testsuite per op, and one named `environment` without tests, which holds all that
/// may differ between two equal runs.
/// `time` and `timestamp` stand there alone: the journal has a duration for each case, but no two
/// executions take equally long, and the file of a run that was killed and resumed is that of an
/// unbroken one, byte for byte. `file` stands nowhere: what a person would open, the rule of a page
/// that made the case, is in no repository of theirs, and the replay line says more. Jenkins'
/// schema has no such attribute of a test case either.
std::string as_junit(std::span<const CaseRecord> records, const RunInfo& info);
/// The same as a file, written to a temporary name and renamed; throws std::runtime_error ("cannot
/// write report PATH: REASON") and leaves nothing behind.
void write_junit(const std::filesystem::path& path, std::span<const CaseRecord> records,
                 const RunInfo& info);

/// One self-contained HTML page that loads nothing, well-formed as XML. With scripts it filters,
/// sorts and draws; without them it still answers and lists groups of failures. Passing cases are
/// counted, not listed. Written like the JUnit file.
void write_html(const std::filesystem::path& path, std::span<const CaseRecord> records,
                const RunInfo& info, const ReportExtras& extras = {});

/// Where the outputs of a case that deviates are wrong, for CaseRecord::tiles; capped, so that a
/// record stays below about 10 kB per output.
std::vector<WrongTile> wrong_tiles(const Case& test, std::span<const Trial> trials,
                                   std::span<const Expected> expected, const Verdict& verdict);

/// 'a' below 1 ulp, 'b' below 2, 'c' below 4, ... 'z' from 2^24 on; '?' without a distance.
char distance_letter(const std::optional<double>& ulp);

/// A run counted, as one JSON object: answer, verdicts in all and by op, dtype and target, what was
/// not run. What may differ between two equal runs stands in `environment` alone.
std::string summary_as_json(std::span<const CaseRecord> records, const RunInfo& info);
void write_summary(const std::filesystem::path& path, std::span<const CaseRecord> records,
                   const RunInfo& info);

/// A header and one row per case (RFC 4180, UTF-8); an empty field where there is no value.
std::string cases_as_csv(std::span<const CaseRecord> records);
void write_csv(const std::filesystem::path& path, std::span<const CaseRecord> records);

/// The records as JSON, one object per line in a journal, without the line feed. Reading back gives
/// an equal record, except that bytes which are no UTF-8 come back as U+FFFD. A line that is no
/// record throws std::runtime_error ("cannot read a record: REASON").
std::string to_json_line(const CaseRecord& record);
CaseRecord from_json_line(const std::string& line);

/// A manual page as text, and as JSON with everything in it.
void print_page(std::ostream& out, const OpSpec& op, const ToleranceLookup& tolerances);
std::string page_as_json(const OpSpec& op, const ToleranceLookup& tolerances);

/// One case side by side: the call, inputs, expected, got, bits and ulp distance of the wrong (or
/// the first `limit`) elements, and each output tile as a small map with the valid region outlined
/// and the wrong elements marked.
void print_replay(std::ostream& out, const Case& test, std::span<const Trial> trials,
                  std::span<const Expected> expected, const Verdict& verdict, bool colour,
                  std::size_t limit = 16);

}  // namespace assay::reports
