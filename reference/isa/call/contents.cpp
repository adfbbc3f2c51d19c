// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/call/contents.hpp"

#include <bit>

namespace assay {

static_assert(std::endian::native == std::endian::little, "elements are stored little-endian");

ElementArray::ElementArray(ElementType type, std::int64_t count)
    : type_(type),
      bits_(bits_of(type)),
      count_(count),
      bytes_(static_cast<std::size_t>(bytes_for(type, count))) {}

}  // namespace assay
