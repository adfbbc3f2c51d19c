// SPDX-License-Identifier: Apache-2.0
// Two stored forms of one case, compared.
#pragma once

#include "golden/golden.hpp"
#include "runners/merge/case_difference.hpp"

namespace assay::runners {

/// Call, inputs and expected values.
void compare_golden(CaseDifference& out, const golden::GoldenCase& a, const golden::GoldenCase& b,
                    std::size_t limit);

/// Compares calls, memories before, and what is known of them afterwards.
void compare_programs(CaseDifference& out, const golden::GoldenProgram& a,
                      const golden::GoldenProgram& b, std::size_t limit);

/// Compares two cases or two programs; notes a case that is compared with a program.
void compare_items(CaseDifference& out, const golden::GoldenItem& a, const golden::GoldenItem& b,
                   std::size_t limit);

}  // namespace assay::runners
