// SPDX-License-Identifier: Apache-2.0
// TFILLPAD_INPLACE, and each erratum of it where it is in effect and where it is not.
#include <functional>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"
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

/// Two rows of a block of 32 bytes, and of one more, of which one row of three is valid.
VerdictKind judged(Target target, ElementType type, PadKind pad, const std::string& errata,
                   const std::function<void(ElementArray& dst, std::uint64_t poison)>& bend) {
  const std::int64_t cols = 512 / bits_of(type);
  Case test_case;
  test_case.call = fill(target, tile(type, 2, cols, 1, 3), {pad, pad == PadKind::custom ? 17U : 0});
  std::vector<Trial> trials(3);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    Trial& trial = trials[i];
    const std::uint64_t poison = i == other_poison_trial ? outside + 1 : outside;
    trial.before = {filled(type, 2 * cols, poison)};
    for (std::int64_t col = 0; col < 3; ++col) trial.before[0].set(col, element);
    trial.after = trial.before;
    const auto promise = expected_tile(test_case.call, trial.before);
    for (std::int64_t at = 3; at < 2 * cols; ++at) trial.after[0].set(at, promise.value[at]);
    bend(trial.after[0], poison);
  }
  return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of(errata)}).kind;
}

void keep(ElementArray& dst, std::int64_t from, std::int64_t to, std::uint64_t bits) {
  for (std::int64_t at = from; at < to; ++at) dst.set(at, bits);
}

TEST(FillInPlaceErrata, OfRowsAreThoseBelow) {
  const auto of = [](Target target, const std::string& errata) {
    return judged(target, i16, PadKind::max, errata,
                  [](ElementArray& dst, std::uint64_t poison) { keep(dst, 32, 64, poison); });
  };
  EXPECT_EQ(of(Target::a2a3, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a2a3, "E-TFILLPAD_INPLACE-001"), VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::a2a3, "E-TFILLPAD_INPLACE-002"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a5, "E-TFILLPAD_INPLACE-002"), VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::cpu, "all"), VerdictKind::deviates);
}

TEST(FillInPlaceErrata, OfBlocksEndWithTheBlock) {
  const auto of = [](Target target, std::int64_t end, const std::string& errata) {
    return judged(target, i16, PadKind::max, errata,
                  [=](ElementArray& dst, std::uint64_t poison) { keep(dst, 3, end, poison); });
  };
  EXPECT_EQ(of(Target::a2a3, 16, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a2a3, 16, "E-TFILLPAD_INPLACE-003"), VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::a2a3, 17, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a5, 16, "all"), VerdictKind::deviates);
}

TEST(FillInPlaceErrata, OfHalvesAreThoseOfExtremes) {
  const auto of = [](Target target, ElementType type, PadKind pad, const std::string& errata) {
    return judged(target, type, pad, errata,
                  [](ElementArray& dst, std::uint64_t) { keep(dst, 3, dst.size(), 0); });
  };
  EXPECT_EQ(of(Target::cpu, f16, PadKind::max, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::cpu, f16, PadKind::max, "E-TFILLPAD_INPLACE-004"),
            VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::cpu, bf16, PadKind::min, "E-TFILLPAD_INPLACE-004"),
            VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::cpu, i16, PadKind::max, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(Target::a5, f16, PadKind::max, "all"), VerdictKind::deviates);
}

TEST(FillInPlaceErrata, OfCustomPadsAreThoseOfSmallFloats) {
  const auto of = [](ElementType type, PadKind pad, std::uint64_t got, const std::string& errata) {
    return judged(Target::cpu, type, pad, errata,
                  [=](ElementArray& dst, std::uint64_t) { keep(dst, 3, dst.size(), got); });
  };
  const std::uint64_t number = 0x58;  // 16, to which 17 is cut
  EXPECT_EQ(of(e4m3, PadKind::custom, number, "none"), VerdictKind::deviates);
  EXPECT_EQ(of(e4m3, PadKind::custom, number, "E-TFILLPAD_INPLACE-005"),
            VerdictKind::known_deviation);
  EXPECT_EQ(of(e4m3, PadKind::custom, number + 1, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(e4m3, PadKind::zero, 0x58, "all"), VerdictKind::deviates);
  EXPECT_EQ(of(i8, PadKind::custom, 0x58, "all"), VerdictKind::deviates);
}

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
