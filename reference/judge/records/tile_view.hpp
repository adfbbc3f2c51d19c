// SPDX-License-Identifier: Apache-2.0
// Outputs of a case together with what is acceptable there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// One output of one execution together with what is acceptable there. Points into the arguments of
/// tile_views().
struct TileView {
  std::string operand;
  const ExpectedTile* expected = nullptr;
  const Trial* trial = nullptr;          ///< the execution shown
  const ElementArray* before = nullptr;  ///< contents of the output before it
  const ElementArray* got = nullptr;
  const ElementArray* other = nullptr;  ///< the execution that gave other bits, for such deviations
  std::int64_t valid_rows = 0;          ///< the whole output if it is not a tile
  std::int64_t valid_cols = 0;
  std::vector<bool> wrong;  ///< one flag per element
};

/// The outputs of a case that came back and are tiles, with their wrong elements: of the first
/// execution whose output is wrong, else of the first. A result without a view has a null `got`.
/// One entry per result of the form, as far as `expected` goes; texts have a null `expected`.
std::vector<TileView> tile_views(const Case& test_case, std::span<const Trial> trials,
                                 std::span<const Expected> expected, const Verdict& verdict);

}  // namespace assay
