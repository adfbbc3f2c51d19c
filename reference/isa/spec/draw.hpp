// SPDX-License-Identifier: Apache-2.0
// Where choices come from.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

namespace assay {

/// A source of choices. The generators provide one that is driven by a case key; the reference
/// draws from the given source and has no randomness of its own.
class Draw {
 public:
  virtual ~Draw() = default;

  /// An integer in [low, high], both ends included.
  virtual std::int64_t integer(std::int64_t low, std::int64_t high) = 0;

  bool chance(int percent) { return integer(0, 99) < percent; }

  template <typename T>
  const T& pick(std::span<const T> from) {
    return from[static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(from.size()) - 1))];
  }
  template <typename T>
  T pick(std::initializer_list<T> from) {
    return pick(std::span<const T>(from.begin(), from.size()));
  }
};

}  // namespace assay
