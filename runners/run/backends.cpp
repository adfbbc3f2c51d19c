// SPDX-License-Identifier: Apache-2.0
#include "runners/run/backends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "runners/backend/loaded.hpp"
#include "runners/cases/stored_results.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/replay_backend.hpp"

namespace assay::runners {
namespace {

constexpr const char* compiled_prefix = "sdk:";

/// The library as its build of that number has it, where two are compared.
sdk::SdkOptions build_of(const RunOptions& options, std::size_t number) {
  sdk::SdkOptions own = options.sdk;
  if (!options.builds.empty()) own.flags.push_back(options.builds.at(number));
  return own;
}

}  // namespace

void check_backends(RunOptions& options) {
  for (const std::string& backend : backends_of(options)) {
    if (backend != sdk_name && !is_replay(backend)) check_backend_name(backend);
  }
  if (options.backend != sdk_name && options.rival != sdk_name) return;
  if (options.targets.empty()) options.targets = {sdk::target_of(options.sdk)};
}

void compile_backends(RunPlan& plan, RunOptions& options) {
  const auto draw = [&](std::size_t index) {
    std::optional<StoredCase> drawn = plan.draw(index);
    return drawn ? std::optional<Case>(std::move(drawn->test)) : std::nullopt;
  };
  std::vector<std::size_t>& left_out = options.left_out;
  std::size_t build = 0;
  for (std::string* backend : {&options.backend, &options.rival}) {
    if (*backend != sdk_name) continue;
    const sdk::SdkOptions own = build_of(options, build++);
    const sdk::Prepared prepared = sdk::prepare(own, plan.size(), draw);
    *backend = prepared.backend;
    left_out.insert(left_out.end(), prepared.left_out.begin(), prepared.left_out.end());
  }
  if (left_out.empty()) return;
  std::ranges::sort(left_out);
  left_out.erase(std::ranges::unique(left_out).begin(), left_out.end());
  std::cerr << fmt::format("{} of {} cases are left out: see --sdk-limit\n", left_out.size(),
                           plan.size());
  plan.leave_out(left_out);
}

bool compile_on_demand(const Executors& executors, const RunOptions& options) {
  if (options.sdk.include.empty()) return false;
  const std::vector<std::string> backends = backends_of(options);
  std::size_t build = 0;
  for (std::size_t i = 0; i < backends.size(); ++i) {
    if (!backends[i].starts_with(compiled_prefix)) continue;
    sdk::SdkOptions own = build_of(options, build++);
    own.limit.reset();
    own.quiet = true;
    for (const Lane& lane : executors) {
      lane[i]->before_each(
          [own](const Case& test) { sdk::prepare(own, 1, [&](std::size_t) { return test; }); });
    }
  }
  return true;
}

}  // namespace assay::runners
