// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/ops/page_test.hpp"

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

Trial blocks_of(const std::vector<ElementArray>& before, std::int64_t last) {
  Trial trial;
  trial.before = trial.after = before;
  for (std::int64_t row = 0; row < 2; ++row) {
    for (std::int64_t col = 0; col < last; ++col) {
      trial.after[0].set(row * 32 + col, before[1][16 + col % 16]);
    }
  }
  return trial;
}

TEST(ByteGatherErrata, OfBlocksAreKnownByTheirNumber) {
  const auto kind = [](Target target, std::int64_t last, const std::string& errata) {
    Case test_case;
    test_case.call = gather(target);
    const Trial trial = blocks_of(with_offsets(32), last);
    return judge(test_case, std::vector{trial},
                 Standard{correctly_rounded, errata_choice_of(errata)})
        .kind;
  };
  EXPECT_EQ(kind(Target::cpu, 16, "E-TGATHERB-001"), VerdictKind::known_deviation);
  EXPECT_EQ(kind(Target::cpu, 20, "E-TGATHERB-001"), VerdictKind::deviates);
  EXPECT_EQ(kind(Target::cpu, 16, "none"), VerdictKind::deviates);
  EXPECT_EQ(kind(Target::a2a3, 20, "E-TGATHERB-002"), VerdictKind::known_deviation);
  EXPECT_EQ(kind(Target::a5, 20, "E-TGATHERB-003"), VerdictKind::known_deviation);
  EXPECT_EQ(kind(Target::a5, 20, "none"), VerdictKind::deviates);
}

TEST(ByteGatherErrata, OfChecksAreThoseOfTheirTargets) {
  const auto refused = [](std::int64_t cols, const std::string& errata) {
    Case test_case;
    test_case.call = gather(Target::cpu);
    test_case.call.tile("dst").valid_cols = test_case.call.tile("offset").valid_cols = cols;
    Trial trial;
    trial.before = trial.after = with_offsets(0);
    trial.outcome = {Outcome::Status::rejected, "Assertion failed"};
    return judge(test_case, std::vector{trial},
                 Standard{correctly_rounded, errata_choice_of(errata)})
        .kind;
  };
  EXPECT_EQ(refused(19, "E-TGATHERB-004"), VerdictKind::known_deviation);
  EXPECT_EQ(refused(19, "none"), VerdictKind::rejected_valid);
  EXPECT_EQ(refused(16, "all"), VerdictKind::rejected_valid);
  const auto accepted = [](Target target, ElementType type, const std::string& errata) {
    Case test_case;
    test_case.call = gather(target);
    test_case.intent = {Intent::Kind::outside, "dst.element"};
    Trial trial;
    for (const char* name : {"dst", "src"}) test_case.call.tile(name).type.element = type;
    trial.before = {filled(type, 64, 0), filled(type, 64, 0), filled(u32, 48, 0)};
    trial.after = trial.before;
    return judge(test_case, std::vector{trial},
                 Standard{correctly_rounded, errata_choice_of(errata)})
        .kind;
  };
  EXPECT_EQ(accepted(Target::a2a3, e4m3, "E-TGATHERB-005"), VerdictKind::known_deviation);
  EXPECT_EQ(accepted(Target::a5, e4m3, "E-TGATHERB-006"), VerdictKind::known_deviation);
  EXPECT_EQ(accepted(Target::a5, e4m3, "none"), VerdictKind::accepted_invalid);
  EXPECT_EQ(accepted(Target::a5, i64, "all"), VerdictKind::accepted_invalid);
}

}  // namespace
}  // namespace assay::ops
