// SPDX-License-Identifier: Apache-2.0
// The common parts of the views of a sweep: words and sums over columns.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/judge/records/sweep_record.hpp"
#include "reports/inputs/inputs.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {

/// "Conforms: none of 31,743 compared inputs gives a wrong result (tolerance: 0.501 ulp).", or
/// "Does not conform: ..."; "Conforms (subnormals: flushed): ..." by other readings than the first
/// ones; "Stopped: ...; 1,024 inputs not executed." where the sweep is not finished.
std::string sweep_headline(const SweepRecord& record);
/// False too where no input was executed: that is no evidence.
bool sweep_is_good(const SweepRecord& record);
/// Whether every planned input was executed, or some failed. Otherwise a sweep was stopped, and is
/// no evidence of the rest.
bool sweep_is_decided(const SweepRecord& record);

/// "TRSQRT form plain on cpu, f16 to f16: dst = reciprocal_square_root(src)".
std::string sweep_title(const SweepRecord& record);

/// "65,536 of 65,536 (all): 31,743 compared, 33,793 target-defined".
std::string sweep_counts(const SweepRecord& record);

/// "src=0x3c00 (1)": the arguments of an input.
std::string arguments_text(const SweepRecord& record, const SweepArguments& arguments);
/// "input 31,745, src=0x7c01 (nan)": the inputs that an incident is put down to.
std::string blame_text(const SweepRecord& record, const SweepIncident& incident);
/// "[0x3bff, 0x3c01] (0.99951172 to 1.0009766)", "any NaN", or one number or several.
std::string accepted_text(const SweepRecord& record, const SweepInput& input);

/// Neighbouring columns counted together.
struct SweepColumns {
  std::string name;  ///< "+2^-14 to +2^-9"
  SweepColumn sum;
  std::uint64_t inputs = 0;
};

/// Finite columns of one sign in at most `most` groups; zeros, infinities and NaN alone.
std::vector<SweepColumns> column_groups(const SweepRecord& record, std::size_t most);

/// Inputs per bin over all columns.
std::array<std::uint64_t, ulp_bins> bin_totals(const SweepRecord& record);

/// Rows of the table of classes: of the argument and of the result.
struct ClassRow {
  std::string argument;
  std::string input;
  std::string result;
  std::uint64_t compared = 0;
  std::uint64_t target_defined = 0;
};
std::vector<ClassRow> class_rows(const SweepRecord& record);

}  // namespace assay::reports
