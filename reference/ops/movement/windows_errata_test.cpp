// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TEXTRACT and TINSERT.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

Sample window(const char* number, Target target, const TileSpec& dst, const TileSpec& src,
              std::uint64_t col) {
  return {number,
          sample_call(number, "vec", target, {dst, src, ScalarSpec{u16, 0}, ScalarSpec{u16, col}})};
}

Samples windows() {
  const auto typed = [](ElementType type, Target target) {
    const std::int64_t block = 256 / bits_of(type);
    return window("E-TEXTRACT-003", target, tile(type, 1, block, 1, 2),
                  tile(type, 1, 2 * block, 1, 2 * block), 0)
        .is_refused();
  };
  // The index is inside a block.
  const auto at = [](std::uint64_t col, Target target) {
    return window("E-TEXTRACT-004", target, tile(f32, 1, 8, 1, 2), tile(f32, 1, 24, 1, 24), col)
        .is_refused();
  };
  // The window goes beyond the valid region.
  const auto beyond = [](std::int64_t valid) {
    return window("E-TINSERT-001", cpu, tile(f32, 1, 24, 1, valid), tile(f32, 1, 8, 1, 4), 8)
        .is_refused();
  };
  const auto bounds = [](Target target) {
    return window("E-TEXTRACT-002", target, tile(f32, 1, 16, 1, 8), tile(f32, 1, 24, 1, 24), 16)
        .breaks("window.shape");
  };
  return {typed(u16, a5),
          typed(i16, a5),
          typed(i32, a5).is_unknown(),
          typed(u16, a2a3).is_unknown(),
          at(3, a2a3),
          at(8, a2a3).is_unknown(),
          at(3, a5).is_unknown(),
          beyond(11),
          beyond(12).is_unknown(),
          bounds(cpu),
          bounds(a5).is_unknown(),
          window("E-TEXTRACT-001", cpu, tile(i32, 1, 8, 1, 8), tile(f32, 1, 24, 1, 24), 0)
              .breaks("dst.same_element")};
}

const SamplesOf samples_of_windows{windows};

}  // namespace
}  // namespace assay::ops
