// SPDX-License-Identifier: Apache-2.0
#include "runners/run/backends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <utility>
#include <vector>

#include "runners/cases/plan/errata.hpp"
#include "runners/sdk/compile/builds.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

/// The library as its build of that number has it, where several are compared.
sdk::SdkOptions build_of(const TestedBackends& tested, SignatureChoice signatures,
                         std::size_t number) {
  sdk::SdkOptions own = tested.sdk;
  own.quick = signatures == SignatureChoice::few;
  return tested.builds.empty() ? own : sdk::library_of_build(own, tested.builds.at(number));
}

/// The cases of a plan as a compiler sees them: each call of a program is one.
class PlannedCalls {
 public:
  /// Without those at the positions `left_out`, and where it does not matter which cases have a
  /// signature, with one of each.
  PlannedCalls(const RunPlan& plan, const std::vector<std::size_t>& left_out, bool without_repeats)
      : plan_(plan),
        left_out_(left_out),
        without_repeats_(without_repeats && left_out.empty()),
        has_programs_(plan.has_programs()) {
    for (std::size_t position = 0; has_programs_ && position < plan.size(); ++position) {
      const std::optional<StoredCase> drawn = plan.draw(position);
      if (std::ranges::binary_search(left_out, position) || !drawn) continue;
      if (!drawn->program) {
        calls_.emplace_back(position, drawn->test);
        continue;
      }
      for (const ProgramStep& step : drawn->program->steps)
        calls_.emplace_back(position, step.test);
    }
  }

  std::size_t size() const { return has_programs_ ? calls_.size() : plan_.size(); }
  std::size_t position_of(std::size_t index) const {
    return has_programs_ ? calls_[index].first : index;
  }
  std::optional<Case> draw(std::size_t index) const {
    if (has_programs_) return calls_[index].second;
    if (std::ranges::binary_search(left_out_, index)) return std::nullopt;
    if (without_repeats_ && plan_.repeats_signature(index)) return std::nullopt;
    std::optional<StoredCase> drawn = plan_.draw(index);
    return drawn ? std::optional<Case>(std::move(drawn->test)) : std::nullopt;
  }

 private:
  const RunPlan& plan_;
  const std::vector<std::size_t>& left_out_;
  bool without_repeats_;
  bool has_programs_;
  std::vector<std::pair<std::size_t, Case>> calls_;
};

}  // namespace

PlanOptions follow_library(PlanOptions options) {
  TestedBackends& tested = options.tested;
  // A run that goes on has the index that it had.
  const auto is_library = [&](const BackendSpec& one) {
    return one.kind == BackendKind::library ||
           (one.kind == BackendKind::compiled && !tested.sdk.include.empty());
  };
  if (std::ranges::none_of(tested.backends, is_library)) return options;
  if (options.cases.targets.empty()) options.cases.targets = {sdk::target_of(tested.sdk)};
  sdk::Lacking lacking;
  for (std::size_t build = 0; build < std::max<std::size_t>(1, tested.builds.size()); ++build) {
    const sdk::SdkOptions library = build_of(tested, options.cases.signatures, build);
    const sdk::Lacking own = sdk::lacking_in(library);
    if (own.headers && !tested.builds.empty() && sdk::include_in(tested.builds[build])) {
      throw UsageError(
          fmt::format("the headers in {} do not compile, so that there is nothing to compare; "
                      "'assay run' says why",
                      library.include));
    }
    // Errata of single calls explain nothing about a library that compiles none.
    if (own.headers) tested.errata = known_errata("none");
    if (build == 0) lacking = own;
    lacking.tf32 = lacking.tf32 && own.tf32;
    std::erase_if(lacking.elements, [&](ElementType element) {
      return std::ranges::find(own.elements, element) == own.elements.end();
    });
  }
  if (std::ranges::all_of(tested.backends, is_library)) options.lacking = std::move(lacking);
  return options;
}

std::unique_ptr<sdk::Compilation> compile_backends(RunPlan& plan, RunState& state) {
  TestedBackends& tested = state.tested;
  const std::vector<std::size_t> before = state.left_out;
  const bool library = std::ranges::any_of(tested.backends, [](const BackendSpec& one) {
    return one.kind == BackendKind::library || one.kind == BackendKind::compiled;
  });
  if (!library) return nullptr;
  const PlannedCalls calls(plan, before, !tested.sdk.limit);
  const auto draw = [&](std::size_t index) { return calls.draw(index); };
  std::vector<std::size_t>& left_out = state.left_out;
  std::unique_ptr<sdk::Compilation> last;
  std::size_t build = 0;
  for (BackendSpec& backend : tested.backends) {
    // A run that goes on has the index that it had, and may have been stopped before that was
    // whole.
    const bool resumed = backend.kind == BackendKind::compiled && !tested.sdk.include.empty();
    if (backend.kind != BackendKind::library && !resumed) continue;
    // Two caches held at once could be held by two runs, each waiting for the other.
    if (last) last->finish();
    last = std::make_unique<sdk::Compilation>(build_of(tested, state.cases.signatures, build++),
                                              calls.size(), draw);
    backend = last->backend();
    for (const std::size_t call : last->left_out()) left_out.push_back(calls.position_of(call));
  }
  if (left_out.empty()) return last;
  std::ranges::sort(left_out);
  left_out.erase(std::unique(left_out.begin(), left_out.end()), left_out.end());
  std::cerr << fmt::format("{} of {} cases are left out: see --sdk-limit\n", left_out.size(),
                           plan.size());
  const std::vector<std::string> asked = plan.ops();
  plan.leave_out(left_out);
  std::ranges::set_difference(asked, plan.ops(), std::back_inserter(state.ops_left_out));
  return last;
}

bool compile_on_demand(const BackendSets& backend_sets, const RunState& state) {
  const TestedBackends& tested = state.tested;
  if (tested.sdk.include.empty()) return false;
  std::size_t build = 0;
  for (std::size_t i = 0; i < tested.backends.size(); ++i) {
    if (tested.backends[i].kind != BackendKind::compiled) continue;
    sdk::SdkOptions own = build_of(tested, state.cases.signatures, build++);
    own.limit.reset();
    own.quiet = true;
    for (const BackendSet& backend_set : backend_sets) {
      backend_set[i]->before_each([own](const Case& test_case) {
        sdk::prepare(own, 1, [&](std::size_t) { return test_case; });
      });
    }
  }
  return true;
}

}  // namespace assay::runners
