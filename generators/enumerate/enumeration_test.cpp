// SPDX-License-Identifier: Apache-2.0
#include "generators/enumerate/enumeration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generators/draw/solve_constraints.hpp"
#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

using enum ElementType;
using testing::HasSubstr;

WantedCall wanted(const char* op, ElementType lead, Target target = Target::a5) {
  const OpSpec* page = find_op(op);
  return {page, &page->forms.front(), target, lead, {}, {}};
}

std::string refusal(std::string_view name) {
  try {
    case_named(name);
  } catch (const BadName& error) {
    return error.what();
  }
  return "none";
}

TEST(Enumeration, HasEveryInputOnceInConsecutiveTiles) {
  const Enumeration all(wanted("TRSQRT", f16), {});
  EXPECT_EQ(all.tiles(), 32U);
  std::uint64_t next = 0;
  for (std::uint32_t number = 0; number < all.tiles(); ++number) {
    const Case tile = all.tile(number);
    EXPECT_TRUE(fulfils(tile.call, nullptr));
    const auto contents = fill(tile, Poison::first);
    const ElementArray& src = contents[tile.form().index_of("src")];
    for (std::int64_t i = 0; i < src.size(); ++i) ASSERT_EQ(src[i], next++);
  }
  EXPECT_EQ(next, 65536U);
}

TEST(Enumeration, OfTwoArgumentsChangesTheLastOneFastest) {
  const Enumeration pairs(wanted("TADD", u8), {});
  EXPECT_EQ(pairs.inputs(), 65536U);
  const Case tile = pairs.tile(5);
  const auto contents = fill(tile, Poison::first);
  const std::uint64_t first = 5 * pairs.tile_inputs();
  for (std::int64_t i = 0; i < contents[0].size(); ++i) {
    const std::uint64_t input = first + static_cast<std::uint64_t>(i);
    ASSERT_EQ(contents[tile.form().index_of("src0")][i], input >> 8U);
    ASSERT_EQ(contents[tile.form().index_of("src1")][i], input & 0xffU);
  }
}

TEST(Enumeration, FillsTheSameWithBothPoisons) {
  const Case tile = Enumeration(wanted("TRSQRT", f16), {}).tile(3);
  const std::size_t src = tile.form().index_of("src"), dst = tile.form().index_of("dst");
  const auto first = fill(tile, Poison::first), second = fill(tile, Poison::second);
  EXPECT_EQ(first[src], second[src]);
  EXPECT_NE(first[dst], second[dst]);
  EXPECT_EQ(fill_again(tile, first), second);
}

TEST(Enumeration, OfASampleEndsWithItsLastInput) {
  const Enumeration some(wanted("TRSQRT", f32), InputPlan{20});
  const Case last = some.tile(static_cast<std::uint32_t>(some.tiles() - 1));
  EXPECT_THAT(last.name, HasSubstr("/sample-20@"));
  const auto contents = fill(last, Poison::first);
  const ElementArray& src = contents[last.form().index_of("src")];
  EXPECT_LT(some.inputs(), some.tiles() * some.tile_inputs());
  EXPECT_EQ(src[src.size() - 1], 0xffffffffU);
  EXPECT_EQ(src[src.size() - 2], 0xffffffffU);
}

TEST(Enumeration, DrawsEachTileByItsName) {
  for (const char* name :
       {"TRSQRT/plain/a5/f16,f16/all@17", "TADD/plain/cpu/f32,f32,f32/sample-24@255",
        "TRSQRT/plain/a5/f32,f32/all@131071", "TCVT/plain/a5/f16,i8/all+RoundMode=CAST_CEIL@3"}) {
    const Case tile = case_named(name);
    EXPECT_EQ(tile.name, name);
    EXPECT_TRUE(fulfils(tile.call, nullptr));
  }
  EXPECT_EQ(case_named("TRSQRT/plain/a5/f16,f16/all@17").key, 17U);
}

TEST(Enumeration, SaysWhatIsWrongWithAName) {
  EXPECT_THAT(refusal("TRSQRT/plain/a5/f16,f16/all@32"),
              HasSubstr("32 tiles, the last is number 31"));
  EXPECT_THAT(refusal("TRSQRT/plain/a5/f16,f16/all@017"), HasSubstr("number of a tile"));
  EXPECT_THAT(refusal("TRSQRT/plain/a5/f16,f16/every@1"), HasSubstr("'every'"));
  EXPECT_THAT(refusal("TRSQRT/plain/a5/f16,f32/all@1"), HasSubstr("f16"));
  EXPECT_THAT(refusal("TRSQRT/plain/a6/f16,f16/all@1"), HasSubstr("'a6'"));
  EXPECT_THAT(refusal("TROWSUM/plain/a5/f16,f16/all@1"), HasSubstr("TROWSUM"));
  EXPECT_THAT(refusal("TRSQRT/plain/a5/f16,f16/all+Mode=X@1"), HasSubstr("Mode=X"));
  EXPECT_THAT(refusal("TXYZ/plain/a5/f16,f16/all@1"), HasSubstr("TXYZ"));
}

}  // namespace
}  // namespace assay::generators
