// SPDX-License-Identifier: Apache-2.0
// Programs whose memory between calls was not observed.
#include "reference/judge/programs/end_to_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "reference/judge/programs/judge_program.hpp"
#include "reference/judge/programs/known_elements.hpp"
#include "reference/judge/programs/memory_bounds.hpp"
#include "reference/ops/op_index.hpp"

namespace assay {
namespace {

using testing::HasSubstr;

constexpr std::int64_t tile_bytes = 32;

Standard within(double ulps) {
  return {[ulps](const ToleranceKey&) {
    return Tolerance{.kind = Tolerance::Kind::ulp, .bound = ulps, .reason = {}};
  }};
}

TileSpec row() {
  TileSpec tile;
  tile.type.element = ElementType::f32;
  tile.type.cols = 8;
  tile.valid_cols = 8;
  return tile;
}

/// OP of tiles of eight numbers; places count tiles, the result first.
ProgramStep call_of(const char* op, const std::vector<std::int64_t>& places, bool fresh) {
  ProgramStep step;
  step.test.call.form = &find_op(op)->forms.front();
  step.test.call.target = Target::a5;
  for (const std::int64_t place : places) {
    step.test.call.operands.emplace_back(row());
    step.bindings.emplace_back(Binding{0, place * tile_bytes});
    step.fresh.push_back(fresh || step.fresh.empty());
  }
  return step;
}

/// Tile 1 = e^(tile 0), tile 2 = tile 1 + tile 1; tile 3 belongs to no call.
Program doubled_exponential() {
  Program program;
  program.name = "doubled exponential";
  program.target = Target::a5;
  program.images = {{Memory::unified_buffer, 4 * tile_bytes}};
  program.steps = {call_of("TEXP", {1, 0}, true), call_of("TADD", {2, 1, 1}, false)};
  return program;
}

ProgramMemory memory(std::initializer_list<float> tiles) {
  ElementArray bytes(ElementType::u8, static_cast<std::int64_t>(tiles.size()) * tile_bytes);
  std::size_t place = 0;
  for (const float number : tiles) {
    for (int i = 0; i < 8; ++i, place += sizeof number) {
      std::memcpy(bytes.bytes().data() + place, &number, sizeof number);
    }
  }
  return {bytes};
}

const ProgramMemory start = memory({1, 0, 0, 77});
constexpr float e = 2.7182818284590452F;

/// A program whose backend showed only the memory after the last call.
Trial trial(const ProgramMemory& end) {
  Trial one;
  one.before = start;
  one.after = {ElementArray(), end.front()};
  return one;
}

ProgramVerdict judged(const ProgramMemory& end, double ulps = 2) {
  return judge_program(doubled_exponential(), std::vector<Trial>(3, trial(end)), within(ulps));
}

TEST(EndToEnd, ConformsWithinTheBoundsOfAllCalls) {
  const ProgramVerdict verdict = judged(memory({1, e, 2 * e, 77}));
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::conforms) << verdict.verdict.reason;
  EXPECT_TRUE(verdict.end_to_end);
  EXPECT_GT(verdict.verdict.compared, 0);
}

TEST(EndToEnd, AValueOutsideThemIsWrong) {
  const ProgramVerdict verdict = judged(memory({1, e, 2 * e * 1.0001F, 77}));
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::deviates);
  EXPECT_EQ(verdict.verdict.deviation, Deviation::value);
  EXPECT_EQ(verdict.decisive.call, 1U);
  EXPECT_THAT(verdict.verdict.reason, HasSubstr("address 64 of UB, where call 2 of 2, TADD"));
}

TEST(EndToEnd, TheCallThatWroteTheFirstWrongByteIsNamed) {
  const ProgramVerdict verdict = judged(memory({1, e * 1.1F, 2.2F * e, 77}));
  EXPECT_EQ(verdict.decisive.call, 0U);
  EXPECT_THAT(verdict.verdict.reason, HasSubstr("call 1 of 2, TEXP"));
}

TEST(EndToEnd, MemoryOfNobodyKeepsItsBits) {
  const ProgramVerdict verdict = judged(memory({1, e, 2 * e, 78}));
  EXPECT_EQ(verdict.verdict.deviation, Deviation::guard_broken);
  EXPECT_THAT(verdict.verdict.reason, HasSubstr("where no call writes"));
}

TEST(EndToEnd, WideBoundsDecideNothing) {
  constexpr double ulps = 1 << 15;
  const ProgramVerdict verdict = judged(memory({1, e, 2 * e, 77}), ulps);
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::undecidable) << verdict.verdict.reason;
  EXPECT_FALSE(is_failure(verdict.verdict.kind));
  EXPECT_EQ(judged(memory({1, e, 3 * e, 77}), ulps).verdict.kind, VerdictKind::deviates)
      << "what is outside of them is wrong";
}

/// A sum of 2^-127 may be flushed to a zero of either sign, whose reciprocal is an infinity of
/// either sign: then nothing is known of it, and whatever came back is open.
TEST(EndToEnd, AReadingThatLeavesMoreOpenExplainsNothing) {
  Program program = doubled_exponential();
  program.steps = {call_of("TADD", {1, 0, 0}, true), call_of("TRECIP", {2, 1}, false)};
  const auto verdict = [&](float sum, float reciprocal) {
    Trial one = trial(memory({0x1p-128F, sum, reciprocal, 77}));
    one.before = memory({0x1p-128F, 0, 0, 77});
    return judge_program(program, std::vector<Trial>(3, one), within(1)).verdict;
  };
  EXPECT_EQ(verdict(0x1p-127F, 0x1p127F).kind, VerdictKind::conforms);
  EXPECT_EQ(verdict(0x1p-127F, 5).kind, VerdictKind::deviates);
  EXPECT_EQ(verdict(0, 5).kind, VerdictKind::undecidable) << verdict(0, 5).reason;
}

/// Readings are made once for each op here, and once for all of arithmetic.
TEST(EndToEnd, EveryScopeOfAChoiceIsReadInOneWayOfItsOwn) {
  constexpr float tiny = 0x1p-128F;
  Program program = doubled_exponential();
  const auto verdict = [&](float second, float third) {
    Trial one = trial(memory({tiny, second, third, 77}));
    one.before = memory({tiny, 0, 0, 77});
    return judge_program(program, std::vector<Trial>(3, one), within(1)).verdict.kind;
  };
  program.steps = {call_of("TABS", {1, 0}, true), call_of("TNEG", {2, 0}, false)};
  EXPECT_EQ(verdict(0, -tiny), VerdictKind::conforms);
  EXPECT_EQ(verdict(tiny, 0), VerdictKind::conforms);
  EXPECT_EQ(verdict(0, tiny), VerdictKind::deviates);
  program.steps = {call_of("TADD", {1, 0, 0}, true), call_of("TSUB", {2, 1, 0}, false)};
  EXPECT_EQ(verdict(2 * tiny, tiny), VerdictKind::conforms);
  EXPECT_EQ(verdict(0, 0), VerdictKind::conforms);
  EXPECT_EQ(verdict(0, -tiny), VerdictKind::deviates) << "flushed, and then kept";
}

/// The verdict on what calls left of tile 0, with errata in effect.
Verdict judged_with_errata(const Program& program, float x, float second, float third,
                           const std::string& errata = "all") {
  Trial one = trial(memory({x, second, third, 77}));
  one.before = memory({x, 0, 0, 77});
  Standard standard = within(2);
  standard.errata = errata_choice_of(errata);
  return judge_program(program, std::vector<Trial>(3, one), standard).verdict;
}

TEST(EndToEnd, WhatErrataMayGiveIsUndecidable) {
  const auto judged_from = [](float x, float power, float sum) {
    return judged_with_errata(doubled_exponential(), x, power, sum);
  };
  EXPECT_EQ(judged_from(1, e, 3).kind, VerdictKind::deviates) << "e is no subnormal number";
  // Twice what is barely subnormal is no longer: from 0 to that is a wide range.
  const Verdict flushed = judged_from(-87.4F, 0, 0);
  EXPECT_EQ(flushed.kind, VerdictKind::undecidable) << flushed.reason;
  EXPECT_THAT(flushed.reason, HasSubstr("E-TEXP-"));
  EXPECT_EQ(judged_from(-87.4F, 0, 3).kind, VerdictKind::deviates) << "3 follows from neither";
}

/// Tile 1 = |tile 0|, tile 2 = tile 1 + tile 1, on a CPU, where -0 may keep its sign (E-TABS-001).
Program doubled_absolute() {
  Program program = doubled_exponential();
  program.target = Target::cpu;
  program.steps = {call_of("TABS", {1, 0}, true), call_of("TADD", {2, 1, 1}, false)};
  for (ProgramStep& step : program.steps) step.test.call.target = Target::cpu;
  return program;
}

TEST(EndToEnd, WhatErrataGiveIsCarriedThroughTheCallsBehind) {
  const auto judged_from = [](float x, float absolute, float sum, const char* errata) {
    return judged_with_errata(doubled_absolute(), x, absolute, sum, errata);
  };
  const Verdict kept = judged_from(-0.0F, -0.0F, -0.0F, "all");
  EXPECT_EQ(kept.kind, VerdictKind::known_deviation) << kept.reason;
  EXPECT_THAT(kept.reason, HasSubstr("known as E-TABS-001 ("));
  ASSERT_EQ(kept.errata.size(), 1U);
  EXPECT_EQ(kept.errata.front().shown, 8);
  EXPECT_EQ(judged_from(-0.0F, -0.0F, -0.0F, "none").kind, VerdictKind::deviates);
  EXPECT_EQ(judged_from(-0.0F, 0.0F, 0.0F, "all").kind, VerdictKind::conforms);
  EXPECT_EQ(judged_from(-0.0F, -0.0F, 3, "all").kind, VerdictKind::deviates)
      << "a fault behind an erratum";
  EXPECT_EQ(judged_from(-2, 2, 5, "all").kind, VerdictKind::deviates)
      << "a fault where it makes no difference";
}

/// TABS with two errata: the first element is left as it was, and signs are kept.
Form abs_with_two_errata() {
  static const auto errata = [] {
    std::vector<Erratum> all(2);
    for (Erratum& one : all) one.implementation = "acme";
    all[0].number = "E-TABS-901";
    all[0].results = {{"dst", [](const Evaluation& at) -> Expected {
                         const Result& promise = at.call.form->results.front();
                         auto expected = std::get<ExpectedTile>(promise.semantics(at));
                         expected.set_accept(0, Accept::preserved);
                         return expected;
                       }}};
    all[1].number = "E-TABS-902";
    all[1].results = {{"dst", [](const Evaluation& at) -> Expected {
                         ExpectedTile expected(ElementType::f32, 1, 8);
                         for (int i = 0; i < 8; ++i) expected.set_exact(i, at.of("src")[i]);
                         return expected;
                       }}};
    return all;
  }();
  Form form = find_op("TABS")->forms.front();
  form.errata = {errata.data(), &errata[1]};
  return form;
}

// Tile 1 holds 2, which is the absolute value of the elements of tile 0.
TEST(EndToEnd, AnElementThatIsLeftAloneBelongsToItsErratumThoughItHoldsWhatIsPromised) {
  const Form form = abs_with_two_errata();
  Program program = doubled_absolute();
  program.steps.front().test.call.form = &form;
  const auto judged_as = [&](float first, float others, float sum) {
    Trial one = trial(memory({-2, others, 2 * others, 77}));
    one.before = memory({-2, 2, 0, 77});
    std::memcpy(one.after[1].bytes().data() + tile_bytes, &first, sizeof first);
    std::memcpy(one.after[1].bytes().data() + 2 * tile_bytes, &sum, sizeof sum);
    Standard standard = within(2);
    standard.errata = errata_choice_of("acme");
    return judge_program(program, std::vector<Trial>(3, one), standard).verdict;
  };
  const Verdict both = judged_as(2, -2, 4);
  EXPECT_EQ(both.kind, VerdictKind::known_deviation) << both.reason;
  ASSERT_EQ(both.errata.size(), 1U);
  EXPECT_EQ(both.errata.front().number, "E-TABS-902");
  EXPECT_EQ(both.errata.front().shown, 7);
  const Verdict second = judged_as(-2, -2, -4);
  EXPECT_EQ(second.kind, VerdictKind::known_deviation) << second.reason;
  EXPECT_EQ(second.errata.front().shown, 8);
  EXPECT_EQ(judged_as(2, 2, 4).kind, VerdictKind::conforms) << "the first alone, or neither";
  EXPECT_EQ(judged_as(2, -2, 5).kind, VerdictKind::deviates);
  EXPECT_EQ(judged_as(3, -2, 6).kind, VerdictKind::deviates);
}

TEST(EndToEnd, ResultsThatComeAndGoAreNotDeterministic) {
  const float next = std::nextafter(2 * e, 10.0F);
  std::vector<Trial> trials(3, trial(memory({1, e, 2 * e, 77})));
  trials[repeat_trial] = trial(memory({1, e, next, 77}));
  const ProgramVerdict verdict = judge_program(doubled_exponential(), trials, within(2));
  EXPECT_EQ(verdict.verdict.deviation, Deviation::nondeterministic) << verdict.verdict.reason;
}

TEST(EndToEnd, PayloadsOfNanMayComeAndGo) {
  const float nan = std::bit_cast<float>(0x7FC00000U), other = std::bit_cast<float>(0xFFC01234U);
  const auto verdict = [&](float repeated) {
    std::vector<Trial> trials(3, trial(memory({nan, nan, nan, 77})));
    trials[repeat_trial] = trial(memory({nan, nan, repeated, 77}));
    for (Trial& one : trials) one.before = memory({nan, 0, 0, 77});
    return judge_program(doubled_exponential(), trials, within(2)).verdict;
  };
  EXPECT_EQ(verdict(other).kind, VerdictKind::conforms) << verdict(other).reason;
  EXPECT_EQ(verdict(3).kind, VerdictKind::deviates);
}

TEST(EndToEnd, AProgramMayAskForItThoughAllIsShown) {
  Program program = doubled_exponential();
  program.judging = Judging::end_to_end;
  Trial seen = trial(memory({1, e, 2 * e, 77}));
  seen.after.front() = memory({1, 5, 0, 77}).front();  // wrong, and corrected by no call
  const ProgramVerdict verdict = judge_program(program, std::vector<Trial>(3, seen), within(2));
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::conforms) << verdict.verdict.reason;
  program.judging = Judging::stepwise;
  EXPECT_EQ(judge_program(program, std::vector<Trial>(3, seen), within(2)).verdict.kind,
            VerdictKind::deviates);
}

TEST(EndToEnd, ACallThatIsRefusedIsNamed) {
  Trial refused;
  refused.before = start;
  refused.after = {ElementArray()};
  refused.outcome = {Outcome::Status::rejected, "no such instruction", 1};
  const ProgramVerdict verdict =
      judge_program(doubled_exponential(), std::vector<Trial>(3, refused), within(2));
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::rejected_valid);
  EXPECT_THAT(verdict.verdict.reason, HasSubstr("call 2 of 2, TADD"));
}

TEST(MemoryBounds, TellsRangesFromBits) {
  const Program program = doubled_exponential();
  MemoryBounds known(start);
  EXPECT_EQ(known.known(program.steps[0], 0).of(0), BoundKind::exact);
  known.pass(program.steps[0], 0, within(2).tolerances);
  EXPECT_EQ(known.known(program.steps[0], 0).of(0), BoundKind::range);
  EXPECT_FALSE(known.was_exact());
}

/// Two bytes of global memory are stored over the first number of tile 1.
ProgramStep short_store() {
  GlobalSpec view;
  view.element = ElementType::u16;
  ProgramStep step = call_of("TSTORE", {1, 0}, false);
  step.test.call.operands.front() = view;
  return step;
}

TEST(MemoryBounds, HoldsNothingAgainstWhatIsLeftOfAnElement) {
  MemoryBounds known(start);
  known.pass(doubled_exponential().steps.front(), 0, within(2).tolerances);
  const ElementArray stored(ElementType::u16, 1);
  known.pass(short_store(), 1, {{stored, stored, {BoundKind::exact}}});
  ProgramMemory end = memory({1, e, 0, 77});
  const auto set = [&](std::int64_t place, std::uint64_t byte) {
    end.front().set(tile_bytes + place, byte);
  };
  set(0, 0);
  set(1, 0);
  EXPECT_EQ(known.compared(end).wrong, 0);
  EXPECT_EQ(known.compared(end).open, 2) << "the other half of the number";
  set(0, 1);
  EXPECT_EQ(known.compared(end).wrong, 1);
  set(0, 0);
  set(7, 0);
  EXPECT_EQ(known.compared(end).wrong, 4) << "the number behind it";
}

TEST(MemoryBounds, SaysLittleWhereModelsWouldNotNotice) {
  const auto bits = [](float value) {
    std::uint32_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    return std::uint64_t{word};
  };
  EXPECT_FALSE(says_little(ElementType::f32, bits(1.0F), bits(1.001F)));
  EXPECT_TRUE(says_little(ElementType::f32, bits(1.0F), bits(1.01F)));
  EXPECT_TRUE(says_little(ElementType::f32, bits(1.0F), bits(HUGE_VALF)));
  EXPECT_FALSE(says_little(ElementType::i32, 5, 5));
  EXPECT_FALSE(says_little(ElementType::i32, 5, 6));
  EXPECT_TRUE(says_little(ElementType::i32, 5, 9));
}

}  // namespace
}  // namespace assay
