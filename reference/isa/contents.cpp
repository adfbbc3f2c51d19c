// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/contents.hpp"

#include <cassert>
#include <cstring>

namespace assay {

std::uint64_t load_element(std::span<const std::byte> storage, ElementType type,
                           std::int64_t index) {
  const auto at = static_cast<std::size_t>(index);
  const int bits = bits_of(type);
  if (bits == 4) {
    const auto pair = std::to_integer<unsigned>(storage[at / 2]);
    return (at % 2 == 0 ? pair : pair >> 4U) & 0xFU;
  }
  const auto width = static_cast<std::size_t>(bits / 8);
  assert((at + 1) * width <= storage.size());
  std::uint64_t value = 0;
  std::memcpy(&value, storage.data() + at * width, width);  // little-endian hosts only, see main
  return value;
}

void store_element(std::span<std::byte> storage, ElementType type, std::int64_t index,
                   std::uint64_t bits) {
  const auto at = static_cast<std::size_t>(index);
  if (bits_of(type) == 4) {
    const unsigned shift = at % 2 == 0 ? 0 : 4;
    const auto old = std::to_integer<unsigned>(storage[at / 2]);
    const unsigned kept = old & ~(0xFU << shift);
    storage[at / 2] =
        static_cast<std::byte>(kept | ((static_cast<unsigned>(bits) & 0xFU) << shift));
    return;
  }
  const auto width = static_cast<std::size_t>(bits_of(type) / 8);
  assert((at + 1) * width <= storage.size());
  std::memcpy(storage.data() + at * width, &bits, width);
}

ElementArray::ElementArray(ElementType type, std::int64_t count)
    : type_(type), count_(count), bytes_(static_cast<std::size_t>(bytes_for(type, count))) {}

}  // namespace assay
