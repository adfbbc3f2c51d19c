// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/judge.hpp"

#include <gtest/gtest.h>

#include <array>

#include "reference/isa/spec/vocabulary.hpp"

namespace assay {
namespace {

using enum ElementType;

Tolerance exactly(const ToleranceKey&) { return {Tolerance::Kind::exact, 0, {}}; }

/// dst = src + 1 over u8, everything outside the valid region preserved.
Expected plus_one(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("dst");
  ExpectedTile expected(u8, tile.rows(), tile.cols());
  for (std::int64_t i = 0; i < tile.rows() * tile.cols(); ++i) {
    expected.set_accept(i, Accept::preserved);
    if (!tile.is_valid(i / tile.cols(), i % tile.cols())) continue;
    expected.set_exact(i, (inputs.of("src")[i] + 1) & 0xFFU);
  }
  return expected;
}

class Judging : public testing::Test {
 protected:
  Judging() {
    form_.op = "TPLUSONE";
    form_.name = "plain";
    form_.lead = "src";
    form_.operands = {{"dst", Role::output, OperandKind::tile},
                      {"src", Role::input, OperandKind::tile}};
    form_.constraints = {
        vocabulary::same_element("dst", "src"),
        vocabulary::same_valid_region("dst", "src").at(Stage::launch).unchecked_on({Target::cpu})};
    form_.results = {{"dst", plus_one}};
    TileSpec tile{{.element = u8, .rows = 2, .cols = 32}, 2, 30};
    test_.call = {&form_, Target::a5, {tile, tile}, {}};
    trials_ = {trial(0xAA), trial(0xAA), trial(0x55)};
  }

  Trial trial(std::uint64_t poison) const {
    Trial made;
    ElementArray src(u8, 64), dst(u8, 64);
    for (std::int64_t i = 0; i < 64; ++i) {
      src.set(i, i % 32 < 30 ? static_cast<std::uint64_t>(3 * i) : poison);
      dst.set(i, poison);
    }
    made.before = {dst, src};
    for (std::int64_t i = 0; i < 64; ++i) {
      if (i % 32 < 30) dst.set(i, static_cast<std::uint64_t>(3 * i + 1));
    }
    made.after = {dst, src};
    return made;
  }

  void write(std::int64_t index, std::uint64_t bits) {
    for (Trial& one : trials_) one.after[0].set(index, bits);
  }
  Verdict verdict() const { return judge(test_, trials_, exactly); }

  Form form_;
  Case test_;
  std::vector<Trial> trials_;
};

TEST_F(Judging, ConformsWhereEverythingIsAsPromised) {
  EXPECT_EQ(verdict().kind, VerdictKind::conforms) << verdict().reason;
  EXPECT_EQ(verdict().compared, 64);
}

TEST_F(Judging, NamesTheWrongElement) {
  write(33, 0x77);
  const Verdict got = verdict();
  EXPECT_EQ(got.deviation, Deviation::value);
  ASSERT_TRUE(got.worst);
  EXPECT_EQ(got.worst->row, 1);
  EXPECT_EQ(got.worst->col, 1);
  EXPECT_EQ(got.worst->expected, 100U);
  EXPECT_EQ(got.worst->got, 0x77U);
  EXPECT_EQ(got.wrong, 1);
}

TEST_F(Judging, CallsAWriteThatOnlyTouchesKeptElementsWroteOutside) {
  write(30, 0x77);
  EXPECT_EQ(verdict().deviation, Deviation::wrote_outside);
  write(29, 0x77);
  EXPECT_EQ(verdict().deviation, Deviation::value);
}

TEST_F(Judging, SeesAChangedInputBeforeAWrongValue) {
  write(0, 0x77);
  trials_[1].after[1].set(5, 0);
  EXPECT_EQ(verdict().deviation, Deviation::clobbered_input);
}

TEST_F(Judging, SeesABrokenGuardFirst) {
  trials_[2].after[1].set(5, 0);
  trials_[2].damage = {{"dst", 64, 1}};
  EXPECT_EQ(verdict().deviation, Deviation::guard_broken);
}

TEST_F(Judging, TellsAStrayReadFromAWrongValueByTheSecondPoison) {
  trials_[other_poison_trial].after[0].set(3, 0x77);
  EXPECT_EQ(verdict().deviation, Deviation::stray_read);
}

TEST_F(Judging, CallsAnElementThatNobodyWroteAWrongValueAndNoStrayRead) {
  for (Trial& one : trials_) one.after[0].set(3, one.before[0][3]);
  EXPECT_EQ(verdict().deviation, Deviation::value);
}

TEST_F(Judging, TellsNondeterminismFromAStrayReadByTheRepeat) {
  trials_[other_poison_trial].after[0].set(3, 0x77);
  trials_[repeat_trial].after[0].set(3, 0x78);
  EXPECT_EQ(verdict().deviation, Deviation::nondeterministic);
}

/// dst has any NaN in element 0, a number or a NaN in 1, and in 2 one bit of four that counts.
Expected partly_open(const Evaluation&) {
  ExpectedTile expected(f16, 1, 16);
  expected.set_accept(0, Accept::any_nan);
  expected.value.set(0, 0x7E00);
  expected.set_accept(1, Accept::target_defined);
  expected.set_accept(2, Accept::some_bits);
  expected.value.set(2, 1);
  expected.low.set(2, 1);
  expected.set_exact(3, 0x3C00);
  for (std::int64_t i = 4; i < 16; ++i) expected.set_accept(i, Accept::unspecified);
  return expected;
}

/// Another execution of a call that gave {NaN, NaN, 1, 1}.
Verdict of_two_executions(std::size_t which, const std::vector<std::uint64_t>& other) {
  Form form;
  form.op = "TPARTLY";
  form.operands = {{"dst", Role::output, OperandKind::tile}};
  form.results = {{"dst", partly_open}};
  const TileSpec tile{{.element = f16, .rows = 1, .cols = 16}, 1, 16};
  Case test_case;
  test_case.call = {&form, Target::a5, {tile}, {}};
  std::vector<Trial> trials(3);
  for (Trial& one : trials) {
    one.before = one.after = {ElementArray(f16, 16)};
    const std::array<std::uint64_t, 4> first{0x7E00, 0x7E00, 1, 0x3C00};
    for (std::int64_t i = 0; i < 4; ++i) {
      one.after[0].set(i, first.at(static_cast<std::size_t>(i)));
    }
  }
  for (std::size_t i = 0; i < other.size(); ++i) {
    trials[which].after[0].set(static_cast<std::int64_t>(i), other[i]);
  }
  return judge(test_case, trials, Standard{exactly, errata_choice_of("none")});
}

TEST(TwoExecutions, MayDifferInThePayloadsOfNanAndInFreeBits) {
  for (const std::size_t which : {std::size_t{repeat_trial}, std::size_t{other_poison_trial}}) {
    EXPECT_EQ(of_two_executions(which, {0xFE01, 0x7D55, 3, 0x3C00}).kind, VerdictKind::conforms);
    EXPECT_EQ(of_two_executions(which, {0x7E00, 0x3C00, 1, 0x3C00}).kind, VerdictKind::deviates)
        << "a number once";
  }
  EXPECT_EQ(of_two_executions(repeat_trial, {0x3C00, 0x7E00, 1, 0x3C00}).deviation,
            Deviation::nondeterministic);
  EXPECT_EQ(of_two_executions(repeat_trial, {0x7E00, 0x7E00, 2, 0x3C00}).deviation,
            Deviation::nondeterministic);
}

TEST_F(Judging, DistrustsDataThatAnUntouchedOutputWouldPass) {
  for (Trial& one : trials_) one.before[0] = one.after[0];
  EXPECT_EQ(verdict().kind, VerdictKind::distrusted);
}

TEST_F(Judging, DistrustsDataForWhichZerosAreRight) {
  for (Trial& one : trials_) {
    for (std::int64_t i = 0; i < 64; ++i) {
      one.before[1].set(i, 0xFF);
      one.before[0].set(i, 0);
      one.after[0].set(i, 0);
    }
    one.after[1] = one.before[1];
  }
  EXPECT_EQ(verdict().kind, VerdictKind::distrusted);
}

/// Nothing of dst is promised.
Expected all_open(const Evaluation& inputs) {
  const TileSpec& tile = inputs.call.tile("dst");
  ExpectedTile expected(u8, tile.rows(), tile.cols());
  for (std::int64_t i = 0; i < 30; ++i) expected.set_accept(i, Accept::target_defined);
  return expected;
}

TEST_F(Judging, HoldsTheInputsOfACallWhoseResultsAreOpenAgainstWhatTheyWere) {
  form_.results = {{"dst", all_open}};
  write(0, 0x77);
  EXPECT_EQ(verdict().kind, VerdictKind::conforms) << verdict().reason;
  EXPECT_EQ(verdict().compared, 64);
  EXPECT_EQ(verdict().target_defined, 30);
  const std::vector<Expected> expected{all_open({test_.call, trials_[0].before, {}})};
  EXPECT_EQ(compared_of(test_, trials_[0].before, expected), 64);
  trials_[0].after[1].set(5, 0);
  EXPECT_EQ(verdict().deviation, Deviation::clobbered_input);
  for (Trial& one : trials_) one.outcome = {Outcome::Status::crashed, "SIGFPE"};
  EXPECT_EQ(verdict().kind, VerdictKind::crashed);
}

TEST_F(Judging, RecordsACallOfWhichNothingThatIsPromisedCameBack) {
  form_.results = {{"dst", all_open}};
  for (Trial& one : trials_) one.after[1] = ElementArray();
  EXPECT_EQ(verdict().kind, VerdictKind::target_defined);
  EXPECT_EQ(verdict().compared, 0);
  EXPECT_EQ(verdict().reason, "all 30 elements are target-defined");
}

TEST_F(Judging, BlamesARefusalOfALegalCall) {
  for (Trial& one : trials_) one.outcome = {Outcome::Status::rejected, "no"};
  EXPECT_EQ(verdict().kind, VerdictKind::rejected_valid);
}

TEST_F(Judging, LetsATargetRefuseWhatAPageSaysItMay) {
  form_.may_refuse = {{.text = "sums of bytes",
                       .targets = {Target::cpu},
                       .among = [](const Call& call) { return call.tile("src").type.rows == 2; }}};
  std::vector<Trial> refused = trials_;
  for (Trial& one : refused) one.outcome = {Outcome::Status::rejected, "no"};
  std::swap(refused, trials_);
  EXPECT_EQ(verdict().kind, VerdictKind::rejected_valid);
  test_.call.target = Target::cpu;
  EXPECT_EQ(verdict().kind, VerdictKind::target_defined);
  EXPECT_EQ(verdict().reason, "refused, as sums of bytes may be on cpu: no");
  trials_[0].damage = {{"dst", 64, 3}};
  EXPECT_EQ(verdict().deviation, Deviation::guard_broken);
  trials_[0].outcome = {Outcome::Status::crashed, "SIGFPE"};
  EXPECT_EQ(verdict().kind, VerdictKind::crashed);

  std::swap(refused, trials_);
  EXPECT_EQ(verdict().kind, VerdictKind::conforms);
  write(0, 77);
  EXPECT_EQ(verdict().kind, VerdictKind::deviates);
}

TEST_F(Judging, RecordsWhetherWhatATargetMayRefuseByItsContentsWasExecuted) {
  form_.may_refuse = {{.text = "zero divisors",
                       .targets = {Target::cpu},
                       .when = [](const Evaluation& inputs) { return inputs.of("src")[1] == 0; },
                       .zeros_in = "src",
                       .choice = Choice::zero_divisors}};
  test_.call.target = Target::cpu;
  const auto readings = [](const Verdict& verdict) {
    return verdict.readings.empty() ? -1 : int{verdict.readings.front().allowed.at(0).at(0)};
  };
  const auto refuse = [&](std::uint64_t first) {
    for (Trial& one : trials_) {
      one.before[1].set(1, first);
      one.outcome = {Outcome::Status::rejected, "no"};
    }
  };
  const auto judged = [&](std::optional<std::uint8_t> demanded = {}) {
    ToleranceLookup tolerances{exactly};
    if (demanded) {
      tolerances = tolerances.with(std::make_shared<std::vector<ReadingPin>>(
          1, ReadingPin{.choice = Choice::zero_divisors, .reading = *demanded}));
    }
    return judge(test_, trials_, Standard{tolerances});
  };
  EXPECT_EQ(readings(judged()), -1);  // no zero
  EXPECT_EQ(judged(zeros_asserted).kind, VerdictKind::conforms);
  for (Trial& one : trials_) {
    one.before[1].set(1, 0);
    one.after[1].set(1, 0);
  }
  write(1, 1);
  EXPECT_EQ(judged().kind, VerdictKind::conforms);
  EXPECT_EQ(readings(judged()), zeros_computed);
  EXPECT_EQ(judged(zeros_asserted).kind, VerdictKind::accepted_invalid);
  refuse(5);
  EXPECT_EQ(judged().kind, VerdictKind::rejected_valid);
  refuse(0);
  EXPECT_EQ(judged().kind, VerdictKind::target_defined);
  EXPECT_EQ(readings(judged()), zeros_asserted);
  EXPECT_EQ(judged(zeros_computed).kind, VerdictKind::rejected_valid);
}

TEST_F(Judging, WantsARefusalWhereTheTargetPromisesOne) {
  test_.intent = {Intent::Kind::outside, "dst.same_valid_region", Edge::smallest};
  EXPECT_EQ(verdict().kind, VerdictKind::accepted_invalid);
  for (Trial& one : trials_) one.outcome = {Outcome::Status::rejected, "no"};
  EXPECT_EQ(verdict().kind, VerdictKind::conforms);
}

TEST_F(Judging, LeavesABreachWithoutPromiseOpenAsLongAsGuardsHold) {
  test_.call.target = Target::cpu;
  test_.intent = {Intent::Kind::outside, "dst.same_valid_region", Edge::smallest};
  EXPECT_EQ(verdict().kind, VerdictKind::target_defined);
  trials_[0].damage = {{"dst", 64, 3}};
  EXPECT_EQ(verdict().deviation, Deviation::guard_broken);
}

TEST_F(Judging, KeepsCrashHangAndHarnessTroubleApart) {
  trials_[1].outcome = {Outcome::Status::crashed, "SIGSEGV"};
  EXPECT_EQ(verdict().kind, VerdictKind::crashed);
  trials_[1].outcome = {Outcome::Status::timed_out, "5 s"};
  EXPECT_EQ(verdict().kind, VerdictKind::timed_out);
  trials_[1].outcome = {Outcome::Status::infra, "board"};
  EXPECT_EQ(verdict().kind, VerdictKind::infra);
  trials_[1].outcome = {Outcome::Status::unsupported, ""};
  EXPECT_EQ(verdict().kind, VerdictKind::unsupported);
}

}  // namespace
}  // namespace assay
