// SPDX-License-Identifier: Apache-2.0
// The options of the sdk backend on a command line.
#include "runners/command/sdk_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "runners/run/folder.hpp"
#include "runners/sdk/compile/prepare.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners::sdk {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

std::shared_ptr<SdkTexts> add_sdk_options(const Parser& app) {
  auto texts = std::make_shared<SdkTexts>();
  app.add_option("--sdk-include", texts->options.include, "Folder that has pto/pto-inst.hpp")
      .group(option_group);
  add_compiler_options(app, *texts);
  return texts;
}

void add_compiler_options(const Parser& app, SdkTexts& texts, const char* heading) {
  SdkOptions& options = texts.options;
  app.add_option("--sdk-profile", options.profile,
                 "How it is compiled and launched: cpu-sim, device, or a TOML file")
      .group(heading)
      .show_default();
  app.add_option("--cxx", options.compiler, "Compiler; default the profile's").group(heading);
  app.add_option("--cxxflags", texts.flags, "More flags, after the profile's").group(heading);
  app.add_option("--ldflags", texts.link, "More flags to link a unit, after the profile's")
      .group(heading);
  app.add_option("--sdk-cache", options.cache,
                 "Folder for what was compiled, where what no run used for 30 days is removed; "
                 "default assay/sdk in the user's cache")
      .group(heading);
  app.add_option("--ptoas", options.assembler,
                 "Assembler of PTO-AS that makes the C++ of each call: a program, called as "
                 "[assemble] in the profile says")
      .group(heading);
  app.add_option(
         "--sdk-limit", texts.limit,
         "Compile so many signatures at most, spread over the forms; cases that need others "
         "are left out")
      .group(heading);
}

SdkOptions checked_sdk(const Parser& app, const SdkTexts& texts,
                       const std::vector<BackendSpec>& backends) {
  const auto library = std::ranges::find(backends, BackendKind::library, &BackendSpec::kind);
  if (library == backends.end()) {
    for (const char* name : {"--sdk-include", "--sdk-profile", "--cxx", "--cxxflags", "--ldflags",
                             "--sdk-cache", "--ptoas", "--sdk-limit"}) {
      if (!app.given(name)) continue;
      throw UsageError(
          fmt::format("{} is for --backend sdk alone, not for {}", name, backends.front().text()));
    }
    return {};
  }
  SdkOptions options = texts.options;
  options.flags = words_of(texts.flags);
  options.link = words_of(texts.link);
  if (app.given("--sdk-limit")) {
    if (texts.limit < 0) throw UsageError("--sdk-limit must not be negative");
    options.limit = static_cast<std::size_t>(texts.limit);
  }
  if (options.include.empty()) {
    throw UsageError("the sdk backend needs --sdk-include, the folder that has pto/pto-inst.hpp");
  }
  if (!std::filesystem::is_directory(options.include)) {
    throw UsageError(fmt::format("--sdk-include {} is no folder", options.include));
  }
  if (app.given("--ptoas")) options.assembler = sdk::usable_assembler(options);
  return options;
}

std::vector<std::string> builds_named(const std::string& text, const SdkOptions& library) {
  if (text == "one") return {};
  std::vector<std::string> builds;
  if (text == "all") {
    builds = builds_of(library);
    if (builds.size() > 1 && builds.size() <= most_backends) return builds;
    throw UsageError(
        fmt::format("the profile {} names no builds; write them in its [compile], or "
                    "here as in --builds=-O0,-O2",
                    library.profile));
  }
  std::istringstream stream(text);
  for (std::string flags; std::getline(stream, flags, ',');) {
    builds.push_back(fmt::format("{}", fmt::join(words_of(flags), " ")));
  }
  const auto is_flags = [](const std::string& flags) { return flags.starts_with("-"); };
  const std::set<std::string> different(builds.begin(), builds.end());
  if (builds.size() > 1 && builds.size() <= most_backends && different.size() == builds.size() &&
      std::ranges::all_of(builds, is_flags)) {
    return builds;
  }
  throw UsageError(
      fmt::format("'{}' names no two to {} different builds; write the flags of each as in "
                  "--builds=-O0,-O2, or "
                  "all",
                  text, most_backends));
}

}  // namespace assay::runners::sdk
