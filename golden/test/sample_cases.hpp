// SPDX-License-Identifier: Apache-2.0
// A hand-made page and cases that use everything a golden file can hold. For tests only.
#pragma once

#include <string_view>
#include <vector>

#include "golden/golden.hpp"

namespace assay::golden {

/// Op ECHO: form "copy" copies a tile; form "load" reads global memory and a scalar; form "say"
/// prints; form "store" writes global memory. Null for every other mnemonic.
const OpSpec* sample_op(std::string_view mnemonic);

Tolerance sample_tolerance(const ToleranceKey& key);
Provenance sample_provenance();

/// f16 with dynamic valid regions, four-bit elements, a convolution tile, global memory of
/// differing size with gaps and a base, scalars, printed text, edges, and cases without expected
/// values. With expected values as the page gives them.
std::vector<GoldenCase> sample_cases();

/// Cases of one signature: results in global memory; the longer ones have no ranges.
std::vector<GoldenCase> cases_that_store();

/// One trial of a case whose outputs are 3 times the index of the element.
Trial sample_trial(const GoldenCase& golden);

}  // namespace assay::golden
