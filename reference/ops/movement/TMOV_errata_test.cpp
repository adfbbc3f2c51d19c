// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of TMOV.
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// 64 elements that are moved from Mat.
Sample moved(const char* number, const char* form, Target target, Location to, ElementType result,
             ElementType element) {
  TileSpec dst = tile(result, 1, 64, 1, 64), src = tile(element, 1, 64, 1, 64);
  dst.type.location = to;
  src.type.location = Location::mat;
  return {number, sample_call(number, form, target, {dst, src})};
}

Samples moves() {
  // Biases of u32 are accepted on A2A3, by that form alone.
  const auto accepted = [](const char* form, Location to, Target target) {
    return moved("E-TMOV-001", form, target, to, u32, u32).breaks("src.element");
  };
  // Biases hold patterns of bfloat16 where 1 was.
  const auto of_patterns = [](Target target, ElementType from) {
    return moved("E-TMOV-002", "bias", target, Location::bias, f32, from)
        .holds("src", from == bf16 ? 0x3F80 : 0x3C00)
        .gives_all(0x3F800000, 0x3F803F80);
  };
  return {accepted("bias", Location::bias, a2a3),
          accepted("bias", Location::bias, a5).is_unknown(),
          accepted("scaling", Location::scaling, a2a3).is_unknown(),
          of_patterns(a5, bf16),
          of_patterns(a5, f16).is_unknown(),
          of_patterns(cpu, bf16).is_unknown()};
}

const SamplesOf samples_of_moves{moves};

}  // namespace
}  // namespace assay::ops
