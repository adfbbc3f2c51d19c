// SPDX-License-Identifier: Apache-2.0
#include "runners/run/backends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <vector>

#include "runners/cases/errata.hpp"

namespace assay::runners {
namespace {

/// The library as its build of that number has it, where several are compared.
sdk::SdkOptions build_of(const RunOptions& options, std::size_t number) {
  sdk::SdkOptions own = options.sdk;
  if (options.builds.empty()) return own;
  std::istringstream flags(options.builds.at(number));
  for (std::string flag; flags >> flag;) own.flags.push_back(flag);
  return own;
}

}  // namespace

void follow_library(RunOptions& options) {
  const bool library = std::ranges::find(options.backends, BackendKind::library,
                                         &BackendSpec::kind) != options.backends.end();
  if (library && options.targets.empty()) options.targets = {sdk::target_of(options.sdk)};
}

void compile_backends(RunPlan& plan, RunOptions& options) {
  const auto draw = [&](std::size_t index) {
    std::optional<StoredCase> drawn = plan.draw(index);
    return drawn ? std::optional<Case>(std::move(drawn->test)) : std::nullopt;
  };
  std::vector<std::size_t>& left_out = options.left_out;
  std::size_t build = 0;
  for (BackendSpec& backend : options.backends) {
    if (backend.kind != BackendKind::library) continue;
    const sdk::SdkOptions own = build_of(options, build++);
    const sdk::Prepared prepared = sdk::prepare(own, plan.size(), draw);
    backend = prepared.backend;
    // What is known of single calls explains nothing of a library that compiles none.
    if (prepared.broken) options.errata = known_errata("none");
    left_out.insert(left_out.end(), prepared.left_out.begin(), prepared.left_out.end());
  }
  if (left_out.empty()) return;
  std::ranges::sort(left_out);
  left_out.erase(std::ranges::unique(left_out).begin(), left_out.end());
  std::cerr << fmt::format("{} of {} cases are left out: see --sdk-limit\n", left_out.size(),
                           plan.size());
  const std::vector<std::string> asked = plan.ops();
  plan.leave_out(left_out);
  std::ranges::set_difference(asked, plan.ops(), std::back_inserter(options.ops_left_out));
}

bool compile_on_demand(const Crews& crews, const RunOptions& options) {
  if (options.sdk.include.empty()) return false;
  std::size_t build = 0;
  for (std::size_t i = 0; i < options.backends.size(); ++i) {
    if (options.backends[i].kind != BackendKind::compiled) continue;
    sdk::SdkOptions own = build_of(options, build++);
    own.limit.reset();
    own.quiet = true;
    for (const Crew& crew : crews) {
      crew[i]->before_each(
          [own](const Case& test) { sdk::prepare(own, 1, [&](std::size_t) { return test; }); });
    }
  }
  return true;
}

}  // namespace assay::runners
