// SPDX-License-Identifier: Apache-2.0
// Known deviations, on an op made for it: dst = src + 1 over u8.
#include <gtest/gtest.h>

#include "reference/isa/spec/vocabulary.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/judge_parts.hpp"

namespace assay {
namespace {

using enum ElementType;

constexpr std::int64_t columns = 32;

Tolerance exactly(const ToleranceKey&) { return {Tolerance::Kind::exact, 0, {}}; }

/// dst = function(src) over one row.
template <typename Function>
Result mapped(Function function) {
  return {"dst", [function](const Evaluation& at) -> Expected {
            ExpectedTile expected(u8, 1, columns);
            for (std::int64_t i = 0; i < columns; ++i) {
              expected.set_exact(i, function(at.of("src")[i]) & 0xFFU);
            }
            return expected;
          }};
}

std::uint64_t promised(std::uint64_t x) { return x + 1; }
std::uint64_t saturated(std::uint64_t x) { return x == 255 ? 255 : x + 1; }
std::uint64_t odd_ones_kept(std::uint64_t x) { return x % 2 != 0 ? x : x + 1; }
std::uint64_t odd_ones_zero(std::uint64_t x) { return x % 2 != 0 ? 0 : x + 1; }

class KnownDeviations : public testing::Test {
 protected:
  KnownDeviations() {
    form_.op = "TPLUSONE";
    form_.name = "plain";
    form_.lead = "src";
    form_.operands = {{"dst", Role::output, OperandKind::tile},
                      {"src", Role::input, OperandKind::tile}};
    form_.constraints = {vocabulary::same_valid_region("dst", "src").at(Stage::launch)};
    form_.results = {mapped(promised)};
    errata_ = {
        erratum("E-TPLUSONE-001", "acme", {mapped(saturated)}),
        erratum("E-TPLUSONE-002", "acme", {mapped(odd_ones_kept)}),
        erratum("E-TPLUSONE-003", "other", {mapped(odd_ones_zero)}),
    };
    const TileSpec tile{{.element = u8, .rows = 1, .cols = columns}, 1, columns};
    test_.call = {&form_, Target::a5, {tile, tile}, {}};
  }

  static Erratum erratum(const char* number, const char* who, std::vector<Result> results) {
    Erratum made;
    made.number = number;
    made.title = "as " + std::string(number);
    made.implementation = who;
    made.results = std::move(results);
    return made;
  }

  /// A call whose row begins with 255, 1, 3 and 4, and the results of an implementation for each.
  template <typename Function>
  Verdict verdict(const std::string& choice, Function implementation) {
    form_.errata.clear();
    for (const Erratum& one : errata_) form_.errata.push_back(&one);
    Trial trial;
    ElementArray src(u8, columns), dst(u8, columns);
    const std::array<std::uint64_t, 4> values{255, 1, 3, 4};
    for (std::int64_t i = 0; i < columns; ++i) {
      src.set(i,
              i < 4 ? values.at(static_cast<std::size_t>(i)) : 2 * static_cast<std::uint64_t>(i));
    }
    trial.before = {dst, src};
    for (std::int64_t i = 0; i < columns; ++i) dst.set(i, implementation(i, src[i]) & 0xFFU);
    trial.after = {dst, src};
    const std::vector<Trial> trials{trial, trial, trial};
    return judge(test_, trials, Standard{exactly, errata_choice_of(choice)});
  }

  /// The same for an implementation that depends only on values.
  Verdict verdict(const std::string& choice, std::uint64_t (*implementation)(std::uint64_t)) {
    return verdict(choice, [=](std::int64_t, std::uint64_t x) { return implementation(x); });
  }

  Verdict verdict_of(Outcome::Status status, const Intent& intent = {},
                     const char* said = "so it is") {
    form_.errata.clear();
    for (const Erratum& one : errata_) form_.errata.push_back(&one);
    test_.intent = intent;
    Trial trial;
    trial.outcome = {status, said};
    trial.before = {ElementArray(u8, columns), ElementArray(u8, columns)};
    trial.after = trial.before;
    return judge(test_, std::vector{trial}, Standard{exactly, errata_choice_of("all")});
  }

  Form form_;
  Case test_;
  std::vector<Erratum> errata_;
};

TEST_F(KnownDeviations, WhatIsAsPromisedConformsWhateverIsInEffect) {
  for (const char* choice : {"none", "acme", "all"}) {
    EXPECT_EQ(verdict(choice, promised).kind, VerdictKind::conforms) << choice;
  }
}

TEST_F(KnownDeviations, WhatAnErratumInEffectSaysIsKnownByItsNumber) {
  const Verdict got = verdict("acme", saturated);
  EXPECT_EQ(got.kind, VerdictKind::known_deviation);
  EXPECT_NE(got.reason.find("E-TPLUSONE-001 (as E-TPLUSONE-001)"), std::string::npos) << got.reason;
  EXPECT_EQ(got.wrong, 1);
}

TEST_F(KnownDeviations, WhatAnErratumSaysDeviatesWhereItIsNotInEffect) {
  EXPECT_EQ(verdict("none", saturated).kind, VerdictKind::deviates);
  EXPECT_EQ(verdict("other", saturated).kind, VerdictKind::deviates);
  EXPECT_EQ(verdict("E-TPLUSONE-002", saturated).kind, VerdictKind::deviates);
  EXPECT_EQ(verdict("E-TPLUSONE-001", saturated).kind, VerdictKind::known_deviation);
}

TEST_F(KnownDeviations, AnErratumThatShowsOnlyHereAndThereExplainsNothing) {
  // 1 stays, 3 becomes 4.
  const Verdict got = verdict("all", [](std::int64_t at, std::uint64_t x) {
    return at == 1 ? odd_ones_kept(x) : promised(x);
  });
  EXPECT_EQ(got.kind, VerdictKind::deviates);
}

TEST_F(KnownDeviations, ADeviationIsShownAtAnElementThatNoErratumExplains) {
  // 255 saturates as acme has it; 14, the seventh, is another bug.
  const auto implementation = [](std::int64_t at, std::uint64_t x) {
    return at == 7 ? 99 : saturated(x);
  };
  const Verdict got = verdict("acme", implementation);
  EXPECT_EQ(got.kind, VerdictKind::deviates);
  ASSERT_TRUE(got.worst);
  EXPECT_EQ(got.worst->col, 7);
  EXPECT_EQ(got.reason, "dst: 2 of 32 elements wrong, at (0, 7): expected 15, got 99");
  const Verdict plain = verdict("none", implementation);
  EXPECT_EQ(plain.worst->col, 0);
}

TEST_F(KnownDeviations, ErrataOfTwoImplementationsAreNeverMixed) {
  // 255 saturates as acme has it, odd ones are 0 as the other has it.
  const Verdict got = verdict("all", [](std::int64_t at, std::uint64_t x) {
    return at == 0 ? saturated(x) : odd_ones_zero(x);
  });
  EXPECT_EQ(got.kind, VerdictKind::deviates);
}

TEST_F(KnownDeviations, SeveralErrataOfOneImplementationMayExplainACase) {
  errata_[1].results = {mapped([](std::uint64_t x) { return x == 4 ? 9 : x + 1; })};
  const Verdict got =
      verdict("all", [](std::int64_t, std::uint64_t x) { return x == 4 ? 9 : saturated(x); });
  EXPECT_EQ(got.kind, VerdictKind::known_deviation);
  ASSERT_EQ(got.errata.size(), 3U);
  EXPECT_EQ(got.errata[0].shown, 1);
  EXPECT_EQ(got.errata[1].shown, 1);
  EXPECT_EQ(got.errata[2].shown, 0);
}

TEST_F(KnownDeviations, OfTwoOnOneElementTheFirstOfThePageCounts) {
  // Both concern 255: as the first has it 255, as the second 255 too; of 1 and 3 only the second.
  errata_[0].results = {mapped([](std::uint64_t x) { return x == 255 ? 7 : x + 1; })};
  const auto with = [&](std::uint64_t first) {
    return verdict("all", [=](std::int64_t at, std::uint64_t x) {
      return at == 0 ? first : odd_ones_kept(x);
    });
  };
  EXPECT_EQ(with(7).kind, VerdictKind::known_deviation);
  EXPECT_EQ(with(7).errata[0].shown, 1);
  EXPECT_EQ(with(255).errata[0].shown, 0);
  EXPECT_EQ(with(255).errata[1].shown, 3);
  EXPECT_EQ(with(8).kind, VerdictKind::deviates);
}

/// Libraries that leave the first two elements as they were, which was 0, and keep odd ones. 0 is
/// what is promised for the first.
class TwoErrata : public KnownDeviations {
 protected:
  TwoErrata() {
    const auto left_alone = [](const Evaluation& at) -> Expected {
      auto expected = std::get<ExpectedTile>(mapped(promised).semantics(at));
      for (std::int64_t i = 0; i < 2; ++i) expected.set_accept(i, Accept::preserved);
      return expected;
    };
    errata_ = {erratum("E-TPLUSONE-001", "acme", {{"dst", left_alone}}),
               erratum("E-TPLUSONE-002", "acme", {mapped(odd_ones_kept)})};
  }

  /// Elements that each of the two errata could show and shows.
  using Counts = std::vector<std::array<std::int64_t, 2>>;
  static Counts counts(const Verdict& verdict) {
    Counts all;
    for (const SeenErratum& one : verdict.errata) all.push_back({one.exercised, one.shown});
    return all;
  }
};

TEST_F(TwoErrata, AnElementThatIsLeftAloneBelongsToTheFirstThoughItHoldsWhatIsPromised) {
  const Verdict got = verdict(
      "acme", [](std::int64_t at, std::uint64_t x) { return at < 2 ? 0 : odd_ones_kept(x); });
  EXPECT_EQ(got.kind, VerdictKind::known_deviation) << got.reason;
  EXPECT_EQ(counts(got), (Counts{{1, 1}, {1, 1}}));
}

TEST_F(TwoErrata, EachAloneIsKnownByItsNumber) {
  const Verdict first =
      verdict("acme", [](std::int64_t at, std::uint64_t x) { return at < 2 ? 0 : promised(x); });
  EXPECT_EQ(first.kind, VerdictKind::known_deviation) << first.reason;
  EXPECT_EQ(counts(first), (Counts{{1, 1}, {1, 0}}));
  const Verdict second = verdict("acme", odd_ones_kept);
  EXPECT_EQ(second.kind, VerdictKind::known_deviation) << second.reason;
  EXPECT_EQ(counts(second), (Counts{{1, 0}, {3, 3}}));
  EXPECT_EQ(second.reason.find("E-TPLUSONE-001"), std::string::npos) << second.reason;
}

TEST_F(TwoErrata, WhatMayBeLeftAloneIsNoEvidenceThatTheSecondIsFixed) {
  const Verdict got = verdict("acme", promised);
  EXPECT_EQ(got.kind, VerdictKind::conforms);
  EXPECT_EQ(counts(got), (Counts{{1, 0}, {2, 0}}));
}

TEST_F(TwoErrata, OneThatGivesWhatIsPromisedEverywhereIsNotExercised) {
  errata_[0].results = {{"dst", [](const Evaluation& at) -> Expected {
                           auto expected = std::get<ExpectedTile>(mapped(promised).semantics(at));
                           expected.set_accept(0, Accept::preserved);
                           return expected;
                         }}};
  const Verdict none = verdict("acme", promised);
  ASSERT_EQ(none.errata.size(), 1U);
  EXPECT_EQ(none.errata.front().number, "E-TPLUSONE-002");
  const Verdict both = verdict(
      "acme", [](std::int64_t at, std::uint64_t x) { return at == 0 ? 0 : odd_ones_kept(x); });
  EXPECT_EQ(both.kind, VerdictKind::known_deviation) << both.reason;
  EXPECT_EQ(counts(both), (Counts{{2, 2}}));
}

TEST_F(TwoErrata, ALibraryThatFollowsNeitherInAnElementDeviates) {
  for (const std::int64_t place : {0, 1, 2, 3}) {
    const Verdict got = verdict("acme", [=](std::int64_t at, std::uint64_t x) {
      const std::uint64_t both = at < 2 ? 0 : odd_ones_kept(x);
      return at == place ? both + 7 : both;
    });
    EXPECT_EQ(got.kind, VerdictKind::deviates) << place;
  }
}

// The second erratum in the first element, the first in the second, or the promise in the third.
TEST_F(TwoErrata, ALibraryThatFollowsEachHereAndThereDeviates) {
  const Verdict mixed = verdict(
      "acme", [](std::int64_t at, std::uint64_t x) { return at == 1 ? 0 : odd_ones_kept(x); });
  EXPECT_EQ(mixed.kind, VerdictKind::deviates);
  const Verdict partly = verdict(
      "acme", [](std::int64_t at, std::uint64_t x) { return at == 0 ? 0 : odd_ones_kept(x); });
  EXPECT_EQ(partly.kind, VerdictKind::deviates);
}

TEST_F(KnownDeviations, CountsWhatWasExercisedAndNotShown) {
  const Verdict got = verdict("all", promised);
  ASSERT_EQ(got.errata.size(), 3U);
  EXPECT_EQ(got.errata[0].number, "E-TPLUSONE-001");
  EXPECT_EQ(got.errata[0].exercised, 1);
  EXPECT_EQ(got.errata[1].exercised, 3);
  for (const SeenErratum& one : got.errata) EXPECT_EQ(one.shown, 0);
  EXPECT_TRUE(verdict("none", promised).errata.empty());
}

/// One element of f32.
ExpectedTile accepting(Accept accept, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  ExpectedTile made(f32, 1, 1);
  made.value.set(0, value);
  made.low.set(0, low);
  made.high.set(0, high);
  made.set_accept(0, accept);
  return made;
}

// An erratum that gives what is promised among others can never show, and is not exercised.
TEST(Difference, IsWhereTheOtherAcceptsWhatThePromiseDoesNot) {
  constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, four = 0x40800000, nan = 0xFF8000AA;
  const auto exact = [](std::uint64_t bits) { return accepting(Accept::exact, bits, 0, 0); };
  const auto differ = [](const ExpectedTile& promise, const ExpectedTile& other) {
    return difference(promise, other) == std::vector{true};
  };
  const ExpectedTile any_nan = accepting(Accept::any_nan, 0x7FC00000, 0, 0);
  const ExpectedTile either = accepting(Accept::any_of, one, two, two);
  const ExpectedTile between = accepting(Accept::interval, two, one, four);
  EXPECT_FALSE(differ(any_nan, exact(nan)));
  EXPECT_TRUE(differ(any_nan, exact(one)));
  EXPECT_TRUE(differ(exact(nan), any_nan));
  EXPECT_FALSE(differ(either, exact(two)));
  EXPECT_TRUE(differ(either, exact(four)));
  EXPECT_TRUE(differ(either, between));
  EXPECT_FALSE(differ(either, accepting(Accept::any_of, two, one, two)));
  EXPECT_FALSE(differ(between, either));
  EXPECT_FALSE(differ(between, accepting(Accept::interval, one, one, two)));
  EXPECT_TRUE(differ(between, accepting(Accept::interval, two, one, 0x41000000)));
  EXPECT_TRUE(differ(between, exact(nan)));
  EXPECT_FALSE(differ(between, between));
}

TEST(Difference, OfAnElementThatIsLeftAloneIsWhatItHeldIfThatIsGiven) {
  constexpr std::uint64_t one = 0x3F800000, two = 0x40000000, four = 0x40800000;
  const ExpectedTile exact = accepting(Accept::exact, two, 0, 0);
  const ExpectedTile between = accepting(Accept::interval, two, one, four);
  const ExpectedTile kept = accepting(Accept::preserved, 0, 0, 0);
  const auto differ = [](const ExpectedTile& promise, const ExpectedTile& other,
                         std::uint64_t held) {
    ElementArray before(f32, 1);
    before.set(0, held);
    return difference(promise, other, &before) == std::vector{true};
  };
  EXPECT_EQ(difference(exact, kept), std::vector{true});
  EXPECT_EQ(difference(kept, exact), std::vector{true});
  EXPECT_TRUE(differ(exact, kept, one));
  EXPECT_FALSE(differ(exact, kept, two));
  EXPECT_FALSE(differ(between, kept, one));
  EXPECT_TRUE(differ(between, kept, 0));
  EXPECT_TRUE(differ(kept, exact, one));
  EXPECT_FALSE(differ(kept, exact, two));
  EXPECT_FALSE(differ(kept, kept, one));
}

TEST_F(KnownDeviations, AnExampleHasThePromiseAndWhatCame) {
  const Verdict got = verdict("acme", odd_ones_kept);
  ASSERT_EQ(got.errata.size(), 2U);
  const auto& example = got.errata[1].example;
  ASSERT_TRUE(example);
  EXPECT_EQ(example->col, 0);
  EXPECT_EQ(example->expected, 0U);
  EXPECT_EQ(example->got, 255U);
}

TEST_F(KnownDeviations, AnErratumIsOfCallsOfItsTargetsAndPredicate) {
  errata_[0].targets = {Target::cpu};
  EXPECT_EQ(verdict("all", saturated).kind, VerdictKind::deviates);
  errata_[0].targets = every_target;
  errata_[0].among = [](const Call& call) { return call.tile("src").valid_cols < columns; };
  EXPECT_EQ(verdict("all", saturated).kind, VerdictKind::deviates);
}

TEST_F(KnownDeviations, AnythingGoesWhereAnErratumSaysSo) {
  errata_ = {erratum("E-TPLUSONE-004", "acme", {})};
  errata_[0].effect = ErratumEffect::anything;
  const auto noise = [](std::int64_t at, std::uint64_t) { return 77U * static_cast<unsigned>(at); };
  EXPECT_EQ(verdict("acme", noise).kind, VerdictKind::known_deviation);
  errata_[0].arises = [](const Evaluation& at) { return at.of("src")[0] != 255; };
  EXPECT_EQ(verdict("acme", noise).kind, VerdictKind::deviates);
}

TEST_F(KnownDeviations, WhatAnErratumLeavesOpenIsNotCompared) {
  const auto open_at_odd_ones = [](const Evaluation& at) -> Expected {
    auto expected = std::get<ExpectedTile>(mapped(promised).semantics(at));
    for (const std::int64_t place : {0, 1, 2}) expected.set_accept(place, Accept::target_defined);
    return expected;
  };
  errata_ = {erratum("E-TPLUSONE-004", "acme", {{"dst", open_at_odd_ones}})};
  EXPECT_EQ(verdict("acme", promised).compared, columns);
  const Verdict known = verdict("acme", odd_ones_kept);
  EXPECT_EQ(known.kind, VerdictKind::known_deviation);
  EXPECT_EQ(known.compared, columns - 3);
}

// Both take anything in the first element: what the erratum reads there shows in nothing else.
TEST_F(KnownDeviations, AStrayReadIsKnownByAnErratumThatReadsMore) {
  const auto open_at_first = [](const Evaluation& at) -> Expected {
    auto expected = std::get<ExpectedTile>(mapped(promised).semantics(at));
    expected.set_accept(0, Accept::target_defined);
    return expected;
  };
  form_.results = {{"dst", open_at_first}};
  errata_ = {erratum("E-TPLUSONE-009", "acme", {{"dst", open_at_first}})};
  form_.errata = {errata_.data()};
  Trial first;
  first.before = {ElementArray(u8, columns), ElementArray(u8, columns)};
  first.after = first.before;
  for (std::int64_t i = 0; i < columns; ++i) first.after[0].set(i, 1);
  std::vector<Trial> trials{first, first, first};
  trials[other_poison_trial].before[0].set(0, 9);
  trials[other_poison_trial].after[0].set(0, 10);
  const auto judged = [&](const char* choice) {
    return judge(test_, trials, Standard{exactly, errata_choice_of(choice)});
  };
  EXPECT_EQ(judged("acme").deviation, Deviation::stray_read);
  EXPECT_EQ(judged("acme").kind, VerdictKind::deviates);
  errata_[0].reads_more = true;
  EXPECT_EQ(judged("none").kind, VerdictKind::deviates);
  EXPECT_EQ(judged("acme").kind, VerdictKind::known_deviation);
  ASSERT_EQ(judged("acme").errata.size(), 1U);
  EXPECT_EQ(judged("acme").errata[0].shown, 1);
  EXPECT_EQ(judged("acme").compared, columns - 1);
  form_.results = {mapped(promised)};  // of which the erratum alone leaves the first element open
  EXPECT_EQ(judged("acme").compared, columns - 1);
  form_.results = {{"dst", open_at_first}};
  trials[other_poison_trial].after[0].set(
      1, 10);  // of an element that the erratum has as the promise does
  EXPECT_EQ(judged("acme").kind, VerdictKind::deviates);
}

TEST_F(KnownDeviations, ADeathOrARefusalIsKnownByAnErratumOfThatKindAlone) {
  errata_ = {erratum("E-TPLUSONE-005", "acme", {})};
  errata_[0].effect = ErratumEffect::crash;
  EXPECT_EQ(verdict_of(Outcome::Status::crashed).kind, VerdictKind::known_deviation);
  EXPECT_EQ(verdict_of(Outcome::Status::timed_out).kind, VerdictKind::known_deviation);
  EXPECT_EQ(verdict_of(Outcome::Status::rejected).kind, VerdictKind::rejected_valid);
  errata_[0].effect = ErratumEffect::refusal;
  EXPECT_EQ(verdict_of(Outcome::Status::crashed).kind, VerdictKind::crashed);
  EXPECT_EQ(verdict_of(Outcome::Status::rejected).kind, VerdictKind::known_deviation);
}

// What it reads may be mapped: nothing crashes then, and the results are wrong.
TEST_F(KnownDeviations, ACrashByChanceIsFixedOnlyIfResultsAreAsPromised) {
  errata_ = {erratum("E-TPLUSONE-005", "acme", {}),
             erratum("E-TPLUSONE-001", "acme", {mapped(saturated)})};
  errata_[0].effect = ErratumEffect::crash;
  const auto numbers = [&](std::uint64_t (*implementation)(std::uint64_t)) {
    std::vector<std::string> all;
    for (const SeenErratum& one : verdict("acme", implementation).errata) all.push_back(one.number);
    return all;
  };
  const std::vector<std::string> both{"E-TPLUSONE-005", "E-TPLUSONE-001"};
  EXPECT_EQ(numbers(saturated), both) << "one that ends every call is fixed whatever else is wrong";
  errata_[0].reads_more = true;
  EXPECT_EQ(numbers(saturated), std::vector<std::string>{"E-TPLUSONE-001"});
  EXPECT_EQ(numbers(promised), both);
  EXPECT_EQ(verdict_of(Outcome::Status::crashed).kind, VerdictKind::known_deviation);
}

TEST_F(KnownDeviations, ARefusalIsKnownByWhatItSaysIfTheErratumKnowsThatAndTheBackendSpeaks) {
  errata_ = {erratum("E-TPLUSONE-005", "acme", {})};
  errata_[0].effect = ErratumEffect::refusal;
  errata_[0].says = {"no matching function", "no overload"};
  const auto refused = [&](const char* text) {
    return verdict_of(Outcome::Status::rejected, {}, text);
  };
  EXPECT_EQ(refused("clang: no matching function for call").kind, VerdictKind::known_deviation);
  EXPECT_EQ(refused("gcc: no overload").kind, VerdictKind::known_deviation);
  EXPECT_EQ(refused("").kind, VerdictKind::known_deviation);
  const Verdict other = refused("static assertion failed: rows");
  EXPECT_EQ(other.kind, VerdictKind::rejected_valid);
  EXPECT_TRUE(other.errata.empty());  // the call ended before it could show it
  errata_[0].arises = [](const Evaluation&) { return false; };
  EXPECT_EQ(refused("").kind, VerdictKind::rejected_valid);
}

TEST_F(KnownDeviations, OfACallThatOneErratumEndsNoOtherIsExercised) {
  errata_ = {erratum("E-TPLUSONE-005", "acme", {}), erratum("E-TPLUSONE-006", "acme", {}),
             erratum("E-TPLUSONE-008", "acme", {})};
  errata_[0].effect = errata_[1].effect = ErratumEffect::refusal;
  errata_[0].says = {"rows"};
  errata_[1].says = {"types"};
  errata_[2].effect = ErratumEffect::crash;
  const Verdict got = verdict_of(Outcome::Status::rejected, {}, "types differ");
  ASSERT_EQ(got.errata.size(), 1U);
  EXPECT_EQ(got.errata[0].number, "E-TPLUSONE-006");
  EXPECT_EQ(verdict_of(Outcome::Status::done).errata.size(), 3U);
}

TEST_F(KnownDeviations, ACallThatMayBeRefusedAndIsExercisesNothing) {
  errata_ = {erratum("E-TPLUSONE-005", "acme", {})};
  errata_[0].effect = ErratumEffect::refusal;
  form_.may_refuse = {{.text = "bytes", .targets = every_target}};
  const Verdict refused = verdict_of(Outcome::Status::rejected);
  EXPECT_EQ(refused.kind, VerdictKind::target_defined);
  EXPECT_TRUE(refused.errata.empty());
  EXPECT_EQ(verdict_of(Outcome::Status::done).errata.size(), 1U);
}

TEST_F(KnownDeviations, WhatMayBeAnythingIsNotCompared) {
  errata_ = {erratum("E-TPLUSONE-007", "acme", {})};
  errata_[0].effect = ErratumEffect::anything;
  EXPECT_GT(verdict("none", saturated).compared, 0);
  const Verdict got = verdict("acme", saturated);
  EXPECT_EQ(got.kind, VerdictKind::known_deviation);
  EXPECT_EQ(got.compared, 0);
}

TEST_F(KnownDeviations, IsKnownBeforeItIsExecutedToCompareNothing) {
  errata_ = {erratum("E-TPLUSONE-001", "acme", {mapped(saturated)}),
             erratum("E-TPLUSONE-005", "acme", {})};
  form_.errata = {errata_.data(), &errata_[1]};
  int asked = 0;
  const auto contents = [&] {
    ++asked;
    return std::vector<ElementArray>{ElementArray(u8, columns), ElementArray(u8, columns)};
  };
  const auto found = [&](const char* choice) {
    return erratum_without_values(test_, errata_choice_of(choice), contents);
  };
  for (const ErratumEffect effect :
       {ErratumEffect::refusal, ErratumEffect::crash, ErratumEffect::anything}) {
    errata_[1].effect = effect;
    EXPECT_EQ(found("acme"), &errata_[1]);
    EXPECT_EQ(found("none"), nullptr);
  }
  EXPECT_EQ(asked, 0);
  errata_[1].arises = [](const Evaluation& inputs) { return inputs.of("src")[0] == 1; };
  EXPECT_EQ(found("acme"), nullptr);
  EXPECT_EQ(asked, 1);
  errata_[1].arises = nullptr;
  errata_[1].says = {"rows"};
  EXPECT_EQ(found("acme"), &errata_[1]);
  errata_[1].among = [](const Call&) { return false; };
  EXPECT_EQ(found("acme"), nullptr);
}

// A missing refusal precedes what an executed call shows.
TEST_F(KnownDeviations, ElementsAreCountedForTheErratumThatHasThem) {
  errata_ = {erratum("E-TPLUSONE-008", "acme", {}),
             erratum("E-TPLUSONE-001", "acme", {mapped(saturated)})};
  errata_[0].effect = ErratumEffect::refusal;
  const Verdict got = verdict("acme", saturated);
  EXPECT_EQ(got.kind, VerdictKind::known_deviation);
  ASSERT_EQ(got.errata.size(), 2U);
  for (const SeenErratum& one : got.errata) {
    const bool shown = one.number == "E-TPLUSONE-001";
    EXPECT_EQ(one.shown, shown ? 1 : 0) << one.number;
  }
}

TEST_F(KnownDeviations, AMissingRefusalIsKnownForTheConstraintThatIsNamed) {
  errata_ = {erratum("E-TPLUSONE-006", "acme", {})};
  errata_[0].effect = ErratumEffect::acceptance;
  errata_[0].constraint = "dst.same_valid_region";
  const Intent breach{Intent::Kind::outside, "dst.same_valid_region"};
  EXPECT_EQ(verdict_of(Outcome::Status::done, breach).kind, VerdictKind::known_deviation);
  const Verdict fixed = verdict_of(Outcome::Status::rejected, breach);
  EXPECT_EQ(fixed.kind, VerdictKind::conforms);
  ASSERT_EQ(fixed.errata.size(), 1U);
  EXPECT_EQ(fixed.errata[0].shown, 0);
  errata_[0].constraint = "dst.element";
  EXPECT_EQ(verdict_of(Outcome::Status::done, breach).kind, VerdictKind::accepted_invalid);
  for (const char* some : {"*.same_valid_region", "d*.same_valid_region"}) {
    errata_[0].constraint = some;
    EXPECT_EQ(verdict_of(Outcome::Status::done, breach).kind, VerdictKind::known_deviation) << some;
  }
  for (const char* others : {"src*.same_valid_region", "*.element"}) {
    errata_[0].constraint = others;
    EXPECT_EQ(verdict_of(Outcome::Status::done, breach).kind, VerdictKind::accepted_invalid)
        << others;
  }
}

TEST_F(KnownDeviations, ABreachThatIsRefusedForAnotherKnownReasonShowsNothing) {
  errata_ = {erratum("E-TPLUSONE-005", "acme", {}), erratum("E-TPLUSONE-006", "acme", {})};
  errata_[0].effect = ErratumEffect::refusal;
  errata_[0].says = {"types"};
  errata_[1].effect = ErratumEffect::acceptance;
  errata_[1].constraint = "dst.same_valid_region";
  const Intent breach{Intent::Kind::outside, "dst.same_valid_region"};
  EXPECT_TRUE(verdict_of(Outcome::Status::rejected, breach, "types differ").errata.empty());
  EXPECT_EQ(verdict_of(Outcome::Status::rejected, breach, "regions differ").errata.size(), 1U);
  EXPECT_EQ(verdict_of(Outcome::Status::done, breach).kind, VerdictKind::known_deviation);
}

TEST_F(KnownDeviations, ADeathIsKnownInABreachThatIsKnownToBeExecuted) {
  errata_ = {erratum("E-TPLUSONE-005", "acme", {}), erratum("E-TPLUSONE-006", "acme", {})};
  errata_[0].effect = ErratumEffect::crash;
  errata_[1].effect = ErratumEffect::acceptance;
  const auto died = [&] {
    const Intent breach{Intent::Kind::outside, "dst.same_valid_region"};
    return verdict_of(Outcome::Status::crashed, breach).kind;
  };
  errata_[1].constraint = "dst.same_valid_region";
  EXPECT_EQ(died(), VerdictKind::known_deviation);
  errata_[0].arises = [](const Evaluation&) { return false; };
  EXPECT_EQ(died(), VerdictKind::crashed);
  errata_[0].arises = {};
  errata_[1].constraint = "dst.element";
  EXPECT_EQ(died(), VerdictKind::crashed);
}

TEST_F(KnownDeviations, AnInputThatChangedIsNeverExplained) {
  errata_ = {erratum("E-TPLUSONE-007", "acme", {})};
  errata_[0].effect = ErratumEffect::anything;
  form_.errata = {errata_.data()};
  Trial trial;
  trial.before = {ElementArray(u8, columns), ElementArray(u8, columns)};
  trial.after = trial.before;
  trial.after[1].set(3, 1);
  const Verdict got = judge(test_, std::vector{trial}, Standard{exactly, errata_choice_of("all")});
  EXPECT_EQ(got.deviation, Deviation::clobbered_input);
  EXPECT_EQ(got.kind, VerdictKind::deviates);
}

}  // namespace
}  // namespace assay
