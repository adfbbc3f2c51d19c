// SPDX-License-Identifier: Apache-2.0
// Whether a case distinguishes a correct output from a null output (zeros, poison, a copy).
#pragma once

#include <cstdint>
#include <vector>

#include "generators/recipe/recipe.hpp"
#include "reference/isa/case/case.hpp"

namespace assay::generators {

/// Larger operands are not checked: one of so many elements discriminates, and they take long.
inline constexpr std::int64_t most_bytes_looked_at = 1 << 20;

/// What the output of a legal case is compared with, by the promise of the page with a tolerance
/// that is wider than those of profiles.
enum class DiscriminatingPower : std::uint8_t {
  none,  ///< nothing is compared, and the case does not only test that the call ends
  weak,  ///< a null output would pass (passing_null)
  full,  ///< neither; illegal cases and large ones, too
};

/// The precomputed oracle for that; empty if a case is not checked.
struct PrecomputedOracle {
  std::vector<ElementArray> before = {};  ///< fill() with the first poison
  /// expect() of that with the wider tolerance; empty if a few elements were enough.
  std::vector<Expected> expected = {};
  DiscriminatingPower power = DiscriminatingPower::full;  ///< of a case that draw() gave
};
DiscriminatingPower discriminating_power_of(const Case& test_case,
                                            PrecomputedOracle* oracle = nullptr);

/// Whether a page says that no case of the recipe is more than weak.
bool is_weak(const Recipe& recipe);

/// Bytes of all tiles and views of a call.
std::int64_t bytes_of(const Call& call);

}  // namespace assay::generators
