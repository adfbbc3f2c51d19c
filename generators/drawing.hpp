// SPDX-License-Identifier: Apache-2.0
// The steps of draw(): the signature first, then what is known only at launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "generators/generate.hpp"

namespace assay::generators {

/// Attempts before a recipe counts as unreachable.
inline constexpr int most_attempts = 64;

/// A complete call for the recipe, from the upper half of the key: the first attempt that succeeds,
/// of `attempts`. Nothing where none does.
std::optional<Call> draw_signature(const Recipe& recipe, std::uint32_t key, int attempts);

/// The same signature with valid sizes, dynamic shapes and strides, bases and scalars of this key;
/// `signature` itself where nothing else fits.
Call draw_launch(const Recipe& recipe, std::uint32_t key, const Call& signature);

/// Seed of the choices of one attempt in one phase. `key` is all that distinguishes cases of a
/// recipe.
std::uint64_t seed_of(const Recipe& recipe, std::string_view phase, std::uint32_t key, int attempt);

}  // namespace assay::generators
