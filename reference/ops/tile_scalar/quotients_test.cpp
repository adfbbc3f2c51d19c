// SPDX-License-Identifier: Apache-2.0
// Quotients, remainders, powers, shifts and accumulation with a scalar, computed by hand.
#include "reference/judge/judge.hpp"
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

TEST(QuotientByScalar, OfIntegersOverZeroIsOpen) {
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, i64, {i32, 0}, {5}).is_open(0));
  EXPECT_TRUE(row_of({"TDIVS", "scalar_first", a5}, u64, {i32, 5}, {0}).is_open(0));
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, i32, {i32, 0}, {5}).is_open(0));
  EXPECT_TRUE(row_of({"TDIVS", "plain", a2a3}, i16, {i32, 0}, {5}).is_open(0));
}

TEST(QuotientByScalar, OfTheLowestOverMinusOneIsOpen) {
  const ScalarSpec minus_one{i32, 0xFFFFFFFF};
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, i32, minus_one, {0x80000000}).is_open(0));
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, i64, minus_one, {1ULL << 63}).is_open(0));
}

TEST(QuotientByScalar, OfFloatsOverZeroIsOpenEverywhere) {
  const Patterns src{one, 0xBF800000, 0};
  for (const Page& page : {Page{"TDIVS", "plain", cpu}, Page{"TDIVS", "precise", a5},
                           Page{"TDIVS", "plain", a5}, Page{"TDIVS", "precise", a2a3}}) {
    const Lanes quotient = row_of(page, f32, {i32, 0}, src);
    for (const std::int64_t lane : {0, 1, 2}) EXPECT_TRUE(quotient.is_open(lane));
  }
}

TEST(QuotientByScalar, IsOpenOnA5WhereTheReciprocalIsPoor) {
  const ScalarSpec large{f32, 0x7F000000};  // 2^127, whose reciprocal is subnormal
  EXPECT_TRUE(row_of({"TDIVS", "plain", a5}, f32, large, {0x7F000000}).is_open(0));
  EXPECT_FALSE(row_of({"TDIVS", "plain", a2a3}, f32, large, {0x7F000000}).is_open(0));
  EXPECT_FALSE(row_of({"TDIVS", "precise", a5}, f32, large, {0x7F000000}).is_open(0));
  EXPECT_FALSE(row_of({"TDIVS", "scalar_first", a5}, f32, large, {0x7F000000}).is_open(0));
}

TEST(QuotientByScalar, MakesMostDivisorsSmallAndZerosLegal) {
  for (const Target target : {a2a3, a5, cpu}) {
    const Call call = scalar_call({"TDIVS", "scalar_first", target}, i32, i32, {i32, 9}, 5);
    EXPECT_TRUE(broken_constraints(call).empty());
    Patterns src{23, 23, less(23, 32), 23, 0};
    src.resize(128);
    std::vector<ElementArray> contents{filled(i32, 128, 0), elements(i32, {9}), elements(i32, src)};
    call.form->admit(call, contents);
    // 23 over 9: 23 % 10. Every fourth stays.
    EXPECT_EQ(contents[2][0], 3U);
    EXPECT_EQ(contents[2][2], less(3, 32));
    EXPECT_EQ(contents[2][3], 23U);
    EXPECT_EQ(contents[2][4], 0U);
  }
  EXPECT_TRUE(
      broken_constraints(scalar_call({"TDIVS", "plain", cpu}, i32, i32, {i32, 0}, 5)).empty());
}

TEST(RemainderByScalar, HasTheSignOfTheElementOrOfTheScalar) {
  EXPECT_TRUE(
      row_of({"TFMODS", "plain", a5}, i16, {i32, 3}, {less(7, 16)}).is_just(0, less(1, 16)));
  EXPECT_TRUE(row_of({"TREMS", "plain", a5}, i16, {i32, 3}, {less(7, 16)}).is_just(0, 2));
  EXPECT_TRUE(
      row_of({"TREMS", "consuming", a2a3}, i32, {i32, less(3, 32)}, {7}).is_just(0, less(2, 32)));
  const Lanes wide = row_of({"TREMS", "plain", a5}, i64, {i32, 3}, {less(7, 64)});
  EXPECT_TRUE(wide.is_just(0, 2));
}

TEST(RemainderByScalar, LeavesTheSourceThatIsInOutAsItWas) {
  const Form& form = form_of("TREMS", "consuming");
  ASSERT_EQ(form.results.size(), 2U);
  EXPECT_EQ(form.results[1].operand, "src");
  const Call call = scalar_call({"TREMS", "consuming", a2a3}, i32, i32, {i32, 0}, 5);
  std::vector<ElementArray> before;
  for (const OperandValue& operand : call.operands) {
    const auto* tile = std::get_if<TileSpec>(&operand);
    before.push_back(filled(i32, tile == nullptr ? 1 : tile->type.elements(), 7));
  }
  const auto source = std::get<ExpectedTile>(form.results[1].semantics({call, before, {}}));
  EXPECT_EQ(accept_at(source, 4), Accept::preserved);  // whatever the scalar is
  EXPECT_EQ(accept_at(source, 5), Accept::unspecified);
}

// Over zero nothing is promised of dst: leaving all as it is is not wrong.
TEST(RemainderByScalar, OverZeroIsJudgedByItsSourceAlone) {
  Case test_case;
  test_case.call = scalar_call({"TREMS", "consuming", a2a3}, i32, i32, {i32, 0}, 5);
  Trial trial;
  for (const OperandValue& operand : test_case.call.operands) {
    const auto* tile = std::get_if<TileSpec>(&operand);
    trial.before.push_back(tile == nullptr ? elements(i32, {0})
                                           : filled(i32, tile->type.elements(), 7));
  }
  trial.after = trial.before;
  const auto kind = [&] {
    return judge(test_case, std::vector{trial}, Standard{correctly_rounded}).kind;
  };
  EXPECT_EQ(kind(), VerdictKind::conforms);
  trial.after[0].set(4, 8);
  EXPECT_EQ(kind(), VerdictKind::conforms);
  trial.after[1].set(4, 8);
  EXPECT_EQ(kind(), VerdictKind::deviates);
}

TEST(RemainderByScalar, IsPromisedInEveryColumn) {
  for (const Target target : {a2a3, a5}) {
    EXPECT_FALSE(
        row_of({"TREMS", "plain", target}, f32, {f32, 0x40400000}, Patterns(70, one)).is_open(64));
  }
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

TEST(PowerByScalar, Wraps) {
  for (const Target target : {a5, cpu}) {
    EXPECT_TRUE(row_of({"TPOWS", "plain", target}, i8, {i32, 7}, {2}).is_just(0, 0x80));
  }
  EXPECT_TRUE(row_of({"TPOWS", "plain", cpu}, u64, {i32, 54}, {2}).is_just(0, 1ULL << 54));
  EXPECT_TRUE(
      row_of({"TPOWS", "plain", cpu}, u64, {i32, 40}, {3}).is_just(0, 12157665459056928801U));
}

TEST(PowerByScalar, OfIntegersWithNegativeExponents) {
  const ScalarSpec minus_two{i32, less(2, 32)};
  const Lanes row = row_of({"TPOWS", "plain", a5}, i16, minus_two, {3, 1, less(1, 16), 0});
  EXPECT_TRUE(row.is_just(0, 0));
  EXPECT_TRUE(row.is_just(1, 1));
  EXPECT_TRUE(row.is_just(2, 1));
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

TEST(ShiftByScalar, TakesAmountsBelowTheWidth) {
  EXPECT_TRUE(row_of({"TSHLS", "plain", a5}, u8, {i32, 7}, {3}).is_just(0, 0x80));
  EXPECT_TRUE(row_of({"TSHRS", "plain", a2a3}, i16, {i32, 15}, {0x8000}).is_just(0, 0xFFFF));
  EXPECT_TRUE(row_of({"TSHRS", "plain", cpu}, i8, {i32, 31}, {0x80}).is_open(0));
  EXPECT_TRUE(row_of({"TSHRS", "plain", a2a3}, i16, {i32, 16}, {0x8000}).is_open(0));
  EXPECT_TRUE(row_of({"TSHLS", "plain", a5}, u64, {i32, 65}, {1}).is_open(0));
}

TEST(ShiftByScalar, WantsAmountsBelowTheWidthAndTakesEveryRegion) {
  Call call = scalar_call({"TSHLS", "plain", a2a3}, i32, i32, {i32, 1}, 2);
  EXPECT_TRUE(broken_constraints(call).empty());
  call.scalar("scalar").bits = 0xFFFFFFFF;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"scalar.amount"});
  call.scalar("scalar").bits = 32;
  EXPECT_EQ(broken_constraints(call), std::vector<std::string>{"scalar.amount"});
  call.scalar("scalar").bits = 31;
  EXPECT_TRUE(broken_constraints(call).empty());
}

TEST(Accumulation, RoundsOnceOrAfterEachStep) {
  // (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, or 0 if the product is rounded.
  const ScalarSpec factor{f32, 0x3F800800};
  const Call call = scalar_call({"TAXPY", "plain", a5}, f32, f32, factor, 1);
  const Lanes once = row_of(call, {{"src", {0x3F800800}}, {"dst", {0xBF801000}}});
  EXPECT_TRUE(once.is_just(0, 0x33800000));
  EXPECT_TRUE(once.read(Choice::product_and_sum, each_step_rounded).is_just(0, 0));
}

TEST(Accumulation, OfHalfIntoFloatNeverRoundsTheProductToHalf) {
  // (1 + 2^-10)^2 is 1 + 2^-9 + 2^-20; half has no place for the last term.
  for (const Target target : {a2a3, a5, cpu}) {
    const Call call = scalar_call({"TAXPY", "plain", target}, f16, f32, {f16, 0x3C01}, 1);
    const Lanes sum = row_of(call, {{"src", {0x3C01}}});
    EXPECT_TRUE(sum.takes(0, 0x3F804008));
    EXPECT_FALSE(sum.takes(0, 0x3F804000));
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
