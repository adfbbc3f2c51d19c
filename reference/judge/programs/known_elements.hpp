// SPDX-License-Identifier: Apache-2.0
// Elements of which bounds are known.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "reference/isa/call/bounds.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/isa/types/function.hpp"

namespace assay {

/// Keys of all numbers that are acceptable for an element; nothing if others are, too.
class Bounds {
 public:
  explicit Bounds(ElementType type) : type_(type) {}

  void add(const ExpectedTile& tile, std::int64_t index);
  void put(KnownElements& elements, std::int64_t index) const;

 private:
  void number(std::uint64_t bits);

  ElementType type_;
  bool known_ = true;
  std::int64_t low_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t high_ = std::numeric_limits<std::int64_t>::min();
};

/// The patterns that are acceptable for an element, as long as they are one or two.
class Patterns {
 public:
  void add(std::uint64_t bits);
  void add(const ExpectedTile& tile, std::int64_t index);
  /// False where there are more, or others than single ones.
  bool put(ElementType type, KnownElements& elements, std::int64_t index) const;

 private:
  std::uint64_t first_ = 0, second_ = 0;
  int count_ = 0;
  bool several_ = false;
};

/// Copies the bounds of the old element to the new one.
void keep(const KnownElements& old, std::int64_t index, KnownElements& known);

/// Whether it is a finite number, whichever it is.
bool is_number(const KnownElements& elements, std::int64_t index);

/// Whether it has no value but that of `low` and that of `high`.
bool is_all_at_its_ends(const KnownElements& elements, std::int64_t index);

/// Whether the values of a function at the corners of a box of finite arguments bound all between.
bool is_bounded_by_corners(Function function, std::size_t argument, const KnownElements& elements,
                           std::int64_t index);

/// An integer result that wraps around at the end of its range does not grow.
bool stays_inside(ElementType to, const KnownElements& elements, std::int64_t index);

/// The same in all bytes, so that a part of an element is recognized as well.
std::uint64_t mark_of(BoundKind kind, ElementType type);
/// The reverse; nothing for BoundKind::open and for a mixture.
std::optional<BoundKind> marked(std::uint64_t mark, ElementType type);

/// Whether a range is a weak bound: it is wider than the largest relative error that is accepted of
/// whole models (f32 10 x 2^-13, f16 10 x 2^-10, bf16 10 x 2^-7), or than two steps of a type with
/// fewer digits, or holds more than four integers. Ranges below the normal numbers are not weak.
bool says_little(ElementType type, std::uint64_t low, std::uint64_t high);

}  // namespace assay
