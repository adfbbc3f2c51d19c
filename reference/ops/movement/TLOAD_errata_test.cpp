// SPDX-License-Identifier: Apache-2.0
// Each erratum of TLOAD, seen where it is in effect and failing where it is not.
#include <array>
#include <utility>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::uint64_t poison = 0x55;

struct Load {
  const char* number;
  Target target;
  ElementType element;
  PadKind pad;
  std::uint64_t promised;
};

const std::vector<Load>& loads() {
  static const std::vector<Load> all{
      {"E-TLOAD-001", Target::cpu, f16, PadKind::max, 0x7C00},
      {"E-TLOAD-001", Target::cpu, f16, PadKind::min, 0xFC00},
      {"E-TLOAD-001", Target::cpu, bf16, PadKind::max, 0x7F80},
      {"E-TLOAD-002", Target::a2a3, i64, PadKind::max, 0x7FFFFFFFFFFFFFFF},
      {"E-TLOAD-002", Target::a2a3, i64, PadKind::min, 0x8000000000000000},
      {"E-TLOAD-002", Target::a2a3, u64, PadKind::max, 0xFFFFFFFFFFFFFFFF},
  };
  return all;
}

/// Of a row of three elements in a tile of a whole block, whose others become `rest`.
Verdict verdict(const Load& one, std::uint64_t rest, const std::string& errata) {
  const std::int64_t block = 256 / bits_of(one.element);
  TileSpec dst = tile(one.element, 1, block, 1, 3);
  dst.type.pad.kind = one.pad;
  GlobalSpec src;
  src.element = one.element;
  src.shape = {1, 1, 1, 1, 3};
  src.stride = {3, 3, 3, 3, 1};
  Case test_case;
  test_case.call = {&form_of("TLOAD", "tile"), one.target, {dst, src}, {}};
  Trial trial;
  trial.before = {filled(one.element, block, poison), elements(one.element, {7, 8, 9})};
  trial.after = {filled(one.element, block, rest), trial.before[1]};
  for (std::int64_t i = 0; i < 3; ++i) trial.after[0].set(i, trial.before[1][i]);
  return judge(test_case, std::vector{trial},
               Standard{correctly_rounded, errata_choice_of(errata)});
}

TEST(TloadErrata, ThePadAndWhatWasThereConform) {
  for (const Load& one : loads()) {
    for (const char* errata : {"none", "all"}) {
      EXPECT_EQ(verdict(one, one.promised, errata).kind, VerdictKind::conforms) << one.number;
      EXPECT_EQ(verdict(one, poison, errata).kind, VerdictKind::conforms) << one.number;
    }
  }
}

TEST(TloadErrata, ZeroIsKnownWhereItIsInEffectAndDeviatesWhereItIsNot) {
  for (const Load& one : loads()) {
    EXPECT_EQ(verdict(one, 0, "none").kind, VerdictKind::deviates) << one.number;
    for (const std::string& errata : {std::string("all"), std::string(one.number)}) {
      const Verdict got = verdict(one, 0, errata);
      EXPECT_EQ(got.kind, VerdictKind::known_deviation) << one.number << got.reason;
      ASSERT_EQ(got.errata.size(), 1U);
      EXPECT_EQ(got.errata.front().number, one.number);
    }
  }
}

TEST(TloadErrata, NeighboursOfTheViewDeviateInEffectOrNot) {
  for (const Load& one : loads()) {
    EXPECT_EQ(verdict(one, 9, "all").kind, VerdictKind::deviates) << one.number;
  }
}

TEST(TloadErrata, OtherTypesAreNotConcerned) {
  const Load single{"", Target::cpu, f32, PadKind::max, 0x7F800000};
  EXPECT_EQ(verdict(single, 0, "all").kind, VerdictKind::deviates);
  EXPECT_TRUE(verdict(single, single.promised, "all").errata.empty());
}

using Three = std::array<std::uint64_t, 3>;

/// Of the bytes 1, 2 and 3 that became `got` in a tile of `to`.
VerdictKind of_bytes(ElementType to, const Three& got, const std::string& errata) {
  GlobalSpec src;
  src.element = u8;
  src.shape = {1, 1, 1, 1, 3};
  src.stride = {3, 3, 3, 3, 1};
  Case test_case;
  test_case.call = {&form_of("TLOAD", "tile"), Target::cpu, {tile(to, 1, 32, 1, 3), src}, {}};
  Trial trial;
  trial.before = {filled(to, 32, poison), elements(u8, {1, 2, 3})};
  trial.after = trial.before;
  for (std::int64_t i = 0; i < 3; ++i) trial.after[0].set(i, got[static_cast<std::size_t>(i)]);
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

TEST(TloadErrata, BytesAreCopiedUnlessFloatsAreMadeOfThem) {
  const std::pair<ElementType, Three> numbers[] = {{e4m3, {0x38, 0x40, 0x44}},
                                                   {e5m2, {0x3C, 0x40, 0x42}}};
  for (const auto& [to, one_two_three] : numbers) {
    EXPECT_EQ(of_bytes(to, {1, 2, 3}, "none"), VerdictKind::conforms) << name_of(to);
    EXPECT_EQ(of_bytes(to, one_two_three, "none"), VerdictKind::deviates) << name_of(to);
    EXPECT_EQ(of_bytes(to, one_two_three, "E-TLOAD-003"), VerdictKind::known_deviation)
        << name_of(to);
    Three other = one_two_three;
    other[2] += 1;
    EXPECT_EQ(of_bytes(to, other, "all"), VerdictKind::deviates) << name_of(to);
  }
  EXPECT_EQ(of_bytes(e8m0, {1, 2, 3}, "none"), VerdictKind::conforms);
  EXPECT_EQ(of_bytes(e8m0, {0, 0, 0}, "E-TLOAD-003"), VerdictKind::known_deviation);
  EXPECT_EQ(of_bytes(i8, {8, 2, 3}, "all"), VerdictKind::deviates);
}

/// Of a view into a tile of 32 x 32 that it fills, refused with the header's words.
VerdictKind of_turned(GlobalLayout from, BLayout to, const Dims5& shape, const std::string& says,
                      const std::string& errata) {
  TileSpec dst = tile(f32, 32, 32, 32, 32);
  dst.type.location = Location::mat;
  dst.type.blayout = to;
  dst.type.slayout = to == BLayout::row_major ? SLayout::col_major : SLayout::row_major;
  GlobalSpec src;
  src.element = f32;
  src.layout = from;
  src.shape = shape;
  src.stride = {1024, 1024, 512, 32, 1};
  if (from == GlobalLayout::DN) std::swap(src.stride[3], src.stride[4]);
  Case test_case;
  test_case.call = {&form_of("TLOAD", "tile"), Target::cpu, {dst, src}, {}};
  Trial trial;
  trial.before = {filled(f32, 1024, poison), filled(f32, 1024, 1)};
  trial.outcome = {Outcome::Status::rejected, says};
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

TEST(TloadErrata, SeveralBlocksThatBecomeBoxesAcrossAreRefused) {
  const std::string says = "TLoad.hpp:80: void pto::CheckTileData(TileData &, GlobalData &)";
  const auto of = [&](GlobalLayout from, BLayout to, const Dims5& shape,
                      const std::string& errata) {
    return of_turned(from, to, shape, says, errata);
  };
  using enum GlobalLayout;
  const Dims5 blocks{1, 1, 2, 16, 32}, whole{1, 1, 1, 32, 32};
  EXPECT_EQ(of(ND, BLayout::col_major, blocks, "none"), VerdictKind::rejected_valid);
  EXPECT_EQ(of(ND, BLayout::col_major, blocks, "E-TLOAD-004"), VerdictKind::known_deviation);
  EXPECT_EQ(of(DN, BLayout::row_major, {1, 1, 2, 32, 16}, "all"), VerdictKind::known_deviation);
  EXPECT_EQ(of(ND, BLayout::col_major, whole, "all"), VerdictKind::rejected_valid);
  EXPECT_EQ(of(ND, BLayout::row_major, blocks, "all"), VerdictKind::rejected_valid);
  EXPECT_EQ(of_turned(ND, BLayout::col_major, blocks, "another check", "all"),
            VerdictKind::rejected_valid);
}

TEST(TloadErrata, FloatsOfOneByteMayBeRefusedOnTheCpu) {
  const auto of = [](ElementType to, ElementType from, const std::string& says,
                     const std::string& errata) {
    GlobalSpec src;
    src.element = from;
    src.shape = {1, 1, 1, 1, 3};
    src.stride = {3, 3, 3, 3, 1};
    Case test_case;
    test_case.call = {&form_of("TLOAD", "tile"), Target::cpu, {tile(to, 1, 32, 1, 3), src}, {}};
    Trial trial;
    trial.before = {filled(to, 32, poison), elements(from, {1, 2, 3})};
    trial.outcome = {Outcome::Status::rejected, says};
    return judge(test_case, std::vector{trial},
                 Standard{correctly_rounded, errata_choice_of(errata)})
        .kind;
  };
  const std::string says = "does not compile: no viable conversion from 'hifloat8_t'";
  EXPECT_EQ(of(e4m3, hif8, says, "all"), VerdictKind::target_defined);
  EXPECT_EQ(of(u8, e4m3, says, "all"), VerdictKind::target_defined);
  EXPECT_EQ(of(u8, i8, says, "all"), VerdictKind::rejected_valid);
}

}  // namespace
}  // namespace assay::ops
