// SPDX-License-Identifier: Apache-2.0
// Versions of the libraries that the exact arithmetic uses.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace assay::numerics {

/// Names and versions: {"Boost", "1.74"}, {"MPFR", "4.2.0"}. That of MPFR is of the library that is
/// loaded.
std::vector<std::pair<std::string, std::string>> library_versions();

}  // namespace assay::numerics
