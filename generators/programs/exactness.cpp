// SPDX-License-Identifier: Apache-2.0
// Programs in which every result is known to the bit.
#include "generators/programs/exactness.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "generators/filled_case.hpp"
#include "generators/generate.hpp"
#include "reference/judge/readings.hpp"

namespace assay::generators {
namespace {

/// IEEE 754 rounds these once, and so do all profiles. Whatever else has an accuracy is not exact.
Tolerance strict(const ToleranceKey& key) {
  constexpr std::array<std::string_view, 3> rounded_once{"add", "subtract", "multiply"};
  constexpr double ulps = 16;
  const bool once = std::ranges::find(rounded_once, key.accuracy) != rounded_once.end();
  return {.kind = once ? Tolerance::Kind::correctly_rounded : Tolerance::Kind::ulp,
          .bound = once ? 0 : ulps,
          .reason = {}};
}

/// Whether a result depends on how the manual is read (decision 191): then no bits are known.
bool depends_on_choices(const Call& call, const std::vector<ElementArray>& before) {
  const std::vector<Expected> expected = expect(call, before, strict);
  return !open_readings(call, before, expected, strict).choices.empty();
}

}  // namespace

std::span<const std::string_view> exact_plans() {
  static constexpr std::array<std::string_view, 3> plans{"ones", "wholes", "ties"};
  return plans;
}

bool Exactness::take(const ProgramStep& step, const std::vector<ProgramImage>& images) {
  const std::vector<ElementArray> brought = fill(step.test, Poison::first);
  MemoryBounds next = known_;
  next.grow(images);
  for (std::size_t i = 0; i < step.bindings.size(); ++i) {
    if (step.bindings[i] && step.fresh[i]) next.bring(step, i, brought[i]);
  }
  if (depends_on_choices(step.test.call, next.contents(step))) return false;
  next.pass(step, calls_, strict);
  if (!next.was_exact()) return false;
  known_ = std::move(next);
  ++calls_;
  return true;
}

}  // namespace assay::generators
