// SPDX-License-Identifier: Apache-2.0
#include "runners/sdk/compile/builds.hpp"

#include <sstream>
#include <utility>

namespace assay::runners::sdk {
namespace {

constexpr std::string_view of_include = "include ";

}  // namespace

std::string build_with_include(const std::string& folder) {
  return std::string(of_include) + folder;
}

std::optional<std::string> include_in(std::string_view build) {
  if (!build.starts_with(of_include)) return std::nullopt;
  return std::string(build.substr(of_include.size()));
}

SdkOptions library_of_build(SdkOptions library, const std::string& build) {
  if (auto folder = include_in(build)) {
    library.include = *std::move(folder);
    return library;
  }
  std::istringstream flags(build);
  for (std::string flag; flags >> flag;) library.flags.push_back(flag);
  return library;
}

}  // namespace assay::runners::sdk
