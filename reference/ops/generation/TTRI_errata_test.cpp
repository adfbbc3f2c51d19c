// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TTRI.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

Sample triangle(const char* number, Target target, int side, std::uint32_t diagonal,
                const TileSpec& dst = tile(i32, 2, 8, 2, 3)) {
  return {number, sample_call(number, "plain", target, {dst, ScalarSpec{i32, diagonal}}, {side})};
}

Samples triangles() {
  // Row 0 has all columns up to 2^31 - 1, and the sum of row 1 is the least int.
  Sample wrapped = triangle("E-TTRI-002", cpu, 0, INT32_MAX - 1);
  for (const int place : {0, 1, 2}) wrapped.gives(place, 1, 1);
  for (const int place : {8, 9, 10}) wrapped.gives(place, 1, 0);
  // Another side is taken, and nothing written.
  Sample other_side = triangle("E-TTRI-003", a5, 2, 0);
  other_side.breaks(broken_constraints(other_side.call()).front());
  Sample stopping = triangle("E-TTRI-004", a5, 0, 100, tile(u64, 1, 128, 1, 70));
  for (int col = 0; col < 70; ++col) stopping.gives(col, 1, col < 64 ? 1 : 0x55);
  return {triangle("E-TTRI-001", cpu, 0, 0, tile(u8, 2, 32, 2, 3)).is_refused(),
          triangle("E-TTRI-001", cpu, 0, 0, tile(i64, 2, 32, 2, 3)).is_refused(), wrapped,
          other_side, stopping};
}

const SamplesOf samples_of_triangles{triangles};

}  // namespace
}  // namespace assay::ops
