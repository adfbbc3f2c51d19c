// SPDX-License-Identifier: Apache-2.0
// The tables of runs of a suite that enumerates inputs, made from their records.
#pragma once

#include <iosfwd>

#include "reference/judge/records/records.hpp"

namespace assay::runners {

/// For each enumeration among the records and each backend how many inputs were executed and
/// compared, the largest error, and the input that has it. If there are few enumerations, also the
/// same by ranges of consecutive inputs. Prints nothing for other records, and for names of another
/// version.
void print_inputs(std::ostream& out, const Records& records);

}  // namespace assay::runners
