// SPDX-License-Identifier: Apache-2.0
// The options of the sdk backend on a command line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "runners/command/parser.hpp"
#include "runners/sdk/compile/prepare.hpp"

namespace assay::runners::sdk {

/// Heading of these options in a help text.
inline constexpr const char* option_group = "A library of headers (--backend sdk)";

/// The texts of the command line, before they are checked.
struct SdkTexts {
  SdkOptions options;
  std::string flags;
  std::string link;
  std::int64_t limit = -1;
};

/// Adds --sdk-include, --sdk-profile, --cxx, --cxxflags, --ldflags, --sdk-cache and --sdk-limit.
/// The texts live as long as the app.
std::shared_ptr<SdkTexts> add_sdk_options(const Parser& app);
/// The same without --sdk-include, under a heading.
void add_compiler_options(const Parser& app, SdkTexts& texts, const char* heading = option_group);

/// Throws UsageError where a library is among the backends and something is missing, or is not and
/// something is given.
SdkOptions checked_sdk(const Parser& app, const SdkTexts& texts,
                       const std::vector<BackendSpec>& backends);

/// "-O0,-O2 -DNAME": the flags of each of several builds, or "all" for those of the profile; one
/// build, whose flags need not be said, for "one". Throws UsageError.
std::vector<std::string> builds_named(const std::string& text, const SdkOptions& library);

}  // namespace assay::runners::sdk
