// SPDX-License-Identifier: Apache-2.0
// Names that were met: sixteen bytes each, however long they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::support {

/// Knows a name by 128 bits of hashes: of a million names two have those in common with a
/// probability of 1e-27.
class NameSet {
 public:
  /// Whether the name is new.
  bool insert(std::string_view name);
  bool contains(std::string_view name) const;
  std::size_t size() const { return size_; }

 private:
  using Print = std::array<std::uint64_t, 2>;  ///< both 0: a free place

  static Print print_of(std::string_view name);
  /// Where the print is, or the free place that it would take.
  std::size_t place_of(const Print& print) const;
  void grow();

  std::vector<Print> places_;  ///< a power of two, at most three in four taken
  std::size_t size_ = 0;
};

}  // namespace assay::support
