// SPDX-License-Identifier: Apache-2.0
// Sums, products, selections and logic with a scalar, computed by hand. Decision 020.
#include <algorithm>

#include "reference/ops/tile_scalar/scalar_row_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t less_one = 0xFFFFFFFF;
constexpr ScalarSpec two_wide{f64, 0x4000000000000000U};

TEST(ScalarArgument, IsRoundedToTheElementBeforeItIsUsed) {
  // 1 + 2^-11 + 2^-20 becomes the half 1 + 2^-10; less 1 that is 2^-10 = 0x1400.
  const ScalarSpec scalar{f64, 0x3FF0020100000000U};
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes sum = row_of({"TADDS", "plain", target}, f16, scalar, {0xBC00});
    EXPECT_TRUE(sum.is_just(0, 0x1400));
  }
}

TEST(ScalarArgument, WrapsOrIsCutOffAsCppConverts) {
  EXPECT_TRUE(row_of({"TADDS", "plain", cpu}, u8, {i32, 300}, {1}).is_just(0, 45));
  // -2.9f becomes -2.
  EXPECT_TRUE(row_of({"TADDS", "plain", a5}, i32, {f32, 0xC039999A}, {5}).is_just(0, 3));
}

TEST(ScalarArgument, HasNoTypeThatDoesNotConvert) {
  const Call half = scalar_call({"TADDS", "plain", cpu}, f32, f32, {f16, 0x3C00}, 4);
  EXPECT_EQ(broken_constraints(half), std::vector<std::string>{"scalar.element"});
  // 300 has no unsigned char by way of float, and 1e6 none of short.
  const Call large = scalar_call({"TADDS", "plain", a5}, i16, i16, {f32, 0x49742400}, 4);
  EXPECT_EQ(broken_constraints(large), std::vector<std::string>{"scalar.in_range"});
  EXPECT_TRUE(
      broken_constraints(scalar_call({"TADDS", "plain", a5}, f16, f16, {f16, 1}, 4)).empty());
}

TEST(ScalarArgument, ReachesEveryColumnOf64Bits) {
  for (const Target target : {a5, cpu}) {
    const Call call = scalar_call({"TADDS", "plain", target}, i64, i64, {i32, 2}, 70);
    const Lanes sum = row_of(call, {{"src", Patterns(70, 5)}, {"dst", Patterns(70, 9)}});
    EXPECT_TRUE(sum.is_just(63, 7));
    EXPECT_TRUE(sum.is_just(64, 7));
  }
}

TEST(Difference, IsExact) {
  for (const Target target : {a2a3, a5, cpu}) {
    const ScalarSpec beyond{i32, 0x01000001};  // 2^24 + 1
    EXPECT_TRUE(row_of({"TSUBS", "plain", target}, i32, beyond, {0}).is_just(0, 0xFEFFFFFF));
    EXPECT_TRUE(row_of({"TSUBS", "plain", target}, i32, {i32, 0x80000000}, {less_one})
                    .is_just(0, 0x7FFFFFFF));
  }
}

TEST(Difference, KeepsItsOrder) {
  EXPECT_TRUE(row_of({"TSUBS", "plain", cpu}, f32, two_wide, {0x3F800000}).is_just(0, 0xBF800000));
}

TEST(Product, OfIntegersKeepsTheLowBits) {
  for (const Target target : {a2a3, cpu}) {
    EXPECT_TRUE(row_of({"TMULS", "plain", target}, i16, {i32, 0x4000}, {5}).is_just(0, 0x4000));
  }
}

TEST(Extreme, TakesTheNumberBesideANan) {
  constexpr std::uint64_t nan = 0x7FC12345, one = 0x3F800000;
  for (const char* op : {"TMAXS", "TMINS"}) {
    for (const Target target : {a5, cpu}) {
      EXPECT_TRUE(row_of({op, "plain", target}, f32, {f32, one}, {nan}).is_just(0, one));
      EXPECT_TRUE(row_of({op, "plain", target}, f32, {f32, nan}, {one}).is_just(0, one));
    }
  }
  EXPECT_TRUE(row_of({"TMAXS", "plain", a5}, u8, {u8, 0x80}, {0x7F, 0xFF}).is_just(0, 0x80));
  EXPECT_TRUE(row_of({"TMINS", "plain", a5}, i8, {i8, 0x80}, {0x7F}).is_just(0, 0x80));
}

TEST(LeakyRectifier, SelectsBySignAndNotBySize) {
  // Slope 2: -1 gives -2, though -1 is larger. Slope -1: -3 gives 3.
  const Lanes steep =
      row_of({"TLRELU", "plain", a5}, f32, {f32, 0x40000000}, {0xBF800000, 0x3F800000});
  EXPECT_TRUE(steep.is_just(0, 0xC0000000));
  EXPECT_TRUE(steep.is_just(1, 0x3F800000));
  EXPECT_TRUE(row_of({"TLRELU", "plain", a2a3}, f32, {f32, 0xBF800000}, {0xC0400000})
                  .is_just(0, 0x40400000));
}

TEST(LeakyRectifier, MakesNanOfNanAndOfZeroTimesInfinity) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Lanes row =
        row_of({"TLRELU", "plain", target}, f32, {f32, 0x7F800000}, {0x7FC00000, 0x80000000});
    for (const std::int64_t lane : {0, 1}) {
      EXPECT_TRUE(row.takes(lane, 0x7FC00001));
      EXPECT_FALSE(row.takes(lane, 0x80000000));
    }
  }
}

TEST(LogicWithScalar, CombinesEveryBit) {
  EXPECT_TRUE(row_of({"TANDS", "plain", a5}, u8, {i32, 0x1AA}, {0xCC}).is_just(0, 0x88));
  EXPECT_TRUE(row_of({"TORS", "plain", a5}, i16, {i32, 0x00FF}, {0x0F00}).is_just(0, 0x0FFF));
  EXPECT_TRUE(row_of({"TXORS", "tmp", cpu}, u64, {i8, 0xFF}, {0}).is_just(0, ~std::uint64_t{0}));
}

TEST(LogicWithScalar, TakesScratchOfAnotherTypeOnTheCpu) {
  Call call = scalar_call({"TXORS", "tmp", cpu}, u8, u8, {u8, 1}, 4);
  const auto concerns = [&](const Erratum* one) {
    return one->number == "E-TXORS-002" && one->concerns(call);
  };
  EXPECT_TRUE(std::ranges::none_of(call.form->errata, concerns));
  call.tile("tmp").type.rows = 2;
  EXPECT_TRUE(broken_constraints(call).empty());
  EXPECT_TRUE(std::ranges::any_of(call.form->errata, concerns));
}

TEST(SumWithScalar, GoesFromLeftToRight) {
  // (2^24 + 1) + -2^24 is 0 in float, 2^24 + (1 - 2^24) would be 1.
  const Call call = scalar_call({"TADDSC", "plain", cpu}, f32, f32, {i32, 1}, 1);
  const Lanes sum = row_of(call, {{"src0", {0x4B800000}}, {"src1", {0xCB800000}}});
  EXPECT_TRUE(sum.takes(0, 0));
  EXPECT_FALSE(sum.takes(0, 0x3F800000));
  const Call less = scalar_call({"TSUBSC", "plain", cpu}, u8, u8, {i32, 3}, 1);
  EXPECT_TRUE(row_of(less, {{"src0", {1}}, {"src1", {7}}}).is_just(0, 5));
}

TEST(SumWithScalar, ExistsOnTheCpuAlone) {
  EXPECT_EQ(form_of("TADDSC", "plain").targets, TargetSet{cpu});
  EXPECT_EQ(form_of("TSUBSC", "plain").targets, TargetSet{cpu});
}

}  // namespace
}  // namespace assay::ops
