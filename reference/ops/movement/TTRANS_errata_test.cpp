// SPDX-License-Identifier: Apache-2.0
// Each erratum of TTRANS, seen where it is in effect and failing where it is not.
#include <utility>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Case transposition(Target target, const TileSpec& dst, const TileSpec& src) {
  Case test_case;
  const TileSpec tmp = tile(src.type.element, 1, 4096, 1, 4096);
  test_case.call = {&form_of("TTRANS", "tile"), target, {dst, src, tmp}, {}};
  return test_case;
}

VerdictKind judged(const Case& test_case, const Trial& trial, const std::string& errata) {
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

using Pair = std::pair<std::uint64_t, std::uint64_t>;

/// Of a column of 3 and 4 that became a row of `got`.
VerdictKind of_column(ElementType to, ElementType from, const Pair& got,
                      const std::string& errata) {
  const std::int64_t block = 256 / bits_of(to);
  const Case test_case =
      transposition(Target::cpu, tile(to, 1, block, 1, 2), tile(from, 2, block, 2, 1));
  Trial trial;
  trial.before = {filled(to, block, 0x55), filled(from, 2 * block, 3), filled(from, 4096, 0)};
  trial.before[1].set(block, 4);
  trial.after = trial.before;
  trial.after[0].set(0, got.first);
  trial.after[0].set(1, got.second);
  return judged(test_case, trial, errata);
}

TEST(TtransErrata, BitsAreMovedUnlessNumbersAre) {
  EXPECT_EQ(of_column(f32, i32, {3, 4}, "none"), VerdictKind::conforms);
  EXPECT_EQ(of_column(f32, i32, {0x40400000, 0x40800000}, "none"), VerdictKind::deviates);
  EXPECT_EQ(of_column(f32, i32, {0x40400000, 0x40800000}, "E-TTRANS-001"),
            VerdictKind::known_deviation);
  EXPECT_EQ(of_column(f32, i32, {0x40400000, 4}, "all"), VerdictKind::deviates);
  EXPECT_EQ(of_column(i16, f16, {0, 0}, "E-TTRANS-001"), VerdictKind::known_deviation);
  EXPECT_EQ(of_column(u32, i32, {4, 4}, "all"), VerdictKind::deviates);
  EXPECT_EQ(of_column(f32, f32, {4, 4}, "all"), VerdictKind::deviates);
}

VerdictKind of_refusal(const Case& test_case, const std::string& message,
                       const std::string& errata) {
  Trial trial;
  for (const OperandValue& operand : test_case.call.operands) {
    const TileType& type = std::get<TileSpec>(operand).type;
    trial.before.push_back(filled(type.element, type.elements(), 0));
  }
  trial.outcome = {Outcome::Status::rejected, message};
  return judged(test_case, trial, errata);
}

TEST(TtransErrata, SizesOfTwoKindsAreRefused) {
  TileSpec dst = tile(f32, 8, 8, 3, 2);
  const TileSpec src = tile(f32, 8, 8, 2, 3);
  const char* says = "Hardware matrix tiles transpose dimension sizes must mirror match.";
  const auto refused = [&](const std::string& errata) {
    return of_refusal(transposition(Target::cpu, dst, src), says, errata);
  };
  EXPECT_EQ(refused("all"), VerdictKind::rejected_valid);
  dst.type.dynamic_valid_rows = false;
  EXPECT_EQ(refused("none"), VerdictKind::rejected_valid);
  EXPECT_EQ(refused("E-TTRANS-002"), VerdictKind::known_deviation);
}

TEST(TtransErrata, TilesBeyondSixteenBitsAreRefused) {
  const char* says = "Fix: TTRANS gather index may overflow uint16_t register";
  const auto refused = [&](std::int64_t rows, ElementType element, const std::string& errata) {
    const Case test_case = transposition(Target::a5, tile(element, 256, 512, 32, 32),
                                         tile(element, rows, 256, 32, 32));
    return of_refusal(test_case, says, errata);
  };
  EXPECT_EQ(refused(512, u8, "none"), VerdictKind::rejected_valid);
  EXPECT_EQ(refused(512, u8, "E-TTRANS-003"), VerdictKind::known_deviation);
  EXPECT_EQ(refused(512, f16, "E-TTRANS-003"), VerdictKind::known_deviation);
  EXPECT_EQ(refused(512, f32, "all"), VerdictKind::rejected_valid);
  EXPECT_EQ(refused(256, u8, "all"), VerdictKind::rejected_valid);
}

}  // namespace
}  // namespace assay::ops
