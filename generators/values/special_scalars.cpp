// SPDX-License-Identifier: Apache-2.0
// Special values in a row, for what a call has one of.
#include <array>

#include "generators/values/bit_patterns.hpp"
#include "generators/values/plans.hpp"

namespace assay::generators {
namespace {

using Values = std::array<std::uint64_t, special_scalars>;

// The plans take every fourth: each meets values of several kinds.
Values of_floats(const ElementFormat& format) {
  return {0,
          largest(format, false),
          infinite(format, false),
          power_of_two(format, false, 0),
          sign_bit(format),
          largest(format, true),
          not_a_number(format, false, 1),
          power_of_two(format, true, 0),
          1,
          assemble(format, false, 1, 0),
          infinite(format, true),
          sign_bit(format) | fraction_mask(format)};
}

Values of_integers(const ElementFormat& format) {
  const std::uint64_t mask = mask_of(format.type);
  const auto width = static_cast<std::uint64_t>(format.bits);
  const bool is_signed = format.kind == ElementKind::signed_integer;
  const std::uint64_t most = is_signed ? mask >> 1 : mask;
  const std::uint64_t least = is_signed ? sign_bit(format) : 0;
  return {0,         most,     width, mask,      1,         least,
          width - 1, most - 1, 2,     least + 1, width + 1, std::uint64_t{1} << (width / 2)};
}

}  // namespace

std::uint64_t special_scalar(const ElementFormat& format, std::size_t number) {
  if (format.kind != ElementKind::floating)
    return of_integers(format).at(number) & mask_of(format.type);
  if (has_fields(format)) return of_floats(format).at(number) & mask_of(format.type);
  return (std::uint64_t{number} * mask_of(format.type) / (special_scalars - 1)) &
         mask_of(format.type);
}

}  // namespace assay::generators
