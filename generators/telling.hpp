// SPDX-License-Identifier: Apache-2.0
// Can a case tell a right output from one that nobody computed?
#pragma once

#include <cstdint>
#include <vector>

#include "generators/recipe.hpp"
#include "reference/isa/case.hpp"

namespace assay::generators {

/// Operands of more bytes are not looked at: among so many elements one tells, and they take long.
inline constexpr std::int64_t most_bytes_looked_at = 1 << 20;

/// What the output of a legal case is held against, by the promise of the page with a tolerance
/// that is wider than those of profiles.
enum class Telling : std::uint8_t {
  nothing,  ///< nothing is compared, nor does the case ask for an end alone
  little,   ///< a null output would pass (passing_null)
  enough,   ///< neither; illegal cases and large ones, too
};

/// What is looked at for that; empty for cases that are not looked at.
struct Looked {
  std::vector<ElementArray> before = {};  ///< fill() with the first poison
  std::vector<Expected> expected = {};    ///< expect() of that with the wider tolerance
  Telling telling = Telling::enough;      ///< of a case that draw() gave
};
Telling telling_of(const Case& test, Looked* looked = nullptr);

/// Whether a page says that no case of the recipe tells more than `little`.
bool tells_little(const Recipe& recipe);

/// Bytes of all tiles and views of a call.
std::int64_t bytes_of(const Call& call);

}  // namespace assay::generators
