// SPDX-License-Identifier: Apache-2.0
// TCMP and TCMPS on calls computed by hand.
#include "reference/ops/selection/comparison.hpp"

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum CmpMode;

constexpr std::uint64_t nan_f32 = 0x7FC00001, one_f32 = 0x3F800000, two_f32 = 0x40000000;
constexpr std::uint64_t infinite_f32 = 0x7F800000, negative_zero_f32 = 0x80000000;

/// src0 MODE src1 over the first `lanes` lanes of one row.
struct Compared {
  Call call;
  std::vector<ElementArray> before;

  ExpectedTile result() const { return expected_tile(call, before); }
};

Compared tcmp(Target target, CmpMode mode, ElementType mask, ElementType type,
              std::vector<std::uint64_t> a, std::vector<std::uint64_t> b) {
  const auto lanes = std::ssize(a);
  const TileSpec sources = tile(type, 1, 64, 1, lanes);
  const TileSpec out = tile(mask, 1, 32, 1, (lanes + bits_of(mask) - 1) / bits_of(mask));
  a.resize(64);
  b.resize(64);
  return {{&form_of("TCMP", "plain"), target, {out, sources, sources}, {static_cast<int>(mode)}},
          {filled(mask, 32, 0x5A), elements(type, a), elements(type, b)}};
}

Compared tcmps(Target target, CmpMode mode, ElementType mask, std::vector<std::uint64_t> a,
               ElementType type, ScalarSpec scalar) {
  Compared made = tcmp(target, mode, mask, type, a, {});
  made.call.form = &form_of("TCMPS", "scalar");
  made.call.operands[2] = scalar;
  made.before[2] = elements(scalar.element, {scalar.bits});
  return made;
}

TEST(Tcmp, PutsLaneZeroIntoTheLowestBit) {
  const std::vector<std::uint64_t> left{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const std::vector<std::uint64_t> fives(10, 5);
  const ExpectedTile less = tcmp(Target::cpu, lt, u8, i32, left, fives).result();
  EXPECT_EQ(less.value[0], 0x0FU);  // 1 2 3 4
  EXPECT_EQ(less.value[1], 0x00U);
  const ExpectedTile greater = tcmp(Target::cpu, gt, u8, i32, left, fives).result();
  EXPECT_EQ(greater.value[0], 0xE0U);  // 6 7 8
  EXPECT_EQ(greater.value[1], 0x03U);  // 9 10, and zeros behind them
  EXPECT_EQ(accept_at(greater, 1), Accept::exact);
  EXPECT_EQ(accept_at(greater, 2), Accept::unspecified);
}

TEST(Tcmp, OfWordsHasTheSameBytesAsOfBytes) {
  std::vector<std::uint64_t> left(33, 0);
  left[0] = left[9] = left[31] = left[32] = 7;
  const ExpectedTile words =
      tcmp(Target::cpu, eq, u32, i32, left, std::vector<std::uint64_t>(33, 7)).result();
  EXPECT_EQ(words.value[0], 0x80000201U);
  EXPECT_EQ(words.value[1], 0x00000001U);
}

TEST(Tcmp, LeavesBitsBehindTheLastLaneOfADeviceOpen) {
  // Padding compares 9 with 3; three lanes are equal, equal, different.
  Compared call = tcmp(Target::a5, eq, u8, i32, {4, 4, 4}, {4, 4, 5});
  for (std::int64_t i = 3; i < 64; ++i) call.before[1].set(i, 9);
  for (std::int64_t i = 3; i < 64; ++i) call.before[2].set(i, i == 4 ? 9 : 3);
  const ExpectedTile expected = call.result();
  EXPECT_EQ(accept_at(expected, 0), Accept::any_of);
  EXPECT_EQ(expected.value[0], 0x03U);  // zeros
  EXPECT_EQ(expected.low[0], 0x13U);    // the padding, compared
  EXPECT_EQ(expected.high[0], 0xFBU);   // ones
}

TEST(Tcmp, BeginsEveryRowAnew) {
  const TileSpec sources = tile(u8, 2, 32, 2, 3);
  const Call call{&form_of("TCMP", "plain"),
                  Target::cpu,
                  {tile(u32, 2, 8, 2, 1), sources, sources},
                  {static_cast<int>(ge)}};
  ElementArray left = filled(u8, 64, 1);
  left.set(0, 200);  // above 127: unsigned
  left.set(33, 2);
  const ExpectedTile expected = expected_tile(call, {filled(u32, 16, 0), left, filled(u8, 64, 2)});
  EXPECT_EQ(expected.value[0], 1U);
  EXPECT_EQ(expected.value[8], 2U);
  EXPECT_EQ(accept_at(expected, 1), Accept::unspecified);
}

TEST(Tcmp, FindsNanDifferentFromEverythingAndZerosEqual) {
  const std::vector<std::uint64_t> left{nan_f32, one_f32, nan_f32, 0, infinite_f32, one_f32};
  const std::vector<std::uint64_t> right{one_f32,           nan_f32,      nan_f32,
                                         negative_zero_f32, infinite_f32, two_f32};
  const auto bits = [&](CmpMode mode) {
    return tcmp(Target::cpu, mode, u8, f32, left, right).result().value[0];
  };
  EXPECT_EQ(bits(eq), 0x18U);
  EXPECT_EQ(bits(ne), 0x27U);
  EXPECT_EQ(bits(lt), 0x20U);
  EXPECT_EQ(bits(le), 0x38U);
  EXPECT_EQ(bits(gt), 0x00U);
  EXPECT_EQ(bits(ge), 0x18U);
}

TEST(Tcmp, OfIntegersOnA2a3IsEqualityOrWhatWasAskedFor) {
  const std::vector<std::uint64_t> left{1, 2, 3, 0xFFFFFFFF, 5, 6, 7, 8};
  const std::vector<std::uint64_t> fives(8, 5);
  const ExpectedTile less = tcmp(Target::a2a3, lt, u8, i32, left, fives).result();
  EXPECT_EQ(less.value[0], 0x10U);  // 5
  EXPECT_EQ(less.low[0], 0x0FU);    // 1 2 3 -1
  const ExpectedTile other = tcmp(Target::a2a3, ne, u8, i32, left, fives).result();
  EXPECT_EQ(other.value[0], 0xEFU);
  EXPECT_EQ(other.low[0], 0x10U);
  EXPECT_EQ(accept_at(tcmp(Target::a2a3, eq, u8, i32, left, fives).result(), 0), Accept::exact);
}

TEST(Tcmp, WantsAMaskOfTheRightSizeAndEqualPitchOnA5) {
  Compared legal = tcmp(Target::a5, eq, u8, i32, {1, 2, 3}, {1, 2, 3});
  EXPECT_TRUE(broken_constraints(legal.call).empty());
  legal.call.tile("dst").valid_cols = 2;
  EXPECT_EQ(broken_constraints(legal.call), std::vector<std::string>{"dst.packed_columns"});
  Compared wide = tcmp(Target::a5, eq, u8, f32, {1}, {1});
  wide.call.tile("src1").type.cols = 72;
  EXPECT_EQ(broken_constraints(wide.call), std::vector<std::string>{"src1.pitch"});
}

TEST(Tcmps, ComparesWithTheScalarAsItsTypeHoldsIt) {
  // 0.1 in double is not 0.1 in float: the nearest float has the pattern 0x3DCCCCCD.
  const ScalarSpec tenth{f64, 0x3FB999999999999A};
  const std::vector<std::uint64_t> left{0x3DCCCCCC, 0x3DCCCCCD, 0x3DCCCCCE, 0, 0, 0, 0, 0};
  EXPECT_EQ(tcmps(Target::a5, eq, u8, left, f32, tenth).result().value[0], 0x02U);
  EXPECT_EQ(tcmps(Target::a5, gt, u8, left, f32, tenth).result().value[0], 0x04U);
}

TEST(Tcmps, SeesIntegersOf16BitsAsHalvesOnA2a3AsWell) {
  // 0xFFFF is -1, or a NaN; 0x8000 is the most negative, or a zero.
  const std::vector<std::uint64_t> left{0xFFFF, 0x8000, 0, 1, 1, 1, 1, 1};
  const ExpectedTile ones = tcmps(Target::a2a3, eq, u8, left, i16, {i32, 0xFFFFFFFF}).result();
  EXPECT_EQ(ones.value[0], 0x01U);
  EXPECT_EQ(ones.low[0], 0x00U);
  const ExpectedTile zeros = tcmps(Target::a2a3, eq, u8, left, i16, {i32, 0}).result();
  EXPECT_EQ(zeros.value[0], 0x04U);
  EXPECT_EQ(zeros.low[0], 0x06U);
  EXPECT_EQ(accept_at(tcmps(Target::a5, eq, u8, left, i16, {i32, 0}).result(), 0), Accept::exact);
}

TEST(Tcmps, OnTheCpuAcceptsEqualityWithinABillionth) {
  // 2^-31 is 4.7e-10; infinity minus itself is no number.
  const std::vector<std::uint64_t> left{0x30000000, infinite_f32, one_f32, 0, 0, 0, 0, 0};
  const ExpectedTile zero = tcmps(Target::cpu, eq, u8, left, f32, {f32, 0}).result();
  EXPECT_EQ(zero.value[0], 0xF8U);
  EXPECT_EQ(zero.low[0], 0xF9U);
  const ExpectedTile inf = tcmps(Target::cpu, ne, u8, left, f32, {f32, infinite_f32}).result();
  EXPECT_EQ(inf.value[0], 0xFDU);
  const ExpectedTile less = tcmps(Target::cpu, lt, u8, left, f32, {f32, one_f32}).result();
  EXPECT_EQ(accept_at(less, 0), Accept::exact);
  EXPECT_EQ(less.value[0], 0xF9U);
}

TEST(Tcmps, WithATileTakesItsFirstElementAndA5WideOnesEither) {
  Compared narrow =
      tcmp(Target::a5, eq, u8, i32, {7, 8, 9, 7, 0, 0, 0, 0}, {7, 8, 9, 1, 0, 0, 0, 0});
  narrow.call.form = &form_of("TCMPS", "tile");
  EXPECT_EQ(narrow.result().value[0], 0x09U);
  EXPECT_EQ(accept_at(narrow.result(), 0), Accept::exact);
  Compared wide = tcmp(Target::a5, eq, u8, i64, {7, 8, 9, 7, 0, 0, 0, 0}, {7, 8, 9, 1, 0, 0, 0, 0});
  wide.call.form = &form_of("TCMPS", "tile");
  EXPECT_EQ(wide.result().value[0], 0xF7U);
  EXPECT_EQ(wide.result().low[0], 0x09U);
}

TEST(Comparison, IsGivenEqualLanesToFind) {
  Compared call = tcmps(Target::a5, eq, u8, std::vector<std::uint64_t>(16, 5), i32, {i32, 9});
  with_equal_lanes(false)(call.call, call.before);
  EXPECT_EQ(call.before[1][0], 9U);
  EXPECT_EQ(call.before[1][1], 5U);
  EXPECT_EQ(call.before[1][16], 0U);  // outside the valid region
  EXPECT_EQ(call.result().value[0], 0x01U);
}

}  // namespace
}  // namespace assay::ops
