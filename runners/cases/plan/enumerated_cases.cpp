// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/enumerated_cases.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "generators/generate.hpp"
#include "reference/support/side_by_side.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners {
namespace {

using generators::Enumeration;
using generators::WantedCall;

/// The enumerations of one form, target and element type, and why there are no more.
struct Found {
  std::vector<Enumeration> enumerations;
  std::string refusal;
};

std::vector<WantedCall> calls_of(const Selection& selection) {
  const auto is_wanted = [](const std::vector<std::string>& names, std::string_view name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
  };
  for (const std::string& name : selection.targets) known_target(name);
  for (const std::string& name : selection.dtypes) known_element(name);
  std::vector<WantedCall> calls;
  for (const OpSpec* op : matching_ops(selection.op_pattern)) {
    for (const Form& form : op->forms) {
      for (const Target target : all_targets) {
        if (!form.targets.contains(target) || !is_wanted(selection.targets, name_of(target))) {
          continue;
        }
        for (const ElementType lead : generators::lead_elements(form, target)) {
          if (is_wanted(selection.dtypes, name_of(lead))) {
            calls.push_back({op, &form, target, lead, {}, {}});
          }
        }
      }
    }
  }
  return calls;
}

/// One enumeration for each element type of the result.
Found found_for(WantedCall call, const SuiteInputs& inputs) {
  Found found;
  try {
    const auto result = generators::function_of_elements(*call.op, *call.form);
    if (!result) Enumeration(call, {});  // says why
    generators::require_tiles_alone(*call.form, *result);
    for (const ElementType to : generators::result_types(call, result->operand)) {
      call.to = to;
      found.enumerations.push_back(
          Enumeration::of_at_most(call, inputs.most_bits, {inputs.sample}));
    }
  } catch (const generators::NotEnumerable& error) {
    found.refusal = error.what();
  }
  return found;
}

std::vector<Found> all_found(const std::vector<WantedCall>& calls, const SuiteInputs& inputs,
                             bool quiet) {
  std::vector<Found> all(calls.size());
  std::mutex mutex;
  Progress progress(quiet ? 0 : calls.size(), isatty(STDERR_FILENO) != 0, "calls planned");
  support::side_by_side(calls.size(), [&](std::size_t i) {
    stop_if_interrupted("nothing was begun");
    all[i] = found_for(calls[i], inputs);
    const std::lock_guard lock(mutex);
    progress.step();
  });
  return all;
}

}  // namespace

EnumeratedCases::EnumeratedCases(const PlanOptions& options, const Suite& suite) {
  const CaseSelection& cases = options.cases;
  if (cases.count || cases.seed) {
    throw UsageError(fmt::format(
        "{} draws nothing: the suite {} has every input; leave it out, or take part of the inputs "
        "with --shard",
        cases.count ? "--cases" : "--seed", suite.name));
  }
  const Selection selection{cases.op_pattern.value_or(suite.ops),
                            cases.targets.empty() ? suite.targets : cases.targets, cases.dtypes};
  const std::vector<WantedCall> calls = calls_of(selection);
  std::vector<Found> all = all_found(calls, suite.inputs, options.quiet);
  std::string refusal =
      fmt::format("nothing to run: no page has a form for {}", to_string(selection));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].refusal.empty()) refusal = all[i].refusal;
    for (Enumeration& one : all[i].enumerations) {
      ends_.push_back(size() + one.tiles());
      ops_.push_back(calls[i].op->mnemonic);
      enumerations_.push_back(std::move(one));
    }
  }
  if (enumerations_.empty()) throw UsageError(refusal);
  selection_ = fmt::format("suite={} {} bits={} sample={}", suite.name, to_string(selection),
                           suite.inputs.most_bits, suite.inputs.sample);
}

std::size_t EnumeratedCases::place_of(std::uint64_t index) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(ends_, index) - ends_.begin());
}

std::uint64_t EnumeratedCases::tile_of(std::uint64_t index) const {
  const std::size_t place = place_of(index);
  return place == 0 ? index : index - ends_[place - 1];
}

std::optional<StoredCase> EnumeratedCases::draw(std::uint64_t index) const {
  const auto number = static_cast<std::uint32_t>(tile_of(index));
  return StoredCase{enumerations_[place_of(index)].tile(number), {}};
}

CaseFacts EnumeratedCases::facts_of(std::uint64_t index) const {
  const bool first = tile_of(index) == 0;
  return {.legal = true, .sampled = first, .repeats_signature = !first};
}

}  // namespace assay::runners
