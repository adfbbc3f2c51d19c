// SPDX-License-Identifier: Apache-2.0
// What a library must fulfil for an element type to be the one that is meant.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "runners/sdk/compiler.hpp"

namespace assay::runners::sdk {

/// Of such demands (see demands_of), those that the library does not fulfil, found out in `folder`
/// with a compiler that is prepared there. Throws UsageError where the compiler cannot be run.
std::set<std::string> unmet_of(const std::set<std::string>& demands, const Compiler& compiler,
                               const std::filesystem::path& folder);

}  // namespace assay::runners::sdk
