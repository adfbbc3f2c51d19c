// SPDX-License-Identifier: Apache-2.0
// Setters of registers: their pages, and what the calls of a program leave to a TIMG2COL.
#include "reference/judge/judge.hpp"
#include "reference/ops/convolution/image.hpp"
#include "reference/ops/convolution/registers.hpp"
#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

enum Mode : int { a_manual, b_manual, a_auto, b_auto };

TileSpec image(std::int64_t height) {
  TileSpec made;
  made.type.element = u16;
  made.type.location = Location::mat;
  made.type.conv = ConvShape{GlobalLayout::NC1HWC0, 5, {1, 1, height, 4, 16, 1}};
  made.type.dynamic_valid_rows = made.type.dynamic_valid_cols = false;
  made.valid_cols = made.cols();
  return made;
}

/// A setter with one pad on all sides.
Call setter(const std::string& op, Mode mode, std::uint64_t pad, std::uint64_t value) {
  Call call{&form_of(op, "plain"), Target::a5, {image(3)}, {mode}};
  for (int side = 0; side < 4; ++side) call.operands.emplace_back(ScalarSpec{u8, pad});
  call.operands.emplace_back(ScalarSpec{u16, value});
  return call;
}

/// A TIMG2COL of one element of a filter, likewise.
Call reader(Mode mode, std::uint64_t pad, std::uint64_t value, std::int64_t height = 3) {
  TileSpec dst = tile(u16, 16, 16, 12, 16);
  dst.type.location = Location::left;
  dst.type.blayout = BLayout::col_major;
  dst.type.slayout = SLayout::row_major;
  Call call{&form_of("TIMG2COL", "plain"), Target::a5, {dst, image(height)}, {mode}};
  for (std::size_t i = 2; i < call.form->operands.size(); ++i) {
    const std::string& name = call.form->operands[i].name;
    const bool is_pad = name.starts_with("pad");
    const bool byte = name.starts_with("stride") || name.starts_with("dilation") || is_pad;
    call.operands.emplace_back(ScalarSpec{byte ? u8 : u16, is_pad ? pad : 1});
  }
  call.scalar("posM").bits = call.scalar("posK").bits = 0;
  call.scalar("channelSize").bits = 16;
  call.scalar("padValue") = {u16, value};
  return call;
}

/// What the calls leave on a target.
ImageRegisters after(std::vector<Call> calls, Target target = Target::a5) {
  ImageRegisters registers;
  for (Call& call : calls) {
    call.target = target;
    registers.take(call);
  }
  return registers;
}

std::vector<Call> both(Mode mode, std::uint64_t pad, std::uint64_t value) {
  return {setter("SETFMATRIX", mode, pad, 0), setter("SET_IMG2COL_PADDING", mode, pad, value)};
}

/// `first`, then `more`.
std::vector<Call> then(std::vector<Call> first, const std::vector<Call>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

TEST(Registers, HoldWhatBothSettersWereGiven) {
  EXPECT_TRUE(after(both(a_manual, 2, 7)).hold(reader(a_manual, 2, 7)));
  EXPECT_FALSE(after(both(a_manual, 2, 7)).hold(reader(a_manual, 3, 7)));
  EXPECT_FALSE(after(both(a_manual, 2, 7)).hold(reader(a_manual, 2, 8)));
  EXPECT_FALSE(after(both(a_manual, 2, 7)).hold(reader(a_manual, 2, 7, 5)));  // another height
  EXPECT_FALSE(after({setter("SETFMATRIX", a_manual, 2, 7)}).hold(reader(a_manual, 2, 7)));
  EXPECT_FALSE(after({setter("SET_IMG2COL_PADDING", a_manual, 2, 7)}).hold(reader(a_manual, 2, 7)));
  EXPECT_FALSE(after({}).hold(reader(a_manual, 1, 0)));
}

TEST(Registers, AreTheLastOnesOfTheirFactor) {
  const auto twice = then(both(a_manual, 2, 7), both(a_manual, 1, 5));
  EXPECT_TRUE(after(twice).hold(reader(a_manual, 1, 5)));
  EXPECT_FALSE(after(twice).hold(reader(a_manual, 2, 7)));
  const auto others = then(both(a_manual, 2, 7), both(b_manual, 1, 5));
  EXPECT_TRUE(after(others).hold(reader(a_manual, 2, 7)));
  EXPECT_TRUE(after(others).hold(reader(b_manual, 1, 5)));
  EXPECT_FALSE(after(others).hold(reader(b_manual, 2, 7)));
}

TEST(Registers, AreNotKnownAfterAModeThatNoPageExplains) {
  const auto repeated = then(both(a_manual, 2, 7), {setter("SET_IMG2COL_RPT", a_manual, 1, 5)});
  EXPECT_TRUE(after(repeated).hold(reader(a_manual, 2, 7)));
  EXPECT_FALSE(after(repeated).hold(reader(a_auto, 2, 7)));
  for (const Call& one : both(a_auto, 2, 7)) {
    EXPECT_FALSE(after(then(repeated, {one})).hold(reader(a_manual, 2, 7)));
  }
  EXPECT_TRUE(after(then(repeated, both(b_auto, 1, 5))).hold(reader(a_manual, 2, 7)));
  EXPECT_FALSE(after(both(b_auto, 2, 7)).hold(reader(b_manual, 2, 7)));
}

TEST(Registers, StayUntilACallHasItsOwnPads) {
  const auto found = then(both(a_manual, 2, 7), {reader(a_manual, 2, 7)});
  EXPECT_TRUE(after(found).hold(reader(a_manual, 2, 7)));
  const auto own = then(both(a_manual, 2, 7), {reader(a_manual, 1, 7)});
  EXPECT_FALSE(after(own).hold(reader(a_manual, 2, 7)));
  EXPECT_FALSE(after(own).hold(reader(a_manual, 1, 7)));
  EXPECT_FALSE(
      after(then(both(a_manual, 2, 7), {reader(a_auto, 2, 7)})).hold(reader(a_manual, 2, 7)));
  EXPECT_TRUE(
      after(then(both(a_manual, 2, 7), {reader(b_auto, 1, 3)})).hold(reader(a_manual, 2, 7)));
}

// One register for both factors on A2A3; none on the CPU.
TEST(Registers, AreThoseOfTheTarget) {
  const auto on = [](Target target, const std::vector<Call>& calls) {
    Call call = reader(a_manual, 2, 7);
    call.target = target;
    return after(calls, target).hold(call);
  };
  EXPECT_TRUE(on(Target::a2a3, both(a_manual, 2, 7)));
  EXPECT_FALSE(on(Target::a2a3, then(both(a_manual, 2, 7), both(b_manual, 1, 5))));
  EXPECT_FALSE(on(Target::cpu, both(a_manual, 2, 7)));
}

TEST(Setters, NameWhatTheyBreak) {
  for (const char* op : {"SETFMATRIX", "SET_IMG2COL_RPT", "SET_IMG2COL_PADDING"}) {
    Call call = setter(op, b_manual, 15, 0xFFFF);
    EXPECT_EQ(broken_constraints(call), Names{}) << op;
    call.tile("src").type.conv->layout = GlobalLayout::FRACTAL_Z;
    EXPECT_EQ(broken_constraints(call), Names{"src.conv"}) << op;
    EXPECT_EQ(broken_constraints(setter(op, b_manual, 16, 0)), Names{"settings.pads"}) << op;
  }
}

/// After a call of SETFMATRIX that changed an element of its tile, or none.
VerdictKind kind_after(bool changes) {
  Case test_case;
  test_case.call = setter("SETFMATRIX", a_manual, 2, 7);
  std::vector<Trial> trials(3);
  for (Trial& trial : trials) {
    trial.before = {filled(u16, 192, 5)};
    for (std::size_t i = 1; i < test_case.call.operands.size(); ++i) {
      const auto& scalar = std::get<ScalarSpec>(test_case.call.operands[i]);
      trial.before.push_back(elements(scalar.element, {scalar.bits}));
    }
    trial.after = trial.before;
    if (changes) trial.after[0].set(191, 4);
    trial.outcome.status = Outcome::Status::done;
  }
  return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of("none")}).kind;
}

TEST(Setters, ChangeNoMemory) {
  EXPECT_EQ(kind_after(false), VerdictKind::conforms);
  EXPECT_EQ(kind_after(true), VerdictKind::deviates);
}

/// A plain tile is accepted on the CPU.
Samples of_plain_tiles() {
  Call call = setter("SET_IMG2COL_PADDING", a_manual, 2, 7);
  call.target = Target::cpu;
  call.operands[0] = tile(u16, 16, 16, 16, 16);
  call.tile("src").type.location = Location::mat;
  EXPECT_EQ(broken_constraints(call), Names{"src.conv"});
  return {Sample("E-SET_IMG2COL_PADDING-001", call).breaks("src.conv")};
}

const SamplesOf samples_of_plain_tiles{of_plain_tiles};

}  // namespace
}  // namespace assay::ops
