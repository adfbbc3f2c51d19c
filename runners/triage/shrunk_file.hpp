// SPDX-License-Identifier: Apache-2.0
// The golden file that keeps shrunk cases.
#pragma once

#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Adds cases to a golden file, which may exist; a case that it has is not added again. `version`
/// as of provenance_of(). Throws golden::FileError.
void keep_shrunk(const std::string& file, const std::vector<StoredCase>& cases,
                 const ToleranceLookup& tolerances, const std::string& version = {});

}  // namespace assay::runners
