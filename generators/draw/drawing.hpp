// SPDX-License-Identifier: Apache-2.0
// The case of a recipe: the signature is drawn first, then what is known only at launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "generators/recipe/recipe.hpp"

namespace assay::generators {

struct PrecomputedOracle;

/// The case of a recipe and a key. Pure: same arguments, same case, on every machine. Throws
/// Unreachable if the recipe has no case (an edge that does not exist, a constraint that cannot be
/// broken alone), and std::invalid_argument if a page names a value plan that does not exist.
/// `oracle` gets what drawing has computed for the case, if anything (discriminating_power.hpp).
Case draw(const Recipe& recipe, std::uint32_t key, PrecomputedOracle* oracle = nullptr);

/// Whether the recipe may share a signature: its scenario or rule may differ only at run time.
bool may_share_signature(const Recipe& recipe);

/// Attempts before a recipe counts as unreachable.
inline constexpr int most_attempts = 64;

/// The number of values of a digit, one of each half of a key.
inline constexpr std::uint64_t turns = 16;
constexpr std::size_t turn_of(std::uint32_t half_of_key) { return half_of_key % turns; }

/// What a signature follows from: the recipe, for inside calls without the plan, for cases on a
/// shared signature the plain recipe.
Recipe of_signature(const Recipe& recipe);

/// The plain recipe whose signatures a directed case reuses.
Recipe signature_donor(const Recipe& recipe);

/// A complete call for the recipe, from the upper half of the key: the first attempt that succeeds,
/// of `attempts`. Nothing where none does.
std::optional<Call> draw_signature(const Recipe& recipe, std::uint32_t key, int attempts);

/// The same from attempt number `attempt` on; afterwards it is one more than the successful one.
std::optional<Call> next_signature(const Recipe& recipe, std::uint32_t key, int& attempt,
                                   int attempts);

/// The same signature with valid sizes, dynamic shapes and strides, bases and scalars of this key,
/// drawn that many times before; `signature` itself if nothing else fits.
Call draw_launch(const Recipe& recipe, std::uint32_t key, const Call& signature,
                 std::uint32_t redraws = 0);

/// Seed of the choices of one attempt in one phase. `key` is all that distinguishes cases of a
/// recipe.
std::uint64_t seed_of(const Recipe& recipe, std::string_view phase, std::uint32_t key, int attempt);

}  // namespace assay::generators
