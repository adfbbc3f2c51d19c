// SPDX-License-Identifier: Apache-2.0
// Bounds on elements that were not observed.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/isa/call/contents.hpp"

namespace assay {

/// The kind of knowledge about an element, or about a byte of one.
enum class BoundKind : std::uint8_t {
  exact,      ///< these bits
  range,      ///< a number between two others, in the order of the format
  nan,        ///< any NaN
  open,       ///< nothing
  either,     ///< these bits or those
  some_bits,  ///< some of its bits
};
inline constexpr BoundKind last_bound_kind = BoundKind::some_bits;
/// "exact", "range", "nan", "open", "either", "some_bits".
std::string_view name_of(BoundKind kind);

/// Elements of an operand in logical order, with what is known of each. `low` and `high` are equal
/// where they are exact, and of no account where they are open. Of two patterns that are numbers
/// `low` is the lesser. Of some bits `low` has zeros and `high` has ones for those that are not
/// known.
struct KnownElements {
  ElementArray low;
  ElementArray high;
  std::vector<BoundKind> kinds;

  std::int64_t size() const { return low.size(); }
  BoundKind of(std::int64_t index) const { return kinds[static_cast<std::size_t>(index)]; }
  void set(std::int64_t index, BoundKind kind, std::uint64_t least, std::uint64_t greatest) {
    kinds[static_cast<std::size_t>(index)] = kind;
    low.set(index, least);
    high.set(index, greatest);
  }
};

/// Elements of which nothing is known.
KnownElements nothing_of(ElementType type, std::int64_t count);

}  // namespace assay
