// SPDX-License-Identifier: Apache-2.0
#include "generators/shapes/alike.hpp"

#include <gtest/gtest.h>

#include <set>

#include "generators/draw/drawing.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/generate.hpp"
#include "generators/recipe/naming.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

bool has_one_type(const Call& call) {
  const TileType& first = std::get<TileSpec>(call.operands.front()).type;
  for (const OperandValue& value : call.operands) {
    const auto* tile = std::get_if<TileSpec>(&value);
    if (tile == nullptr) continue;
    TileType type = tile->type;
    type.element = first.element;
    if (type != first) return false;
  }
  return true;
}

/// Cases of every recipe of the first form, with the first element type that it has.
template <typename Use>
void for_each_alike(const char* mnemonic, Use use) {
  const OpSpec* op = find_op(mnemonic);
  const Form& form = op->forms[0];
  const ElementType lead = lead_elements(form, Target::cpu).front();
  for (Recipe recipe : recipes(*op, form, Target::cpu, lead)) {
    recipe.alike = true;
    for (std::uint64_t index = 0; index < 4; ++index) {
      try {
        use(recipe, draw(recipe, key_of(recipe, 1, 16 * index)));
      } catch (const Unreachable&) {
        continue;
      }
    }
  }
}

TEST(Alike, IsEveryTileOfAPlainCallThatMayBe) {
  std::set<PadKind> pads;
  for (const char* mnemonic : {"TADD", "TABS", "TXORS"}) {
    for_each_alike(mnemonic, [&](const Recipe& recipe, const Case& test_case) {
      if (!is_plain(recipe)) return;
      EXPECT_TRUE(has_one_type(test_case.call)) << test_case.name;
      pads.insert(std::get<TileSpec>(test_case.call.operands[0]).type.pad.kind);
    });
  }
  EXPECT_EQ(pads.size(), 5U);
}

TEST(Alike, KeepsWhatTheConstraintsAndTheIntentWant) {
  for (const char* mnemonic : {"TADD", "TCOLSUM", "TMATMUL", "TXORS"}) {
    int count = 0;
    for_each_alike(mnemonic, [&](const Recipe& recipe, const Case& test_case) {
      ++count;
      EXPECT_EQ(violated(test_case.call).empty(), recipe.intent.legal()) << test_case.name;
      EXPECT_NE(test_case.name.find("+alike"), std::string::npos);
      EXPECT_EQ(case_named(test_case.name).call.operands, test_case.call.operands)
          << test_case.name;
      EXPECT_TRUE(recipe_named(test_case.name).alike);
    });
    EXPECT_GT(count, 20) << mnemonic;
  }
}

}  // namespace
}  // namespace assay::generators
