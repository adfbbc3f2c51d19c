// SPDX-License-Identifier: Apache-2.0
// Where what was compiled of a library is kept, and what decides that it is still the same.
#pragma once

#include <filesystem>
#include <string>

#include "runners/call/arena.hpp"
#include "runners/sdk/compile/compiler.hpp"
#include "runners/sdk/compile/index.hpp"
#include "runners/sdk/compile/options.hpp"
#include "runners/sdk/source/headers.hpp"
#include "runners/sdk/source/profile.hpp"

namespace assay::runners::sdk {

/// One library with one compiler, its flags and a profile: a folder of its own.
struct Cache {
  Profile profile = {};       ///< with what the options add
  Headers headers = {};       ///< that the compiler reads
  std::string digest = {};    ///< of the headers
  std::string revision = {};  ///< of the index
  std::filesystem::path folder = {};
  std::filesystem::path index() const { return folder / "index"; }
};

/// Makes the folder. Throws UsageError where the profile, the compiler or the headers are unusable.
Cache cache_of(const SdkOptions& options);

/// Keeps a second run of the same program on the same headers waiting, which says so. Other folders
/// of the cache that no run has used for 30 days are removed. Throws InfraError at an interrupt.
FileDescriptor locked(const Cache& cache);

/// The known results of the build, with everything except the signatures as it is now.
Index index_of(const Cache& cache);

/// With the prelude compiled; `error` is what the headers themselves do not compile for, or empty.
/// Throws UsageError.
Compiler prepared_compiler(const SdkOptions& options, const Cache& cache, std::string& error);

}  // namespace assay::runners::sdk
