// SPDX-License-Identifier: Apache-2.0
#include "generators/draw/discriminating_power.hpp"

#include <algorithm>
#include <array>

#include "generators/draw/common_scenarios.hpp"
#include "generators/draw/fill.hpp"
#include "reference/judge/expectation.hpp"
#include "reference/judge/judge.hpp"

namespace assay::generators {
namespace {

/// A case must not depend on the profile of a user. What discriminates here also does so with every
/// narrower tolerance.
Tolerance wide(const ToleranceKey&) {
  constexpr double ulps = 16;
  return {.kind = Tolerance::Kind::ulp, .bound = ulps, .reason = {}};
}

/// Elements that are evaluated before all others.
constexpr std::int64_t few = 16;

/// For each element of a tile whether it is one of a few, spread over the valid region; empty if
/// the region has no more.
std::vector<std::uint8_t> few_places(const TileSpec& tile) {
  const std::int64_t count = tile.valid_rows * tile.valid_cols;
  if (count <= few) return {};
  std::vector<std::uint8_t> places(static_cast<std::size_t>(tile.rows() * tile.cols()));
  for (std::int64_t i = 0; i < few; ++i) {
    const std::int64_t valid = i * (count - 1) / (few - 1);
    const std::int64_t place = valid / tile.valid_cols * tile.cols() + valid % tile.valid_cols;
    places[static_cast<std::size_t>(place)] = 1;
  }
  return places;
}

/// Whether it is promised what an element becomes, rather than that it stays as it is.
bool is_computed(Accept accept) {
  return accept != Accept::unspecified && accept != Accept::target_defined &&
         accept != Accept::preserved;
}

/// Whether a few elements of a result that follows in place show that no null output passes. All of
/// them are then evaluated for the verdict alone.
bool few_discriminate(const Case& test_case, std::span<const ElementArray> before) {
  const Form& form = test_case.form();
  const Result& result = form.results.front();
  if (form.results.size() > 1 || result.flow.in_place.empty()) return false;
  const auto* out = std::get_if<TileSpec>(&test_case.call.operands[form.index_of(result.operand)]);
  if (out == nullptr || out->type.conv) return false;
  const std::vector<std::uint8_t> asked = few_places(*out);
  if (asked.empty()) return false;
  std::array promise{evaluate(test_case.call, result, before, wide, asked)};
  std::vector<Accept>& accept = std::get<ExpectedTile>(promise.front()).accept;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (asked[i] == 0) accept[i] = Accept::unspecified;
  }
  return std::ranges::any_of(accept, is_computed) && !passing_null(test_case, before, promise);
}

}  // namespace

DiscriminatingPower discriminating_power_of(const Case& test_case, PrecomputedOracle* oracle) {
  if (oracle != nullptr) *oracle = {};
  const Form& form = test_case.form();
  if (!test_case.intent.legal() || form.results.empty()) return DiscriminatingPower::full;
  if (bytes_of(test_case.call) > most_bytes_looked_at) return DiscriminatingPower::full;
  PrecomputedOracle own;
  PrecomputedOracle& seen = oracle == nullptr ? own : *oracle;
  std::vector<ElementArray>& before = seen.before;
  std::vector<Expected>& expected = seen.expected;
  before = fill(test_case, Poison::first);
  if (few_discriminate(test_case, before)) return DiscriminatingPower::full;
  expected = expect(test_case.call, before, wide);
  if (compared_of(expected) == 0) {
    const bool compares =
        asks_for_an_end(form, test_case.scenario) && compared_of(test_case, before, expected) > 0;
    return compares ? DiscriminatingPower::full : DiscriminatingPower::none;
  }
  return passing_null(test_case, before, expected) ? DiscriminatingPower::weak
                                                   : DiscriminatingPower::full;
}

bool is_weak(const Recipe& recipe) {
  const std::vector<std::string>& scenarios = recipe.form->copies_in;
  return recipe.intent.kind == Intent::Kind::inside &&
         std::ranges::find(scenarios, recipe.scenario) != scenarios.end();
}

std::int64_t bytes_of(const Call& call) {
  std::int64_t bytes = 0;
  for (const OperandValue& value : call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) bytes += tile->type.bytes();
    if (const auto* global = std::get_if<GlobalSpec>(&value)) {
      bytes += bytes_for(global->element, global->allocation());
    }
  }
  return bytes;
}

}  // namespace assay::generators
