// SPDX-License-Identifier: Apache-2.0
// Quotients, remainders, powers, shifts and accumulation with a scalar, computed by hand.
#include "reference/ops/tile_scalar/scalar_row_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

constexpr std::uint64_t one = 0x3F800000, infinity = 0x7F800000;

constexpr std::uint64_t less(std::uint64_t value, int width) {
  return (0 - value) & (~std::uint64_t{0} >> (64 - width));
}

TEST(QuotientByScalar, IsCutOffInBothOrders) {
  for (const Target target : {a2a3, a5, cpu}) {
    EXPECT_TRUE(
        row_of({"TDIVS", "plain", target}, i32, {i32, 2}, {less(7, 32)}).is_just(0, less(3, 32)));
    EXPECT_TRUE(row_of({"TDIVS", "scalar_first", target}, i32, {i32, 7}, {less(2, 32)})
                    .is_just(0, less(3, 32)));
  }
}

TEST(QuotientByScalar, OfIntegersOverZeroIsZeroFor64BitsOnA5) {
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, i64, {i32, 0}, {5}).is_just(0, 0));
  EXPECT_TRUE(row_of({"TDIVS", "scalar_first", a5}, u64, {i32, 5}, {0}).is_just(0, 0));
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, i32, {i32, 0}, {5}).is_open(0));
  EXPECT_TRUE(row_of({"TDIVS", "plain", a2a3}, i16, {i32, 0}, {5}).is_open(0));
}

TEST(QuotientByScalar, OfTheLowestOverMinusOneIsOpenFor32BitsOnDevices) {
  const ScalarSpec minus_one{i32, 0xFFFFFFFF};
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, i32, minus_one, {0x80000000}).is_open(0));
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, i64, minus_one, {1ULL << 63}).is_just(0, 1ULL << 63));
}

TEST(QuotientByScalar, OfFloatsOverZeroIsThatOfIeeeWhereAsked) {
  const Patterns src{one, 0xBF800000, 0};
  for (const Page& page : {Page{"TDIVS", "plain", cpu}, Page{"TDIVS", "precise", a5}}) {
    const Lanes quotient = row_of(page, f32, {i32, 0}, src);
    EXPECT_TRUE(quotient.takes(0, infinity));
    EXPECT_FALSE(quotient.takes(1, infinity));
    EXPECT_TRUE(quotient.takes(2, 0x7FC00001));
    EXPECT_FALSE(quotient.takes(2, infinity));
  }
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, f32, {i32, 0}, src).is_open(1));
}

TEST(QuotientByScalar, IsOpenOnA5WhereTheReciprocalIsPoor) {
  const ScalarSpec large{f32, 0x7F000000};  // 2^127, whose reciprocal is subnormal
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, f32, large, {0x7F000000}).is_open(0));
  EXPECT_FALSE(row_of({"TDIVS", "plain", a2a3}, f32, large, {0x7F000000}).is_open(0));
  EXPECT_FALSE(row_of({"TDIVS", "precise", a5}, f32, large, {0x7F000000}).is_open(0));
  EXPECT_FALSE(row_of({"TDIVS", "scalar_first", a5}, f32, large, {0x7F000000}).is_open(0));
}

TEST(QuotientByScalar, SparesTheHostWhatItTrapsOn) {
  const auto admitted = [](const char* form, ScalarSpec scalar, Patterns src) {
    const Call call = scalar_call({"TDIVS", form, cpu}, i32, i32, scalar, std::ssize(src));
    src.resize(128);
    std::vector<ElementArray> contents;
    for (const Operand& operand : call.form->operands) {
      contents.push_back(operand.kind == OperandKind::scalar
                             ? elements(scalar.element, {scalar.bits})
                             : elements(i32, src));
    }
    call.form->admit(call, contents);
    return contents[call.form->index_of("src")];
  };
  EXPECT_EQ(admitted("plain", {i32, 0xFFFFFFFF}, {0x80000000})[0], 0x80000001U);
  EXPECT_EQ(admitted("plain", {i32, 1}, {0x80000000})[0], 0x80000000U);
  EXPECT_EQ(admitted("scalar_first", {i32, 9}, {0})[0], 1U);
  EXPECT_EQ(admitted("scalar_first", {i32, 0x80000000}, {0xFFFFFFFF})[0], 1U);
  // 23 over 9: 23 % 10. Every fourth stays.
  const ElementArray cut = admitted("scalar_first", {i32, 9}, {23, 23, less(23, 32), 23});
  EXPECT_EQ(cut[0], 3U);
  EXPECT_EQ(cut[2], less(3, 32));
  EXPECT_EQ(cut[3], 23U);
}

TEST(RemainderByScalar, HasTheSignOfTheElementOrOfTheScalar) {
  EXPECT_TRUE(
      row_of({"TFMODS", "plain", a5}, i16, {i32, 3}, {less(7, 16)}).is_just(0, less(1, 16)));
  EXPECT_TRUE(row_of({"TREMS", "plain", a5}, i16, {i32, 3}, {less(7, 16)}).is_just(0, 2));
  EXPECT_TRUE(
      row_of({"TREMS", "consuming", a2a3}, i32, {i32, less(3, 32)}, {7}).is_just(0, less(2, 32)));
  const Lanes wide = row_of({"TREMS", "plain", a5}, i64, {i32, 3}, {less(7, 64)});
  EXPECT_TRUE(wide.takes(0, 2));
  EXPECT_TRUE(wide.takes(0, less(1, 64)));
}

TEST(RemainderByScalar, IsTrustedIn64ColumnsOfA2a3) {
  const Lanes row = row_of({"TREMS", "plain", a2a3}, f32, {f32, 0x40400000}, Patterns(70, one));
  EXPECT_FALSE(row.is_open(63));
  EXPECT_TRUE(row.is_open(64));
  EXPECT_FALSE(
      row_of({"TREMS", "plain", a5}, f32, {f32, 0x40400000}, Patterns(70, one)).is_open(64));
}

TEST(RemainderByScalar, WantsARowOfScratchOnA2a3) {
  Call call = scalar_call({"TREMS", "plain", a2a3}, f32, f32, {f32, one}, 8);
  call.tile("tmp") = tile(f32, 1, 136, 1, 132);  // 128 + 2 * 2
  EXPECT_TRUE(broken_constraints(call).empty());
  call.tile("tmp").valid_cols = 131;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"tmp.columns"});
  call.tile("tmp").valid_cols = 132;
  call.tile("tmp").valid_rows = 0;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"tmp.rows"});
}

TEST(PowerByScalar, WrapsOnDevicesAndIsOpenBeyondTheTypeOnTheCpu) {
  const ScalarSpec seven{i32, 7};
  EXPECT_TRUE(row_of({"TPOWS", "plain", a5}, i8, seven, {2}).is_just(0, 0x80));
  EXPECT_TRUE(row_of({"TPOWS", "plain", cpu}, i8, seven, {2}).is_open(0));
  EXPECT_TRUE(row_of({"TPOWS", "plain", cpu}, i8, {i32, 6}, {2}).is_just(0, 64));
  // 3^40 needs 64 bits, and 2^52 fits double.
  EXPECT_TRUE(row_of({"TPOWS", "plain", cpu}, u64, {i32, 40}, {3}).is_open(0));
  EXPECT_TRUE(row_of({"TPOWS", "plain", cpu}, u64, {i32, 52}, {2}).is_just(0, 1ULL << 52));
  EXPECT_TRUE(row_of({"TPOWS", "plain", cpu}, u64, {i32, 54}, {2}).is_open(0));
}

TEST(PowerByScalar, OfIntegersWithNegativeExponents) {
  const ScalarSpec minus_two{i32, less(2, 32)};
  const Lanes row = row_of({"TPOWS", "plain", a5}, i16, minus_two, {3, 1, less(1, 16), 0});
  EXPECT_TRUE(row.is_just(0, 0));
  EXPECT_TRUE(row.is_just(1, 1));
  EXPECT_TRUE(row.is_just(2, 1));
  EXPECT_TRUE(row_of({"TPOWS", "plain", cpu}, i16, minus_two, {0}).is_open(0));
  EXPECT_TRUE(row_of({"TPOWS", "plain", cpu}, i16, {i32, 0}, {0}).is_just(0, 1));
}

TEST(PowerByScalar, UsesScratchForFloatsOfA2a3Alone) {
  for (const ElementType type : {f32, i32}) {
    Call call = scalar_call({"TPOWS", "plain", a2a3}, type, type, {i32, 1}, 8);
    EXPECT_TRUE(broken_constraints(call).empty());
    call.tile("tmp").valid_cols = 9;
    EXPECT_EQ(broken_constraints(call).empty(), type == i32);
  }
}

TEST(ShiftByScalar, CountsTheAmountOfItsTarget) {
  EXPECT_TRUE(row_of({"TSHLS", "plain", a5}, u8, {i32, 7}, {3}).is_just(0, 0x80));
  EXPECT_TRUE(row_of({"TSHRS", "plain", a2a3}, i16, {i32, 15}, {0x8000}).is_just(0, 0xFFFF));
  EXPECT_TRUE(row_of({"TSHRS", "plain", cpu}, i8, {i32, 31}, {0x80}).is_just(0, 0xFF));
  // No promotion in the vector instruction.
  EXPECT_TRUE(row_of({"TSHRS", "plain", a2a3}, i16, {i32, 16}, {0x8000}).is_open(0));
  EXPECT_TRUE(row_of({"TSHLS", "plain", a5}, u64, {i32, 65}, {1}).is_just(0, 2));
}

TEST(ShiftByScalar, WantsNoNegativeAmountAndSquareRegionsOnA2a3) {
  Call call = scalar_call({"TSHLS", "plain", a2a3}, i32, i32, {i32, 1}, 1);
  EXPECT_TRUE(broken_constraints(call).empty());
  call.scalar("scalar").bits = 0xFFFFFFFF;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"scalar.not_negative"});
  call = scalar_call({"TSHLS", "plain", a2a3}, i32, i32, {i32, 1}, 2);
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"dst.square"});
  call.target = a5;
  EXPECT_TRUE(broken_constraints(call).empty());
}

TEST(Accumulation, RoundsOnceOrAfterEachStep) {
  // (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, or 0 where the product is rounded.
  const ScalarSpec factor{f32, 0x3F800800};
  const Call call = scalar_call({"TAXPY", "plain", a5}, f32, f32, factor, 1);
  const Lanes sum = row_of(call, {{"src", {0x3F800800}}, {"dst", {0xBF801000}}});
  EXPECT_TRUE(sum.takes(0, 0x33800000));
  EXPECT_TRUE(sum.takes(0, 0));
  EXPECT_FALSE(sum.takes(0, 0x33800001));
  EXPECT_FALSE(sum.takes(0, 0x34000000));
}

TEST(Accumulation, OfHalfIntoFloatMayRoundTheProductToHalfOnTheCpuAlone) {
  // (1 + 2^-10)^2 is 1 + 2^-9 + 2^-20; half has no place for the last term.
  for (const Target target : {a2a3, a5, cpu}) {
    const Call call = scalar_call({"TAXPY", "plain", target}, f16, f32, {f16, 0x3C01}, 1);
    const Lanes sum = row_of(call, {{"src", {0x3C01}}});
    EXPECT_TRUE(sum.takes(0, 0x3F804008));
    EXPECT_EQ(sum.takes(0, 0x3F804000), target == cpu);
  }
}

TEST(Accumulation, WidensHalfToFloatAndNothingElse) {
  EXPECT_TRUE(
      broken_constraints(scalar_call({"TAXPY", "plain", a5}, f16, f32, {f16, 0}, 4)).empty());
  const std::vector<std::string> pair{"dst.pair"};
  EXPECT_EQ(broken_constraints(scalar_call({"TAXPY", "plain", a5}, f32, f16, {f32, 0}, 4)), pair);
  EXPECT_EQ(broken_constraints(scalar_call({"TAXPY", "plain", a2a3}, f16, bf16, {f16, 0}, 4)),
            pair);
}

}  // namespace
}  // namespace assay::ops
