// SPDX-License-Identifier: Apache-2.0
// Arrays of elements as bit patterns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "reference/isa/types/element_type.hpp"

namespace assay {

/// Reads the bit pattern of element `index`, `bits` wide, in packed little-endian storage. Of a
/// 4-bit pair the even element is in the low nibble.
inline std::uint64_t load_bits(std::span<const std::byte> storage, int bits, std::int64_t index) {
  const auto place = static_cast<std::size_t>(index);
  const auto load = [&]<typename Word>(Word word) {
    std::memcpy(&word, storage.data() + place * sizeof(Word), sizeof(Word));
    return std::uint64_t{word};
  };
  switch (bits) {
    case 8:
      return load(std::uint8_t{});
    case 16:
      return load(std::uint16_t{});
    case 32:
      return load(std::uint32_t{});
    case 64:
      return load(std::uint64_t{});
    default:
      return std::to_integer<std::uint64_t>(storage[place / 2]) >> (place % 2 * 4) & 0xFU;
  }
}

/// Writes the low `bits` of `pattern`, as load_bits reads them.
inline void store_bits(std::span<std::byte> storage, int bits, std::int64_t index,
                       std::uint64_t pattern) {
  const auto place = static_cast<std::size_t>(index);
  const auto store = [&]<typename Word>(Word word) {
    std::memcpy(storage.data() + place * sizeof(Word), &word, sizeof(Word));
  };
  switch (bits) {
    case 8:
      return store(static_cast<std::uint8_t>(pattern));
    case 16:
      return store(static_cast<std::uint16_t>(pattern));
    case 32:
      return store(static_cast<std::uint32_t>(pattern));
    case 64:
      return store(pattern);
    default:
      break;
  }
  const unsigned shift = place % 2 == 0 ? 0 : 4;
  const auto kept = std::to_integer<unsigned>(storage[place / 2]) & ~(0xFU << shift);
  storage[place / 2] =
      static_cast<std::byte>(kept | (static_cast<unsigned>(pattern) & 0xFU) << shift);
}

/// The same for an element type.
inline std::uint64_t load_element(std::span<const std::byte> storage, ElementType type,
                                  std::int64_t index) {
  return load_bits(storage, bits_of(type), index);
}
inline void store_element(std::span<std::byte> storage, ElementType type, std::int64_t index,
                          std::uint64_t bits) {
  store_bits(storage, bits_of(type), index, bits);
}

/// Elements of one type, packed as in memory. For a tile the order is row-major over the logical
/// matrix whatever the layout; for global memory it is the order of addresses.
class ElementArray {
 public:
  ElementArray() = default;
  ElementArray(ElementType type, std::int64_t count);

  ElementType type() const { return type_; }
  std::int64_t size() const { return count_; }
  std::uint64_t operator[](std::int64_t index) const { return load_bits(bytes_, bits_, index); }
  void set(std::int64_t index, std::uint64_t bits) { store_bits(bytes_, bits_, index, bits); }

  std::span<const std::byte> bytes() const { return bytes_; }
  std::span<std::byte> bytes() { return bytes_; }
  /// Same type, same bits. Faster than the default one, which compares each std::byte.
  friend bool operator==(const ElementArray& a, const ElementArray& b) {
    return a.type_ == b.type_ && a.count_ == b.count_ &&
           (a.bytes_.empty() ||
            std::memcmp(a.bytes_.data(), b.bytes_.data(), a.bytes_.size()) == 0);
  }

 private:
  ElementType type_ = ElementType::u8;
  int bits_ = 8;
  std::int64_t count_ = 0;
  std::vector<std::byte> bytes_;
};

}  // namespace assay
