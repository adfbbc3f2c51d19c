// SPDX-License-Identifier: Apache-2.0
// Before a run on a user's library: compiles what its cases need.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"

namespace assay::runners::sdk {

struct SdkOptions {
  std::string include;              ///< folder of the library's headers
  std::string profile = "cpu-sim";  ///< name or file
  std::string compiler;             ///< instead of the profile's
  std::vector<std::string> flags;   ///< after the profile's
  std::string cache;                ///< folder of compiled units; empty: the user's cache
  unsigned jobs = 0;                ///< compilers at a time; 0: one per processor
};

/// Case `index` of a run, or nothing.
using Drawing = std::function<std::optional<Case>(std::size_t index)>;

/// The target whose rules the profile's library follows. Throws UsageError.
std::string target_of(const SdkOptions& options);

/// Compiles the signatures of all cases that `draw` gives and that the cache does not have.
/// Returns the specification of the backend that has them. Throws UsageError where the profile, the
/// compiler or the headers are unusable.
std::string prepare(const SdkOptions& options, std::size_t cases, const Drawing& draw);

}  // namespace assay::runners::sdk
