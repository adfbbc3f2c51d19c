// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/semantics.hpp"

#include "reference/numerics/classify.hpp"

namespace assay::ops {

void for_each_valid(const TileSpec& tile,
                    const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& visit) {
  for (std::int64_t row = 0; row < tile.valid_rows; ++row) {
    for (std::int64_t col = 0; col < tile.valid_cols; ++col) {
      visit(row * tile.cols() + col, row, col);
    }
  }
}

std::uint64_t pad_bits(const Pad& pad, ElementType element) {
  const bool has_extremes = bits_of(element) >= 8 && bits_of(element) <= 32;
  switch (pad.kind) {
    case PadKind::null:
    case PadKind::zero:
      return 0;
    case PadKind::custom:
      return pad.custom_bits & mask_of(element);
    case PadKind::max:
    case PadKind::min:
      break;
  }
  if (!has_extremes) return 0;
  const bool lowest = pad.kind == PadKind::min;
  return format_of(element).has_infinity ? numerics::infinity(element, lowest)
                                         : numerics::largest_finite(element, lowest);
}

}  // namespace assay::ops
