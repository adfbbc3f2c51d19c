// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/lines.hpp"

#include <gtest/gtest.h>

#include "generators/draw/common_scenarios.hpp"
#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

struct Size {
  std::int64_t rows;
  std::int64_t cols;
};

/// Valid rows and columns of the lead of a few drawn cases, which have their names.
std::vector<Size> drawn(const char* mnemonic, std::string_view scenario, Target target,
                        ElementType lead) {
  const OpSpec* op = find_op(mnemonic);
  const Form& form = op->forms[0];
  const auto recipe = common_recipe(scenario, *op, form, target, lead, 0);
  std::vector<Size> sizes;
  for (std::uint64_t index = 0; recipe && index < 4; ++index) {
    const Case test_case = draw(*recipe, key_of(*recipe, 1, index));
    EXPECT_EQ(case_named(test_case.name).call.operands, test_case.call.operands) << test_case.name;
    const TileSpec& tile = test_case.call.tile(form.lead);
    sizes.push_back({tile.valid_rows, tile.valid_cols});
  }
  EXPECT_EQ(sizes.size(), 4U) << mnemonic << ' ' << scenario << ' ' << name_of(target);
  return sizes;
}

TEST(LineRecipe, HasTheLinesThatItsNameSays) {
  for (const char* mnemonic : {"TABS", "TADD", "TCMPS", "TCVT"}) {
    for (const Target target : all_targets) {
      for (const ElementType lead : {ElementType::f32, ElementType::f16}) {
        for (const Size& size : drawn(mnemonic, "single column", target, lead)) {
          EXPECT_EQ(size.cols, 1) << mnemonic;
          EXPECT_GT(size.rows, 1) << mnemonic;
        }
        for (const Size& size : drawn(mnemonic, "single row", target, lead)) {
          EXPECT_EQ(size.rows, 1) << mnemonic;
          EXPECT_GT(size.cols, 1) << mnemonic;
        }
        for (const Size& size : drawn(mnemonic, "over 255 rows", target, lead)) {
          EXPECT_GT(size.rows, 255) << mnemonic;
        }
        for (const Size& size : drawn(mnemonic, "over 1024 columns", target, lead)) {
          EXPECT_GT(size.cols, 1024) << mnemonic;
        }
        for (const Size& size : drawn(mnemonic, "257 columns", target, lead)) {
          EXPECT_EQ(size.cols, 257) << mnemonic;
          EXPECT_GT(size.rows, 1) << mnemonic;
        }
      }
    }
  }
}

TEST(LineRecipe, IsNoneOfAFormThatHasNoTileToLeadIt) {
  const OpSpec* op = find_op("TLOAD");
  for (const LineScenario& one : line_scenarios) {
    EXPECT_TRUE(is_of_lines(one.name));
    EXPECT_FALSE(common_recipe(one.name, *op, op->forms[0], Target::cpu, ElementType::f32, 0));
  }
  EXPECT_FALSE(is_of_lines("large"));
}

// Names of cases are read with the scenarios of every form first.
TEST(CommonScenario, HasANameThatNoPageGivesOneOfItsOwn) {
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      for (const Scenario& scenario : form.scenarios) {
        EXPECT_FALSE(is_common(scenario.name)) << op.mnemonic << ' ' << scenario.name;
      }
    }
  }
}

// Of one plan a fold would have NaN alone, a search its extreme in front.
TEST(LineRecipe, HasThePlanThatShowsMostInOneCase) {
  const auto plan = [](const char* mnemonic) {
    const OpSpec* op = find_op(mnemonic);
    return common_recipe("over 255 rows", *op, op->forms[0], Target::cpu, ElementType::f32, 3)
        ->plan;
  };
  EXPECT_EQ(plan("TADD"), "mosaic");
  EXPECT_EQ(plan("TROWSUM"), "rare");
  EXPECT_EQ(plan("TROWARGMAX"), "ends");
}

}  // namespace
}  // namespace assay::generators
