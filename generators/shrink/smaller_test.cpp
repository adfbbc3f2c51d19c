// SPDX-License-Identifier: Apache-2.0
#include "generators/shrink/smaller.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "generators/draw/simpler_bits.hpp"
#include "generators/draw/solve_constraints.hpp"
#include "generators/generate.hpp"
#include "generators/law_test.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

/// Of every form on a5 and lead element; every broken constraint of the first lead.
std::vector<Recipe> discriminating_recipes() {
  std::vector<Recipe> power;
  for (const OpSpec& op : all_ops()) {
    for (const Form& form : op.forms) {
      const auto leads = lead_elements(form, Target::a5);
      for (const ElementType lead : leads) {
        for (const Recipe& recipe : recipes(op, form, Target::a5, lead)) {
          const bool wanted = recipe.intent.legal() ? recipe.plan == "uniform" : lead == leads[0];
          if (wanted) power.push_back(recipe);
        }
      }
    }
  }
  return power;
}

const Constraint* broken(const Case& test_case) {
  return test_case.intent.legal() ? nullptr : test_case.broken();
}

TEST(Smaller, KeepsEveryRuleButTheBrokenOne) {
  int smaller = 0;
  expect_law_of_each(discriminating_recipes(), 1, [&](const Case& test_case) {
    for (const Extent& extent : extents_of(test_case.call)) {
      const auto call = repaired(test_case.call, broken(test_case), set_extent(extent, 1));
      if (!call) continue;
      ++smaller;
      const std::vector<std::string> names = violated(*call);
      if (test_case.intent.legal()) {
        RC_ASSERT(names.empty());
      } else {
        RC_ASSERT(names == std::vector{test_case.broken()->name});
      }
      RC_ASSERT(call->attributes == test_case.call.attributes);
    }
  });
  EXPECT_GT(smaller, 500);
}

TEST(Smaller, CarriesOverTheScalarsOfTheSmallerCall) {
  std::vector<Recipe> of_scalars = discriminating_recipes();
  std::erase_if(of_scalars, [](const Recipe& recipe) {
    return std::ranges::none_of(recipe.form->operands, [](const Operand& operand) {
      return operand.kind == OperandKind::scalar;
    });
  });
  ASSERT_GT(of_scalars.size(), 100U);
  expect_law_of_each(of_scalars, 1, [&](const Case& test_case) {
    for (const Extent& extent : extents_of(test_case.call)) {
      const auto call = repaired(test_case.call, broken(test_case), set_extent(extent, 1));
      if (!call) continue;
      Case smaller = test_case;
      smaller.call = *call;
      const auto contents = carry_over(test_case, fill(test_case, Poison::first), smaller, Cut{});
      for (std::size_t i = 0; i < contents.size(); ++i) {
        const auto* scalar = std::get_if<ScalarSpec>(&call->operands[i]);
        if (scalar == nullptr) continue;
        RC_ASSERT(contents[i][0] == (scalar->bits & mask_of(scalar->element)));
      }
    }
  });
}

TEST(Smaller, ReachesOneValidElementForMostForms) {
  int forms = 0;
  int least = 0;
  std::vector<Recipe> legal = discriminating_recipes();
  std::erase_if(legal, [](const Recipe& recipe) { return !recipe.intent.legal(); });
  expect_law_of_each(legal, 1, [&](const Case& test_case) {
    ++forms;
    const auto extents = extents_of(test_case.call);
    const auto call = repaired(test_case.call, nullptr, [&](Call& other) {
      for (const Extent& extent : extents) set_extent(extent, 1)(other);
      tight_tiles()(other);
      tight_views()(other);
    });
    if (call && tiles_in(*call) <= 1) ++least;
  });
  EXPECT_GT(least, forms * 2 / 3) << forms;
}

TEST(CarryOver, CutsTheRegionOutAroundTheWrongElement) {
  const Case from = case_named("TADD/plain/a5/f32,f32,f32/64x32/v31x32/uniform@be045414");
  Case to = from;
  for (OperandValue& value : to.call.operands) {
    auto& tile = std::get<TileSpec>(value);
    tile.valid_rows = 2;
    tile.valid_cols = 3;
  }
  const auto old = fill(from, Poison::first);
  Cut cut{.place = Cut::Place::around,
          .rows = {Extent::Axis::rows, 0, std::get<TileSpec>(from.call.operands[0]).valid_rows},
          .cols = {Extent::Axis::cols, 0, std::get<TileSpec>(from.call.operands[0]).valid_cols},
          .row = 5,
          .col = 7};
  const auto contents = carry_over(from, old, to, cut);
  for (const std::size_t operand : {std::size_t{1}, std::size_t{2}}) {
    const std::int64_t width = std::get<TileSpec>(from.call.operands[operand]).cols();
    for (std::int64_t row = 0; row < 2; ++row) {
      for (std::int64_t col = 0; col < 3; ++col) {
        EXPECT_EQ(contents[operand][row * width + col], old[operand][(5 + row) * width + 7 + col]);
      }
    }
  }
  // The elements outside are poison, which depends on the key and not on the old contents.
  const auto fresh = fill(to, Poison::first);
  EXPECT_EQ(contents[1][3], fresh[1][3]);
  EXPECT_EQ(contents[0], fresh[0]);
}

TEST(PoisonedAnew, ChangesNothingThatTheCallMayRead) {
  expect_law_of_each(discriminating_recipes(), 1, [](const Case& test_case) {
    if (!test_case.intent.legal()) return;
    const auto first = fill(test_case, Poison::first);
    const auto second = poisoned_anew(test_case, first);
    for (const Cell& cell : cells_of(test_case.call)) {
      RC_ASSERT(first[cell.operand][cell.index] == second[cell.operand][cell.index]);
    }
    RC_ASSERT(second == fill(test_case, Poison::second));
  });
}

// A stride that no element is found by: the values stay the same, the call does not.
TEST(ShrunkName, TellsCallsOfDifferentViewsApart) {
  int views = 0;
  expect_law_of_each(discriminating_recipes(), 1, [&](const Case& test_case) {
    if (!test_case.intent.legal()) return;
    const auto contents = fill(test_case, Poison::first);
    for (std::size_t i = 0; i < test_case.call.operands.size(); ++i) {
      const auto* view = std::get_if<GlobalSpec>(&test_case.call.operands[i]);
      if (view == nullptr || view->shape[0] != 1) continue;
      ++views;
      Case other = test_case;
      std::get<GlobalSpec>(other.call.operands[i]).stride[0] += 8;
      RC_ASSERT(shrunk_name(test_case, contents) != shrunk_name(other, contents));
    }
  });
  EXPECT_GT(views, 20);
}

TEST(Simplest, FindsTheShortestMantissaAndTheNearestExponent) {
  int asked = 0;
  const auto above = [&](std::uint64_t bits) {
    ++asked;
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits)) > 100;
  };
  const auto from = std::bit_cast<std::uint32_t>(3.1234567e20F);
  const auto found = simplest(ElementType::f32, from, above);
  const float value = std::bit_cast<float>(static_cast<std::uint32_t>(found));
  EXPECT_GT(value, 100);
  EXPECT_LE(value, 128);
  EXPECT_LT(asked, 20);
}

TEST(Simplest, NeverReturnsAPatternThatWasNotAccepted) {
  for (const ElementFormat& format : all_formats()) {
    for (std::uint64_t seed = 1; seed < 200; ++seed) {
      const std::uint64_t bits = (seed * 0x9e3779b97f4a7c15U) & mask_of(format.type);
      std::uint64_t accepted = bits;
      const auto odd = [&](std::uint64_t asked) {
        EXPECT_EQ(asked & ~mask_of(format.type), 0U) << format.name;
        const bool holds = std::popcount(asked) % 2 == std::popcount(bits) % 2;
        if (holds) accepted = asked;
        return holds;
      };
      EXPECT_EQ(simplest(format.type, bits, odd), accepted) << format.name;
    }
  }
}

TEST(SimplerPatterns, EachWeighLess) {
  for (const ElementFormat& format : all_formats()) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const std::uint64_t bits = (seed * 0x9e3779b97f4a7c15U) & mask_of(format.type);
      for (const std::uint64_t simpler : simpler_patterns(format.type, bits)) {
        EXPECT_LT(weight_of(format.type, simpler), weight_of(format.type, bits))
            << format.name << " " << bits << " to " << simpler;
      }
    }
  }
}

}  // namespace
}  // namespace assay::generators
