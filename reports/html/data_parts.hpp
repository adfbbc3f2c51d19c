// SPDX-License-Identifier: Apache-2.0
// The pieces of the data inside the HTML page.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/extras.hpp"
#include "reports/html/columns.hpp"

namespace assay::reports {

/// Reasons of cases without an answer; more are counted.
inline constexpr std::size_t most_reasons = 2000;
/// Cases whose wrong elements the page draws, and those whose texts it has.
inline constexpr std::size_t most_drawn_cases = 256;
inline constexpr std::size_t most_texts = 64;

/// Failing cases in the order of the records, at most most_listed_cases.
Records listed_cases(const Records& records);

/// Columns of the listed cases, and how many of `failures` are not listed.
Json json_of_cases(const Records& listed, std::size_t failures, const ToleranceLookup& tolerances);

/// Boards that executed cases: name, cases, failing cases; in alphabetical order.
Json json_of_boards(const Records& records, const ReportExtras& extras);

/// Wrong elements of the findings' examples and then of cases taken evenly from the groups of
/// failures.
Json json_of_tiles(const Records& records, const ReportExtras& extras);

/// The expected and the printed texts of the findings' examples and then of other cases.
Json json_of_texts(const Records& records, const ReportExtras& extras);

/// How far an output of a case may be from the exact value ("2 ulp"); empty if its page has it
/// exact or nothing is known of it.
std::string allowed_text(const CaseRecord& record, const std::string& operand, ElementType element,
                         const ToleranceLookup& tolerances);

/// Per op, element type and exponent of the exact value: cases whose worst element lies there, and
/// its largest distance; and the tolerances for the op and type, in ulp.
Json json_of_exponents(const Records& records, const ToleranceLookup& tolerances);

/// Of a suite that enumerates inputs: the errors of each function, the wrong ones first, with
/// columns to draw of the first most_drawn_functions.
inline constexpr std::size_t most_drawn_functions = 8;
Json json_of_functions(const Records& records);

/// Findings with their cases as numbers of listed ones.
Json json_of_findings(const ReportExtras& extras, const Records& listed);
Json json_of_triage(const ReportExtras& extras);  ///< null without a baseline
Json json_of_closed(const ReportExtras& extras);
Json json_of_waivers(const ReportExtras& extras);
Json json_of_history(const ReportExtras& extras);

}  // namespace assay::reports
