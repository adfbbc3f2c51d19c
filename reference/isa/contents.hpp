// SPDX-License-Identifier: Apache-2.0
// Arrays of elements as bit patterns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/isa/element_type.hpp"

namespace assay {

/// Reads or writes the bit pattern of element `index` in packed little-endian storage. Of a 4-bit
/// pair the even element is in the low nibble.
std::uint64_t load_element(std::span<const std::byte> storage, ElementType type,
                           std::int64_t index);
void store_element(std::span<std::byte> storage, ElementType type, std::int64_t index,
                   std::uint64_t bits);

/// Elements of one type, packed as in memory. For a tile the order is row-major over the logical
/// matrix whatever the layout; for global memory it is the order of addresses.
class ElementArray {
 public:
  ElementArray() = default;
  ElementArray(ElementType type, std::int64_t count);

  ElementType type() const { return type_; }
  std::int64_t size() const { return count_; }
  std::uint64_t operator[](std::int64_t index) const { return load_element(bytes_, type_, index); }
  void set(std::int64_t index, std::uint64_t bits) { store_element(bytes_, type_, index, bits); }

  std::span<const std::byte> bytes() const { return bytes_; }
  std::span<std::byte> bytes() { return bytes_; }
  friend bool operator==(const ElementArray&, const ElementArray&) = default;

 private:
  ElementType type_ = ElementType::u8;
  std::int64_t count_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace assay
