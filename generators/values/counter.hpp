// SPDX-License-Identifier: Apache-2.0
// Random words of elements, the same on every machine.
#pragma once

#include <cstdint>

#include "reference/support/hash.hpp"

namespace assay::generators {

using support::combine;
using support::golden_ratio;
using support::hash_text;
using support::mix;

/// The random words of one element: a counter-based generator without state. Any word of any
/// element can be computed alone: word n of element i is number 16 i + n of the SplitMix64 sequence
/// that a hash of key and operand starts.
struct Counter {
  std::uint64_t key;      ///< case key and the purpose of the words
  std::uint64_t operand;  ///< index in the form
  std::uint64_t index;    ///< element of the operand
  std::uint64_t start;    ///< follows from key and operand

  constexpr Counter(std::uint64_t of_key, std::uint64_t of_operand, std::uint64_t of_index)
      : key(of_key), operand(of_operand), index(of_index), start(combine(key, operand)) {}

  constexpr std::uint64_t word(std::uint64_t n) const {
    return mix(start + (index * words_per_element + n) * golden_ratio);
  }
  /// A number in [0, count).
  constexpr std::uint64_t below(std::uint64_t count, std::uint64_t n) const {
    return word(n) % count;
  }

  static constexpr std::uint64_t words_per_element = 16;
};

}  // namespace assay::generators
