// SPDX-License-Identifier: Apache-2.0
// TFILLPAD_INPLACE, and each erratum of it where it is in effect and where it is not.
#include <functional>

#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

Call fill(Target target, TileSpec dst, Pad pad = {PadKind::max, 0}) {
  dst.type.pad = pad;
  return {&form_of("TFILLPAD_INPLACE", "one"), target, {dst}, {0}};
}

// Decision 104: two rows of five columns are valid in three of sixteen.
TEST(FillInPlace, KeepsWhatIsValidAndPadsAllOtherRowsAndColumns) {
  const Call call = fill(Target::a2a3, tile(i16, 3, 16, 2, 5), {PadKind::min, 0});
  const auto expected = expected_tile(call, {filled(i16, 48, 0x22)});
  for (std::int64_t at = 0; at < 48; ++at) {
    const bool kept = at < 32 && at % 16 < 5;
    EXPECT_EQ(accept_at(expected, at), kept ? Accept::preserved : Accept::exact) << at;
    if (!kept) {
      EXPECT_EQ(expected.value[at], 0x8000U) << at;
    }
  }
}

// Decision 104.
TEST(FillInPlace, HasTheExtremesOfSmallFloats) {
  const auto padded = [](PadKind kind) {
    const Call call = fill(Target::a5, tile(e5m2, 1, 32, 1, 2), {kind, 0});
    EXPECT_EQ(broken_constraints(call), Names{});
    const auto expected = expected_tile(call, {filled(e5m2, 32, 1)});
    EXPECT_EQ(accept_at(expected, 2), Accept::exact);
    return expected.value[2];
  };
  EXPECT_EQ(padded(PadKind::zero), 0U);
  EXPECT_EQ(padded(PadKind::min), 0xFCU);
  EXPECT_EQ(padded(PadKind::max), 0x7CU);
}

TEST(FillInPlace, NamesWhatItBreaks) {
  const TileSpec small = tile(f16, 2, 16, 2, 7);
  EXPECT_EQ(broken_constraints(fill(Target::a5, small)), Names{});
  EXPECT_EQ(broken_constraints(fill(Target::a5, small, {})), Names{"dst.pad"});
  EXPECT_EQ(broken_constraints(fill(Target::a5, tile(i64, 2, 16, 2, 7))), Names{"dst.element"});
}

/// Two rows of 16 columns at one address, of which src has one row of three valid.
Call fill_two(Target target, ElementType to, ElementType from, Pad pad) {
  TileSpec dst = tile(to, 2, 16, 2, 16);
  dst.type.pad = pad;
  return {&form_of("TFILLPAD_INPLACE", "two"), target, {dst, tile(from, 2, 16, 1, 3)}, {}};
}

// Decision 104: dst has the pad, and src what is valid.
TEST(FillInPlace, OfTwoTilesKeepsWhatIsValidInSourceAndPadsAsDst) {
  const Call call = fill_two(Target::a5, i16, f16, {PadKind::min, 0});
  EXPECT_EQ(broken_constraints(call), Names{});
  const auto expected = expected_tile(call, {filled(i16, 32, 0x22), filled(f16, 32, 0x22)});
  for (std::int64_t at = 0; at < 32; ++at) {
    EXPECT_EQ(accept_at(expected, at), at < 3 ? Accept::preserved : Accept::exact) << at;
    if (at >= 3) {
      EXPECT_EQ(expected.value[at], 0x8000U) << at;
    }
  }
}

TEST(FillInPlace, OfTwoTilesHasThemInOneMemoryWhereElementsLieAlike) {
  Call call = fill_two(Target::cpu, i16, f16, {PadKind::zero, 0});
  const SharedMemory both{0, 1};
  EXPECT_EQ(shared_memory(call, ""), both);
  std::get<TileSpec>(call.operands[0]).type.element = f32;
  EXPECT_EQ(shared_memory(call, ""), std::nullopt);
  call = fill_two(Target::cpu, i16, f16, {PadKind::zero, 0});
  std::get<TileSpec>(call.operands[0]).type.rows = 4;
  EXPECT_EQ(shared_memory(call, ""), std::nullopt);
  EXPECT_EQ(broken_constraints(call), Names{"dst.shape"});
  call = fill_two(Target::cpu, i16, f16, {PadKind::zero, 0});
  std::get<TileSpec>(call.operands[1]).type.blayout = BLayout::col_major;
  EXPECT_EQ(shared_memory(call, ""), std::nullopt);
  EXPECT_EQ(shared_memory(fill(Target::cpu, tile(i16, 2, 16, 1, 3)), ""), std::nullopt);
}

TEST(FillInPlace, OfTwoTilesBeginsWithTheBitsOfSource) {
  Case test_case;
  test_case.call = fill_two(Target::cpu, i16, f16, {PadKind::zero, 0});
  std::vector<ElementArray> contents{filled(i16, 32, 0x65), filled(f16, 32, 0x9C22)};
  share_contents(test_case, contents);
  EXPECT_EQ(contents[0], filled(i16, 32, 0x9C22));
}

constexpr std::uint64_t element = 0x21, outside = 0x43;

void keep(ElementArray& dst, std::int64_t from, std::int64_t to, std::uint64_t bits) {
  for (std::int64_t at = from; at < to; ++at) dst.set(at, bits);
}

/// Two rows of a block of 32 bytes, and of one more, of which one row of three is valid.
Sample filled_in_place(const char* number, Target target, ElementType type, PadKind pad) {
  const std::int64_t cols = 512 / bits_of(type);
  return Sample(number,
                fill(target, tile(type, 2, cols, 1, 3), {pad, pad == PadKind::custom ? 17U : 0}))
      .holds("dst", element)
      .holds_outside("dst", outside);
}

/// Elements from `first` to `last` stay as they were, or become `bits`.
Sample kept(const char* number, Target target, std::int64_t first, std::int64_t last) {
  Sample made = filled_in_place(number, target, i16, PadKind::max);
  for (std::int64_t at = first; at < last; ++at) made.takes(at, "dst", at);
  return made;
}
Sample padded_with(const char* number, Target target, ElementType type, PadKind pad,
                   std::uint64_t bits) {
  Sample made = filled_in_place(number, target, type, pad);
  for (std::int64_t at = 3; at < 1024 / bits_of(type); ++at) made.gives(at, bits);
  return made;
}

Samples of_fills_in_place() {
  using enum Target;
  using enum PadKind;
  const char* const halves = "E-TFILLPAD_INPLACE-004";
  const char* const customs = "E-TFILLPAD_INPLACE-005";
  return {kept("E-TFILLPAD_INPLACE-001", a2a3, 32, 64),
          kept("E-TFILLPAD_INPLACE-002", a2a3, 32, 64).is_another(),
          kept("E-TFILLPAD_INPLACE-002", a5, 32, 64),
          kept("E-TFILLPAD_INPLACE-002", cpu, 32, 64).is_unknown(),
          kept("E-TFILLPAD_INPLACE-003", a2a3, 3, 16),
          kept("E-TFILLPAD_INPLACE-003", a2a3, 3, 17).is_unknown(),
          kept("E-TFILLPAD_INPLACE-003", a5, 3, 16).is_unknown(),
          padded_with(halves, cpu, f16, max, 0),
          padded_with(halves, cpu, bf16, min, 0),
          padded_with(halves, cpu, i16, max, 0).is_unknown(),
          padded_with(halves, a5, f16, max, 0).is_unknown(),
          padded_with(customs, cpu, e4m3, custom, 0x58),  // 16, to which 17 is cut
          padded_with(customs, cpu, e4m3, custom, 0x59).is_unknown(),
          padded_with(customs, cpu, e4m3, zero, 0x58).is_unknown(),
          padded_with(customs, cpu, i8, custom, 0x58).is_unknown()};
}

/// The half 1 becomes the number 1.
Samples of_fills_of_two_kinds() {
  const auto converted = [](Target target, std::uint64_t got) {
    Case two;
    two.call = fill_two(target, i16, f16, {PadKind::max, 0});
    std::vector<ElementArray> before{filled(i16, 32, 0), filled(f16, 32, outside)};
    for (std::int64_t col = 0; col < 3; ++col) before[1].set(col, 0x3C00);
    share_contents(two, before);
    return Sample("E-TFILLPAD_INPLACE-008", two.call, before)
        .gives_row({0x3C00, 0x3C00, 0x3C00}, {got, got, got});
  };
  return {converted(Target::cpu, 1), converted(Target::cpu, 2).is_unknown(),
          converted(Target::a5, 1).is_unknown()};
}

const SamplesOf samples_of_fills_in_place{of_fills_in_place, of_fills_of_two_kinds};

/// Of two tiles with separate pads or one pad; `bend` changes what the promise leaves.
VerdictKind judged_two(Target target, ElementType to, ElementType from, bool one_pad,
                       const std::string& errata, const std::function<void(ElementArray&)>& bend) {
  Case test_case;
  test_case.call = fill_two(target, to, from, {PadKind::max, 0});
  if (one_pad) std::get<TileSpec>(test_case.call.operands[1]).type.pad = {PadKind::max, 0};
  std::vector<Trial> trials(3);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Trial& trial = trials[i];
    const std::uint64_t poison = i == other_poison_trial ? outside + 1 : outside;
    trial.before = {filled(to, 32, 0), filled(from, 32, poison)};
    for (std::int64_t col = 0; col < 3; ++col) trial.before[1].set(col, 0x3C00);
    share_contents(test_case, trial.before);
    trial.after = trial.before;
    const auto promise = expected_tile(test_case.call, trial.before);
    for (std::int64_t at = 3; at < 32; ++at) trial.after[0].set(at, promise.value[at]);
    const ElementArray before = trial.before[0];
    bend(trial.after[0]);
    for (std::int64_t at = 0; at < 32; ++at) {
      if (trial.after[0][at] == outside) trial.after[0].set(at, before[at]);
    }
  }
  return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of(errata)}).kind;
}

TEST(FillInPlaceErrata, OfTwoTilesTrustALastBlockWithOnePad) {
  const auto of = [](bool one_pad, const std::string& errata) {
    return judged_two(Target::a2a3, i16, i16, one_pad, errata,
                      [](ElementArray& dst) { keep(dst, 3, 16, outside); });
  };
  EXPECT_EQ(of(true, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(true, "E-TFILLPAD_INPLACE-003"), VerdictKind::known_deviation);
  EXPECT_EQ(of(false, "all"), VerdictKind::deviates);
}

TEST(FillInPlaceErrata, OfTwoKindsConvertNumbers) {
  const auto of = [](Target target, std::uint64_t got, const std::string& errata) {
    return judged_two(target, i16, f16, false, errata,
                      [=](ElementArray& dst) { keep(dst, 0, 3, got); });
  };
  EXPECT_EQ(of(Target::cpu, 1, "none"), VerdictKind::deviates);  // 0x3C00 is the half 1
  EXPECT_EQ(of(Target::cpu, 1, "E-TFILLPAD_INPLACE-008"), VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::cpu, 2, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a5, 1, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::cpu, 0x3C00, "none"), VerdictKind::conforms);
}

}  // namespace
}  // namespace assay::ops
