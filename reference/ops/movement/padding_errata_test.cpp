// SPDX-License-Identifier: Apache-2.0
// Each erratum of TFILLPAD, seen where it is in effect and failing where it is not. Those of
// TFILLPAD_EXPAND are the same.
#include <algorithm>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// Two rows of 16 or fewer columns, of which src has one row of three valid ones.
struct Filled {
  const char* op = "TFILLPAD";
  Target target = Target::a2a3;
  ElementType to = i16;
  ElementType from = i16;
  PadKind pad = PadKind::max;
  PadKind other_pad = PadKind::null;
  std::int64_t valid_rows = 1;
};

constexpr std::uint64_t element = 0x21, outside = 0x43, before = 0x65;
constexpr std::uint32_t custom = 17;

VerdictKind judged(const Filled& fill, const std::string& errata,
                   const std::function<void(ElementArray& dst, const ElementArray& src)>& bend) {
  const std::int64_t cols = 256 / bits_of(fill.to);
  Case test_case;
  TileSpec dst = tile(fill.to, 2, cols, fill.valid_rows, 4);
  TileSpec src = tile(fill.from, 2, cols, std::min<std::int64_t>(fill.valid_rows, 1), 3);
  dst.type.pad = {fill.pad, fill.pad == PadKind::custom ? custom : 0};
  src.type.pad = {fill.other_pad, 0};
  test_case.call = {&form_of(fill.op, "vec"), fill.target, {dst, src}, {}};
  std::vector<Trial> trials(3);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Trial& trial = trials[i];
    const std::uint64_t poison = i == other_poison_trial ? outside + 1 : outside;
    trial.before = {filled(fill.to, 2 * cols, before), filled(fill.from, 2 * cols, poison)};
    for (std::int64_t col = 0; col < 3; ++col) trial.before[1].set(col, element);
    trial.after = trial.before;
    const auto promise = expected_tile(test_case.call, trial.before);
    for (std::int64_t at = 0; at < 2 * cols; ++at) trial.after[0].set(at, promise.value[at]);
    bend(trial.after[0], trial.before[1]);
  }
  return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of(errata)}).kind;
}

void keep_rows(ElementArray& dst, const ElementArray&) {
  for (std::int64_t at = dst.size() / 2; at < dst.size(); ++at) dst.set(at, before);
}
void trust_block(ElementArray& dst, const ElementArray& src) {
  for (std::int64_t at = 3; at < dst.size() / 2; ++at) dst.set(at, src[at]);
}
void pad_with_zero(ElementArray& dst, const ElementArray&) {
  for (std::int64_t at = 3; at < dst.size(); ++at) dst.set(at, 0);
}

TEST(PaddingErrata, OfRowsAreThoseBeyondTheValidOnes) {
  for (const std::string op : {"TFILLPAD", "TFILLPAD_EXPAND"}) {
    const auto of = [&](Target target, const std::string& errata, std::int64_t valid = 1) {
      return judged({.op = op.c_str(), .target = target, .valid_rows = valid}, errata, keep_rows);
    };
    EXPECT_EQ(of(Target::a2a3, "none"), VerdictKind::deviates);
    EXPECT_EQ(of(Target::a2a3, "E-" + op + "-001"), VerdictKind::known_deviation);
    EXPECT_EQ(of(Target::a2a3, "E-" + op + "-002"), VerdictKind::deviates);
    EXPECT_EQ(of(Target::a5, "E-" + op + "-002"), VerdictKind::known_deviation);
    EXPECT_EQ(of(Target::a2a3, "all", 2), VerdictKind::deviates);
    EXPECT_EQ(of(Target::cpu, "all"), VerdictKind::deviates);
  }
}

TEST(PaddingErrata, OfEmptyTilesAreThoseWithoutAValidElement) {
  const auto keep_all = [](ElementArray& dst, const ElementArray&) {
    for (std::int64_t at = 0; at < dst.size(); ++at) dst.set(at, before);
  };
  for (const std::string op : {"TFILLPAD", "TFILLPAD_EXPAND"}) {
    const auto of = [&](Target target, const std::string& errata, std::int64_t valid = 0) {
      return judged({.op = op.c_str(), .target = target, .valid_rows = valid}, errata, keep_all);
    };
    EXPECT_EQ(of(Target::cpu, "none"), VerdictKind::deviates);
    EXPECT_EQ(of(Target::cpu, "E-" + op + "-008"), VerdictKind::known_deviation);
    EXPECT_EQ(of(Target::cpu, "E-" + op + "-009"), VerdictKind::deviates);
    EXPECT_EQ(of(Target::a2a3, "E-" + op + "-009"), VerdictKind::known_deviation);
    EXPECT_EQ(of(Target::cpu, "all", 1), VerdictKind::deviates);
  }
}

TEST(PaddingErrata, OfBlocksAreThoseOfTwoTilesWithOnePad) {
  const auto of = [](PadKind pad, Target target, const std::string& errata) {
    return judged({.target = target, .other_pad = pad}, errata, trust_block);
  };
  EXPECT_EQ(of(PadKind::max, Target::a2a3, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(PadKind::max, Target::a2a3, "E-TFILLPAD-003"), VerdictKind::known_deviation);
  EXPECT_EQ(of(PadKind::min, Target::a2a3, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(PadKind::max, Target::a5, "all"), VerdictKind::deviates);
}

TEST(PaddingErrata, OfHalvesAreThoseOfExtremes) {
  const auto of = [](ElementType type, Target target, const std::string& errata) {
    return judged({.target = target, .to = type, .from = type}, errata, pad_with_zero);
  };
  EXPECT_EQ(of(f16, Target::cpu, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(f16, Target::cpu, "E-TFILLPAD-004"), VerdictKind::known_deviation);
  EXPECT_EQ(of(bf16, Target::cpu, "E-TFILLPAD-004"), VerdictKind::known_deviation);
  EXPECT_EQ(of(hif8, Target::cpu, "E-TFILLPAD-004"), VerdictKind::known_deviation);
  EXPECT_EQ(of(i16, Target::cpu, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(f16, Target::a5, "all"), VerdictKind::deviates);
}

TEST(PaddingErrata, OfNumbersAreThoseOfTwoKindsOfElements) {
  const auto of = [](ElementType to, ElementType from, std::uint64_t number,
                     const std::string& errata) {
    const auto put = [&](ElementArray& dst, const ElementArray&) {
      for (std::int64_t at = 0; at < 3; ++at) dst.set(at, number);
    };
    return judged({.target = Target::cpu, .to = to, .from = from}, errata, put);
  };
  EXPECT_EQ(of(f32, i32, 0x42040000, "none"), VerdictKind::deviates);  // 0x21 as a number
  EXPECT_EQ(of(f32, i32, 0x42040000, "E-TFILLPAD-005"), VerdictKind::known_deviation);
  EXPECT_EQ(of(f32, i32, 0x42040001, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(u32, i32, 0x22, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(f32, f32, 0x22, "all"), VerdictKind::deviates);
}

TEST(PaddingErrata, OfSmallFloatsAreNoRefusals) {
  const auto refused = [](Target target, ElementType to) {
    Case test_case;
    test_case.call = {
        &form_of("TFILLPAD", "vec"), target, {tile(to, 2, 32, 2, 4), tile(to, 2, 32, 1, 3)}, {}};
    std::vector<Trial> trials(1);
    trials[0].before = {filled(to, 64, before), filled(to, 64, outside)};
    trials[0].outcome = {Outcome::Status::rejected, "no viable conversion"};
    return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of("all")}).kind;
  };
  EXPECT_EQ(refused(Target::cpu, e5m2), VerdictKind::target_defined);
  EXPECT_EQ(refused(Target::a5, e5m2), VerdictKind::rejected_valid);
  EXPECT_EQ(refused(Target::cpu, u8), VerdictKind::rejected_valid);
}

TEST(PaddingErrata, OfCustomPadsAreThoseOfSmallFloats) {
  const auto of = [](ElementType type, PadKind pad, std::uint64_t got, const std::string& errata) {
    const auto fill = [=](ElementArray& dst, const ElementArray&) {
      for (std::int64_t at = 3; at < dst.size(); ++at) dst.set(at, got);
    };
    return judged({.target = Target::cpu, .to = type, .from = type, .pad = pad}, errata, fill);
  };
  EXPECT_EQ(of(e4m3, PadKind::custom, custom, "none"), VerdictKind::conforms);
  const std::uint64_t number = 0x58;  // 16, to which 17 is cut
  EXPECT_EQ(of(e4m3, PadKind::custom, number, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(e4m3, PadKind::custom, number, "E-TFILLPAD-006"), VerdictKind::known_deviation);
  EXPECT_EQ(of(e4m3, PadKind::custom, number + 1, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(e8m0, PadKind::custom, 0x45, "E-TFILLPAD-006"), VerdictKind::known_deviation);
  EXPECT_EQ(of(hif8, PadKind::zero, 0x45, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(u8, PadKind::custom, 0x45, "all"), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
