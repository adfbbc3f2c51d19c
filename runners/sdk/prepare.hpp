// SPDX-License-Identifier: Apache-2.0
// Before a run on a user's library: compiles what its cases need.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/backend_spec.hpp"
#include "reference/isa/case.hpp"

namespace assay::runners::sdk {

struct SdkOptions {
  std::string include;               ///< folder of the library's headers
  std::string profile = "cpu-sim";   ///< name or file
  std::string compiler;              ///< instead of the profile's
  std::vector<std::string> flags;    ///< after the profile's
  std::vector<std::string> link;     ///< after the profile's
  std::string cache;                 ///< folder of compiled units; empty: the user's cache
  unsigned jobs = 0;                 ///< compilers at a time; 0: one per processor
  bool quiet = false;                ///< say nothing of how far it is
  std::optional<std::size_t> limit;  ///< signatures to compile at most, spread over the forms
};

/// Case `index` of a run, or nothing.
using Drawing = std::function<std::optional<Case>(std::size_t index)>;

/// The target whose rules the profile's library follows. Throws UsageError.
std::string target_of(const SdkOptions& options);
/// Implementations whose errata the profile's library has. Throws UsageError.
std::vector<std::string> errata_of(const SdkOptions& options);

struct Prepared {
  BackendSpec backend;                ///< compiled
  std::vector<std::size_t> left_out;  ///< ascending indices of cases beyond the limit
  bool broken = false;                ///< the headers themselves do not compile
};

/// Compiles the signatures of all cases that `draw` gives and that the cache does not have. Of
/// headers that do not compile themselves every signature is refused, with the first error; one
/// that must be is not judged. Throws UsageError where the profile, the compiler or the folder of
/// the headers is unusable.
Prepared prepare(const SdkOptions& options, std::size_t cases, const Drawing& draw);

}  // namespace assay::runners::sdk
