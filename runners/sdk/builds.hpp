// SPDX-License-Identifier: Apache-2.0
// What a profile says of its library besides how to compile it.
#pragma once

#include <string>
#include <vector>

#include "runners/sdk/prepare.hpp"

namespace assay::runners::sdk {

/// What the library is called from night to night, whatever becomes of its headers: "sdk cpu-sim".
/// Throws UsageError where the profile is unusable.
std::string library_name(const SdkOptions& options);

/// Flags of each build that users of the library make. Throws UsageError likewise.
std::vector<std::string> builds_of(const SdkOptions& options);

}  // namespace assay::runners::sdk
