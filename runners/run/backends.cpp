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

std::unique_ptr<sdk::Compilation> compile_backends(RunPlan& plan, RunOptions& options) {
  const std::vector<std::size_t> before = options.left_out;
  const auto draw = [&](std::size_t index) -> std::optional<Case> {
    if (std::ranges::binary_search(before, index)) return std::nullopt;
    std::optional<StoredCase> drawn = plan.draw(index);
    return drawn ? std::optional<Case>(std::move(drawn->test)) : std::nullopt;
  };
  std::vector<std::size_t>& left_out = options.left_out;
  std::unique_ptr<sdk::Compilation> last;
  std::size_t build = 0;
  for (BackendSpec& backend : options.backends) {
    // A run that goes on has the index that it had, and may have been stopped before that was
    // whole.
    const bool resumed = backend.kind == BackendKind::compiled && !options.sdk.include.empty();
    if (backend.kind != BackendKind::library && !resumed) continue;
    // Two caches held at once could be held by two runs, each waiting for the other.
    if (last) last->finish();
    last = std::make_unique<sdk::Compilation>(build_of(options, build++), plan.size(), draw);
    backend = last->backend();
    // What is known of single calls explains nothing of a library that compiles none.
    if (last->broken()) options.errata = known_errata("none");
    left_out.insert(left_out.end(), last->left_out().begin(), last->left_out().end());
  }
  if (left_out.empty()) return last;
  std::ranges::sort(left_out);
  left_out.erase(std::ranges::unique(left_out).begin(), left_out.end());
  std::cerr << fmt::format("{} of {} cases are left out: see --sdk-limit\n", left_out.size(),
                           plan.size());
  const std::vector<std::string> asked = plan.ops();
  plan.leave_out(left_out);
  std::ranges::set_difference(asked, plan.ops(), std::back_inserter(options.ops_left_out));
  return last;
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
