// SPDX-License-Identifier: Apache-2.0
// Each erratum of TSTORE, seen where it is in effect and failing where it is not.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

struct Stored {
  std::uint64_t first, second;
  std::uint64_t gap = 0x55;
};

/// Of two elements, 3 and 4, that became `got` in a view of `to` with a gap of 0x55.
VerdictKind stored_as(ElementType to, ElementType from, const Stored& got,
                      const std::string& errata) {
  const std::int64_t block = 256 / bits_of(from);
  GlobalSpec dst;
  dst.element = to;
  dst.shape = {1, 1, 1, 2, 1};
  dst.stride = {9, 9, 9, 2, 1};
  Case test_case;
  test_case.call = {&form_of("TSTORE", "tile"), Target::cpu, {dst, tile(from, 2, block, 2, 1)}, {}};
  Trial trial;
  trial.before = {filled(to, 3, 0x55), filled(from, 2 * block, 3)};
  trial.before[1].set(block, 4);
  trial.after = {elements(to, {got.first, got.gap, got.second}), trial.before[1]};
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

TEST(TstoreErrata, BitsAreStoredUnlessNumbersAre) {
  const Stored numbers{0x40400000, 0x40800000};
  EXPECT_EQ(stored_as(f32, u32, {3, 4}, "none"), VerdictKind::conforms);
  EXPECT_EQ(stored_as(f32, u32, numbers, "none"), VerdictKind::deviates);
  EXPECT_EQ(stored_as(f32, u32, numbers, "E-TSTORE-001"), VerdictKind::known_deviation);
  EXPECT_EQ(stored_as(f32, u32, {0x40400000, 4}, "all"), VerdictKind::deviates);
  EXPECT_EQ(stored_as(f32, u32, {0x40400001, 0x40800000}, "all"), VerdictKind::deviates);
  EXPECT_EQ(stored_as(f32, u32, {0x40400000, 0x40800000, 0}, "all"), VerdictKind::deviates);
  EXPECT_EQ(stored_as(u16, f16, {0, 0}, "E-TSTORE-001"), VerdictKind::known_deviation);
  EXPECT_EQ(stored_as(u32, i32, {0, 4}, "all"), VerdictKind::deviates);
}

TEST(TstoreErrata, BlocksOfChannelsAreCutForFloatsAlone) {
  const Erratum* uncut = nullptr;
  for (const Erratum& one : find_op("TSTORE")->errata) {
    if (one.number == "E-TSTORE-005") uncut = &one;
  }
  ASSERT_NE(uncut, nullptr);
  const auto concerned = [=](Target target, ElementType type, GlobalLayout layout) {
    GlobalSpec dst;
    dst.element = type;
    dst.layout = layout;
    return uncut->concerns(
        {&form_of("TSTORE", "acc"), target, {dst, tile(type, 16, 16, 1, 8)}, {}});
  };
  EXPECT_TRUE(concerned(Target::a2a3, i32, GlobalLayout::NC1HWC0));
  EXPECT_FALSE(concerned(Target::a2a3, f32, GlobalLayout::NC1HWC0));
  EXPECT_FALSE(concerned(Target::a2a3, i32, GlobalLayout::ND));
  EXPECT_FALSE(concerned(Target::cpu, i32, GlobalLayout::NC1HWC0));
}

// The page requires equal widths, but not that the CPU refuses others.
TEST(TstoreErrata, AViewOfFourBitsIsOverrun) {
  const auto kind = [](ElementType to, const std::string& errata) {
    GlobalSpec dst;
    dst.element = to;
    dst.shape = {1, 1, 1, 1, 16};
    dst.stride = {16, 16, 16, 16, 1};
    Case test_case;
    test_case.call = {&form_of("TSTORE", "tile"), Target::cpu, {dst, tile(f16, 1, 16, 1, 16)}, {}};
    test_case.intent = {Intent::Kind::outside, "dst.same_width"};
    Trial trial;
    trial.before = {filled(to, 16, 5), filled(f16, 16, 3)};
    trial.after = trial.before;
    trial.damage = {{"dst", 2, 7}};
    return judge(test_case, std::vector{trial},
                 Standard{correctly_rounded, errata_choice_of(errata)})
        .kind;
  };
  EXPECT_EQ(kind(i4, "E-TSTORE-004"), VerdictKind::known_deviation);
  EXPECT_EQ(kind(i4, "none"), VerdictKind::deviates);
  EXPECT_EQ(kind(i8, "E-TSTORE-004"), VerdictKind::deviates);
}

TEST(TstoreErrata, AGapThatIsWrittenDeviates) {
  EXPECT_EQ(stored_as(f32, f32, {3, 4, 3}, "all"), VerdictKind::deviates);
  EXPECT_EQ(stored_as(f32, f32, {3, 4}, "all"), VerdictKind::conforms);
}

// A store without gaps is a copy of src: the output is still evidence.
TEST(TstoreErrata, AWholeCopyIsTrusted) {
  GlobalSpec dst;
  dst.element = i32;
  dst.shape = {1, 1, 1, 1, 8};
  dst.stride = {8, 8, 8, 8, 1};
  Case test_case;
  test_case.call = {&form_of("TSTORE", "tile"), Target::a5, {dst, tile(i32, 1, 8, 1, 8)}, {}};
  Trial trial;
  trial.before = {filled(i32, 8, 0x55), elements(i32, {1, 2, 3, 4, 5, 6, 7, 8})};
  trial.after = {trial.before[1], trial.before[1]};
  const Standard standard{correctly_rounded, errata_choice_of("none")};
  EXPECT_EQ(judge(test_case, std::vector{trial}, standard).kind, VerdictKind::conforms);
  trial.after[0] = trial.before[0];
  EXPECT_EQ(judge(test_case, std::vector{trial}, standard).kind, VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
