// SPDX-License-Identifier: Apache-2.0
// Errata of comparisons and selections, seen where they are in effect and failing where they are
// not. Patterns by hand, erroneous ones as the headers have them.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

enum Mode : int { eq, ne, lt };

/// A call, and what one element of its result must be and is with an erratum.
struct Shown {
  std::string number;
  Call call;
  std::vector<ElementArray> before;
  std::int64_t index;
  std::uint64_t promised;
  std::uint64_t erroneous;
};

Shown comparison(const std::string& number, Target target, const char* op, const char* form,
                 Mode mode, ElementType mask, ElementType type, std::int64_t lanes) {
  const TileSpec sources = tile(type, 1, 128, 1, lanes);
  const TileSpec out = tile(mask, 1, 32, 1, (lanes + bits_of(mask) - 1) / bits_of(mask));
  return {number,
          {&form_of(op, form), target, {out, sources, sources}, {mode}},
          {filled(mask, 32, 0), filled(type, 128, 0), filled(type, 128, 0)},
          0,
          0,
          0};
}

Shown with_scalar(Shown made, ScalarSpec scalar) {
  made.call.operands[2] = scalar;
  made.before[2] = elements(scalar.element, {scalar.bits});
  return made;
}

Shown result(Shown made, std::int64_t index, std::uint64_t promised, std::uint64_t erroneous) {
  made.index = index;
  made.promised = promised;
  made.erroneous = erroneous;
  return made;
}

Shown tsel(const std::string& number, Target target, ElementType type, ElementType mask,
           std::int64_t rows, std::int64_t lanes) {
  const TileSpec data = tile(type, rows, 512, rows, lanes);
  const std::int64_t width = bits_of(mask);
  const std::int64_t cols = 512 / width * (width == 8 ? 1 : 2);
  const TileSpec bits = tile(mask, rows, cols, rows, (lanes + bits_of(mask) - 1) / bits_of(mask));
  return {number,
          {&form_of("TSEL", "plain"), target, {data, bits, data, data, tile(u32, 1, 8, 1, 8)}, {}},
          {filled(type, rows * 512, 3), filled(mask, rows * cols, 0), filled(type, rows * 512, 1),
           filled(type, rows * 512, 2), filled(u32, 8, 0)},
          0,
          0,
          0};
}

std::vector<Shown> comparisons() {
  const auto tcmp = [](const std::string& number, Target target, Mode mode, ElementType type,
                       std::int64_t lanes) {
    const ElementType mask = target == Target::a5 ? u32 : u8;
    return comparison(number, target, "TCMP", "plain", mode, mask, type, lanes);
  };
  const auto tcmps = [](const std::string& number, Target target, Mode mode, ElementType mask,
                        ElementType type, ScalarSpec scalar) {
    return with_scalar(comparison(number, target, "TCMPS", "scalar", mode, mask, type, 16), scalar);
  };
  std::vector<Shown> all;
  // Zeros are equal: EQ holds, NE does not.
  all.push_back(result(tcmp("E-TCMP-001", Target::a2a3, ne, i32, 8), 0, 0xFF, 0x00));
  all.push_back(result(tcmp("E-TCMP-003", Target::a5, eq, i64, 72), 2, 0xFF, 0x00));
  // Row 1 of src1 at the pitch of src0 begins at element 8, its row 0 goes on to 15.
  Shown pitches = tcmp("E-TCMP-004", Target::a5, eq, f32, 8);
  pitches.call.operands = {tile(u32, 2, 8, 2, 1), tile(f32, 2, 8, 2, 8), tile(f32, 2, 16, 2, 8)};
  pitches.before = {filled(u32, 16, 0), filled(f32, 16, 0), filled(f32, 32, 0)};
  pitches.before[2].set(16, 0x3F800000);  // row 1, lane 0
  all.push_back(result(pitches, 8, 0xFE, 0xFF));
  // -1 is the pattern of a NaN.
  Shown halves = tcmps("E-TCMPS-001", Target::a2a3, eq, u8, i16, {i32, 0xFFFFFFFF});
  halves.before[1] = filled(i16, 128, 0xFFFF);
  all.push_back(result(halves, 0, 0xFF, 0x00));
  all.push_back(result(tcmps("E-TCMPS-002", Target::a2a3, ne, u8, i32, {i32, 0}), 0, 0xFF, 0x00));
  Shown lanes = comparison("E-TCMPS-004", Target::a5, "TCMPS", "tile", eq, u32, i64, 8);
  lanes.before[2].set(5, 1);
  all.push_back(result(lanes, 0, 0xFF, 0xDF));
  all.push_back(result(tcmps("E-TCMPS-005", Target::cpu, eq, u32, f32, {f32, 0}), 0, 0xFFFF, 0xFF));
  // 2^-31 is below 1e-9.
  all.push_back(
      result(tcmps("E-TCMPS-006", Target::cpu, eq, u8, f32, {f32, 0x30000000}), 0, 0x00, 0xFF));
  return all;
}

std::vector<Shown> selections() {
  std::vector<Shown> all;
  Shown stream = tsel("E-TSEL-001", Target::cpu, i16, u8, 2, 4);
  stream.before[1].set(0, 0x10);  // bit 4 of the stream: row 1, lane 0
  all.push_back(result(stream, 512, 2, 1));
  Shown pitch = tsel("E-TSEL-002", Target::a5, f32, u32, 2, 32);
  pitch.before[1].set(8, 1);  // byte 32, at which the header finds row 1
  all.push_back(result(pitch, 512, 2, 1));
  Shown step = tsel("E-TSEL-003", Target::a5, i8, u8, 1, 300);
  step.before[1].set(16, 1);  // lane 128, and 256 after half a step
  all.push_back(result(step, 256, 2, 1));
  all.push_back(result(tsel("E-TSEL-004", Target::a5, i64, u8, 1, 70), 64, 2, 3));
  return all;
}

std::vector<Shown> all_shown() {
  std::vector<Shown> all = comparisons();
  for (Shown& one : selections()) all.push_back(std::move(one));
  return all;
}

/// Verdict on one element that is right or wrong, where the others are as they should be: only the
/// element that the patterns are given for is written by hand.
Verdict verdict(const Shown& one, const std::string& errata, bool erring) {
  Case test_case;
  test_case.call = one.call;
  Trial trial;
  trial.before = one.before;
  trial.after = one.before;
  const Result* result = &one.call.form->results.front();
  for (const Erratum* erratum : one.call.form->errata) {
    if (erring && erratum->number == one.number) result = &erratum->results.front();
  }
  const auto made = std::get<ExpectedTile>(result->semantics({one.call, one.before, Tolerance{}}));
  for (std::int64_t i = 0; i < made.value.size(); ++i) {
    if (accept_at(made, i) != Accept::preserved) trial.after[0].set(i, made.value[i]);
  }
  EXPECT_EQ(trial.after[0][one.index], erring ? one.erroneous : one.promised) << one.number;
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)});
}

TEST(SelectionErrata, WhatIsPromisedConforms) {
  for (const Shown& one : all_shown()) {
    EXPECT_TRUE(broken_constraints(one.call).empty()) << one.number;
    // Where zeros are right, the data are distrusted.
    EXPECT_EQ(verdict(one, "none", false).wrong, 0) << one.number;
    EXPECT_EQ(verdict(one, "all", false).wrong, 0) << one.number;
  }
}

TEST(SelectionErrata, WhatAnErratumSaysIsKnownWhereItIsInEffectAndDeviatesElsewhere) {
  for (const Shown& one : all_shown()) {
    EXPECT_EQ(verdict(one, one.number, true).kind, VerdictKind::known_deviation) << one.number;
    EXPECT_EQ(verdict(one, "all", true).kind, VerdictKind::known_deviation) << one.number;
    EXPECT_EQ(verdict(one, "none", true).kind, VerdictKind::deviates) << one.number;
  }
}

TEST(SelectionErrata, ExplainWhatDependsOnElementsThatAreNotToBeRead) {
  // Src1 has one valid element; after it are the values of a filling.
  Shown lanes = comparison("E-TCMPS-004", Target::a5, "TCMPS", "tile", eq, u32, i64, 8);
  lanes.call.tile("src1").valid_cols = 1;
  Case test_case;
  test_case.call = lanes.call;
  std::vector<Trial> trials(3);
  for (std::size_t which = 0; which < trials.size(); ++which) {
    std::vector<ElementArray> before = lanes.before;
    if (which == other_poison_trial) before[2].set(5, 1);
    trials[which].before = before;
    trials[which].after = before;
    trials[which].after[0].set(0, which == other_poison_trial ? 0xDF : 0xFF);
  }
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  const auto kind = [&](const char* errata) {
    return judge(test_case, trials, Standard{exactly, errata_choice_of(errata)}).kind;
  };
  EXPECT_EQ(kind("none"), VerdictKind::deviates);
  EXPECT_EQ(kind("E-TCMPS-004"), VerdictKind::known_deviation);
  EXPECT_EQ(kind("E-TCMPS-001"), VerdictKind::deviates);
}

// Lanes from 64 on are zero, and src1 is read lane by lane; src0 holds zeros, src1 a one and then
// zeros, so that no bit is promised. The last element has 8 lanes.
TEST(SelectionErrata, OfMasksOf64BitsAreKnownTogetherAndAlone) {
  Shown lanes = comparison("E-TCMPS-004", Target::a5, "TCMPS", "tile", eq, u32, i64, 104);
  lanes.before[2].set(0, 1);
  Case test_case;
  test_case.call = lanes.call;
  const auto kind = [&](const std::vector<std::uint64_t>& made) {
    Trial trial;
    trial.before = lanes.before;
    trial.after = trial.before;
    for (std::int64_t i = 0; i < std::ssize(made); ++i) {
      trial.after[0].set(i, made[static_cast<std::size_t>(i)]);
    }
    const auto exactly = [](const ToleranceKey&) {
      return Tolerance{Tolerance::Kind::exact, 0, {}};
    };
    return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of("pto-a5")}).kind;
  };
  constexpr std::uint64_t all = 0xFFFFFFFF;
  EXPECT_EQ(kind({all - 1, all, 0, 0}), VerdictKind::known_deviation) << "both";
  EXPECT_EQ(kind({all - 1, all, all, 0xFF}), VerdictKind::known_deviation) << "the second alone";
  EXPECT_EQ(kind({all - 1, all, 5, 0}), VerdictKind::deviates);
  EXPECT_EQ(kind({all - 1, 0, 0, 0}), VerdictKind::deviates);
}

TEST(SelectionErrata, OfAnOverrunAreKnownWhereTheMaskHasFourBits) {
  const Form& form = form_of("TCMPS", "tile");
  const auto kind = [&](ElementType mask, const char* errata) {
    Case test_case;
    test_case.call = {&form,
                      Target::cpu,
                      {tile(mask, 1, 64, 1, 64), tile(f32, 1, 64, 1, 64), tile(f32, 1, 64, 1, 64)},
                      {eq}};
    test_case.intent = {Intent::Kind::outside, "dst.element"};
    Trial trial;
    trial.before = {filled(mask, 64, 1), filled(f32, 64, 1), filled(f32, 64, 1)};
    trial.after = trial.before;
    trial.damage = {{"dst", 32, 32}};
    const auto exactly = [](const ToleranceKey&) {
      return Tolerance{Tolerance::Kind::exact, 0, {}};
    };
    return judge(test_case, std::vector{trial}, Standard{exactly, errata_choice_of(errata)}).kind;
  };
  EXPECT_EQ(kind(e2m1, "E-TCMPS-010"), VerdictKind::known_deviation);
  EXPECT_EQ(kind(e2m1, "none"), VerdictKind::deviates);
  EXPECT_EQ(kind(i16, "E-TCMPS-010"), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
