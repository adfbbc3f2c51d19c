// SPDX-License-Identifier: Apache-2.0
// Programs judged from trials made by hand.
#include "reference/judge/programs/judge_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/judge/programs/shown_memory.hpp"
#include "reference/ops/op_index.hpp"

namespace assay {
namespace {

constexpr std::int64_t tile_bytes = 32;

Standard exact() {
  return {[](const ToleranceKey&) { return Tolerance{}; }};
}

/// TAND of two tiles of eight numbers: out of tiles `a` and `b` into tile `to` of UB.
ProgramStep conjunction(std::int64_t to, std::int64_t a, std::int64_t b, bool fresh) {
  const Form& form = find_op("TAND")->forms.front();
  ProgramStep step;
  Call& call = step.test.call;
  call.form = &form;
  call.target = Target::a5;
  TileSpec tile;
  tile.type.element = ElementType::i32;
  tile.type.cols = 8;
  tile.valid_cols = 8;
  for (const Operand& operand : form.operands) {
    EXPECT_EQ(operand.kind, OperandKind::tile);
    call.operands.emplace_back(tile);
  }
  step.bindings = {Binding{0, to * tile_bytes}, Binding{0, a * tile_bytes},
                   Binding{0, b * tile_bytes}};
  step.fresh = {true, fresh, fresh};
  return step;
}

/// Tiles 2 = 0 & 1, then 3 = 2 & 0; after them a tile that belongs to no call.
Program two_calls() {
  Program program;
  program.name = "two calls";
  program.target = Target::a5;
  program.images = {{Memory::unified_buffer, 5 * tile_bytes}};
  program.steps = {conjunction(2, 0, 1, true), conjunction(3, 2, 0, false)};
  return program;
}

ProgramMemory memory(std::initializer_list<std::uint32_t> tiles) {
  ElementArray bytes(ElementType::u8, static_cast<std::int64_t>(tiles.size()) * tile_bytes);
  std::int64_t place = 0;
  for (const std::uint32_t number : tiles) {
    for (std::int64_t i = 0; i < 8; ++i) {
      std::memcpy(bytes.bytes().data() + place, &number, sizeof number);
      place += 4;
    }
  }
  return {bytes};
}

/// The contents before, after the first call and after the second.
Trial trial(const ProgramMemory& before, const std::vector<ProgramMemory>& behind) {
  Trial one;
  one.before = before;
  for (const ProgramMemory& images : behind) {
    one.after.insert(one.after.end(), images.begin(), images.end());
  }
  return one;
}

const ProgramMemory start = memory({12, 10, 0, 0, 77});
const ProgramMemory first = memory({12, 10, 8, 0, 77});
const ProgramMemory second = memory({12, 10, 8, 8, 77});

TEST(JudgeProgram, ConformsWhereEveryCallIsRight) {
  const std::vector<Trial> trials(3, trial(start, {first, second}));
  const ProgramVerdict verdict = judge_program(two_calls(), trials, exact());
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::conforms) << verdict.verdict.reason;
  EXPECT_EQ(verdict.verdict.compared, 16);
  EXPECT_EQ(verdict.kinds.size(), 2U);
}

TEST(JudgeProgram, HoldsACallAgainstWhatWasReallyThereBeforeIt) {
  // The first call is wrong and decides; from what it left the second is right.
  const ProgramMemory wrong = memory({12, 10, 9, 0, 77});
  const ProgramMemory behind = memory({12, 10, 9, 8, 77});
  const std::vector<Trial> trials(3, trial(start, {wrong, behind}));
  const ProgramVerdict verdict = judge_program(two_calls(), trials, exact());
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::deviates);
  EXPECT_EQ(verdict.decisive.call, 0U);
  EXPECT_TRUE(verdict.verdict.reason.starts_with("call 1 of 2, TAND: dst: "))
      << verdict.verdict.reason;
  EXPECT_EQ(judge(two_calls().steps[1].test, trials_of_call(two_calls(), 1, trials), exact()).kind,
            VerdictKind::conforms);
}

TEST(JudgeProgram, NamesTheSecondCallWhereItIsWrong) {
  const std::vector<Trial> trials(3, trial(start, {first, memory({12, 10, 8, 12, 77})}));
  const ProgramVerdict verdict = judge_program(two_calls(), trials, exact());
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::deviates);
  EXPECT_EQ(verdict.decisive.call, 1U);
  EXPECT_EQ(verdict.decisive.trials.front().before[1][0], 8U);
}

/// The same, but tile 3 of the second call is column-major, which its page forbids.
Program with_illegal_end() {
  Program program = two_calls();
  Case& last = program.steps[1].test;
  std::get<TileSpec>(last.call.operands[0]).type.blayout = BLayout::col_major;
  last.intent = {Intent::Kind::outside, "dst.row_major", Edge::smallest};
  return program;
}

ProgramVerdict ended(Outcome::Status status, const ProgramMemory& behind) {
  Trial one = trial(start, {first, behind});
  one.outcome.status = status;
  one.outcome.call = 1;
  return judge_program(with_illegal_end(), std::vector<Trial>(3, one), exact());
}

TEST(JudgeProgram, WantsAnIllegalCallAtTheEndRefused) {
  EXPECT_TRUE(is_outside(with_illegal_end()));
  EXPECT_FALSE(is_outside(two_calls()));
  const ProgramVerdict refused = ended(Outcome::Status::rejected, first);
  EXPECT_EQ(refused.verdict.kind, VerdictKind::conforms) << refused.verdict.reason;
  EXPECT_EQ(refused.verdict.compared, 8);
  const ProgramVerdict taken = ended(Outcome::Status::done, first);
  EXPECT_EQ(taken.verdict.kind, VerdictKind::accepted_invalid);
  EXPECT_TRUE(taken.verdict.reason.starts_with("call 2 of 2, TAND: accepted although not: "))
      << taken.verdict.reason;
  EXPECT_EQ(ended(Outcome::Status::crashed, first).verdict.kind, VerdictKind::crashed);
}

TEST(JudgeProgram, LetsARefusedCallChangeNothing) {
  for (const ProgramMemory& behind : {second, memory({12, 10, 9, 0, 77})}) {
    const ProgramVerdict verdict = ended(Outcome::Status::rejected, behind);
    EXPECT_EQ(verdict.verdict.deviation, Deviation::guard_broken);
    EXPECT_EQ(verdict.decisive.call, 1U);
  }
}

TEST(JudgeProgram, SeesBytesThatBelongToNoOperand) {
  const std::vector<Trial> trials(3, trial(start, {first, memory({12, 10, 8, 8, 78})}));
  const ProgramVerdict verdict = judge_program(two_calls(), trials, exact());
  EXPECT_EQ(verdict.verdict.deviation, Deviation::guard_broken);
  EXPECT_EQ(verdict.decisive.call, 1U);
  EXPECT_NE(verdict.verdict.reason.find("of UB changed"), std::string::npos)
      << verdict.verdict.reason;
  EXPECT_NE(verdict.verdict.reason.find("at address 128"), std::string::npos)
      << verdict.verdict.reason;
}

TEST(JudgeProgram, SeesAnInputThatChanged) {
  const std::vector<Trial> trials(3, trial(start, {memory({13, 10, 8, 0, 77}), second}));
  const ProgramVerdict verdict = judge_program(two_calls(), trials, exact());
  EXPECT_EQ(verdict.verdict.kind, VerdictKind::deviates);
  EXPECT_EQ(verdict.decisive.call, 0U);
}

TEST(JudgeProgram, LetsAnOutputStandWhereItsInputStood) {
  Program program = two_calls();
  program.steps[1].bindings[0] = program.steps[1].bindings[1];
  program.steps[1].fresh[0] = false;
  const std::vector<Trial> trials(3, trial(start, {first, first}));
  EXPECT_EQ(judge_program(program, trials, exact()).verdict.kind, VerdictKind::conforms);
}

TEST(JudgeProgram, KnowsACrashByItsCallWhateverIsKnownOfTheOthers) {
  Trial crashed = trial(start, {first});
  crashed.outcome = {Outcome::Status::crashed, "SIGSEGV", 1};
  const ProgramVerdict with = judge_program(two_calls(), std::vector<Trial>(3, crashed), exact());
  EXPECT_EQ(with.verdict.kind, VerdictKind::crashed);
  EXPECT_EQ(with.decisive.call, 1U);
  EXPECT_EQ(with.kinds.size(), 2U);
  crashed.after.clear();
  const ProgramVerdict without =
      judge_program(two_calls(), std::vector<Trial>(3, crashed), exact());
  EXPECT_EQ(without.verdict.kind, VerdictKind::crashed);
  EXPECT_EQ(without.decisive.call, 1U);
  EXPECT_EQ(without.verdict.reason, "call 2 of 2, TAND: SIGSEGV");
}

TEST(JudgeProgram, DropsExecutionsThatAnEarlierCallMadeDifferent) {
  // Nothing is promised of what the poison leads to; the second call reads it, and is right each
  // time.
  std::vector<Trial> trials(3, trial(start, {first, second}));
  trials[2] = trial(start, {memory({12, 10, 4, 0, 77}), memory({12, 10, 4, 4, 77})});
  EXPECT_EQ(trials_of_call(two_calls(), 1, trials).size(), 2U);
  EXPECT_EQ(trials_of_call(two_calls(), 0, trials).size(), 3U);
}

/// The same execution, of which each memory is shown from the first byte that changed to the last.
Trial in_parts(const Trial& whole) {
  Trial parts = whole;
  const ElementArray* before = &whole.before.front();
  for (std::size_t i = 0; i < whole.after.size(); before = &whole.after[i++]) {
    const auto then = before->bytes(), now = whole.after[i].bytes();
    const auto begin = std::ranges::mismatch(then, now).in1 - then.begin();
    auto end = std::ssize(then);
    while (end > begin &&
           then[static_cast<std::size_t>(end - 1)] == now[static_cast<std::size_t>(end - 1)]) {
      --end;
    }
    parts.after[i] = as_part({begin, now.subspan(static_cast<std::size_t>(begin),
                                                 static_cast<std::size_t>(end - begin))});
  }
  return parts;
}

TEST(JudgeProgram, JudgesPartsOfMemoriesAsWholeOnes) {
  const std::vector<std::vector<ProgramMemory>> behind{
      {first, second},
      {first, first},
      {start, second},
      {memory({12, 10, 9, 0, 77}), memory({12, 10, 9, 8, 77})},
      {first, memory({12, 10, 8, 12, 77})},
      {first, memory({12, 10, 8, 8, 78})},
      {memory({11, 10, 8, 0, 77}), memory({11, 10, 8, 8, 77})},
      {first, memory({12, 3, 8, 8, 77})},
      {memory({12, 10, 8, 0, 1}), memory({12, 10, 8, 8, 77})}};
  std::size_t wrong = 0;
  for (const std::vector<ProgramMemory>& memories : behind) {
    const std::vector<Trial> whole(3, trial(start, memories));
    const std::vector<Trial> parts(3, in_parts(whole.front()));
    const ProgramVerdict one = judge_program(two_calls(), whole, exact());
    const ProgramVerdict other = judge_program(two_calls(), parts, exact());
    EXPECT_EQ(one.verdict.kind, other.verdict.kind) << one.verdict.reason;
    EXPECT_EQ(one.verdict.reason, other.verdict.reason);
    EXPECT_EQ(one.decisive.call, other.decisive.call);
    EXPECT_EQ(one.decisive.trials.front().after, other.decisive.trials.front().after);
    wrong += is_failure(one.verdict.kind) ? 1U : 0U;
  }
  EXPECT_EQ(wrong, 8U);
}

TEST(ShownMemory, HoldsWhatThePartsMadeOfIt) {
  const Program program = two_calls();
  const Trial parts = in_parts(trial(start, {first, second}));
  constexpr std::int64_t behind_last = 3 * tile_bytes - 3;  // of a number only the low byte changed
  ShownMemory memory(program, parts);
  EXPECT_TRUE(std::ranges::equal(memory.held(), start));
  EXPECT_EQ(memory.changed(0).begin, 2 * tile_bytes);
  EXPECT_EQ(memory.changed(0).end(), behind_last);
  EXPECT_TRUE(memory.keeps({0, 0, 2 * tile_bytes}));
  EXPECT_FALSE(memory.keeps({0, 0, 2 * tile_bytes + 1}));
  EXPECT_TRUE(memory.keeps({0, behind_last, 5 * tile_bytes}));
  memory.go_to(1);
  EXPECT_TRUE(std::ranges::equal(memory.held(), first));
  memory.go_to(2);
  EXPECT_EQ(std::move(memory).taken(), second);
}

TEST(ShownMemory, KnowsNothingBehindACallThatIsNotShown) {
  const Program program = two_calls();
  Trial one = trial(start, {first, second});
  one.after[0] = ElementArray();
  ShownMemory whole(program, one);
  EXPECT_FALSE(whole.shows(0));
  EXPECT_TRUE(whole.shows(1));
  whole.go_to(1);
  EXPECT_TRUE(whole.held().empty());
  whole.go_to(2);
  EXPECT_TRUE(std::ranges::equal(whole.held(), second));
  one.after[1] = as_part({0, std::span<const std::byte>()});
  ShownMemory part(program, one);
  part.go_to(2);
  EXPECT_TRUE(part.held().empty());
  EXPECT_TRUE(std::move(part).taken().empty());
}

TEST(JudgeProgram, IsInfraWithoutAnyCall) {
  Trial nothing;
  nothing.before = start;
  EXPECT_EQ(judge_program(two_calls(), std::vector<Trial>{nothing}, exact()).verdict.kind,
            VerdictKind::infra);
}

}  // namespace
}  // namespace assay
