// SPDX-License-Identifier: Apache-2.0
#include "runners/sdk/builds.hpp"

#include "runners/sdk/profile.hpp"

namespace assay::runners::sdk {

std::string library_name(const SdkOptions& options) {
  return "sdk " + load_profile(options.profile).name;
}

std::vector<std::string> builds_of(const SdkOptions& options) {
  return load_profile(options.profile).builds;
}

}  // namespace assay::runners::sdk
