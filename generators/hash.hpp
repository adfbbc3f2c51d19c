// SPDX-License-Identifier: Apache-2.0
// Small 64-bit hashes that are the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::generators {

/// 2^64 over the golden ratio: the step of SplitMix64.
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15U;

/// The step and finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014). A bijection in which every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += golden_ratio;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// Hash of a sequence, one number at a time. Order matters.
constexpr std::uint64_t combine(std::uint64_t hash, std::uint64_t next) {
  return mix(hash ^ mix(next));
}

/// FNV-1a over the bytes and then their count, finished by mix().
constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  return combine(hash, text.size());
}

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
