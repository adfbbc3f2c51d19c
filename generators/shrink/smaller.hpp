// SPDX-License-Identifier: Apache-2.0
// Smaller and simpler calls that keep the constraints of the page, and the contents that belong to
// them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"

namespace assay::generators {

/// A length that valid regions of some tiles, convolution tiles or views of global memory have in
/// common; `shape_rows` and `shape_cols` are static ones.
struct Extent {
  enum class Axis : std::uint8_t { rows, cols, view, conv, shape_rows, shape_cols };
  Axis axis = Axis::rows;
  int dimension = 0;  ///< of a view 0 to 4, of a convolution tile 0 to 5
  std::int64_t length = 0;
  friend bool operator==(const Extent&, const Extent&) = default;
};

/// Every length above 1, the longest first.
std::vector<Extent> extents_of(const Call& call);

/// Elements of all operands: what a smaller call has fewer of.
std::int64_t elements_of(const Call& call);

/// How many of the smallest tiles of its type and layout the largest operand is; scratch aside.
std::int64_t tiles_in(const Call& call);

using Change = std::function<void(Call&)>;

/// The call after a change, with other operands moved until all constraints hold, or all but
/// `broken` (may be null). Nothing where that takes another element type, another attribute, or
/// does not succeed.
std::optional<Call> repaired(const Call& call, const Constraint* broken, const Change& change);

/// Gives that length to whatever has the extent's.
Change set_extent(const Extent& extent, std::int64_t length);
/// Static shapes no larger than the valid regions require.
Change tight_tiles();
/// Views at the start of their allocation and without gaps.
Change tight_views();
/// Views that begin one element into their allocation, with one element between their parts.
Change spaced_views();
/// Row-major without boxes, no padding, plain fractals and no compact mode, for one operand; of
/// global memory the plain layout without gaps.
Change plain_layout(std::size_t operand);

/// Of a scalar operand: its element type's most neutral value (1), or the next (0).
Change neutral_scalar(std::size_t operand, std::size_t choice);

/// One change, then another.
Change both(const Change& one, const Change& other);
/// Tight and spaced tiles and views together and alone, from the smallest call to the one that
/// changes least: a bug may need a gap or a tail.
std::vector<Change> fashions();
/// Directly to the smallest call: every length 1 and everything plain, then smaller and smaller
/// parts of that. Most bugs need neither size nor layout.
std::vector<Change> leaps(const Call& call);

/// All steps down from a call, the boldest first: leaps, fashions, single lengths (1, then halfway,
/// and at last one less), single layouts, single scalars.
std::vector<Change> steps_down(const Call& call);

/// The call of a case after a change: smaller, or as small and plainer, so that no chain of such
/// calls is endless, and still what the case intends: at the same edge, breaking the same
/// constraint alone. Nothing where the change leads to no such call.
std::optional<Call> smaller_call(const Case& test_case, const Change& change);

/// The case with that call, with the key and the value plan of `test_case`; its name says "shrunk".
std::optional<Case> smaller_case(const Case& test_case, const Change& change);

/// Where in the old valid region the new one is cut out.
struct Cut {
  enum class Place : std::uint8_t { around, first, last };
  Place place = Place::first;
  Extent rows;  ///< that the element (row, col) counts in
  Extent cols;
  std::int64_t row = 0;  ///< the new region holds this element, for `around`
  std::int64_t col = 0;
};

/// Contents for the call of `to`, from those of `from`, which has the same form: elements of the
/// valid regions as `cut` says, everything else poisoned as fill() does.
std::vector<ElementArray> carry_over(const Case& from, const std::vector<ElementArray>& contents,
                                     const Case& to, const Cut& cut);

/// Contents with the second poison where `contents` has the first.
std::vector<ElementArray> poisoned_anew(const Case& test_case,
                                        const std::vector<ElementArray>& contents);

/// One element that a call reads: its operand and its place in the contents.
struct Cell {
  std::size_t operand = 0;
  std::int64_t index = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// Elements of inputs that a call may read, in the order of operands and addresses.
std::vector<Cell> cells_of(const Call& call);

/// A name for a case that no key draws: that of its call, with `shrunk` for the value plan and a
/// digest of everything in it for the key.
std::string shrunk_name(const Case& test_case, const std::vector<ElementArray>& contents);

}  // namespace assay::generators
