// SPDX-License-Identifier: Apache-2.0
// Two stored forms of one case, compared.
#pragma once

#include "golden/golden.hpp"
#include "runners/merge/diff.hpp"

namespace assay::runners {

/// Call, inputs and expected values.
void compare_golden(CaseDifference& out, const golden::GoldenCase& a, const golden::GoldenCase& b,
                    std::size_t limit);

}  // namespace assay::runners
