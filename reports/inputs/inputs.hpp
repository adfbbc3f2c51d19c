// SPDX-License-Identifier: Apache-2.0
// Runs of a suite that enumerates inputs: errors of each function, added up over its tiles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {

/// One enumeration on one backend: a function and what its inputs gave.
struct FunctionErrors {
  std::string name;     ///< of a tile without its number: "TRSQRT/plain/a5/f16,f16/all"
  std::string backend;  ///< of a run on several; else empty
  InputErrors found;
  std::uint64_t tiles = 0;
  std::uint64_t tiles_lost = 0;  ///< whose call did not come back, so that no input is counted

  /// How many inputs the enumeration has; 0 for a sample.
  std::uint64_t planned() const;
};

/// Of all tiles among the records, in the order of their names. None of other records, and of those
/// of a journal that an earlier version wrote, which has no errors of inputs.
std::vector<FunctionErrors> functions_in(const Records& records);

/// "65,536 of 65,536 inputs: 31,744 compared, 33,792 target-defined, 0 wrong".
std::string counts_text(const FunctionErrors& function);
/// "src=0x3c00 (1)": the arguments of an input.
std::string arguments_text(const InputErrors& errors, const InputError& input);
/// "0x3c00 (1)".
std::string number_text(ElementType type, std::uint64_t bits);
/// "[0x3bff, 0x3c01] (0.99951172 to 1.0009766)", "any NaN", or one number or several.
std::string accepted_text(const InputErrors& errors, const InputError& input);
/// "0.4993 ulp", or why there is no distance.
std::string error_text(double ulp);

/// Neighbouring columns counted together.
struct ColumnGroup {
  std::string name;  ///< "+2^-14 to +2^-9"
  ColumnErrors sum;
};

/// Finite columns of one sign in at most `most` groups; zeros, infinities and NaN alone.
std::vector<ColumnGroup> column_groups(const InputErrors& errors, std::size_t most);

/// Inputs per bin over all columns.
std::array<std::uint64_t, ulp_bins> bin_totals(const InputErrors& errors);

/// For each function how many inputs were executed and compared, the largest and the mean error,
/// and the worst input. If there are few functions, also the errors by groups of exponents and the
/// classes of numbers. Prints nothing for other records.
void print_inputs(std::ostream& out, const Records& records, bool colour);

}  // namespace assay::reports
