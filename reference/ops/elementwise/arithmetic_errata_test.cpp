// SPDX-License-Identifier: Apache-2.0
// Samples of errata of instructions with tiles. Patterns by hand: what is promised, and what comes
// out of the code that has the erratum.
#include <fmt/format.h>

#include <algorithm>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t untouched = 0x55, one = 0x3F800000, three = 0x40400000, nan = 0x7FC00000;

Samples of_arithmetic() {
  constexpr std::uint64_t minus_zero = 0x80000000, all = ~std::uint64_t{0};
  return {
      sample_row("E-TABS-001", "plain", cpu, f32, f32, {minus_zero}, 0, minus_zero),
      sample_row("E-TABS-001", "plain", cpu, f16, f16, {0xFE22}, 0x7E22, 0xFE22),
      sample_row("E-TADDDEQRELU-001", "plain", cpu, i32, f16, {65535, 1, one, 0}, 0x7BFF, 0x7C00),
      sample_row("E-TADDDEQRELU-002", "consuming", a2a3, i32, f16, {3, 4, one, 0}, 3, 0x40E00000)
          .in("src0"),
      sample_row("E-TADDRELUCONV-001", "plain", a2a3, f32, f16, {0x48000000, 0}, 0x7BFF, 0x7C00),
      sample_row("E-TADDRELUCONV-002", "plain", a5, f32, f16, {0x48000000, 0}, 0x7BFF, 0x7C00),
      sample_row("E-TSUBRELUCONV-001", "plain", a2a3, f32, f16, {0x48000000, 0}, 0x7BFF, 0x7C00),
      sample_row("E-TSUBRELUCONV-002", "plain", a5, f32, f16, {0x48000000, 0}, 0x7BFF, 0x7C00),
      sample_row("E-TDIV-003", "plain", a5, i64, i64, {6, 2}, 3, untouched, 64),
      // exp(1) = 0x402DF854; 40 units off are 3.5e-6 of it, and e^-90 is subnormal.
      sample_row("E-TEXP-001", "plain", a2a3, f32, f32, {one}, 0x402DF854, 0x402DF87C),
      sample_row("E-TEXP-002", "plain", a5, f16, f16, {0xC9AF}, 0xC2, 0),
      // 2^25 = 1.5 * 22369621 + 0.5; the quotient of float is 22369622.
      sample_row("E-TFMOD-003", "plain", a2a3, f32, f32, {0x4C000000, 0x3FC00000}, 0x3F000000,
                 0xBF800000),
      sample_row("E-TFMOD-004", "plain", a5, f32, f32, {0x4C000000, 0x3FC00000}, 0x3F000000,
                 0xBF800000),
      sample_row("E-TREM-003", "plain", a2a3, f32, f32, {0x4C000000, 0x3FC00000, 0}, 0x3F000000,
                 0x3F000001),
      sample_row("E-TREM-004", "plain", a5, f32, f32, {0x4C000000, 0x3FC00000, 0}, 0x3F000000,
                 0x3F000001),
      sample_row("E-TREM-005", "plain", a5, i64, i64, {7, 3, 0}, 1, untouched, 64),
      sample_row("E-TREM-006", "plain", a5, i64, i64, {all - 6, 3, 0}, 2, all),
      sample_row("E-TREM-007", "consuming", a2a3, i32, i32, {7, 3, 0}, 3, three).in("src1"),
      // Where a source is what dst held.
      sample_row("E-TFMOD-005", "plain", a2a3, f32, f32, {untouched, three}, untouched, 0),
      sample_row("E-TREM-012", "plain", a2a3, f32, f32, {untouched, three, 0}, untouched, 0),
      sample_row("E-TREM-011", "plain", cpu, i32, i32, {0xFFFFFFF9, untouched, 0}, 78, 0xFFFFFFF9),
  };
}

Samples of_functions() {
  constexpr std::uint64_t seven = 0x40E00000, minus_zero = 0x80000000;
  return {
      // src0 * dst + src1 with the products of (1 + 2^-12)^2 - 1.
      sample_row("E-TFUSEDMULADD-001", "plain", cpu, f32, f32, {0x3F800800, 0xBF800000}, 0x3A000400,
                 0x3A000000)
          .holds("dst", 0x3F800800),
      sample_row("E-TFUSEDMULADDRELU-001", "plain", cpu, f32, f32, {0x3F800800, 0xBF800000},
                 0x3A000400, 0x3A000000)
          .holds("dst", 0x3F800800),
      sample_row("E-TFUSEDMULADDRELU-001", "plain", cpu, f32, f32, {nan, one}, nan, 0)
          .holds("dst", 0x3F800800),
      sample_row("E-TMULADDDST-001", "plain", cpu, f32, f32, {0x3F800800, 0x3F800800}, 0x3A000400,
                 0x3A000000)
          .holds("dst", 0xBF800000),
      // ln(1 + 2^-23), absolutely off by 2^-15 and by 2^-22; ln 2 = 0x3F317218.
      sample_row("E-TLOG-001", "plain", a2a3, f32, f32, {0x3F800001}, 0x33FFFFFF, 0x38000000),
      sample_row("E-TLOG-002", "plain", a5, f32, f32, {0x3F800001}, 0x33FFFFFF, 0x34800000),
      sample_row("E-TLOG-002", "plain", a5, f32, f32, {1}, 0xC2CE8ED0, 0xFF800000),
      sample_row("E-TMAX-001", "plain", cpu, f16, f16, {0x7E01, 0x4000}, 0x4000, 0x7E01),
      sample_row("E-TMAX-001", "plain", cpu, f16, f16, {0x8000, 0}, 0, 0x8000),
      sample_row("E-TMIN-001", "plain", cpu, f16, f16, {0, 0x8000}, 0x8000, 0),
      // Ordinary numbers, the first element, are compared as promised.
      sample_row("E-TMAX-001", "plain", cpu, f16, f16, {0x7E01, 0x4000}, 0x4000, 0x7E01)
          .holds_at("src0", 0, 0x3C00)
          .gives(0, 0x4000, 0x4000),
      sample_row("E-TMIN-001", "plain", cpu, f16, f16, {0x7E01, 0x3C00}, 0x3C00, 0x7E01)
          .holds_at("src0", 0, 0x4000)
          .gives(0, 0x3C00, 0x3C00),
      sample_row("E-TPOW-001", "plain", a2a3, f32, f32, {minus_zero, three, 0}, minus_zero, 0),
      sample_row("E-TPOW-001", "plain", a2a3, f32, f32, {three, three, 0}, 0x41D80000, 0x41D80040),
      sample_row("E-TPOW-008", "plain", a2a3, f32, f32, {three, untouched, 0}, one, three),
      sample_row("E-TPOW-002", "plain", a2a3, u32, u32, {3, 0xFFFFFFFF, 0}, 0xAAAAAAAB, 0),
      sample_row("E-TPOW-003", "plain", a5, f32, f32, {three, three, 0}, 0x41D80000, 0x41D80040),
      sample_row("E-TRELU-001", "plain", cpu, f32, f32, {minus_zero}, 0, minus_zero),
      sample_row("E-TSQRT-001", "plain", a2a3, f32, f32, {0x40800000}, 0x40000000, 0x40000001),
      sample_row("E-TSQRT-002", "plain", a5, f32, f32, {0x40800000}, 0x40000000, 0x40000001),
      sample_row("E-TSUBRELU-001", "plain", cpu, f32, f32, {nan, seven}, nan, 0),
      sample_row("E-TSHL-001", "plain", a5, u64, u64, {0x80000000, 4}, 0x800000000,
                 0xFFFFFFF800000000),
  };
}

// 2^25 by 1.5 may have a quotient that is off by 2 ulp, which is 4: at most 3 + 16 is left. By an
// infinity there is NaN, and a zero base has one power.
Samples with_limits() {
  constexpr std::uint64_t infinity = 0x7F800000;
  Samples made;
  const auto add = [&](const char* number, std::uint64_t first, std::uint64_t second,
                       std::uint64_t promised, std::uint64_t erroneous, std::uint64_t other) {
    const Bits in{first, second, 0};
    made.push_back(sample_row(number, "plain", a2a3, f32, f32, in, promised, erroneous));
    made.push_back(sample_row(number, "plain", a2a3, f32, f32, in, promised, other).is_another());
  };
  for (const char* number : {"E-TFMOD-003", "E-TREM-003"}) {
    add(number, 0x4C000000, 0x3FC00000, 0x3F000000, 0xC1980000, 0x41A80000);  // -19, 21
    add(number, one, infinity, one, nan, 0);
  }
  add("E-TPOW-001", 0, nan, nan, infinity, one);
  add("E-TPOW-001", one, nan, one, nan, 0);
  return made;
}

/// A zero divisor, or the lowest integer over -1, crashes the process, and no other.
Samples that_end_a_call() {
  constexpr std::uint64_t lowest = 0x80000000, minus_one = 0xFFFFFFFF;
  const auto over = [](const char* number, std::uint64_t dividend, std::uint64_t divisor) {
    return sample_row(number, "plain", cpu, i32, i32, {dividend, divisor, 0}, 0, 0).crashes();
  };
  Samples made{over("E-TDIV-001", 7, 0)};
  for (const char* number : {"E-TDIV-002", "E-TFMOD-002", "E-TREM-002"}) {
    made.push_back(over(number, lowest, minus_one));
    made.push_back(over(number, 7, 2).is_unknown());
    made.push_back(over(number, 7, 2).is_refused().is_unknown());
    made.push_back(over(number, lowest, 1).is_unknown());
  }
  return made;
}

/// Calls of types that the page does not list.
Samples of_types() {
  const auto accepted = [](const std::string& number, Target target, ElementType type) {
    const bool one_source = number.starts_with("E-TNEG") || number.starts_with("E-TRECIP");
    return Sample(number, row_of_sample(number, "plain", target, type))
        .breaks(one_source ? "src.element" : "src0.element");
  };
  Samples made{accepted("E-TNEG-001", a5, i64), accepted("E-TNEG-001", a5, i8).is_unknown(),
               accepted("E-TRECIP-002", a5, u16), accepted("E-TRECIP-002", a5, bf16).is_unknown()};
  for (const char* number :
       {"E-TFUSEDMULADD-002", "E-TFUSEDMULADDRELU-002", "E-TMULADDDST-002", "E-TSUBRELU-002"}) {
    made.push_back(accepted(number, cpu, i32));
    made.push_back(accepted(number, cpu, e4m3));
    made.push_back(accepted(number, cpu, i4).is_unknown());
  }
  return made;
}

/// Checks of every tile that are missing on devices.
Samples of_missing_checks() {
  const auto broken = [](const std::string& number, Target target, const char* constraint) {
    return Sample(number, row_of_sample(number, "plain", target, f32)).breaks(constraint);
  };
  Samples made{broken("E-TRECIP-003", a2a3, "src.row_major"),
               broken("E-TRECIP-004", a5, "dst.row_major")};
  const std::pair<const char*, int> located[]{{"TSUB", 1}, {"TMUL", 1}, {"TDIV", 4},
                                              {"TMAX", 2}, {"TMIN", 2}, {"TREM", 8}};
  for (const auto& [op, number] : located) {
    for (const char* constraint : {"dst.location", "src0.location", "src1.location"}) {
      made.push_back(broken(fmt::format("E-{}-{:03}", op, number), a2a3, constraint));
      made.push_back(broken(fmt::format("E-{}-{:03}", op, number + 1), a5, constraint));
    }
  }
  return made;
}

/// Legal calls of tiles that differ in something are refused.
Samples of_refusals() {
  Samples made;
  const auto refused = [&](const char* number, const std::function<void(TileSpec&)>& change) {
    Call call = row_of_sample(number, "plain", cpu, f32);
    for (OperandValue& operand : call.operands) std::get<TileSpec>(operand).type.rows = 2;
    const std::string source = op_of_number(number) == "TADD" ? "src0" : "src";
    Sample plain = Sample(number, call).is_refused();
    made.push_back(Sample(plain).is_another());
    made.push_back(plain.where(source, change));
  };
  const auto padded = [](TileSpec& tile) { tile.type.pad.kind = PadKind::zero; };
  const auto other_rows = [](TileSpec& tile) {
    tile.type.dynamic_valid_rows = !tile.type.dynamic_valid_rows;
  };
  refused("E-TADD-001", padded);
  refused("E-TABS-002", padded);
  refused("E-TSQRT-003", other_rows);
  refused("E-TRSQRT-002", other_rows);
  return made;
}

/// Offsets are those of tiles that are laid out alike.
Samples of_offsets() {
  constexpr std::uint64_t two = 0x40000000;
  const auto two_rows = [](TileSpec& tile) { tile.type.rows = 2; };
  Sample alike = sample_row("E-TPOW-004", "plain", cpu, f32, f32, {two, two, two}, 0x40800000, two);
  for (const char* operand : {"dst", "base", "exp", "tmp"}) alike.where(operand, two_rows);
  Sample apart = alike;
  apart.where("base", [](TileSpec& tile) { tile.type.cols += 8; });
  return {apart, alike.is_another()};
}

const SamplesOf samples_of_arithmetic{of_arithmetic,   of_functions, with_limits,
                                      that_end_a_call, of_types,     of_missing_checks,
                                      of_refusals,     of_offsets};

// Columns from 64 on are left as they were, and remainders have the sign of the dividend.
TEST(ArithmeticErrata, OfRemaindersOf64BitsAreKnownTogetherAndAlone) {
  constexpr std::uint64_t minus_one = ~std::uint64_t{0};
  const auto with = [=](bool stops, bool signs, std::uint64_t at_70) {
    Sample sample =
        sample_row("E-TREM-006", "plain", a5, i64, i64, {~std::uint64_t{6}, 3, 0}, 2, 2);
    for (std::int64_t col = 0; col < 128; ++col) {
      sample.gives(col, stops && col >= 64 ? untouched : signs ? minus_one : 2);
    }
    return sample.holds_at("dst", 70, 2).gives(70, at_70).verdict("pto-a5");
  };
  for (const auto& [stops, signs] : {std::pair(true, true), {true, false}, {false, true}}) {
    const Verdict got = with(stops, signs, stops ? 2 : minus_one);
    EXPECT_EQ(got.kind, VerdictKind::known_deviation) << got.reason;
    EXPECT_EQ(got.reason.find("E-TREM-005") != std::string::npos, stops) << got.reason;
    EXPECT_EQ(got.reason.find("E-TREM-006") != std::string::npos, signs) << got.reason;
  }
  EXPECT_EQ(with(false, false, 2).wrong, 0);
  EXPECT_EQ(with(true, true, minus_one).kind, VerdictKind::deviates);
  EXPECT_EQ(with(true, true, 9).kind, VerdictKind::deviates);
  EXPECT_EQ(with(false, true, 2).kind, VerdictKind::deviates);
}

// A source that was overwritten may give anything, by whatever steps.
TEST(ArithmeticErrata, OfSourcesReadAgainComeFirst) {
  for (const char* number : {"E-TFMOD-005", "E-TREM-012", "E-TPOW-008"}) {
    const auto& errata = form_of(op_of_number(number), "plain").errata;
    const auto first = std::ranges::find_if(errata, [](const Erratum* one) {
      return one->targets.contains(a2a3) && one->effect == ErratumEffect::result;
    });
    ASSERT_NE(first, errata.end());
    EXPECT_EQ((*first)->number, number);
  }
  // 1000.75 = 0.7f * 1429 + 0.450017; the product is rounded to float. dst held the first dividend.
  const Sample sample = sample_row("E-TFMOD-003", "plain", a2a3, f32, f32, {0x447A3000, 0x3F333333},
                                   0x3EE668A2, 0x3EE66800)
                            .holds_at("dst", 0, 0x447A3000)
                            .gives(0, 0x40000000);
  EXPECT_EQ(sample.verdict("pto-a2a3").kind, VerdictKind::known_deviation);
  EXPECT_EQ(sample.verdict("E-TFMOD-003").kind, VerdictKind::deviates);
  EXPECT_EQ(sample.verdict("E-TFMOD-005").kind, VerdictKind::deviates);
}

/// Both operands are `bits`; any reading of a choice may be taken.
Verdict ended(const std::string& number, std::uint64_t bits, Outcome::Status status) {
  Case test_case;
  test_case.call = row_of_sample(number, "plain", cpu, i32);
  Trial trial;
  trial.before.assign(test_case.call.operands.size(), filled(i32, 128, bits));
  trial.after = trial.before;
  trial.outcome.status = status;
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded});
}

// Pages let the CPU simulator assert; one implementation does the same with every zero divisor.
TEST(ArithmeticErrata, AZeroDivisorMayBeRefusedOnTheCpu) {
  constexpr auto refusal = Outcome::Status::rejected, crash = Outcome::Status::crashed;
  for (const char* number : {"E-TFMOD-002", "E-TREM-002", "E-TRECIP-003"}) {
    const Verdict refused = ended(number, 0, refusal);
    EXPECT_EQ(refused.kind, VerdictKind::target_defined) << number;
    ASSERT_EQ(refused.readings.size(), 1U) << number;
    EXPECT_EQ(refused.readings[0].choices, std::vector{Choice::zero_divisors});
    EXPECT_EQ(refused.readings[0].allowed[0][0], zeros_asserted);
    const Verdict executed = ended(number, 0, Outcome::Status::done);
    ASSERT_EQ(executed.readings.size(), 1U) << number;
    EXPECT_EQ(executed.readings[0].allowed[0][0], zeros_computed);
    EXPECT_EQ(ended(number, 2, refusal).kind, VerdictKind::rejected_valid) << number;
    EXPECT_EQ(ended(number, 0, crash).kind, VerdictKind::crashed) << number;
  }
  EXPECT_EQ(ended("E-TDIV-001", 0, refusal).kind, VerdictKind::rejected_valid);
}

}  // namespace
}  // namespace assay::ops
