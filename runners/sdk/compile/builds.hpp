// SPDX-License-Identifier: Apache-2.0
// The builds of one library that a run compares.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runners/sdk/compile/options.hpp"

namespace assay::runners::sdk {

/// A build is written as its flags, or as "include DIR" for the headers of another folder.
std::string build_with_include(const std::string& folder);
/// The folder of such a build; nullopt of one with flags.
std::optional<std::string> include_in(std::string_view build);
/// The library as it is compiled in that build.
SdkOptions library_of_build(SdkOptions library, const std::string& build);

}  // namespace assay::runners::sdk
