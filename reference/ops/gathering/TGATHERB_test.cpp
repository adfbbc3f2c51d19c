// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

/// 2 x 20 elements of int16 from a src of 4 x 16.
Call gather(Target target) {
  return {&form_of("TGATHERB", "plain"),
          target,
          {tile(i16, 2, 32, 2, 20), tile(i16, 4, 16, 4, 15), tile(u32, 2, 24, 2, 20)},
          {}};
}

/// Element i of src is 100 + i; all offsets are `bytes`.
std::vector<ElementArray> with_offsets(std::uint64_t bytes) {
  std::vector<ElementArray> before{filled(i16, 64, 1), ElementArray(i16, 64),
                                   filled(u32, 48, bytes)};
  for (std::int64_t at = 0; at < 64; ++at) before[1].set(at, 100 + static_cast<std::uint64_t>(at));
  return before;
}

TEST(ByteGather, TakesTheElementAtTheOffsetOfEachElement) {
  const Call call = gather(Target::a5);
  EXPECT_EQ(broken_constraints(call), Names{});
  std::vector<ElementArray> before = with_offsets(0);
  before[2].set(1, 6);
  before[2].set(24, 124);  // of element (1, 0): (3, 14), the last valid one
  const auto expected = expected_tile(call, before);
  EXPECT_EQ(expected.value[0], 100U);
  EXPECT_EQ(expected.value[1], 103U);
  EXPECT_EQ(expected.value[32], 162U);
  EXPECT_EQ(accept_at(expected, 32), Accept::exact);
  EXPECT_EQ(accept_at(expected, 20), Accept::unspecified);
}

TEST(ByteGather, LeavesOtherOffsetsToTheTarget) {
  const Call call = gather(Target::a5);
  for (const std::uint64_t bytes : {1U, 30U, 128U, 0xFFFFFFFEU}) {
    EXPECT_EQ(accept_at(expected_tile(call, with_offsets(bytes)), 0), Accept::target_defined);
    std::vector<ElementArray> made = with_offsets(bytes);
    call.form->admit(call, made);
    EXPECT_EQ(accept_at(expected_tile(call, made), 0), Accept::exact);
    const std::vector<ElementArray> again = made;
    call.form->admit(call, made);
    EXPECT_EQ(made[2], again[2]);
  }
}

Samples of_gathered_blocks() {
  const auto blocks = [](const char* number, Target target, std::int64_t last) {
    Sample made(number, gather(target), with_offsets(32));
    for (std::int64_t at = 0; at < 52; ++at) {
      if (at % 32 < 20) made.gives(at, at % 32 < last ? 116 + at % 32 % 16 : 1);
    }
    return made;
  };
  const auto refused = [](std::int64_t cols) {
    Call call = gather(Target::cpu);
    call.tile("dst").valid_cols = call.tile("offset").valid_cols = cols;
    return Sample("E-TGATHERB-004", call, with_offsets(0)).is_refused("Assertion failed");
  };
  const auto accepted = [](const char* number, Target target, ElementType type) {
    Call call = gather(target);
    for (const char* name : {"dst", "src"}) call.tile(name).type.element = type;
    return Sample(number, call).breaks("dst.element");
  };
  return {blocks("E-TGATHERB-001", Target::cpu, 16),
          blocks("E-TGATHERB-001", Target::cpu, 20).is_another(),
          blocks("E-TGATHERB-002", Target::a2a3, 20),
          blocks("E-TGATHERB-003", Target::a5, 20),
          refused(19),
          refused(16).is_unknown(),
          accepted("E-TGATHERB-005", Target::a2a3, e4m3),
          accepted("E-TGATHERB-006", Target::a5, e4m3),
          accepted("E-TGATHERB-006", Target::a5, i64).is_unknown()};
}

const SamplesOf samples_of_gathered_blocks{of_gathered_blocks};

}  // namespace
}  // namespace assay::ops
