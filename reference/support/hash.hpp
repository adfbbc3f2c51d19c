// SPDX-License-Identifier: Apache-2.0
// Small 64-bit hashes that are the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::support {

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

}  // namespace assay::support
