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

Compared tcmps(Target target, CmpMode mode, ElementType mask, const std::vector<std::uint64_t>& a,
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
  EXPECT_EQ(greater.value[1], 0x03U);  // 9 10
  EXPECT_EQ(accept_at(greater, 0), Accept::exact);
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

TEST(Tcmp, LeavesBitsBehindTheLastLaneFreeOnEveryTarget) {
  for (const Target target : all_targets) {
    const ExpectedTile expected = tcmp(target, eq, u8, i32, {4, 4, 5}, {4, 4, 4}).result();
    EXPECT_EQ(accept_at(expected, 0), Accept::some_bits);
    EXPECT_EQ(expected.value[0], 0x03U);
    EXPECT_EQ(expected.low[0], 0x07U);  // bits that count
  }
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

TEST(Tcmp, OfIntegersOnA2a3IsEqualityWhateverIsAskedFor) {
  const std::vector<std::uint64_t> left{1, 2, 3, 0xFFFFFFFF, 5, 6, 7, 8};
  const std::vector<std::uint64_t> fives(8, 5);
  for (const CmpMode mode : {eq, ne, lt, le, gt, ge}) {
    const ExpectedTile equal = tcmp(Target::a2a3, mode, u8, i32, left, fives).result();
    EXPECT_EQ(equal.value[0], 0x10U);  // 5
    EXPECT_EQ(accept_at(equal, 0), Accept::exact);
  }
  EXPECT_EQ(tcmp(Target::a5, ne, u8, i32, left, fives).result().value[0], 0xEFU);
}

TEST(Tcmp, WantsAMaskOfTheRightSizeAndType) {
  Compared legal = tcmp(Target::a5, eq, u8, i32, {1, 2, 3}, {1, 2, 3});
  EXPECT_TRUE(broken_constraints(legal.call).empty());
  legal.call.tile("dst").valid_cols = 2;
  EXPECT_EQ(broken_constraints(legal.call), std::vector<std::string>{"dst.packed_columns"});
  const Compared wide = tcmp(Target::a2a3, eq, u32, f32, {1}, {1});
  EXPECT_EQ(broken_constraints(wide.call), std::vector<std::string>{"dst.element"});
  Compared pitches = tcmp(Target::a5, eq, u8, f32, {1}, {1});
  pitches.call.tile("src1").type.cols = 72;
  EXPECT_TRUE(broken_constraints(pitches.call).empty());
  EXPECT_TRUE(broken_constraints(tcmp(Target::cpu, eq, u8, i64, {1}, {1}).call).empty());
}

TEST(Tcmps, ComparesWithTheScalarAsItsTypeHoldsIt) {
  // 0.1 in double is not 0.1 in float: the nearest float has the pattern 0x3DCCCCCD.
  const ScalarSpec tenth{f64, 0x3FB999999999999A};
  const std::vector<std::uint64_t> left{0x3DCCCCCC, 0x3DCCCCCD, 0x3DCCCCCE, 0, 0, 0, 0, 0};
  EXPECT_EQ(tcmps(Target::a5, eq, u8, left, f32, tenth).result().value[0], 0x02U);
  EXPECT_EQ(tcmps(Target::a5, gt, u8, left, f32, tenth).result().value[0], 0x04U);
}

TEST(Tcmps, ComparesIntegersAsIntegers) {
  // 0xFFFF is -1 and a NaN of half, 0x8000 the most negative and a zero.
  const std::vector<std::uint64_t> left{0xFFFF, 0x8000, 0, 1, 1, 1, 1, 1};
  for (const Target target : all_targets) {
    const ExpectedTile ones = tcmps(target, eq, u8, left, i16, {i32, 0xFFFFFFFF}).result();
    EXPECT_EQ(ones.value[0], 0x01U);
    EXPECT_EQ(accept_at(ones, 0), Accept::exact);
    EXPECT_EQ(tcmps(target, eq, u8, left, i16, {i32, 0}).result().value[0], 0x04U);
    EXPECT_EQ(tcmps(target, lt, u8, left, i16, {i32, 0}).result().value[0], 0x03U);
  }
}

TEST(Tcmps, ComparesExactly) {
  // 2^-31 is below 1e-9, and infinity is infinity.
  const std::vector<std::uint64_t> left{0x30000000, infinite_f32, one_f32, 0, 0, 0, 0, 0};
  for (const Target target : all_targets) {
    const ExpectedTile zero = tcmps(target, eq, u8, left, f32, {f32, 0}).result();
    EXPECT_EQ(zero.value[0], 0xF8U);
    EXPECT_EQ(accept_at(zero, 0), Accept::exact);
    EXPECT_EQ(tcmps(target, ne, u8, left, f32, {f32, infinite_f32}).result().value[0], 0xFDU);
  }
}

TEST(Tcmps, WithATileTakesItsFirstElement) {
  for (const ElementType type : {i32, i64}) {
    Compared call =
        tcmp(Target::a5, eq, u8, type, {7, 8, 9, 7, 0, 0, 0, 0}, {7, 8, 9, 1, 0, 0, 0, 0});
    call.call.form = &form_of("TCMPS", "tile");
    EXPECT_EQ(call.result().value[0], 0x09U);
    EXPECT_EQ(accept_at(call.result(), 0), Accept::exact);
  }
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
