// SPDX-License-Identifier: Apache-2.0
#include "reference/numerics/integer.hpp"

namespace assay::numerics {
namespace {

Wide lowest(ElementType type) {
  return is_signed(type) ? -(Wide{1} << (bits_of(type) - 1)) : Wide{0};
}

Wide highest(ElementType type) {
  return (Wide{1} << (bits_of(type) - (is_signed(type) ? 1 : 0))) - 1;
}

}  // namespace

Wide integer_value(ElementType type, std::uint64_t bits) {
  const auto value = static_cast<Wide>(bits & mask_of(type));
  return value > highest(type) ? value - (Wide{1} << bits_of(type)) : value;
}

std::uint64_t wrapped(ElementType type, Wide value) {
  return static_cast<std::uint64_t>(value) & mask_of(type);
}

std::uint64_t saturated(ElementType type, Wide value) {
  if (value < lowest(type)) return wrapped(type, lowest(type));
  if (value > highest(type)) return wrapped(type, highest(type));
  return wrapped(type, value);
}

bool fits(ElementType type, Wide value) { return value >= lowest(type) && value <= highest(type); }

}  // namespace assay::numerics
