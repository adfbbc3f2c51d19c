// SPDX-License-Identifier: Apache-2.0
// Small 64-bit hashes that are the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::generators {

/// The step and finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014). A bijection in which every input bit reaches every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
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
/// element can be computed alone.
struct Counter {
  std::uint64_t key = 0;      ///< case key and the purpose of the words
  std::uint64_t operand = 0;  ///< index in the form
  std::uint64_t index = 0;    ///< element of the operand

  constexpr std::uint64_t word(std::uint64_t n) const {
    return mix(combine(combine(key, operand), index) + n * 0xd1b54a32d192ed03U);
  }
  /// A number in [0, count).
  constexpr std::uint64_t below(std::uint64_t count, std::uint64_t n) const {
    return word(n) % count;
  }
};

}  // namespace assay::generators
