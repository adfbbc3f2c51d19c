// SPDX-License-Identifier: Apache-2.0
// Views of a sweep: console, JSON and a self-contained HTML page. Equal records give equal bytes.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "reference/judge/records/sweep_record.hpp"

namespace assay::reports {

/// The answer, the largest and the mean error, the worst and the first wrong inputs, errors by bin
/// and by groups of exponents, classes of numbers. `colour` for terminals.
void print_sweep(std::ostream& out, const SweepRecord& record, bool colour);

/// Everything in the record. Patterns are texts in hexadecimal; an error that is no finite number
/// is null.
std::string sweep_as_json(const SweepRecord& record);

/// The errors by exponent as a heat map, the largest by exponent as a plot, and the tables; without
/// scripts what the console says. Loads nothing. Written to a temporary name and renamed; throws
/// std::runtime_error ("cannot write report PATH: REASON").
void write_sweep_html(const std::filesystem::path& path, const SweepRecord& record);

}  // namespace assay::reports
