// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/stored/contents.hpp"

#include <algorithm>

#include "generators/draw/poison.hpp"
#include "generators/generate.hpp"
#include "generators/shrink/smaller.hpp"
#include "generators/values/input_space.hpp"
#include "reference/support/hash.hpp"

namespace assay::runners {

namespace {

/// Of an enumeration of many tiles one of 32 is executed again, and of no shard all: what a
/// repeated call or another poison shows hardly depends on the inputs.
bool repeats(const Case& test_case) {
  constexpr std::uint32_t first_tiles = 32, one_of = 32;
  return test_case.key < first_tiles || support::mix(test_case.key) % one_of == 0 ||
         !generators::input_plan_named(test_case.plan);
}

}  // namespace

std::vector<std::vector<ElementArray>> contents_of(const Case& test_case,
                                                   const std::vector<ElementArray>& before,
                                                   const generators::PrecomputedOracle* oracle) {
  const std::vector<ElementArray>& known =
      oracle != nullptr && before.empty() ? oracle->before : before;
  std::vector<std::vector<ElementArray>> contents;
  contents.push_back(known.empty() ? generators::fill(test_case, generators::Poison::first)
                                   : known);
  if (!test_case.intent.legal() || !repeats(test_case)) return contents;
  contents.push_back(contents.front());
  contents.push_back(before.empty() ? generators::fill_again(test_case, contents.front())
                                    : generators::poisoned_anew(test_case, before));
  return contents;
}

std::uint64_t text_capacity_of(const Case& test_case, const std::vector<Expected>& expected) {
  constexpr std::int64_t generous = 1 << 16;
  constexpr std::int64_t per_element = 32;
  const auto prints = [](const Result& result) { return result.operand == "text"; };
  if (std::ranges::none_of(test_case.form().results, prints)) return 0;
  std::int64_t elements = 0;
  for (const OperandValue& value : test_case.call.operands) {
    if (const auto* tile = std::get_if<TileSpec>(&value)) elements += tile->type.elements();
    if (const auto* global = std::get_if<GlobalSpec>(&value)) elements += global->elements();
  }
  std::int64_t capacity = generous + per_element * std::max<std::int64_t>(elements, 0);
  for (const Expected& one : expected) {
    const auto* text = std::get_if<ExpectedText>(&one);
    if (text != nullptr && text->capacity > 0) capacity = text->capacity;
  }
  return static_cast<std::uint64_t>(capacity);
}

}  // namespace assay::runners
