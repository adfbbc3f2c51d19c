// SPDX-License-Identifier: Apache-2.0
// Each erratum of TLOAD, seen where it is in effect and failing where it is not.
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
  Case test;
  test.call = {&form_of("TLOAD", "tile"), one.target, {dst, src}, {}};
  Trial trial;
  trial.before = {filled(one.element, block, poison), elements(one.element, {7, 8, 9})};
  trial.after = {filled(one.element, block, rest), trial.before[1]};
  for (std::int64_t i = 0; i < 3; ++i) trial.after[0].set(i, trial.before[1][i]);
  return judge(test, std::vector{trial}, Standard{rounded, errata_choice_of(errata)});
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

/// Of the bytes 1, 2 and 3 that became `first` and two more in a tile of `to`.
VerdictKind of_bytes(ElementType to, std::uint64_t first, const std::string& errata) {
  GlobalSpec src;
  src.element = u8;
  src.shape = {1, 1, 1, 1, 3};
  src.stride = {3, 3, 3, 3, 1};
  Case test;
  test.call = {&form_of("TLOAD", "tile"), Target::cpu, {tile(to, 1, 32, 1, 3), src}, {}};
  Trial trial;
  trial.before = {filled(to, 32, poison), elements(u8, {1, 2, 3})};
  trial.after = trial.before;
  trial.after[0].set(0, first);
  trial.after[0].set(1, 2);
  trial.after[0].set(2, 3);
  return judge(test, std::vector{trial}, Standard{rounded, errata_choice_of(errata)}).kind;
}

TEST(TloadErrata, BytesAreCopiedUnlessFloatsAreMadeOfThem) {
  for (const ElementType to : {hif8, e4m3, e5m2, e8m0}) {
    EXPECT_EQ(of_bytes(to, 1, "none"), VerdictKind::conforms) << name_of(to);
    EXPECT_EQ(of_bytes(to, 8, "none"), VerdictKind::deviates) << name_of(to);
    EXPECT_EQ(of_bytes(to, 8, "E-TLOAD-003"), VerdictKind::known_deviation) << name_of(to);
  }
  EXPECT_EQ(of_bytes(i8, 8, "all"), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
