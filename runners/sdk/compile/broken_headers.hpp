// SPDX-License-Identifier: Apache-2.0
// Headers that do not compile themselves: the results of all entries that need them.
#pragma once

#include <filesystem>
#include <string>

#include "runners/sdk/compile/build.hpp"
#include "runners/sdk/compile/compiler.hpp"

namespace assay::runners::sdk {

/// Makes `compiler` ready in `folder`, as of Compiler::prepare. The first error with its place
/// where the headers do not compile, which is asked once for each of their states and said on
/// standard error; else nothing. Throws UsageError.
std::string error_of_headers(Compiler& compiler, const std::filesystem::path& folder,
                             const std::string& prelude, const std::string& stamps, bool quiet);

/// Whether that was so, in that folder.
bool is_broken(const std::filesystem::path& folder);

/// The result for calls of a signature then: a refusal, or no verdict if all its cases must be
/// refused.
Built without_headers(const CompileRequest& wanted, const std::string& error);

}  // namespace assay::runners::sdk
