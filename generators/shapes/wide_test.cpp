// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/wide.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "generators/draw/common_scenarios.hpp"
#include "generators/generate.hpp"
#include "reference/isa/case/program.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

/// Repeats of 256 bytes that a valid row of a tile takes, the last one whole or not.
std::int64_t repeats_of(const TileSpec& tile) {
  return (bytes_for(tile.type.element, tile.valid_cols) + 255) / 256;
}

TEST(WideRecipe, HasRowsOfMoreRepeatsThanAByteCanSayAndRoomForAllTiles) {
  for (const char* mnemonic : {"TCMP", "TNEG", "TROWMAX", "TADDS"}) {
    const OpSpec* op = find_op(mnemonic);
    const Form& form = op->forms[0];
    for (const Target target : all_targets) {
      const auto recipe = common_recipe(wide_name, *op, form, target, ElementType::f32, 0);
      ASSERT_TRUE(recipe) << mnemonic << ' ' << name_of(target);
      for (std::uint64_t index = 0; index < 4; ++index) {
        const Case test_case = draw(*recipe, key_of(*recipe, 1, index));
        EXPECT_GT(repeats_of(test_case.call.tile(form.lead)), 255) << test_case.name;
        std::int64_t bytes = 0;
        for (const OperandValue& value : test_case.call.operands) bytes += assay::bytes_of(value);
        EXPECT_LE(bytes, capacity_of(Memory::unified_buffer, target)) << test_case.name;
        EXPECT_EQ(case_named(test_case.name).call.operands, test_case.call.operands);
      }
    }
  }
}

TEST(WideRecipe, HasAResultUponItsSourceWhereThereIsNoOtherRoom) {
  const OpSpec* op = find_op("TADD");
  const auto recipe = [&](std::string_view scenario) {
    return common_recipe(scenario, *op, op->forms[0], Target::a2a3, ElementType::i32, 0);
  };
  EXPECT_FALSE(recipe(wide_name));
  const auto found = recipe(wide_in_place_name);
  ASSERT_TRUE(found);
  for (std::uint64_t index = 0; index < 4; ++index) {
    const Case test_case = draw(*found, key_of(*found, 1, index));
    EXPECT_GT(repeats_of(test_case.call.tile("src0")), 255) << test_case.name;
    EXPECT_TRUE(shared_memory(test_case)) << test_case.name;
    const std::int64_t bytes = 2 * test_case.call.tile("dst").type.bytes();
    EXPECT_LE(bytes, capacity_of(Memory::unified_buffer, Target::a2a3)) << test_case.name;
  }
}

TEST(WideRecipe, HasFewerRowsAndOtherScratchWhereThreeOfAllHaveNoRoom) {
  const std::pair<const char*, ElementType> tight[] = {{"TROWEXPANDMIN", ElementType::f16},
                                                       {"TROWEXPANDSUB", ElementType::f16},
                                                       {"TSELS", ElementType::i32}};
  for (const auto& [mnemonic, lead] : tight) {
    const OpSpec* op = find_op(mnemonic);
    const bool any = std::ranges::any_of(op->forms, [&, lead = lead](const Form& form) {
      return form.has("tmp") && common_recipe(wide_name, *op, form, Target::a2a3, lead, 0);
    });
    EXPECT_TRUE(any) << mnemonic;
  }
}

TEST(WideRecipe, IsNoneOfAFormThatHasNoTileToLeadIt) {
  const OpSpec* op = find_op("TLOAD");
  EXPECT_FALSE(common_recipe(wide_name, *op, op->forms[0], Target::cpu, ElementType::f32, 0));
}

}  // namespace
}  // namespace assay::generators
