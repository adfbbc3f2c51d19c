// SPDX-License-Identifier: Apache-2.0
// A user's library compiled before it is called.
#include "runners/sdk/prepare.hpp"

#include "runners/sdk/cache.hpp"
#include "runners/sdk/compilation.hpp"

namespace assay::runners::sdk {

std::string target_of(const SdkOptions& options) { return load_profile(options.profile).target; }

std::vector<std::string> errata_of(const SdkOptions& options) {
  return load_profile(options.profile).errata;
}

std::string library_name(const SdkOptions& options) {
  return "sdk " + load_profile(options.profile).name;
}

std::vector<std::string> builds_of(const SdkOptions& options) {
  return load_profile(options.profile).builds;
}

void require_usable(const SdkOptions& options) { cache_of(options); }

Prepared prepare(const SdkOptions& options, std::size_t cases, const Drawing& draw) {
  Compilation compilation(options, cases, draw);
  compilation.finish();
  return {compilation.backend(), compilation.left_out(), compilation.broken()};
}

}  // namespace assay::runners::sdk
