// SPDX-License-Identifier: Apache-2.0
// Products of floats that a mode rounds to TF32 first.
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using Names = std::vector<std::string>;

constexpr std::uint64_t one = 0x3F800000, two = 0x40000000;
constexpr std::uint64_t doubled = two - one;  ///< the increment of a pattern

TileSpec boxed(Location location, BLayout blocks, SLayout boxes, int fractal) {
  TileSpec made = tile(f32, 16, 16, 1, 1);
  made.type.location = location;
  made.type.blayout = blocks;
  made.type.slayout = boxes;
  made.type.fractal = fractal;
  return made;
}

/// An op with a form in TF32, and the start of its sum: nothing if that is empty.
struct Product {
  const char* op;
  const char* form;
  const char* start;
};

constexpr Product plain{"TMATMUL", "tf32", ""};
constexpr Product products[] = {plain,
                                {"TMATMUL_ACC", "tf32", "cInMatrix"},
                                {"TMATMUL_ACC", "tf32_in_place", "cMatrix"},
                                {"TMATMUL_BIAS", "tf32", "biasData"},
                                {"TGEMV", "tf32", ""},
                                {"TGEMV_ACC", "tf32", "cInMatrix"},
                                {"TGEMV_BIAS", "tf32", "biasData"}};

TileSpec biases() {
  TileSpec made = tile(f32, 1, 16, 1, 1);
  made.type.location = Location::bias;
  return made;
}

/// One times one element.
Call product_of(const Product& product, Target target, bool enabled) {
  const BLayout left = target == Target::a2a3 ? BLayout::row_major : BLayout::col_major;
  Call call{&form_of(product.op, product.form), target, {}, {enabled ? 0 : 1, 0}};
  for (const Operand& operand : call.form->operands) {
    if (operand.name == "aMatrix") {
      call.operands.emplace_back(boxed(Location::left, left, SLayout::row_major, 512));
    } else if (operand.name == "bMatrix") {
      call.operands.emplace_back(
          boxed(Location::right, BLayout::row_major, SLayout::col_major, 512));
    } else if (operand.name == "biasData") {
      call.operands.emplace_back(biases());
    } else {
      call.operands.emplace_back(
          boxed(Location::acc, BLayout::col_major, SLayout::row_major, 1024));
    }
  }
  return call;
}

/// The parts of one element.
struct Terms {
  std::uint64_t left, right;
  std::uint64_t start = 0;
};

bool accepts(const Product& product, Target target, bool enabled, const Terms& terms,
             std::uint64_t result) {
  Case test_case;
  test_case.call = product_of(product, target, enabled);
  EXPECT_EQ(broken_constraints(test_case.call), Names{});
  Trial trial;
  for (std::size_t i = 0; i < test_case.call.operands.size(); ++i) {
    const std::string& name = test_case.call.form->operands[i].name;
    std::uint64_t bits = name == product.start ? terms.start : 0;
    if (name == "aMatrix") bits = terms.left;
    if (name == "bMatrix") bits = terms.right;
    const TileSpec& tile = std::get<TileSpec>(test_case.call.operands[i]);
    trial.before.push_back(filled(f32, tile.type.elements(), bits));
  }
  trial.after = trial.before;
  trial.after[0].set(0, result);
  const VerdictKind kind = judge(test_case, std::vector{trial}, Standard{correctly_rounded}).kind;
  EXPECT_TRUE(kind == VerdictKind::conforms || kind == VerdictKind::deviates);
  return kind == VerdictKind::conforms;
}

// 1 + 2^-13 is 1 in TF32, and 1 + 2^-7 less 2^-13 is 1 + 2^-7; products are with 2.
constexpr std::uint64_t below = one + 0x400, above = one + 0xFC00, next = one + 0x10000;

TEST(Tf32, RoundsBothFactorsOnA5WhereItIsOn) {
  for (const Product& product : products) {
    const auto accepts_on_a5 = [&](const Terms& terms, std::uint64_t result) {
      return accepts(product, Target::a5, true, terms, result);
    };
    SCOPED_TRACE(std::string(product.op) + " " + product.form);
    EXPECT_TRUE(accepts_on_a5({below, two}, two));
    EXPECT_TRUE(accepts_on_a5({two, below + doubled}, two + doubled));
    EXPECT_TRUE(accepts_on_a5({above, two}, next + doubled));
    EXPECT_FALSE(accepts_on_a5({below, two}, below + doubled));
    EXPECT_FALSE(accepts_on_a5({two, above + doubled}, above + 2 * doubled));
    EXPECT_FALSE(accepts_on_a5({above, two}, two));  // cut off
  }
}

TEST(Tf32, ChangesNothingWhereItIsOffOrUnknown) {
  for (const Product& product : products) {
    SCOPED_TRACE(std::string(product.op) + " " + product.form);
    for (const Target target : {Target::a2a3, Target::cpu}) {
      EXPECT_TRUE(accepts(product, target, true, {below, two}, below + doubled));
      EXPECT_FALSE(accepts(product, target, true, {below, two}, two));
    }
    EXPECT_TRUE(accepts(product, Target::a5, false, {below, two}, below + doubled));
    EXPECT_FALSE(accepts(product, Target::a5, false, {below, two}, two));
  }
}

// 2 + 1 + 2^-13 is 3 + 2^-13. With both rounded it would be 3, with neither 3 + 3 * 2^-13.
TEST(Tf32, LeavesAccumulatorsAndBiasesAsTheyAre) {
  constexpr std::uint64_t three = 0x40400000, step = 0x200;
  for (const Product& product : products) {
    if (*product.start == 0) continue;
    SCOPED_TRACE(std::string(product.op) + " " + product.form);
    const Terms terms{below, two, below};
    EXPECT_TRUE(accepts(product, Target::a5, true, terms, three + step));
    EXPECT_FALSE(accepts(product, Target::a5, true, terms, three));
    EXPECT_FALSE(accepts(product, Target::a5, true, terms, three + 3 * step));
    EXPECT_TRUE(accepts(product, Target::a5, false, terms, three + 3 * step));
    EXPECT_FALSE(accepts(product, Target::a5, false, terms, three + step));
    EXPECT_TRUE(accepts(product, Target::a5, true, {one, two, above}, three + 0x7E00));
    EXPECT_FALSE(accepts(product, Target::a5, true, {one, two, above}, three + 0x8000));
  }
}

/// To `bits` of fraction, ties to even or away from zero.
std::uint64_t rounded_to(std::uint64_t number, int bits, bool away) {
  const int rest = 23 - bits;
  const std::uint64_t kept = number >> rest, part = number & ((std::uint64_t{1} << rest) - 1);
  const std::uint64_t half = std::uint64_t{1} << (rest - 1);
  const bool up = part > half || (part == half && (away || kept % 2 == 1));
  return (kept + (up ? 1 : 0)) << rest;
}

/// Where the only valid element of an operand is settled to, again and again.
std::uint64_t settled(const Call& call, const char* operand, std::uint64_t drawn) {
  std::vector<ElementArray> contents;
  for (const OperandValue& value : call.operands) {
    contents.push_back(filled(f32, std::get<TileSpec>(value).type.elements(), drawn));
  }
  const std::size_t index = call.form->index_of(operand);
  call.form->admit(call, contents);
  EXPECT_EQ(contents[index][1], drawn) << "what is not valid stays";
  const std::uint64_t number = contents[index][0];
  call.form->admit(call, contents);
  EXPECT_EQ(contents[index][0], number);
  return number;
}

TEST(Tf32, HasFactorsThatEverySourceRoundsAlike) {
  const Call call = product_of(plain, Target::a5, true);
  std::uint64_t drawn = 0x12345678;
  int changed = 0;
  for (int i = 0; i < 2000; ++i) {
    drawn = (drawn * 0x5851F42D4C957F2DU + 0x14057B7EF767814FU);
    const std::uint64_t number = settled(call, "aMatrix", drawn >> 32U);
    const std::uint64_t wanted = rounded_to(number, 7, false);
    for (const int bits : {7, 10, 11}) {
      EXPECT_EQ(rounded_to(number, bits, false), wanted);
      EXPECT_EQ(rounded_to(number, bits, true), wanted);
    }
    changed += number == wanted ? 0 : 1;
  }
  EXPECT_GT(changed, 1900);
}

TEST(Tf32, SettlesFactorsAlone) {
  constexpr std::uint64_t tie = one + 0x8000;
  for (const Product& product : products) {
    const Call call = product_of(product, Target::a5, true);
    for (const Operand& operand : call.form->operands) {
      const bool factor = operand.name == "aMatrix" || operand.name == "bMatrix";
      EXPECT_EQ(settled(call, operand.name.c_str(), tie) != tie, factor)
          << product.op << ' ' << operand.name;
    }
  }
}

}  // namespace
}  // namespace assay::ops
