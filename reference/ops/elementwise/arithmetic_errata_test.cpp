// SPDX-License-Identifier: Apache-2.0
// Errata of instructions with tiles, each seen where it is in effect and failing where it is not.
// Patterns by hand: what is promised, and what comes out of the code that has the erratum.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::int64_t columns = 128;
constexpr std::uint64_t untouched = 0x55;

/// A row of one pattern for each operand but the first, and what comes out: in the first, or in
/// `changed` where that is named.
struct Row {
  const char* number;
  const char* form;
  Target target;
  ElementType element, result;
  std::vector<std::uint64_t> in;
  std::uint64_t promised, erroneous;
  std::int64_t from = 0;  ///< columns before it are as promised
  const char* changed = nullptr;
};

std::vector<Row> rows_of_arithmetic() {
  constexpr std::uint64_t one = 0x3F800000, three = 0x40400000, minus_zero = 0x80000000,
                          all = ~std::uint64_t{0};
  return {
      {"E-TABS-001", "plain", cpu, f32, f32, {minus_zero}, 0, minus_zero},
      {"E-TABS-001", "plain", cpu, f16, f16, {0xFE22}, 0x7E22, 0xFE22},
      {"E-TADDDEQRELU-001", "plain", cpu, i32, f16, {65535, 1, one, 0}, 0x7BFF, 0x7C00},
      {"E-TADDDEQRELU-002", "consuming", a2a3, i32, f16, {3, 4, one, 0}, 3, 0x40E00000, 0, "src0"},
      {"E-TADDRELUCONV-001", "plain", a2a3, f32, f16, {0x48000000, 0}, 0x7BFF, 0x7C00},
      {"E-TADDRELUCONV-002", "plain", a5, f32, f16, {0x48000000, 0}, 0x7BFF, 0x7C00},
      {"E-TSUBRELUCONV-001", "plain", a2a3, f32, f16, {0x48000000, 0}, 0x7BFF, 0x7C00},
      {"E-TSUBRELUCONV-002", "plain", a5, f32, f16, {0x48000000, 0}, 0x7BFF, 0x7C00},
      {"E-TDIV-003", "plain", a5, i64, i64, {6, 2}, 3, untouched, 64},
      // exp(1) = 0x402DF854; 40 units off are 3.5e-6 of it, and e^-90 is subnormal.
      {"E-TEXP-001", "plain", a2a3, f32, f32, {one}, 0x402DF854, 0x402DF87C},
      {"E-TEXP-002", "plain", a5, f16, f16, {0xC9AF}, 0xC2, 0},
      // 2^25 = 1.5 * 22369621 + 0.5; the quotient of float is 22369622.
      {"E-TFMOD-003", "plain", a2a3, f32, f32, {0x4C000000, 0x3FC00000}, 0x3F000000, 0xBF800000},
      {"E-TFMOD-004", "plain", a5, f32, f32, {0x4C000000, 0x3FC00000}, 0x3F000000, 0xBF800000},
      {"E-TREM-003", "plain", a2a3, f32, f32, {0x4C000000, 0x3FC00000, 0}, 0x3F000000, 0x3F000001},
      {"E-TREM-004", "plain", a5, f32, f32, {0x4C000000, 0x3FC00000, 0}, 0x3F000000, 0x3F000001},
      {"E-TREM-005", "plain", a5, i64, i64, {7, 3, 0}, 1, untouched, 64},
      {"E-TREM-006", "plain", a5, i64, i64, {all - 6, 3, 0}, 2, all},
      {"E-TREM-007", "consuming", a2a3, i32, i32, {7, 3, 0}, 3, three, 0, "src1"},
      // Where a source is what dst held.
      {"E-TFMOD-005", "plain", a2a3, f32, f32, {untouched, three}, untouched, 0},
      {"E-TREM-012", "plain", a2a3, f32, f32, {untouched, three, 0}, untouched, 0},
      {"E-TREM-011", "plain", cpu, i32, i32, {0xFFFFFFF9, untouched, 0}, 78, 0xFFFFFFF9},
  };
}

std::vector<Row> rows_of_functions() {
  constexpr std::uint64_t one = 0x3F800000, three = 0x40400000, nan = 0x7FC00000,
                          seven = 0x40E00000, minus_zero = 0x80000000;
  return {
      // src0 * dst + src1 with the products of (1 + 2^-12)^2 - 1.
      {"E-TFUSEDMULADD-001",
       "plain",
       cpu,
       f32,
       f32,
       {0x3F800800, 0xBF800000},
       0x3A000400,
       0x3A000000},
      {"E-TFUSEDMULADDRELU-001",
       "plain",
       cpu,
       f32,
       f32,
       {0x3F800800, 0xBF800000},
       0x3A000400,
       0x3A000000},
      {"E-TFUSEDMULADDRELU-001", "plain", cpu, f32, f32, {nan, one}, nan, 0},
      {"E-TMULADDDST-001",
       "plain",
       cpu,
       f32,
       f32,
       {0x3F800800, 0x3F800800},
       0x3A000400,
       0x3A000000},
      // ln(1 + 2^-23), absolutely off by 2^-15 and by 2^-22; ln 2 = 0x3F317218.
      {"E-TLOG-001", "plain", a2a3, f32, f32, {0x3F800001}, 0x33FFFFFF, 0x38000000},
      {"E-TLOG-002", "plain", a5, f32, f32, {0x3F800001}, 0x33FFFFFF, 0x34800000},
      {"E-TLOG-002", "plain", a5, f32, f32, {1}, 0xC2CE8ED0, 0xFF800000},
      {"E-TMAX-001", "plain", cpu, f16, f16, {0x7E01, 0x4000}, 0x4000, 0x7E01},
      {"E-TMAX-001", "plain", cpu, f16, f16, {0x8000, 0}, 0, 0x8000},
      {"E-TMIN-001", "plain", cpu, f16, f16, {0, 0x8000}, 0x8000, 0},
      {"E-TPOW-001", "plain", a2a3, f32, f32, {minus_zero, three, 0}, minus_zero, 0},
      {"E-TPOW-001", "plain", a2a3, f32, f32, {three, three, 0}, 0x41D80000, 0x41D80040},
      {"E-TPOW-008", "plain", a2a3, f32, f32, {three, untouched, 0}, one, three},
      {"E-TPOW-002", "plain", a2a3, u32, u32, {3, 0xFFFFFFFF, 0}, 0xAAAAAAAB, 0},
      {"E-TPOW-003", "plain", a5, f32, f32, {three, three, 0}, 0x41D80000, 0x41D80040},
      {"E-TRELU-001", "plain", cpu, f32, f32, {minus_zero}, 0, minus_zero},
      {"E-TSQRT-001", "plain", a2a3, f32, f32, {0x40800000}, 0x40000000, 0x40000001},
      {"E-TSQRT-002", "plain", a5, f32, f32, {0x40800000}, 0x40000000, 0x40000001},
      {"E-TSUBRELU-001", "plain", cpu, f32, f32, {nan, seven}, nan, 0},
      {"E-TSHL-001", "plain", a5, u64, u64, {0x80000000, 4}, 0x800000000, 0xFFFFFFF800000000},
  };
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> list = rows_of_arithmetic();
    std::ranges::copy(rows_of_functions(), std::back_inserter(list));
    return list;
  }();
  return all;
}

std::string op_of(const std::string& number) { return number.substr(2, number.rfind('-') - 2); }

/// The previous contents of the destination: the second factor or the addend of fused products.
std::uint64_t old_of(const std::string& op) {
  if (op.starts_with("TFUSED")) return 0x3F800800;
  return op == "TMULADDDST" ? 0xBF800000 : untouched;
}

Case case_of(const Row& row) {
  const Form& form = form_of(op_of(row.number), row.form);
  Case test_case;
  test_case.call = {&form, row.target, {}, std::vector<int>(form.attributes.size(), 0)};
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    if (form.operands[i].kind == OperandKind::scalar) {
      test_case.call.operands.emplace_back(ScalarSpec{f32, row.in[i - 1]});
    } else {
      const ElementType type = i == 0 ? row.result : row.element;
      test_case.call.operands.emplace_back(tile(type, 1, columns, 1, columns));
    }
  }
  return test_case;
}

/// As the profile has it, as far as these rows need.
Tolerance tolerance(const ToleranceKey& key) {
  if (key.accuracy.ends_with(".estimate")) {
    if (key.accuracy.starts_with("square_root")) return {Tolerance::Kind::ulp, 2, {}};
    return {Tolerance::Kind::relative, key.target == a5 ? 5e-4 : 1e-4, {}};
  }
  return {Tolerance::Kind::correctly_rounded, 0, {}};
}

/// Verdict on a row of which elements from `row.from` on are erroneous, `stop` excluded.
Verdict verdict(const Row& row, const std::string& errata, bool erroneous,
                std::int64_t stop = columns) {
  const Case test_case = case_of(row);
  const std::string op = op_of(row.number);
  Trial trial;
  for (std::size_t i = 0; i < test_case.call.operands.size(); ++i) {
    const bool scalar = test_case.form().operands[i].kind == OperandKind::scalar;
    const ElementType type = scalar ? f32 : i == 0 ? row.result : row.element;
    trial.before.push_back(filled(type, scalar ? 1 : columns, i == 0 ? old_of(op) : row.in[i - 1]));
  }
  trial.after = trial.before;
  const auto standard = Standard{of_first_readings(tolerance), errata_choice_of(errata)};
  const auto expected = expect(test_case.call, trial.before, of_first_readings(tolerance));
  trial.after[0] = std::get<ExpectedTile>(expected.at(0)).value;
  if (row.changed == nullptr) trial.after[0] = filled(row.result, columns, row.promised);
  const std::size_t place = row.changed == nullptr ? 0 : test_case.form().index_of(row.changed);
  if (erroneous) {
    for (std::int64_t i = row.from; i < stop; ++i) trial.after[place].set(i, row.erroneous);
  }
  return judge(test_case, std::vector{trial}, standard);
}

/// Rows of one number could come of a device that writes nothing else, which the judge distrusts.
bool is_no_failure(VerdictKind kind) {
  return kind == VerdictKind::conforms || kind == VerdictKind::distrusted;
}

TEST(ArithmeticErrata, WhatIsPromisedConformsWhetherErrataAreInEffectOrNot) {
  for (const Row& row : rows()) {
    EXPECT_TRUE(is_no_failure(verdict(row, "none", false).kind)) << row.number;
    const Verdict got = verdict(row, row.number, false);
    EXPECT_TRUE(is_no_failure(got.kind)) << row.number << got.reason;
    ASSERT_EQ(got.errata.size(), 1U) << row.number;
    EXPECT_GT(got.errata[0].exercised, 0) << row.number;
    EXPECT_EQ(got.errata[0].shown, 0) << row.number;
  }
}

TEST(ArithmeticErrata, WhatAnErratumSaysIsKnownByItsNumberAlone) {
  for (const Row& row : rows()) {
    for (const char* choice : {row.number, "all"}) {
      const Verdict got = verdict(row, choice, true);
      EXPECT_EQ(got.kind, VerdictKind::known_deviation) << row.number << got.reason;
      for (const SeenErratum& seen : got.errata) {
        EXPECT_EQ(seen.shown, seen.number == row.number ? columns - row.from : 0) << seen.number;
      }
    }
  }
}

TEST(ArithmeticErrata, WhatAnErratumSaysDeviatesWhereItIsNotInEffect) {
  for (const Row& row : rows()) {
    EXPECT_EQ(verdict(row, "none", true).kind, VerdictKind::deviates) << row.number;
  }
}

TEST(ArithmeticErrata, OneWrongElementMoreDeviates) {
  for (const char* number : {"E-TABS-001", "E-TADDDEQRELU-001", "E-TMAX-001", "E-TRELU-001",
                             "E-TSHL-001", "E-TREM-006"}) {
    const auto row = std::ranges::find(rows(), std::string_view(number),
                                       [](const Row& one) { return std::string_view(one.number); });
    EXPECT_EQ(verdict(*row, number, true, columns / 2).kind, VerdictKind::deviates) << number;
  }
}

// 2^25 by 1.5 may have a quotient that is off by 2 ulp, which is 4: at most 3 + 16 is left. By an
// infinity there is NaN, and a zero base has one power.
TEST(ArithmeticErrata, OfStepsAndPowersHaveTheirLimits) {
  constexpr std::uint64_t nan = 0x7FC00000, infinity = 0x7F800000, one = 0x3F800000;
  const auto kind = [](const char* number, std::array<std::uint64_t, 2> in, std::uint64_t promised,
                       std::uint64_t got) {
    const Row row{number, "plain", a2a3, f32, f32, {in[0], in[1], 0}, promised, got};
    return verdict(row, number, true).kind;
  };
  for (const char* number : {"E-TFMOD-003", "E-TREM-003"}) {
    const std::array<std::uint64_t, 2> large{0x4C000000, 0x3FC00000}, endless{one, infinity};
    EXPECT_EQ(kind(number, large, 0x3F000000, 0xC1980000), VerdictKind::known_deviation);  // -19
    EXPECT_EQ(kind(number, large, 0x3F000000, 0x41A80000), VerdictKind::deviates);         // 21
    EXPECT_EQ(kind(number, endless, one, nan), VerdictKind::known_deviation);
    EXPECT_EQ(kind(number, endless, one, 0), VerdictKind::deviates);
  }
  EXPECT_EQ(kind("E-TPOW-001", {0, nan}, nan, infinity), VerdictKind::known_deviation);
  EXPECT_EQ(kind("E-TPOW-001", {0, nan}, nan, one), VerdictKind::deviates);
  EXPECT_EQ(kind("E-TPOW-001", {one, nan}, one, nan), VerdictKind::known_deviation);
  EXPECT_EQ(kind("E-TPOW-001", {one, nan}, one, 0), VerdictKind::deviates);
}

using Column = std::function<std::uint64_t(std::int64_t col)>;

/// Verdict on TREM of int64: 2 or, with the sign of the dividend, -1. dst holds `held`.
Verdict remainder_of_pairs(const Column& held, const Column& made) {
  const Case test_case = case_of({"E-TREM-006", "plain", a5, i64, i64, {}, 2, 0});
  constexpr std::uint64_t minus_seven = ~std::uint64_t{6};
  Trial trial;
  trial.before = {filled(i64, columns, 0), filled(i64, columns, minus_seven),
                  filled(i64, columns, 3), filled(i64, columns, 0)};
  for (std::int64_t col = 0; col < columns; ++col) trial.before[0].set(col, held(col));
  trial.after = trial.before;
  for (std::int64_t col = 0; col < columns; ++col) trial.after[0].set(col, made(col));
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(tolerance), errata_choice_of("pto-a5")});
}

// Columns from 64 on are left as they were, and remainders have the sign of the dividend.
TEST(ArithmeticErrata, OfRemaindersOf64BitsAreKnownTogetherAndAlone) {
  constexpr std::uint64_t minus_one = ~std::uint64_t{0};
  const auto with = [=](bool stops, bool signs, std::uint64_t at_70) {
    const auto held = [](std::int64_t col) { return col == 70 ? 2 : untouched; };
    return remainder_of_pairs(held, [=](std::int64_t col) -> std::uint64_t {
      if (col == 70) return at_70;
      if (stops && col >= 64) return untouched;
      return signs ? minus_one : 2;
    });
  };
  for (const auto& [stops, signs] : {std::pair(true, true), {true, false}, {false, true}}) {
    const Verdict got = with(stops, signs, stops ? 2 : minus_one);
    EXPECT_EQ(got.kind, VerdictKind::known_deviation) << got.reason;
    EXPECT_EQ(got.reason.find("E-TREM-005") != std::string::npos, stops) << got.reason;
    EXPECT_EQ(got.reason.find("E-TREM-006") != std::string::npos, signs) << got.reason;
  }
  EXPECT_TRUE(is_no_failure(with(false, false, 2).kind));
  EXPECT_EQ(with(true, true, minus_one).kind, VerdictKind::deviates);
  EXPECT_EQ(with(true, true, 9).kind, VerdictKind::deviates);
  EXPECT_EQ(with(false, true, 2).kind, VerdictKind::deviates);
}

// A source that was overwritten may give anything, by whatever steps.
TEST(ArithmeticErrata, OfSourcesReadAgainComeFirst) {
  for (const char* number : {"E-TFMOD-005", "E-TREM-012", "E-TPOW-008"}) {
    const auto& errata = form_of(op_of(number), "plain").errata;
    const auto first = std::ranges::find_if(errata, [](const Erratum* one) {
      return one->targets.contains(a2a3) && one->effect == ErratumEffect::result;
    });
    ASSERT_NE(first, errata.end());
    EXPECT_EQ((*first)->number, number);
  }
  // 1000.75 = 0.7f * 1429 + 0.450017; the product is rounded to float. dst held the first dividend.
  const Row row{"E-TFMOD-003", "plain",   a2a3, f32, f32, {0x447A3000, 0x3F333333},
                0x3EE668A2,    0x3EE66800};
  const Case test_case = case_of(row);
  Trial trial;
  for (const std::uint64_t bits : {row.in[0], row.in[0], row.in[1]}) {
    trial.before.push_back(filled(f32, columns, bits));
  }
  for (std::int64_t col = 1; col < columns; ++col) trial.before[0].set(col, untouched);
  trial.after = trial.before;
  trial.after[0] = filled(f32, columns, row.erroneous);
  trial.after[0].set(0, 0x40000000);
  const auto kind = [&](const char* choice) {
    return judge(test_case, std::vector{trial},
                 Standard{of_first_readings(tolerance), errata_choice_of(choice)})
        .kind;
  };
  EXPECT_EQ(kind("pto-a2a3"), VerdictKind::known_deviation);
  EXPECT_EQ(kind("E-TFMOD-003"), VerdictKind::deviates);
  EXPECT_EQ(kind("E-TFMOD-005"), VerdictKind::deviates);
}

/// A zero divisor, or the lowest integer over -1, and how the call ends.
Verdict ended(const char* op, std::uint64_t dividend, std::uint64_t divisor, Outcome::Status status,
              const std::string& errata) {
  const Row row{op, "plain", cpu, i32, i32, {dividend, divisor, 0}, 0, 0};
  const Form& form = form_of(op, "plain");
  Case test_case;
  test_case.call = {&form, cpu, {}, std::vector<int>(form.attributes.size(), 0)};
  Trial trial;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    test_case.call.operands.emplace_back(tile(i32, 1, columns, 1, columns));
    trial.before.push_back(filled(i32, columns, i == 0 ? untouched : row.in[i - 1]));
  }
  trial.after = trial.before;
  trial.outcome.status = status;
  return judge(test_case, std::vector{trial}, Standard{tolerance, errata_choice_of(errata)});
}

TEST(ArithmeticErrata, ThatEndACallAreKnownForTheirContentsAlone) {
  constexpr std::uint64_t lowest = 0x80000000, minus_one = 0xFFFFFFFF;
  const auto crash = Outcome::Status::crashed, refusal = Outcome::Status::rejected;
  EXPECT_EQ(ended("TDIV", 7, 0, crash, "pto-cpu").kind, VerdictKind::known_deviation);
  for (const char* op : {"TDIV", "TFMOD", "TREM"}) {
    EXPECT_EQ(ended(op, lowest, minus_one, crash, "pto-cpu").kind, VerdictKind::known_deviation);
    EXPECT_EQ(ended(op, 7, 2, crash, "pto-cpu").kind, VerdictKind::crashed);
    EXPECT_EQ(ended(op, 7, 2, refusal, "pto-cpu").kind, VerdictKind::rejected_valid);
    EXPECT_EQ(ended(op, lowest, minus_one, crash, "none").kind, VerdictKind::crashed);
    EXPECT_EQ(ended(op, lowest, 1, crash, "pto-cpu").kind, VerdictKind::crashed);
  }
}

// Pages let the CPU simulator assert; one implementation does the same with every zero divisor.
TEST(ArithmeticErrata, AZeroDivisorMayBeRefusedOnTheCpu) {
  const auto refusal = Outcome::Status::rejected;
  for (const char* op : {"TFMOD", "TREM", "TRECIP"}) {
    const Verdict refused = ended(op, 0, 0, refusal, "none");
    EXPECT_EQ(refused.kind, VerdictKind::target_defined) << op;
    ASSERT_EQ(refused.readings.size(), 1U) << op;
    EXPECT_EQ(refused.readings[0].choices, std::vector{Choice::zero_divisors});
    EXPECT_EQ(refused.readings[0].allowed[0][0], zeros_asserted);
    const Verdict executed = ended(op, 0, 0, Outcome::Status::done, "none");
    ASSERT_EQ(executed.readings.size(), 1U) << op;
    EXPECT_EQ(executed.readings[0].allowed[0][0], zeros_computed);
    EXPECT_EQ(ended(op, 2, 2, refusal, "none").kind, VerdictKind::rejected_valid) << op;
    EXPECT_EQ(ended(op, 0, 0, Outcome::Status::crashed, "none").kind, VerdictKind::crashed) << op;
  }
  EXPECT_EQ(ended("TDIV", 7, 0, refusal, "none").kind, VerdictKind::rejected_valid);
}

/// A call of types that the page does not list, accepted.
Verdict accepted(const char* op, Target target, const char* lead, ElementType type,
                 const std::string& errata) {
  const Form& form = form_of(op, "plain");
  Case test_case;
  test_case.call = {&form, target, {}, std::vector<int>(form.attributes.size(), 0)};
  test_case.intent.kind = Intent::Kind::outside;
  test_case.intent.constraint = std::string(lead) + ".element";
  Trial trial;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    test_case.call.operands.emplace_back(tile(type, 1, columns, 1, columns));
    trial.before.push_back(filled(type, columns, 1));
  }
  trial.after = trial.before;
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(tolerance), errata_choice_of(errata)});
}

TEST(ArithmeticErrata, OfTypesAreKnownForThoseTypesAlone) {
  for (const char* op : {"TFUSEDMULADD", "TFUSEDMULADDRELU", "TMULADDDST", "TSUBRELU"}) {
    EXPECT_EQ(accepted(op, cpu, "src0", i32, "pto-cpu").kind, VerdictKind::known_deviation) << op;
    EXPECT_EQ(accepted(op, cpu, "src0", i32, "none").kind, VerdictKind::accepted_invalid) << op;
    EXPECT_EQ(accepted(op, cpu, "src0", e4m3, "pto-cpu").kind, VerdictKind::known_deviation) << op;
    EXPECT_EQ(accepted(op, cpu, "src0", i4, "pto-cpu").kind, VerdictKind::accepted_invalid) << op;
  }
  EXPECT_EQ(accepted("TNEG", a5, "src", i64, "pto-a5").kind, VerdictKind::known_deviation);
  EXPECT_EQ(accepted("TNEG", a5, "src", i8, "pto-a5").kind, VerdictKind::accepted_invalid);
  EXPECT_EQ(accepted("TRECIP", a5, "src", u16, "pto-a5").kind, VerdictKind::known_deviation);
  EXPECT_EQ(accepted("TRECIP", a5, "src", bf16, "pto-a5").kind, VerdictKind::accepted_invalid);
}

/// A breach of the constraint that is accepted, as an erratum has it.
void expect_unchecked(const char* op, Target target, const char* broken,
                      const std::string& number) {
  const Form& form = form_of(op, "plain");
  Case test_case;
  test_case.call = {&form, target, {}, std::vector<int>(form.attributes.size(), 0)};
  test_case.intent.kind = Intent::Kind::outside;
  test_case.intent.constraint = broken;
  Trial trial;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    test_case.call.operands.emplace_back(tile(f32, 1, columns, 1, columns));
    trial.before.push_back(filled(f32, columns, 1));
  }
  trial.after = trial.before;
  const auto kind = [&](const std::string& errata) {
    return judge(test_case, std::vector{trial},
                 Standard{of_first_readings(tolerance), errata_choice_of(errata)})
        .kind;
  };
  EXPECT_EQ(kind(number), VerdictKind::known_deviation) << number << " " << broken;
  EXPECT_EQ(kind("none"), VerdictKind::accepted_invalid) << number << " " << broken;
}

TEST(ArithmeticErrata, OfMissingChecksAreKnownForEveryTile) {
  const std::pair<const char*, int> located[]{{"TSUB", 1}, {"TMUL", 1}, {"TDIV", 4},
                                              {"TMAX", 2}, {"TMIN", 2}, {"TREM", 8}};
  for (const auto& [op, number] : located) {
    for (const char* broken : {"dst.location", "src0.location", "src1.location"}) {
      expect_unchecked(op, a2a3, broken, fmt::format("E-{}-{:03}", op, number));
      expect_unchecked(op, a5, broken, fmt::format("E-{}-{:03}", op, number + 1));
    }
  }
  expect_unchecked("TRECIP", a2a3, "src.row_major", "E-TRECIP-003");
  expect_unchecked("TRECIP", a5, "dst.row_major", "E-TRECIP-004");
}

/// A legal call of tiles that differ as `change` says, refused.
void expect_refusal(const char* op, const std::string& number,
                    const std::function<void(TileSpec&)>& change) {
  const Form& form = form_of(op, "plain");
  Case test_case;
  test_case.call = {&form, cpu, {}, std::vector<int>(form.attributes.size(), 0)};
  Trial trial;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    test_case.call.operands.emplace_back(tile(f32, 2, columns, 1, columns));
    trial.before.push_back(filled(f32, 2 * columns, 1));
  }
  trial.after = trial.before;
  trial.outcome.status = Outcome::Status::rejected;
  const auto kind = [&] {
    return judge(test_case, std::vector{trial},
                 Standard{of_first_readings(tolerance), errata_choice_of(number)})
        .kind;
  };
  EXPECT_EQ(kind(), VerdictKind::rejected_valid) << number;
  change(std::get<TileSpec>(test_case.call.operands[1]));
  EXPECT_EQ(kind(), VerdictKind::known_deviation) << number;
}

TEST(ArithmeticErrata, OfRefusalsAreKnownForThoseTilesAlone) {
  const auto padded = [](TileSpec& tile) { tile.type.pad.kind = PadKind::zero; };
  expect_refusal("TADD", "E-TADD-001", padded);
  expect_refusal("TABS", "E-TABS-002", padded);
  expect_refusal("TSQRT", "E-TSQRT-003", [](TileSpec& tile) {
    tile.type.dynamic_valid_rows = !tile.type.dynamic_valid_rows;
  });
  expect_refusal("TRSQRT", "E-TRSQRT-002", [](TileSpec& tile) {
    tile.type.dynamic_valid_rows = !tile.type.dynamic_valid_rows;
  });
}

TEST(ArithmeticErrata, OfOffsetsAreKnownForTilesThatAreLaidOutApart) {
  const Form& form = form_of("TPOW", "plain");
  const auto kind = [&](std::int64_t pitch, const char* errata) {
    Case test_case;
    test_case.call = {&form, cpu, {}, std::vector<int>(form.attributes.size(), 0)};
    Trial trial;
    for (std::size_t i = 0; i < form.operands.size(); ++i) {
      const std::int64_t cols = i == 1 ? pitch : columns;
      test_case.call.operands.emplace_back(tile(f32, 2, cols, 1, columns));
      trial.before.push_back(filled(f32, 2 * cols, 0x40000000));
    }
    trial.after = trial.before;
    return judge(test_case, std::vector{trial},
                 Standard{of_first_readings(tolerance), errata_choice_of(errata)})
        .kind;
  };
  EXPECT_EQ(kind(columns + 8, "E-TPOW-004"), VerdictKind::known_deviation);
  EXPECT_EQ(kind(columns + 8, "none"), VerdictKind::deviates);
  EXPECT_EQ(kind(columns, "E-TPOW-004"), VerdictKind::deviates);
}

TEST(ArithmeticErrata, EachOneIsTriedHere) {
  std::set<std::string> tried{"E-TABS-002",  "E-TADD-001",   "E-TDIV-001", "E-TDIV-002",
                              "E-TFMOD-002", "E-TRSQRT-002", "E-TPOW-004", "E-TREM-002",
                              "E-TSQRT-003", "E-TREM-010",   "E-TSUB-001", "E-TMUL-001"};
  std::set<std::string> ops;
  for (const Row& row : rows()) tried.insert(row.number);
  for (const std::string& number : tried) ops.insert(op_of(number));
  for (const std::string& op : ops) {
    for (const Erratum& erratum : find_op(op)->errata) {
      const bool elsewhere = !erratum.constraint.empty();  // known_checks_test.cpp
      EXPECT_TRUE(elsewhere || tried.contains(erratum.number)) << erratum.number;
    }
  }
}

}  // namespace
}  // namespace assay::ops
