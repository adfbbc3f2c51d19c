// SPDX-License-Identifier: Apache-2.0
// Random elements from patterns: some bits are fixed, the others come from a random word.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "generators/values/counter.hpp"
#include "reference/isa/call/contents.hpp"

namespace assay::generators {

/// A kind of bit pattern of an element.
struct Pattern {
  std::uint64_t fixed = 0;
  std::uint64_t free = 0;  ///< bits that are random; none of them is set in `fixed`

  constexpr std::uint64_t with(std::uint64_t random) const { return fixed | (random & free); }
};

/// Patterns of equal likelihood that together have `weight` parts of the elements.
struct Share {
  unsigned weight;
  std::vector<Pattern> patterns;
};
using Mixture = std::vector<Share>;

/// The numbers in [first, last] as patterns whose free bits are their lowest ones, at most
/// `most_free` of them. Without a limit every length of binary number has about the same
/// weight.
std::vector<Pattern> ranges(std::uint64_t first, std::uint64_t last, int most_free = 64);

/// A mixture laid out so that one random word gives one element: its upper bits choose the pattern,
/// its lower ones fill it. Elements of 64 bits are filled from a second word.
class PatternTable {
 public:
  static constexpr int slot_bits = 10;
  static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;

  /// `width` is that of the elements in bits. Throws std::logic_error where a share has more
  /// patterns than slots, so that some could not occur.
  PatternTable(const Mixture& mixture, int width);

  std::uint64_t value(const Counter& counter) const {
    const std::uint64_t word = counter.word(0);
    return slots_[word >> (64 - slot_bits)].with(wide_ ? counter.word(1) : word);
  }
  /// Elements first.index to first.index + count - 1 of `out`.
  void fill(const Counter& first, std::int64_t count, ElementArray& out) const;

 private:
  std::array<Pattern, slot_count> slots_;
  bool wide_;
};

/// The same for two patterns that alternate: the first for even indices.
void fill_alternating(const std::array<Pattern, 2>& patterns, const Counter& first,
                      std::int64_t count, ElementArray& out);

}  // namespace assay::generators
