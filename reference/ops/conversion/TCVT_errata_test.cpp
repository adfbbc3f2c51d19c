// SPDX-License-Identifier: Apache-2.0
// Each erratum of TCVT, seen where it is in effect and failing where it is not.
#include <algorithm>
#include <bit>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

enum Mode : int { none, rint, away, down, up, zero, odd };
constexpr int on = 0;
constexpr std::int64_t columns = 64;

std::uint64_t single(float value) { return std::bit_cast<std::uint32_t>(value); }

/// A row of one pattern that an implementation converts, and what it makes of it.
struct Conversion {
  const char* number;  ///< of the erratum
  const char* form;
  ElementType from, to;
  std::vector<int> attributes;
  std::uint64_t in;
  std::uint64_t promised;
  std::uint64_t erroneous;
};

/// Every erratum at least once; patterns by hand, erroneous ones as the headers' C++ has them.
const std::vector<Conversion>& conversions() {
  static const std::vector<Conversion> all{
      // 1 + 2^-11 is a tie of the halves 0x3C00 and 0x3C01.
      {"E-TCVT-001", "plain", f32, f16, {up}, single(1 + 0x1p-11F), 0x3C01, 0x3C00},
      {"E-TCVT-001", "plain", f32, f16, {odd}, single(1 + 0x1p-11F), 0x3C01, 0x3C00},
      {"E-TCVT-001", "plain", f32, bf16, {down}, 0x3F80FFFF, 0x3F80, 0x3F81},
      {"E-TCVT-001", "plain", i32, f32, {up}, 16777217, single(16777218.0F), single(16777216.0F)},
      {"E-TCVT-002", "plain", f32, f32, {rint}, single(2.5F), single(2), single(2.5F)},
      {"E-TCVT-002", "plain", f32, f32, {up}, single(-0.3F), 0x80000000, single(-0.3F)},
      {"E-TCVT-003", "plain", f32, i32, {odd}, single(2.1F), 3, 2},
      {"E-TCVT-003", "plain", f16, i8, {odd}, 0xC010, 0xFD, 0xFE},  // -2.03
      {"E-TCVT-004", "saturation", f32, i32, {rint, on}, single(1e10F), 0x7FFFFFFF, 0x80000000},
      {"E-TCVT-004", "saturation", bf16, f16, {rint, on}, 0x4780, 0x7BFF, 0x7C00},
      {"E-TCVT-004", "saturation", f32, f16, {rint, on}, 0x7FC00000, 0x7E00, 0x7BFF},
      // Above a tie of f32, on which double puts it.
      {"E-TCVT-005",
       "saturation",
       i64,
       f32,
       {rint, on},
       (1ULL << 60) + (1ULL << 36) + 1,
       0x5D800001,
       0x5D800000},
      // 2^24 + 2^16 + 1 lies above a tie of bfloat16, on which f32 puts it.
      {"E-TCVT-006", "plain", i32, bf16, {rint}, 0x01010001, 0x4B81, 0x4B80},
  };
  return all;
}

/// Verdict on a row of which `wrong` elements from the first on are erroneous.
Verdict verdict(const Conversion& one, const std::string& errata, std::int64_t wrong) {
  Case test;
  test.call = {&form_of("TCVT", one.form),
               Target::cpu,
               {tile(one.to, 1, columns, 1, columns), tile(one.from, 1, columns, 1, columns)},
               one.attributes};
  Trial trial;
  trial.before = {filled(one.to, columns, 0x55), filled(one.from, columns, one.in)};
  trial.after = {filled(one.to, columns, one.promised), trial.before[1]};
  for (std::int64_t i = 0; i < wrong; ++i) trial.after[0].set(i, one.erroneous);
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  return judge(test, std::vector{trial}, Standard{exactly, errata_choice_of(errata)});
}

TEST(TcvtErrata, WhatIsPromisedConformsWhetherErrataAreInEffectOrNot) {
  for (const Conversion& one : conversions()) {
    EXPECT_EQ(verdict(one, "none", 0).kind, VerdictKind::conforms) << one.number;
    const Verdict got = verdict(one, "pto-cpu", 0);
    EXPECT_EQ(got.kind, VerdictKind::conforms) << one.number << got.reason;
    const auto seen = std::ranges::find(got.errata, one.number, &SeenErratum::number);
    ASSERT_NE(seen, got.errata.end()) << one.number;
    EXPECT_EQ(seen->exercised, columns);
    EXPECT_EQ(seen->shown, 0);
  }
}

TEST(TcvtErrata, WhatAnErratumSaysIsKnownByItsNumberAlone) {
  for (const Conversion& one : conversions()) {
    for (const char* choice : {"pto-cpu", "all", one.number}) {
      const Verdict got = verdict(one, choice, columns);
      EXPECT_EQ(got.kind, VerdictKind::known_deviation) << one.number << got.reason;
      for (const SeenErratum& seen : got.errata) {
        EXPECT_EQ(seen.shown, seen.number == one.number ? columns : 0) << seen.number;
      }
    }
  }
}

TEST(TcvtErrata, WhatAnErratumSaysDeviatesWhereItIsNotInEffect) {
  for (const Conversion& one : conversions()) {
    EXPECT_EQ(verdict(one, "none", columns).kind, VerdictKind::deviates) << one.number;
  }
}

TEST(TcvtErrata, APatchworkOfPromiseAndErratumDeviates) {
  for (const Conversion& one : conversions()) {
    // Beyond 2^53 the headers' results are left open, the promised one among them.
    if (std::string(one.number) == "E-TCVT-005") continue;
    EXPECT_EQ(verdict(one, "all", columns / 2).kind, VerdictKind::deviates) << one.number;
  }
}

TEST(TcvtErrata, OfLostDigitsIsNotExercisedWhereTheLimitStandsForThem) {
  const Conversion narrow{"E-TCVT-005", "saturation", u64, u32, {rint, on}, ~0ULL - 1, ~0U, ~0U};
  const Verdict got = verdict(narrow, "E-TCVT-005", columns);
  EXPECT_EQ(got.kind, VerdictKind::conforms) << got.reason;
  EXPECT_TRUE(got.errata.empty());
}

TEST(TcvtErrata, EachOneIsTriedHere) {
  for (const Erratum& erratum : find_op("TCVT")->errata) {
    EXPECT_TRUE(std::ranges::any_of(conversions(), [&](const Conversion& one) {
      return erratum.number == one.number;
    })) << erratum.number;
  }
}

}  // namespace
}  // namespace assay::ops
