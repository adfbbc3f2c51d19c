// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/empty.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "generators/draw/discriminating_power.hpp"
#include "generators/generate.hpp"
#include "generators/law_test.hpp"
#include "generators/recipe/naming.hpp"
#include "generators/test/sample_page.hpp"
#include "reference/judge/judge.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

TEST(EmptyRegion, IsOfTilesWithoutAValidElementThatKeepEveryRule) {
  const OpSpec& op = sample_page();
  std::set<std::pair<bool, bool>> kinds;
  for (const std::size_t form : {0U, 2U}) {
    const auto recipe =
        common_recipe(empty_name, op, op.forms[form], Target::cpu, ElementType::f32);
    ASSERT_TRUE(recipe);
    for (std::uint64_t index = 0; index < 16; ++index) {
      const Case test_case = draw(*recipe, key_of(*recipe, 1, index));
      const TileSpec& dst = test_case.call.tile("dst");
      EXPECT_EQ(dst.valid_rows * dst.valid_cols, 0);
      EXPECT_TRUE(broken_constraints(test_case.call).empty());
      EXPECT_EQ(case_named(test_case.name, std::span(&op, 1)).call.operands,
                test_case.call.operands);
      if (form == 2U) kinds.emplace(dst.valid_rows == 0, dst.valid_cols == 0);
      // A constraint of the first form requires rows.
      EXPECT_TRUE(form != 0U || dst.valid_rows > 0);
    }
  }
  EXPECT_EQ(kinds.size(), 3U);
  // Views are not empty.
  EXPECT_FALSE(common_recipe(empty_name, op, op.forms[1], Target::cpu, ElementType::f32));
}

/// Elements of results and texts that a call without a valid element of that op is compared with.
std::int64_t promised_of(const char* mnemonic, Target target) {
  const OpSpec& op = *find_op(mnemonic);
  const auto recipe = common_recipe(empty_name, op, op.forms.front(), target, ElementType::f32);
  if (!recipe) return -1;
  const Case test_case = draw(*recipe, key_of(*recipe, 1, 0));
  EXPECT_TRUE(asks_for_an_end(test_case.form(), test_case.scenario));
  const std::vector<ElementArray> before = fill(test_case, Poison::first);
  const auto exactly = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  const std::vector<Expected> expected = expect(test_case.call, before, exactly);
  EXPECT_GT(compared_of(test_case, before, expected), 0) << test_case.name;
  return compared_of(expected);
}

TEST(EmptyRegion, IsHeldAgainstWhatThePageSaysOfIt) {
  // The page names what a fill writes, and a column without an element is left as it is.
  EXPECT_GT(promised_of("TEXPANDS", Target::a5), 0);
  EXPECT_GT(promised_of("TCOLMAX", Target::cpu), 0);
  EXPECT_GT(promised_of("TFILLPAD_INPLACE", Target::cpu), 0);
  // Outside of a valid region dst is open (002), and here all of it is outside.
  EXPECT_EQ(promised_of("TADD", Target::a5), 0);
  // The pages forbid it, or no page says that it may be.
  EXPECT_EQ(promised_of("TROWMAX", Target::cpu), -1);
  EXPECT_EQ(promised_of("TFMODS", Target::a2a3), -1);
  EXPECT_EQ(promised_of("TMATMUL", Target::cpu), -1);
}

}  // namespace
}  // namespace assay::generators
