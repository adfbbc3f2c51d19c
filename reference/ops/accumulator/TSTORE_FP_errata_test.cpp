// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TSTORE_FP.
#include <bit>

#include "reference/ops/errata_samples_test.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// Rows of two ones, of which column 0 is scaled by 2 and column 1 by 3.
Sample scaled(const char* number, Target target, const Bits& got) {
  const std::int64_t rows = std::ssize(got) / 2;
  const GlobalSpec dst = global_view(i8, {1, 1, 1, rows, 2}, {2 * rows, 2 * rows, 2 * rows, 2, 1});
  TileSpec src = tile(i32, 16, 16, rows, 2), fp = tile(u64, 1, 16, 1, 2);
  src.type.location = Location::acc;
  src.type.blayout = BLayout::col_major;
  src.type.slayout = SLayout::row_major;
  src.type.fractal = 1024;
  fp.type.location = Location::scaling;
  Sample made(number, sample_call(number, "plain", target, {dst, src, fp}));
  for (const std::int64_t col : {0, 1}) {
    const auto scale = std::bit_cast<std::uint32_t>(static_cast<float>(col + 2));
    made.holds_at("fp", col, descriptor_bits(scale, 0, true));
    for (std::int64_t row = 0; row < rows; ++row) {
      made.gives(2 * row + col, static_cast<std::uint64_t>(col + 2), 0);
    }
  }
  return made.holds("src", 1).gives_row({}, got);
}

Samples stores_by_descriptors() {
  // Every row has a descriptor, and not every column; after the last one they hold anything.
  const Bits by_rows{2, 2, 3, 3}, beyond{2, 2, 3, 3, 9, 9};
  return {scaled("E-TSTORE_FP-002", cpu, by_rows),
          scaled("E-TSTORE_FP-002", cpu, {2, 2, 3, 2}).is_unknown(),
          scaled("E-TSTORE_FP-002", a5, by_rows).is_unknown(),
          scaled("E-TSTORE_FP-002", cpu, by_rows).is_unsettled().is_unknown(),
          scaled("E-TSTORE_FP-002", cpu, beyond).is_another(),
          scaled("E-TSTORE_FP-001", cpu, beyond),
          scaled("E-TSTORE_FP-001", cpu, beyond).is_unsettled(),
          scaled("E-TSTORE_FP-001", a2a3, beyond).is_unknown()};
}

const SamplesOf samples_of_stores_by_descriptors{stores_by_descriptors};

}  // namespace
}  // namespace assay::ops
