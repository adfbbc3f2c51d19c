// SPDX-License-Identifier: Apache-2.0
// Products of floats that a mode rounds to TF32 first.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000;
constexpr std::uint64_t doubled = two - one;  ///< what a pattern grows by

TileSpec boxed(Location location, BLayout blocks, SLayout boxes, int fractal) {
  TileSpec made = tile(f32, 16, 16, 1, 1);
  made.type.location = location;
  made.type.blayout = blocks;
  made.type.slayout = boxes;
  made.type.fractal = fractal;
  return made;
}

/// One times one element.
Call product_of(Target target, bool enabled) {
  const BLayout left = target == Target::a2a3 ? BLayout::row_major : BLayout::col_major;
  return {&form_of("TMATMUL", "tf32"),
          target,
          {boxed(Location::acc, BLayout::col_major, SLayout::row_major, 1024),
           boxed(Location::left, left, SLayout::row_major, 512),
           boxed(Location::right, BLayout::row_major, SLayout::col_major, 512)},
          {enabled ? 0 : 1, 0}};
}

bool accepts(Target target, bool enabled, std::uint64_t left, std::uint64_t right,
             std::uint64_t result) {
  Case test;
  test.call = product_of(target, enabled);
  EXPECT_EQ(broken_constraints(test.call), Names{});
  Trial trial;
  trial.before = {filled(f32, 256, 0), filled(f32, 256, left), filled(f32, 256, right)};
  trial.after = trial.before;
  trial.after[0].set(0, result);
  return judge(test, std::vector{trial}, Standard{rounded}).kind == VerdictKind::conforms;
}

// 1 + 2^-13 is 1 in TF32, and 1 + 2^-7 less 2^-13 is 1 + 2^-7; products are with 2.
TEST(Tf32, RoundsBothFactorsOnA5WhereItIsOn) {
  const std::uint64_t below = one + 0x400, above = one + 0xFC00, next = one + 0x10000;
  EXPECT_TRUE(accepts(Target::a5, true, below, two, two));
  EXPECT_TRUE(accepts(Target::a5, true, two, below + doubled, two + doubled));
  EXPECT_TRUE(accepts(Target::a5, true, above, two, next + doubled));
  EXPECT_FALSE(accepts(Target::a5, true, below, two, below + doubled));
  EXPECT_FALSE(accepts(Target::a5, true, two, above + doubled, above + 2 * doubled));
  EXPECT_FALSE(accepts(Target::a5, true, above, two, two));  // cut off
}

TEST(Tf32, ChangesNothingWhereItIsOffOrUnknown) {
  const std::uint64_t below = one + 0x400;
  for (const Target target : {Target::a2a3, Target::cpu}) {
    EXPECT_TRUE(accepts(target, true, below, two, below + doubled));
    EXPECT_FALSE(accepts(target, true, below, two, two));
  }
  EXPECT_TRUE(accepts(Target::a5, false, below, two, below + doubled));
  EXPECT_FALSE(accepts(Target::a5, false, below, two, two));
}

/// To `bits` of fraction, ties to even or away from zero.
std::uint64_t rounded_to(std::uint64_t number, int bits, bool away) {
  const int rest = 23 - bits;
  const std::uint64_t kept = number >> rest, part = number & ((std::uint64_t{1} << rest) - 1);
  const std::uint64_t half = std::uint64_t{1} << (rest - 1);
  const bool up = part > half || (part == half && (away || kept % 2 == 1));
  return (kept + (up ? 1 : 0)) << rest;
}

TEST(Tf32, HasFactorsThatEverySourceRoundsAlike) {
  const Call call = product_of(Target::a5, true);
  std::uint64_t drawn = 0x12345678;
  int changed = 0;
  for (int i = 0; i < 2000; ++i) {
    drawn = (drawn * 0x5851F42D4C957F2DU + 0x14057B7EF767814FU);
    std::vector<ElementArray> contents(3, filled(f32, 256, drawn >> 32U));
    call.form->admit(call, contents);
    const std::uint64_t number = contents[1][0];
    EXPECT_EQ(contents[1][1], drawn >> 32U) << "what is not valid stays";
    const std::uint64_t wanted = rounded_to(number, 7, false);
    for (const int bits : {7, 10, 11}) {
      EXPECT_EQ(rounded_to(number, bits, false), wanted);
      EXPECT_EQ(rounded_to(number, bits, true), wanted);
    }
    changed += number == wanted ? 0 : 1;
    std::vector<ElementArray> again = contents;
    call.form->admit(call, again);
    EXPECT_EQ(again[1][0], number);
  }
  EXPECT_GT(changed, 1900);
}

}  // namespace
}  // namespace assay::ops
