// SPDX-License-Identifier: Apache-2.0
// Sizes of matrix products: several blocks in every direction, and vectors of one row.
#include <gtest/gtest.h>

#include <algorithm>

#include "generators/draw/common_scenarios.hpp"
#include "generators/draw/drawing.hpp"
#include "generators/generate.hpp"
#include "reference/ops/op_index.hpp"

namespace assay::generators {
namespace {

const Form& first_form(const char* mnemonic) { return find_op(mnemonic)->forms.front(); }

/// The case of a scenario that has this key.
Case drawn(const char* mnemonic, Target target, ElementType lead, const char* scenario,
           std::uint32_t key) {
  const auto all = recipes(*find_op(mnemonic), first_form(mnemonic), target, lead);
  const auto found = std::ranges::find(all, scenario, &Recipe::scenario);
  if (found == all.end()) throw std::out_of_range("no such scenario");
  return draw(*found, key);
}

struct Sizes {
  std::int64_t m, n, k;
  friend bool operator==(const Sizes&, const Sizes&) = default;
};

Sizes sizes_of(const Call& call) {
  const TileSpec& a = call.tile("aMatrix");
  return {a.valid_rows, call.tile("bMatrix").valid_cols, a.valid_cols};
}

/// The pages have TileLeft<half, 1, 16>, TileRight<half, 16, 16> and TileAcc<float, 1, 16>.
TEST(SizesOfVectorProducts, AreThoseOfTheExampleOfTheManual) {
  for (const char* mnemonic : {"TGEMV", "TGEMV_ACC", "TGEMV_BIAS"}) {
    for (const Target target : all_targets) {
      for (std::uint32_t key = 0; key < 4; ++key) {
        const Call call = drawn(mnemonic, target, ElementType::f16, "manual example", key).call;
        for (std::size_t i = 0; i < call.operands.size(); ++i) {
          const TileSpec& tile = std::get<TileSpec>(call.operands[i]);
          const bool right = call.form->operands[i].name == "bMatrix";
          const std::int64_t rows = right ? 16 : 1;
          const auto where = std::string(mnemonic) + " " + call.form->operands[i].name;
          EXPECT_EQ(tile.rows(), rows) << where;
          EXPECT_EQ(tile.cols(), 16) << where;
          EXPECT_EQ(tile.valid_rows, rows) << where;
          EXPECT_EQ(tile.valid_cols, 16) << where;
          EXPECT_FALSE(tile.type.dynamic_valid_rows || tile.type.dynamic_valid_cols) << where;
        }
        const TileLayout left = target == Target::a2a3 ? TileLayout::ZZ : TileLayout::NZ;
        EXPECT_EQ(call.tile("aMatrix").type.layout(), left);
      }
    }
  }
}

/// A loop over blocks that is wrong where all three directions have several shows nowhere else.
TEST(SizesOfProducts, AreSeveralBlocksInAllDirections) {
  for (const char* mnemonic : {"TMATMUL", "TMATMUL_ACC", "TMATMUL_BIAS"}) {
    for (const Target target : all_targets) {
      for (const ElementType lead : {ElementType::i8, ElementType::f16, ElementType::f32}) {
        for (std::uint32_t key = 0; key < 8; ++key) {
          const Call call = drawn(mnemonic, target, lead, "blocks", key).call;
          const Sizes sizes = sizes_of(call);
          EXPECT_GT(sizes.m, 16) << mnemonic << name_of(target) << name_of(lead);
          EXPECT_GT(sizes.n, 16) << mnemonic << name_of(target) << name_of(lead);
          EXPECT_GT(sizes.k, box_of(call.tile("aMatrix").type).cols) << mnemonic;
        }
      }
    }
  }
}

TEST(SizesOfProducts, AreNowAndThenThoseThatTheUnitIsMadeFor) {
  for (const Target target : all_targets) {
    int whole = 0;
    for (std::uint32_t signature = 0; signature < 128; ++signature) {
      const Call call = drawn("TMATMUL", target, ElementType::f16, "blocks", signature << 16U).call;
      whole += sizes_of(call) == Sizes{128, 256, 128} ? 1 : 0;
    }
    EXPECT_GT(whole, 0) << name_of(target);
    EXPECT_LT(whole, 26) << name_of(target) << ": too many for the smoke suite";
  }
}

/// Twelve blocks of K as long as a matrix unit takes at once; no memory of a device holds both
/// factors, so that they are one call on the CPU alone.
TEST(SizesOfProducts, AreDeepOnTheCpu) {
  for (const char* mnemonic : {"TMATMUL", "TMATMUL_ACC", "TMATMUL_BIAS"}) {
    const OpSpec& op = *find_op(mnemonic);
    for (const Form& form : op.forms) {
      for (const Target target : all_targets) {
        const auto recipe = common_recipe("deep product", op, form, target, ElementType::f32);
        EXPECT_EQ(recipe.has_value(), target == Target::cpu) << mnemonic << form.name;
        if (!recipe) continue;
        const auto call = draw_signature(*recipe, 0, most_attempts);
        ASSERT_TRUE(call);
        EXPECT_EQ(sizes_of(draw_launch(*recipe, 0, *call)), (Sizes{128, 256, 1536}));
      }
    }
  }
}

/// Both factors of a large product would be large on the CPU, where no memory limits them, and a
/// call would take seconds.
TEST(SizesOfProducts, StayBearableWhereOneFactorIsLarge) {
  const OpSpec& op = *find_op("TMATMUL_MX");
  int large = 0;
  for (const std::string_view name : {"large", "large alike", "large part"}) {
    for (const ElementType lead : lead_elements(op.forms.back(), Target::cpu)) {
      const auto recipe = common_recipe(name, op, op.forms.back(), Target::cpu, lead);
      for (std::uint64_t index = 0; recipe && index < 12; ++index) {
        try {
          const auto [m, n, k] = sizes_of(draw(*recipe, key_of(*recipe, 1, index)).call);
          EXPECT_LE(m * n * k, std::int64_t{1} << 23U) << name;
          ++large;
        } catch (const Unreachable&) {
          continue;  // rows of such boxes have no such number
        }
      }
    }
  }
  EXPECT_GT(large, 30);
}

}  // namespace
}  // namespace assay::generators
