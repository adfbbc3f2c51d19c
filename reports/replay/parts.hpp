// SPDX-License-Identifier: Apache-2.0
// The pieces of a replayed case.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "reference/isa/case/case.hpp"
#include "reference/judge/records/tile_view.hpp"

namespace assay::reports {

/// What an element is compared with, as text: "[1.5 .. 1.502]", "1 or 2", "any NaN". `value` is
/// what was there before, if that must be kept.
std::string accepted_text(ElementType type, Accept accept, std::uint64_t value, std::uint64_t low,
                          std::uint64_t high);

/// What `got` and `before` are compared with, as text: "[1.5 .. 1.502]", "1 or 2", "any NaN".
std::string expected_text(const TileView& view, std::int64_t index);

/// The wrong elements, or where none is wrong the first compared ones; at most `limit`.
/// `allowed` is the distance in ulp that is promised; without one no distance is shown.
void print_elements(std::ostream& out, const Case& test_case, const TileView& view,
                    std::size_t limit, bool colour, const std::optional<double>& allowed);

/// The output as at most 64 x 32 characters, outline included. A character represents a block of
/// elements if the tile is larger, and any wrong element marks its block.
void print_map(std::ostream& out, const TileView& view, bool colour);

/// Expected and printed text in two columns, line by line. With `differs` the first line whose
/// tokens differ is marked. At most `limit` lines.
void print_text(std::ostream& out, const ExpectedText& expected, std::string_view got, bool differs,
                std::size_t limit, bool colour);

/// "tile f16 vec ND 16 x 256, valid 15 x 255, pad zero".
std::string operand_text(const OperandValue& value);

}  // namespace assay::reports
