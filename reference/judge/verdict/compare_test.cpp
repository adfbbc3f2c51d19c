// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <random>

#include "reference/judge/judge.hpp"
#include "reference/judge/verdict/wrong_text.hpp"
#include "reference/numerics/as_double.hpp"
#include "reference/numerics/ulp_meter.hpp"

namespace assay {
namespace {

using enum ElementType;

Verdict of_one(const ExpectedTile& expected, std::uint64_t got_bits) {
  ElementArray got(expected.value.type(), 1);
  got.set(0, got_bits);
  return compare(expected, {}, got);
}

// 1.0 = 0x3F800000, accepted from one below to two above.
ExpectedTile around_one() {
  ExpectedTile expected(f32, 1, 1);
  expected.set_any_of(0, 0x3F800000, 0x3F800002);
  expected.low.set(0, 0x3F7FFFFF);
  expected.set_accept(0, Accept::interval);
  expected.exact[0] = 1.0;
  return expected;
}

TEST(Interval, AcceptsItsEndsAndNothingBeyond) {
  EXPECT_EQ(of_one(around_one(), 0x3F7FFFFF).kind, VerdictKind::conforms);
  EXPECT_EQ(of_one(around_one(), 0x3F800002).kind, VerdictKind::conforms);
  EXPECT_EQ(of_one(around_one(), 0x3F7FFFFE).kind, VerdictKind::deviates);
  EXPECT_EQ(of_one(around_one(), 0x3F800003).kind, VerdictKind::deviates);
}

TEST(Interval, RefusesNanAndInfinity) {
  EXPECT_EQ(of_one(around_one(), 0x7FC00000).kind, VerdictKind::deviates);
  EXPECT_EQ(of_one(around_one(), 0x7F800000).kind, VerdictKind::deviates);
  EXPECT_EQ(of_one(around_one(), 0xBF800000).kind, VerdictKind::deviates);
}

TEST(Interval, MeasuresTheDistanceInUlp) {
  const Verdict right = of_one(around_one(), 0x3F800002);
  ASSERT_TRUE(right.max_ulp);
  EXPECT_NEAR(*right.max_ulp, 2.0, 1e-3);
}

TEST(ZeroInterval, KeepsTheSign) {
  ExpectedTile expected(f32, 1, 1);
  expected.set_any_of(0, 0, 0);
  expected.set_accept(0, Accept::interval);
  EXPECT_EQ(of_one(expected, 0).kind, VerdictKind::conforms);
  EXPECT_EQ(of_one(expected, 0x80000000).kind, VerdictKind::deviates);
}

TEST(AnyOf, CountsTheSecondReading) {
  ExpectedTile expected(u32, 1, 1);
  expected.set_any_of(0, 7, 9);
  EXPECT_EQ(of_one(expected, 7).alternative, 0);
  EXPECT_EQ(of_one(expected, 9).alternative, 1);
  EXPECT_EQ(of_one(expected, 8).kind, VerdictKind::deviates);
}

TEST(SomeBits, CompareTheBitsThatCount) {
  ExpectedTile expected(u8, 1, 1);
  expected.set_some_bits(0, 0x05, 0x07);
  EXPECT_EQ(of_one(expected, 0x05).kind, VerdictKind::conforms);
  EXPECT_EQ(of_one(expected, 0xFD).kind, VerdictKind::conforms);
  EXPECT_EQ(of_one(expected, 0x04).kind, VerdictKind::deviates);
  EXPECT_EQ(of_one(expected, 0x07).kind, VerdictKind::deviates);
}

TEST(AnyNan, TakesEveryPayloadAndNoNumber) {
  ExpectedTile expected(f16, 1, 1);
  expected.set_accept(0, Accept::any_nan);
  EXPECT_EQ(of_one(expected, 0x7C01).kind, VerdictKind::conforms);
  EXPECT_EQ(of_one(expected, 0xFE00).kind, VerdictKind::conforms);
  EXPECT_EQ(of_one(expected, 0x7C00).kind, VerdictKind::deviates);
}

TEST(TargetDefined, IsCountedAndNotCompared) {
  ExpectedTile expected(f32, 1, 1);
  expected.set_accept(0, Accept::target_defined);
  const Verdict verdict = of_one(expected, 0x12345678);
  EXPECT_EQ(verdict.target_defined, 1);
  EXPECT_EQ(verdict.compared, 0);
}

// ---- text ----

ExpectedText printed(std::string text, std::int64_t capacity = 0) {
  return {{{std::move(text), 8}}, capacity};
}

TEST(Text, IgnoresHeaderLinesAndNothingElse) {
  const auto expected =
      printed("  1.0000   2.0000|  3.0000\n--------\n  4.0000   5.0000|  6.0000\n");
  EXPECT_EQ(compare_text(expected,
                         "=== [TPRINT Tile] ===\n  Shape: [2, 3]\n"
                         "  1.0000   2.0000|   3.0000\n-------- --------|--------\n"
                         "  4.0000   5.0000|   6.0000\n")
                .kind,
            VerdictKind::conforms);
}

TEST(Text, ComparesTheLastDigit) {
  EXPECT_EQ(compare_text(printed("  1.2346\n"), "  1.2346\n").kind, VerdictKind::conforms);
  const Verdict truncated = compare_text(printed("  1.2346\n"), "  1.2345\n");
  EXPECT_EQ(truncated.deviation, Deviation::text);
  EXPECT_EQ(truncated.reason, "line 1, token 1: expected 1.2346, got 1.2345");
}

TEST(Text, WantsTheFences) {
  const auto expected =
      printed("       1        2|       3\n--------\n       4        5|       6\n");
  EXPECT_EQ(compare_text(expected,
                         "       1        2        3\n--------\n"
                         "       4        5        6\n")
                .deviation,
            Deviation::text);
  EXPECT_EQ(compare_text(expected, "       1        2|        3\n       4        5|        6\n")
                .deviation,
            Deviation::text);
}

TEST(Text, WantsTheFieldWidth) {
  EXPECT_EQ(compare_text(printed("       5\n"), "       5\n").kind, VerdictKind::conforms);
  EXPECT_EQ(compare_text(printed("       5\n"), "5\n").deviation, Deviation::text);
  EXPECT_EQ(compare_text(printed("       5\n"), "            5\n").deviation, Deviation::text);
}

TEST(Text, TakesThePlatformsSpellingOfNan) {
  EXPECT_EQ(
      compare_text(printed("     nan      inf     -inf\n"), "    -NaN      INF     -inf\n").kind,
      VerdictKind::conforms);
  EXPECT_EQ(compare_text(printed("     inf\n"), "    -inf\n").deviation, Deviation::text);
}

TEST(Text, MayBeCutOnlyWhereItDoesNotFitTheBuffer) {
  std::string line = "       1        2        3\n";
  std::string whole;
  for (int i = 0; i < 100; ++i) whole += line;
  const std::string cut = whole.substr(0, 2000);
  EXPECT_EQ(compare_text(printed(whole, 2000), cut).kind, VerdictKind::conforms);
  EXPECT_EQ(compare_text(printed(whole, 2000), whole).kind, VerdictKind::conforms);
  EXPECT_EQ(compare_text(printed(whole, 0), cut).deviation, Deviation::text);
  EXPECT_EQ(compare_text(printed(whole, 8000), cut).deviation, Deviation::text);
  EXPECT_EQ(compare_text(printed(whole, 2000), "").deviation, Deviation::text);
}

TEST(Text, MayBeCutWhereRulesAsLongAsTheirLinesFillTheBuffer) {
  std::string line;
  std::string rule;
  for (int i = 0; i < 50; ++i) {
    line += "        1";
    rule += " --------";
  }
  const std::string expected = line + "\n--------\n" + line + "\n";
  const std::string longer = line + "\n" + rule + "\n" + line + "\n";
  const auto room = static_cast<std::int64_t>(expected.size()) + 300;
  const std::string cut = longer.substr(0, static_cast<std::size_t>(room));
  ASSERT_LT(cut.size(), longer.size());
  EXPECT_EQ(compare_text(printed(expected, room), cut).kind, VerdictKind::conforms);
  EXPECT_EQ(compare_text(printed(expected, 4 * room), cut).deviation, Deviation::text);
}

TEST(Text, MayBeCutWhereHeadersFillTheBuffer) {
  const std::string line = "       1        2        3\n";
  std::string expected;
  std::string longer;
  for (int i = 0; i < 100; ++i) {
    expected += line;
    longer += "[batch " + std::to_string(i) + "]\n" + line;
  }
  const auto room = static_cast<std::int64_t>(expected.size()) + 400;
  const std::string cut = longer.substr(0, static_cast<std::size_t>(room));
  EXPECT_EQ(compare_text(printed(expected, room), cut).kind, VerdictKind::conforms);
  const std::string early = longer.substr(0, static_cast<std::size_t>(room) - 400);
  EXPECT_EQ(compare_text(printed(expected, room), early).deviation, Deviation::text);
}

TEST(Text, TakesAnyOfItsReadings) {
  ExpectedText expected = printed("       1        2\n");
  expected.readings.push_back({"       1\n", 8});
  EXPECT_EQ(compare_text(expected, "       1\n").kind, VerdictKind::conforms);
  EXPECT_EQ(compare_text(expected, "       1\n").alternative, 1);
  EXPECT_EQ(compare_text(expected, "       2\n").deviation, Deviation::text);
}

// Tiles of `count` elements of all kinds of acceptance, mostly right, with one element at `odd`
// drawn from few bits, so that right and wrong ones are both frequent.
struct Drawn {
  ExpectedTile expected;
  ElementArray before, got;
};

Drawn drawn_tile(ElementType type, std::int64_t count, std::mt19937_64& random) {
  Drawn out{ExpectedTile(type, 1, count), ElementArray(type, count), ElementArray(type, count)};
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t value = random() % 4;
    out.expected.set_any_of(i, value, value + random() % 3);
    out.expected.set_accept(i, static_cast<Accept>(random() % 7));
    out.before.set(i, random() % 2);
    const Accept kind = out.expected.accept[static_cast<std::size_t>(i)];
    const std::uint64_t nan = std::uint64_t{0x7FC00000};
    out.got.set(i, kind == Accept::preserved ? out.before[i]
                   : kind == Accept::any_nan ? nan
                                             : value);
  }
  if (random() % 2 == 0)
    out.got.set(static_cast<std::int64_t>(random() % std::uint64_t(count)), random() % 6);
  return out;
}

TEST(WholeTiles, AreAcceptableExactlyWhereEveryElementIs) {
  std::mt19937_64 random(1);
  int accepted = 0;
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    const ElementType type = std::array{f32, f16, u8, i64, e2m1}.at(random() % 5);
    const auto count = static_cast<std::int64_t>(random() % 300 + 1);
    const Drawn tile = drawn_tile(type, count, random);
    const std::vector<bool> wrong = wrong_elements(tile.expected, tile.before, tile.got);
    const bool right = std::ranges::count(wrong, true) == 0;
    ++(right ? accepted : refused);
    ASSERT_EQ(all_acceptable(tile.expected, tile.before, tile.got), right)
        << name_of(type) << ' ' << count;
  }
  EXPECT_GT(accepted, 1000);
  EXPECT_GT(refused, 1000);
}

TEST(RelativeErrors, CompareResultsWithFiniteRoundedValues) {
  ExpectedTile expected(f32, 1, 6);
  ElementArray got(f32, 6);
  const auto set = [&](std::int64_t at, Accept accept, float value, double exact, float result) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    expected.set_any_of(at, bits, bits);
    expected.set_accept(at, accept);
    expected.exact[static_cast<std::size_t>(at)] = exact;
    got.set(at, std::bit_cast<std::uint32_t>(result));
  };
  set(0, Accept::exact, 4.0F, 4.0, 4.0F);               // no error
  set(1, Accept::exact, 4.0F, 4.0, 5.0F);               // a quarter
  set(2, Accept::interval, 2.0F, 2.0 + 0x1p-30, 2.0F);  // from the rounded value
  set(3, Accept::exact, 0.0F, 0.0, 1e-7F);              // the constant keeps zero out: 1
  set(4, Accept::any_nan, 0.0F, 0.0, 1.0F);             // no exact value
  set(5, Accept::exact, INFINITY, INFINITY, INFINITY);  // not finite
  const RelativeErrors errors = compare(expected, got, got).relative;
  EXPECT_EQ(errors.elements, 4);
  EXPECT_NEAR(errors.largest, 1.0, 1e-6);
  EXPECT_NEAR(errors.mean(), (0.25 + 1.0) / 4, 1e-6);
  set(1, Accept::exact, 4.0F, 4.0, NAN);
  EXPECT_EQ(compare(expected, got, got).relative.largest, INFINITY);
}

TEST(RelativeErrors, AreTheSameForManyElementsAndOneByOne) {
  std::mt19937_64 random(5);
  for (const ElementType type : {f32, f16}) {
    ExpectedTile expected(type, 1, 300);
    ElementArray got(type, 300);
    RelativeErrors errors;
    for (std::int64_t i = 0; i < got.size(); ++i) {
      const std::uint64_t bits = random() % 0x7000;
      expected.set_any_of(i, bits, bits + 1);
      expected.low.set(i, bits);
      expected.set_accept(i, Accept::interval);
      expected.exact[static_cast<std::size_t>(i)] = numerics::as_double(type, bits);
      got.set(i, bits + random() % 2);
      errors.add(numerics::as_double(type, got[i]), numerics::as_double(type, bits));
    }
    const Verdict verdict = compare(expected, got, got);
    EXPECT_EQ(verdict.kind, VerdictKind::conforms);
    EXPECT_EQ(verdict.relative.elements, errors.elements);
    EXPECT_GT(errors.largest, 0);
    EXPECT_EQ(verdict.relative.largest, errors.largest);
    EXPECT_NEAR(verdict.relative.sum, errors.sum, 1e-12 * errors.sum);
  }
}

TEST(Compare, MeasuresManyElementsAsOneByOne) {
  std::mt19937_64 random(11);
  const numerics::UlpMeter meter(ElementType::f32);
  for (int round = 0; round < 300; ++round) {
    const int lowest = round % 3 == 0 ? -160 : -20, highest = round % 4 == 0 ? 135 : 20;
    ExpectedTile expected(ElementType::f32, 7, 43);
    std::optional<double> farthest;
    std::int64_t worst = 0;
    for (std::int64_t i = 0; i < expected.value.size(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      const int exponent =
          lowest + static_cast<int>(random() % static_cast<unsigned>(highest - lowest));
      const double digits = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
      double exact = random() % 16 == 0 ? 0.0 : std::ldexp(digits, exponent);
      if (i > 0 && random() % 2 == 0) exact = expected.exact[place - 1];
      const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(exact));
      expected.exact[place] = exact;
      expected.value.set(i, bits);
      expected.low.set(i, bits);
      expected.high.set(i, bits);
      expected.accept[place] = random() % 8 == 0 ? Accept::interval_or_zero : Accept::interval;
      const auto ulp = meter(bits, exact);
      if (farthest && *ulp <= *farthest) continue;
      farthest = ulp;
      worst = i;
    }
    const Verdict verdict = compare(expected, expected.value, expected.value);
    EXPECT_EQ(verdict.compared, expected.value.size());
    ASSERT_EQ(verdict.max_ulp, farthest);
    ASSERT_EQ(verdict.worst->ulp, farthest);
    ASSERT_EQ(verdict.worst->row * expected.cols + verdict.worst->col, worst);
    EXPECT_EQ(verdict.worst->got, expected.value[worst]);
  }
}

TEST(Difference, IsSaidWhereADistanceMeasuresNothing) {
  const auto text = [](std::uint64_t expected, std::uint64_t got, double ulp = 2e6) {
    WorstElement worst;
    worst.element = f32;
    worst.expected = expected;
    worst.got = got;
    worst.ulp = ulp;
    return difference_text(worst);
  };
  const std::uint64_t one = 0x3F800000, minus_one = 0xBF800000, five = 0x40A00000;
  EXPECT_EQ(text(one, minus_one), "another sign");
  EXPECT_EQ(text(one, five), "exponent off by +2");
  EXPECT_EQ(text(five, one), "exponent off by -2");
  EXPECT_EQ(text(0x40000000, 0x40400000), "relative error 0.5");
  EXPECT_EQ(text(one, 0), "zero in place of a number");
  EXPECT_EQ(text(0, one), "a number in place of zero");
  EXPECT_EQ(text(one, 0x7F800000), "infinity in place of a number");
  EXPECT_EQ(text(0x7F800000, one), "");
  EXPECT_EQ(text(one, minus_one, 1e6), "");
}

}  // namespace
}  // namespace assay
