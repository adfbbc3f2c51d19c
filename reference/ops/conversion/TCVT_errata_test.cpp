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
constexpr int on = 0, off = 1;
constexpr std::int64_t columns = 64;

std::uint64_t single(float value) { return std::bit_cast<std::uint32_t>(value); }

/// A row of one pattern that an implementation converts, and its result.
struct Conversion {
  const char* number;  ///< of the erratum
  Target target;
  const char* form;
  ElementType from, to;
  std::vector<int> attributes;
  std::uint64_t in;
  std::uint64_t promised;
  std::uint64_t erroneous;
};

using Conversions = std::vector<Conversion>;

/// Patterns by hand, erroneous ones as the headers' C++ has them.
Conversions rounding_of_cpu_headers() {
  return {
      // 1 + 2^-11 is a tie of the halves 0x3C00 and 0x3C01.
      {"E-TCVT-001", Target::cpu, "plain", f32, f16, {up}, single(1 + 0x1p-11F), 0x3C01, 0x3C00},
      {"E-TCVT-001", Target::cpu, "plain", f32, f16, {odd}, single(1 + 0x1p-11F), 0x3C01, 0x3C00},
      {"E-TCVT-001", Target::cpu, "plain", f32, bf16, {down}, 0x3F80FFFF, 0x3F80, 0x3F81},
      {"E-TCVT-001",
       Target::cpu,
       "plain",
       i32,
       f32,
       {up},
       16777217,
       single(16777218.0F),
       single(16777216.0F)},
      {"E-TCVT-002", Target::cpu, "plain", f32, f32, {rint}, single(2.5F), single(2), single(2.5F)},
      {"E-TCVT-002",
       Target::cpu,
       "plain",
       f32,
       f32,
       {up},
       single(-0.3F),
       0x80000000,
       single(-0.3F)},
      {"E-TCVT-003", Target::cpu, "plain", f32, i32, {odd}, single(2.1F), 3, 2},
      {"E-TCVT-003", Target::cpu, "plain", f16, i8, {odd}, 0xC010, 0xFD, 0xFE},  // -2.03
      {"E-TCVT-004",
       Target::cpu,
       "saturation",
       f32,
       i32,
       {rint, on},
       single(1e10F),
       0x7FFFFFFF,
       0x80000000},
  };
}

Conversions range_of_cpu_headers() {
  return {
      {"E-TCVT-004", Target::cpu, "saturation", bf16, f16, {rint, on}, 0x4780, 0x7BFF, 0x7C00},
      {"E-TCVT-004", Target::cpu, "saturation", f32, f16, {rint, on}, 0x7FC00000, 0x7E00, 0x7BFF},
      // Above a tie of f32, on which double puts it.
      {"E-TCVT-005",
       Target::cpu,
       "saturation",
       i64,
       f32,
       {rint, on},
       (1ULL << 60) + (1ULL << 36) + 1,
       0x5D800001,
       0x5D800000},
      {"E-TCVT-004", Target::cpu, "saturation", f16, i8, {rint, on}, 0x7E00, 0, 0x7F},
      {"E-TCVT-007", Target::cpu, "saturation", f16, u8, {rint, off}, 0x7C00, 0xFF, 0},
  };
}

/// Half has no limit of 32 bits, its largest number is 65504; OFF, the default if no mode is
/// requested, is not the behaviour of these headers without a mode.
Conversions limits_of_cpu_headers() {
  constexpr Target cpu = Target::cpu;
  constexpr std::uint64_t half = 65504, minus_half = 0xFFFF0020;
  return {
      {"E-TCVT-004", cpu, "saturation", f16, i32, {rint, on}, 0x7C00, 0x7FFFFFFF, half},
      {"E-TCVT-004", cpu, "saturation", f16, i32, {rint, on}, 0xFC00, 0x80000000, minus_half},
      {"E-TCVT-004", cpu, "saturation", f16, i32, {rint, on}, 0x7E00, 0, half},
      // Above a tie of f32, on which double puts it.
      {"E-TCVT-005", cpu, "plain", i64, f32, {rint}, 0xE4E7C0800000001, 0x5D64E7C1, 0x5D64E7C0},
  };
}

/// 8-bit floats of the CPU headers, by their C++.
Conversions small_floats_of_cpu_headers() {
  constexpr Target cpu = Target::cpu;
  const auto with_on = [](ElementType from, ElementType to, std::uint64_t in, std::uint64_t out) {
    return Conversion{"E-TCVT-021", cpu, "saturation", from, to, {rint, on}, in, out, 0};
  };
  return {
      {"E-TCVT-020", cpu, "plain", f32, e4m3, {rint}, single(17.5F), 0x59, 0x58},
      {"E-TCVT-020", cpu, "plain", f32, e5m2, {up}, single(1.2F), 0x3D, 0x3C},
      {"E-TCVT-020", cpu, "saturation", f32, e4m3, {rint, off}, single(0x1p-7F), 0x04, 0x00},
      {"E-TCVT-020", cpu, "plain", f32, e5m2, {rint}, 0x80000000, 0x80, 0x00},
      {"E-TCVT-020", cpu, "plain", f32, e4m3, {rint}, 0x7FA00000, 0x7F, 0x3E},
      with_on(f32, e4m3, single(1), 0x38),
      with_on(e5m2, f32, 0x3C, single(1)),
      with_on(f16, hif8, 0x3C00, 0x08),
      {"E-TCVT-022", cpu, "plain", e4m3, f32, {none}, 0x7F, 0x7FC00000, single(480)},
      {"E-TCVT-022", cpu, "plain", e5m2, f32, {none}, 0x7C, 0x7F800000, single(65536)},
      {"E-TCVT-022", cpu, "plain", e5m2, f32, {none}, 0x80, 0x80000000, 0},
      // 1.5 lies between 1 + 7/32 and 2, which have the codes of 1.875 and 1.
      {"E-TCVT-023", cpu, "plain", f32, hif8, {none}, single(1.5F), 0x0C, 0x0F},
      {"E-TCVT-023", cpu, "plain", f16, hif8, {none}, 0x7E00, 0x80, 0xEF},
      {"E-TCVT-023", cpu, "saturation", f32, hif8, {none, off}, single(-1e30F), 0xEF, 0xEE},
      {"E-TCVT-024", cpu, "plain", hif8, f32, {none}, 0x0C, single(1.5F), single(1.125F)},
      {"E-TCVT-024", cpu, "plain", hif8, f32, {none}, 0x98, single(-0.5F), single(-3)},
  };
}

Conversions of_device_headers() {
  return {
      {"E-TCVT-008", Target::a2a3, "plain", f32, i32, {odd}, single(2.1F), 3, 2},
      {"E-TCVT-008", Target::a2a3, "plain", f32, bf16, {odd}, 0x3F800001, 0x3F81, 0x3F80},
      {"E-TCVT-009", Target::a2a3, "plain", i32, f16, {up}, 2049, 0x6801, 0x6800},
      {"E-TCVT-009", Target::a2a3, "plain", i32, f16, {odd}, 2051, 0x6801, 0x6802},
      {"E-TCVT-010",
       Target::a2a3,
       "plain",
       f32,
       f32,
       {none},
       single(2.5F),
       single(2.5F),
       single(2)},
      {"E-TCVT-011",
       Target::a2a3,
       "saturation",
       f32,
       f16,
       {rint, off},
       single(7e4F),
       0x7C00,
       0x7BFF},
      {"E-TCVT-012", Target::a2a3, "saturation", f16, u8, {rint, off}, 0x7E00, 0xFF, 0},
      {"E-TCVT-012", Target::a2a3, "plain", f16, u8, {rint}, 0x7C00, 0xFF, 0},
      {"E-TCVT-014", Target::a5, "plain", bf16, e2m1, {odd}, 0x3FF0, 0x3, 0x4},  // 1.875
      {"E-TCVT-015", Target::a5, "plain", f32, e4m3, {up}, single(17), 0x59, 0x58},
      {"E-TCVT-016", Target::a5, "plain", f32, hif8, {rint}, single(1.0625F), 0x08, 0x09},
      {"E-TCVT-016", Target::a5, "plain", f16, hif8, {zero}, 0x3C60, 0x08, 0x09},  // 1.09
      {"E-TCVT-017",
       Target::a5,
       "plain",
       f32,
       f32,
       {none},
       single(-0.3F),
       single(-0.3F),
       0x80000000},
      {"E-TCVT-018", Target::a5, "saturation", f32, e5m2, {rint, off}, single(1e6F), 0x7C, 0x7B},
      {"E-TCVT-018", Target::a5, "saturation", i16, u32, {rint, off}, 0xFFFF, 0xFFFFFFFF, 0},
      {"E-TCVT-019", Target::a5, "saturation", f16, i8, {rint, off}, 0x7C00, 0x80, 0xFF},
      {"E-TCVT-019", Target::a5, "saturation", f16, u8, {rint, off}, 0xFC00, 0xFF, 0},
  };
}

/// Every erratum at least once, except the one of a packed row.
const Conversions& conversions() {
  static const Conversions all = [] {
    Conversions made = rounding_of_cpu_headers();
    for (const Conversions& more : {range_of_cpu_headers(), limits_of_cpu_headers(),
                                    small_floats_of_cpu_headers(), of_device_headers()}) {
      made.insert(made.end(), more.begin(), more.end());
    }
    return made;
  }();
  return all;
}

const char* implementation_of(const Conversion& one) {
  if (one.target == Target::cpu) return "pto-cpu";
  return one.target == Target::a5 ? "pto-a5" : "pto-a2a3";
}

/// Verdict on a row of which `wrong` elements from the first on are erroneous.
Verdict verdict(const Conversion& one, const std::string& errata, std::int64_t wrong) {
  Case test_case;
  test_case.call = {&form_of("TCVT", one.form),
                    one.target,
                    {tile(one.to, 1, columns, 1, columns), tile(one.from, 1, columns, 1, columns)},
                    one.attributes};
  Trial trial;
  trial.before = {filled(one.to, columns, 0x55), filled(one.from, columns, one.in)};
  trial.after = {filled(one.to, columns, one.promised), trial.before[1]};
  for (std::int64_t i = 0; i < wrong; ++i) trial.after[0].set(i, one.erroneous);
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)});
}

/// Zeros or a copy would do as well where just those are promised.
bool passes(const Verdict& verdict) {
  return verdict.kind == VerdictKind::conforms || verdict.kind == VerdictKind::distrusted;
}

TEST(TcvtErrata, WhatIsPromisedConformsWhetherErrataAreInEffectOrNot) {
  for (const Conversion& one : conversions()) {
    EXPECT_TRUE(passes(verdict(one, "none", 0))) << one.number;
    const Verdict got = verdict(one, implementation_of(one), 0);
    EXPECT_TRUE(passes(got)) << one.number << got.reason;
    const auto seen = std::ranges::find(got.errata, one.number, &SeenErratum::number);
    ASSERT_NE(seen, got.errata.end()) << one.number;
    EXPECT_EQ(seen->exercised, columns);
    EXPECT_EQ(seen->shown, 0);
  }
}

TEST(TcvtErrata, WhatAnErratumSaysIsKnownByItsNumberAlone) {
  for (const Conversion& one : conversions()) {
    for (const char* choice : {implementation_of(one), "all", one.number}) {
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

/// The result of the erratum is open, or one of two of which one is promised.
bool leaves_the_promise(const std::string& number) {
  return number == "E-TCVT-007" || number == "E-TCVT-018";
}

TEST(TcvtErrata, APatchworkOfPromiseAndErratumDeviates) {
  for (const Conversion& one : conversions()) {
    if (leaves_the_promise(one.number)) continue;
    EXPECT_EQ(verdict(one, "all", columns / 2).kind, VerdictKind::deviates) << one.number;
  }
}

TEST(TcvtErrata, AHalfByteThatIsLostIsKnown) {
  Case test_case;
  test_case.call = {&form_of("TCVT", "plain"),
                    Target::a5,
                    {tile(e2m1, 1, columns, 1, 3), tile(bf16, 1, columns, 1, 3)},
                    {rint}};
  Trial trial;
  trial.before = {filled(e2m1, columns, 0x5), filled(bf16, columns, 0x4000)};
  trial.after = {filled(e2m1, columns, 0x4), trial.before[1]};  // 2
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  const auto kind = [&](const char* errata) {
    return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
  };
  EXPECT_EQ(kind("none"), VerdictKind::conforms);
  trial.after[0].set(2, 0);
  EXPECT_EQ(kind("none"), VerdictKind::deviates);
  EXPECT_EQ(kind("E-TCVT-013"), VerdictKind::known_deviation);
  trial.after[0].set(1, 0);
  EXPECT_EQ(kind("E-TCVT-013"), VerdictKind::deviates);
}

// Errata are read as the page is: of what no mode settles, one of them is not about the other.
TEST(TcvtErrata, TwoTogetherExplainACallWithoutASaturationMode) {
  Case test_case;
  test_case.call = {&form_of("TCVT", "plain"),
                    Target::cpu,
                    {tile(i16, 1, columns, 1, 2), tile(f16, 1, columns, 1, 2)},
                    {odd}};
  Trial trial;
  trial.before = {filled(i16, columns, 0), filled(f16, columns, 0xB618)};  // -0.38
  trial.before[1].set(1, 0x7C00);
  trial.after = {filled(i16, columns, 0), trial.before[1]};
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  const auto kind = [&](const char* errata) {
    return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
  };
  EXPECT_EQ(kind("none"), VerdictKind::deviates);
  EXPECT_EQ(kind("E-TCVT-003"), VerdictKind::deviates);
  EXPECT_EQ(kind("E-TCVT-007"), VerdictKind::deviates);
  EXPECT_EQ(kind("pto-cpu"), VerdictKind::known_deviation);
}

TEST(TcvtErrata, TheWayThroughDoubleIsKnownWhereTheRoundModeIsHonoured) {
  Case test_case;
  test_case.call = {&form_of("TCVT", "plain"),
                    Target::cpu,
                    {tile(f32, 1, columns, 1, 2), tile(i64, 1, columns, 1, 2)},
                    {up}};
  Trial trial;
  trial.before = {filled(f32, columns, 0), filled(i64, columns, 1ULL << 60)};
  trial.before[1].set(0, (1ULL << 60) + 1);             // as a double it is 2^60
  trial.before[1].set(1, (1ULL << 60) + (1ULL << 30));  // and this is itself
  trial.after = {filled(f32, columns, 0x5D800000), trial.before[1]};
  trial.after[0].set(1, 0x5D800001);
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  const auto kind = [&](const char* errata) {
    return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
  };
  EXPECT_EQ(kind("none"), VerdictKind::deviates);
  EXPECT_EQ(kind("E-TCVT-001"), VerdictKind::deviates);
  EXPECT_EQ(kind("E-TCVT-005"), VerdictKind::known_deviation);
  EXPECT_EQ(kind("pto-cpu"), VerdictKind::known_deviation);
  trial.after[0].set(1, 0x5D800000);  // as if neither were fixed
  EXPECT_EQ(kind("E-TCVT-005"), VerdictKind::deviates);
  EXPECT_EQ(kind("pto-cpu"), VerdictKind::known_deviation);
}

/// Of 65,537 columns one is written.
TEST(TcvtErrata, ColumnsAreCountedIn16Bits) {
  constexpr std::int64_t count = 65537, width = 65568;
  Case test_case;
  test_case.call = {&form_of("TCVT", "saturation"),
                    Target::cpu,
                    {tile(i16, 1, width, 1, count), tile(i8, 1, width, 1, count)},
                    {rint, on}};
  Trial trial;
  trial.before = {filled(i16, width, 7), filled(i8, width, 1)};
  trial.after = trial.before;
  trial.after[0].set(0, 1);
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  const auto kind = [&](const char* errata) {
    return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
  };
  EXPECT_EQ(kind("E-TCVT-025"), VerdictKind::known_deviation);
  EXPECT_EQ(kind("none"), VerdictKind::deviates);
  trial.after[0].set(1, 1);
  EXPECT_EQ(kind("E-TCVT-025"), VerdictKind::deviates);
}

TEST(TcvtErrata, EachOneIsTriedHere) {
  for (const Erratum& erratum : find_op("TCVT")->errata) {
    if (erratum.number == "E-TCVT-013" || erratum.number == "E-TCVT-025") continue;  // above
    EXPECT_TRUE(std::ranges::any_of(conversions(), [&](const Conversion& one) {
      return erratum.number == one.number;
    })) << erratum.number;
  }
}

}  // namespace
}  // namespace assay::ops
