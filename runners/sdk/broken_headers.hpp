// SPDX-License-Identifier: Apache-2.0
// Headers that do not compile themselves: what becomes of everything that needs them.
#pragma once

#include <filesystem>
#include <string>

#include "runners/sdk/build.hpp"
#include "runners/sdk/compiler.hpp"

namespace assay::runners::sdk {

/// Makes `compiler` ready in `folder`, as of Compiler::prepare. The first error with its place
/// where the headers do not compile, which is asked once for each of their states and said on
/// standard error; else nothing. Throws UsageError.
std::string error_of_headers(Compiler& compiler, const std::filesystem::path& folder,
                             const std::string& prelude, const std::string& stamps);

/// Whether that was so, in that folder.
bool is_broken(const std::filesystem::path& folder);

/// What calls of a signature get then: a refusal, or no verdict where all its cases must be
/// refused.
Built without_headers(const Wanted& wanted, const std::string& error);

}  // namespace assay::runners::sdk
