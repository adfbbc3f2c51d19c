// SPDX-License-Identifier: Apache-2.0
// The pieces of a replayed case.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case.hpp"
#include "reference/judge/judge.hpp"

namespace assay::reports {

/// One output of one execution beside what is acceptable there. Points into the arguments of
/// print_replay.
struct TileView {
  std::string operand;
  const ExpectedTile* expected = nullptr;
  const Trial* trial = nullptr;          ///< the execution shown
  const ElementArray* before = nullptr;  ///< contents of the output before it
  const ElementArray* got = nullptr;
  const ElementArray* other = nullptr;  ///< the execution that gave other bits, for such deviations
  std::int64_t valid_rows = 0;          ///< the whole output where it is no tile
  std::int64_t valid_cols = 0;
  std::vector<bool> wrong;  ///< one flag per element
};

/// The outputs of a case that came back and are tiles, with their wrong elements: of the first
/// execution whose output is wrong, else of the first. A result without a view has a null `got`.
/// One entry per result of the form, as far as `expected` goes; texts have a null `expected`.
std::vector<TileView> tile_views(const Case& test, std::span<const Trial> trials,
                                 std::span<const Expected> expected, const Verdict& verdict);

/// What an element is held against, as text: "[1.5 .. 1.502]", "1 or 2", "any NaN". `value` is what
/// was there before, where that must be kept.
std::string accepted_text(ElementType type, Accept accept, std::uint64_t value, std::uint64_t low,
                          std::uint64_t high);

/// What `got` and `before` are held against, as text: "[1.5 .. 1.502]", "1 or 2", "any NaN".
std::string expected_text(const TileView& view, std::int64_t index);

/// The wrong elements, or where none is wrong the first compared ones; at most `limit`.
void print_elements(std::ostream& out, const Case& test, const TileView& view, std::size_t limit,
                    bool colour);

/// The output as at most 64 x 32 characters, outline included. A character stands for a block of
/// elements where the tile is larger, and any wrong element marks its block.
void print_map(std::ostream& out, const TileView& view, bool colour);

/// Expected and printed text side by side, line by line. With `differs` the first line whose tokens
/// differ is marked. At most `limit` lines.
void print_text(std::ostream& out, const ExpectedText& expected, std::string_view got, bool differs,
                std::size_t limit, bool colour);

/// "tile f16 vec ND 16 x 256, valid 15 x 255, pad zero".
std::string operand_text(const OperandValue& value);

}  // namespace assay::reports
