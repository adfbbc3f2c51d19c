// SPDX-License-Identifier: Apache-2.0
// Choices that the manual leaves to an implementation, on real pages: machines written here, each
// of which follows one reading, and machines that do not.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>

#include "reference/judge/choice_profile.hpp"
#include "reference/judge/records/record.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t tiny = 0x00000002;  ///< a subnormal number of f32
constexpr std::uint64_t minus_tiny = 0x80000002;
constexpr std::uint64_t least = 0x00800000;  ///< the least normal number
constexpr std::uint64_t one = 0x3F800000;
constexpr std::uint64_t two = 0x40000000;
constexpr std::uint64_t nan = 0x7FC00000;
constexpr std::uint64_t minus_zero = 0x80000000;

using Lane = std::function<std::uint64_t(std::uint64_t, std::uint64_t)>;

float number(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
std::uint64_t pattern(float x) { return std::bit_cast<std::uint32_t>(x); }

std::uint64_t flushed(std::uint64_t bits) {
  return std::fpclassify(number(bits)) == FP_SUBNORMAL ? bits & minus_zero : bits;
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return pattern(number(a) + number(b)); }
std::uint64_t flushing_sum(std::uint64_t a, std::uint64_t b) {
  return flushed(sum(flushed(a), flushed(b)));
}
std::uint64_t flushing_results(std::uint64_t a, std::uint64_t b) { return flushed(sum(a, b)); }
std::uint64_t number_wins(std::uint64_t a, std::uint64_t b) {
  return pattern(std::fmax(number(a), number(b)));
}
std::uint64_t nan_wins(std::uint64_t a, std::uint64_t b) {
  return std::isnan(number(a)) || std::isnan(number(b)) ? nan : number_wins(a, b);
}

/// One row of a call of two sources: the results of `lane` for the pairs, judged.
class TwoSources {
 public:
  TwoSources(const char* op, std::vector<std::uint64_t> a, std::vector<std::uint64_t> b)
      : count_(std::ssize(a)) {
    test_.call.form = &form_of(op, "plain");
    test_.call.target = a5;
    test_.call.operands.assign(3, tile(f32, 1, count_, 1, count_));
    test_.name = std::string(op) + "/case";
    trial_.before = {filled(f32, count_, one), elements(f32, std::move(a)),
                     elements(f32, std::move(b))};
  }

  /// Calls `lane` with the number of the element too.
  template <typename IndexedLane>
  Verdict of_indexed(const IndexedLane& lane,
                     const ToleranceLookup& granted = correctly_rounded) const {
    Trial trial = trial_;
    trial.after = trial.before;
    for (std::int64_t i = 0; i < count_; ++i) {
      trial.after[0].set(i, lane(i, trial.before[1][i], trial.before[2][i]));
    }
    const std::vector<Trial> trials{trial, trial, trial};
    return judge(test_, trials, Standard{granted});
  }
  Verdict of(const Lane& lane, const ToleranceLookup& granted = correctly_rounded) const {
    return of_indexed([&](std::int64_t, std::uint64_t a, std::uint64_t b) { return lane(a, b); },
                      granted);
  }
  CaseRecord record(const Lane& lane, const std::string& name) const {
    CaseRecord made = record_of(test_, of(lane));
    made.name = name;
    return made;
  }

 private:
  std::int64_t count_;
  Case test_;
  Trial trial_;
};

/// Eight sums: of subnormal numbers, with subnormal results, and ordinary ones.
TwoSources sums() {
  return {"TADD",
          {tiny, minus_tiny, 0x00800001, one, two, tiny, 0x00C00000, one},
          {tiny, one, 0x80800000, two, two, least, 0x80800001, 0xBF800000}};
}

TwoSources maxima() {
  return {
      "TMAX", {nan, one, two, one, nan, one, two, one}, {one, nan, one, two, nan, one, two, one}};
}

std::vector<std::string> names_in(const Verdict& verdict) {
  std::vector<std::string> names;
  for (const AllowedReadings& seen : verdict.readings) {
    for (const auto& combination : seen.allowed) {
      for (std::size_t k = 0; k < combination.size(); ++k) {
        names.emplace_back(text_of(seen.choices[k]).readings[combination[k]].name);
      }
    }
  }
  return names;
}

TEST(Choices, EachReadingOfSubnormalNumbersConformsAndIsRecorded) {
  const struct {
    Lane lane;
    const char* reading;
  } machines[] = {{sum, "kept"}, {flushing_sum, "flushed"}, {flushing_results, "results_flushed"}};
  for (const auto& machine : machines) {
    const Verdict verdict = sums().of(machine.lane);
    EXPECT_EQ(verdict.kind, VerdictKind::conforms) << machine.reading << ": " << verdict.reason;
    EXPECT_EQ(names_in(verdict), std::vector<std::string>{machine.reading});
  }
}

TEST(Choices, ACaseThatMixesReadingsDeviates) {
  const Verdict verdict = sums().of_indexed([](std::int64_t i, std::uint64_t a, std::uint64_t b) {
    return i < 2 ? flushing_sum(a, b) : sum(a, b);
  });
  EXPECT_EQ(verdict.kind, VerdictKind::deviates);
  EXPECT_TRUE(verdict.readings.empty());
}

TEST(Choices, AFlushingMachineWithADefectDeviatesInThatDefectAlone) {
  const Verdict verdict = sums().of_indexed([](std::int64_t i, std::uint64_t a, std::uint64_t b) {
    return i == 4 ? one : flushing_sum(a, b);
  });
  EXPECT_EQ(verdict.kind, VerdictKind::deviates);
  EXPECT_EQ(verdict.wrong, 1);
}

TEST(Choices, AnExactZeroKeepsItsSignByEveryReading) {
  const TwoSources zeros{"TADD", {tiny, 0, one, one}, {tiny, 0, two, two}};
  const Verdict verdict = zeros.of_indexed([](std::int64_t i, std::uint64_t a, std::uint64_t b) {
    return i == 1 ? minus_zero : flushing_sum(a, b);
  });
  EXPECT_EQ(verdict.kind, VerdictKind::deviates);
}

TEST(Choices, WithoutASubnormalNumberNothingIsSaid) {
  const TwoSources ordinary{"TADD", std::vector<std::uint64_t>(8, one),
                            std::vector<std::uint64_t>(8, two)};
  EXPECT_TRUE(ordinary.of(sum).readings.empty());
  EXPECT_EQ(ordinary.of(sum).kind, VerdictKind::conforms);
}

TEST(Choices, AMaximumPrefersNumbersOrPropagatesNan) {
  EXPECT_EQ(names_in(maxima().of(number_wins)), std::vector<std::string>{"number"});
  EXPECT_EQ(names_in(maxima().of(nan_wins)), std::vector<std::string>{"propagated"});
  const auto keeps_first = [](std::uint64_t a, std::uint64_t b) {
    return number(b) > number(a) ? b : a;
  };
  EXPECT_EQ(maxima().of(keeps_first).kind, VerdictKind::deviates);
}

TEST(Choices, APinnedReadingIsTheOnlyOne) {
  auto pins = std::make_shared<std::vector<ReadingPin>>();
  pins->push_back({.choice = Choice::subnormals,
                   .reading = subnormals_flushed,
                   .target = a5,
                   .types = {},
                   .op = {}});
  const ToleranceLookup pinned = ToleranceLookup(correctly_rounded).with(pins);
  EXPECT_EQ(sums().of(flushing_sum, pinned).kind, VerdictKind::conforms);
  EXPECT_EQ(sums().of(sum, pinned).kind, VerdictKind::deviates);
  EXPECT_EQ(sums().of(flushing_results, pinned).kind, VerdictKind::deviates);
  // One of another target selects nothing here.
  pins->front().target = a2a3;
  EXPECT_EQ(sums().of(sum, pinned).kind, VerdictKind::conforms);
}

TEST(Choices, ARunMustReadEachScopeInOneWay) {
  Records records;
  records.push_back(sums().record(flushing_sum, "TADD/first"));
  records.push_back(maxima().record(nan_wins, "TMAX/one"));
  records.push_back(sums().record(flushing_sum, "TADD/second"));
  ChoiceProfile profile = choice_profile(records);
  EXPECT_TRUE(profile.inconsistent.empty());
  ASSERT_EQ(profile.scopes.size(), 2U);
  EXPECT_EQ(profile.scopes[0].key.choice, Choice::subnormals);
  EXPECT_EQ(profile.scopes[0].readings, std::vector<std::uint8_t>{subnormals_flushed});
  EXPECT_EQ(profile.scopes[0].cases, 2U);
  EXPECT_EQ(profile.scopes[1].readings, std::vector<std::uint8_t>{nan_propagated});

  records.push_back(sums().record(sum, "TADD/third"));
  profile = choice_profile(records);
  ASSERT_EQ(profile.inconsistent.size(), 1U);
  EXPECT_EQ(inconsistency_text(profile.inconsistent.front()),
            "inconsistent: subnormals of a5 f32: flushed in TADD/first, kept in TADD/third");
}

/// One row of 1 x 32, reduced to its greatest element.
Verdict greatest(const std::vector<std::uint64_t>& row, std::uint64_t result) {
  Case test_case;
  const auto count = std::ssize(row);
  test_case.call.form = &form_of("TROWMAX", "plain");
  test_case.call.target = a5;
  for (const Operand& operand : test_case.call.form->operands) {
    const bool is_result = operand.name == "dst";
    test_case.call.operands.emplace_back(is_result ? tile(f32, 8, 1, 1, 1)
                                                   : tile(f32, 1, count, 1, count));
  }
  Trial trial;
  for (const Operand& operand : test_case.call.form->operands) {
    trial.before.push_back(operand.name == "dst"   ? filled(f32, 8, two)
                           : operand.name == "src" ? elements(f32, row)
                                                   : filled(f32, count, two));
  }
  trial.after = trial.before;
  trial.after[test_case.call.form->index_of("dst")].set(0, result);
  const std::vector<Trial> trials{trial, trial, trial};
  return judge(test_case, trials, Standard{correctly_rounded});
}

TEST(Choices, ZerosOfALineAreOrderedOrTheFirstOrTheLast) {
  EXPECT_EQ(names_in(greatest({0, minus_zero, 0xBF800000, 0xBF800000, minus_zero, 0xBF800000,
                               0xBF800000, 0xBF800000},
                              minus_zero)),
            std::vector<std::string>{"last"});
  EXPECT_EQ(names_in(greatest({minus_zero, 0, 0xBF800000, 0xBF800000, minus_zero, 0xBF800000,
                               0xBF800000, 0xBF800000},
                              0)),
            std::vector<std::string>{"ordered"});
  EXPECT_EQ(greatest({minus_zero, 0, 0xBF800000, 0xBF800000, minus_zero, 0xBF800000, 0xBF800000,
                      0xBF800000},
                     0xBF800000)
                .kind,
            VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
