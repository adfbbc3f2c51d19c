// SPDX-License-Identifier: Apache-2.0
// TCMP and TCMPS on calls computed by hand.
#include "reference/ops/selection/comparison.hpp"

#include <algorithm>
#include <set>

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

TEST(Tcmp, WantsAMaskOfTheRightSize) {
  Compared legal = tcmp(Target::a5, eq, u32, i32, {1, 2, 3}, {1, 2, 3});
  EXPECT_TRUE(broken_constraints(legal.call).empty());
  legal.call.tile("dst").valid_cols = 2;
  EXPECT_EQ(broken_constraints(legal.call), std::vector<std::string>{"dst.packed_columns"});
  Compared pitches = tcmp(Target::a5, eq, u32, f32, {1}, {1});
  pitches.call.tile("src1").type.cols = 72;
  EXPECT_TRUE(broken_constraints(pitches.call).empty());
}

/// uint8 for types of the list of A2A3 and uint32 on A5; the CPU has what either has.
TEST(Comparison, WritesTheMasksThatPagesList) {
  const auto taken = [](const char* op, Target target, ElementType mask, ElementType type) {
    Compared made = op == std::string("TCMP") ? tcmp(target, eq, mask, type, {1}, {1})
                                              : tcmps(target, eq, mask, {1}, type, {i32, 1});
    const std::vector<std::string> broken = broken_constraints(made.call);
    EXPECT_LE(broken.size(), 1U) << op;
    if (!broken.empty()) {
      EXPECT_EQ(broken.front(), "dst.element") << op;
    }
    return broken.empty();
  };
  for (const ElementType type : {i8, u8, u32, i64, u64, bf16, i32, f16, f32}) {
    for (const char* op : {"TCMP", "TCMPS"}) {
      const bool narrow = type == i32 || type == f16 || type == f32;
      EXPECT_EQ(taken(op, Target::cpu, u8, type), narrow) << op << name_of(type);
      EXPECT_TRUE(taken(op, Target::cpu, u32, type)) << op << name_of(type);
      EXPECT_FALSE(taken(op, Target::a5, u8, type)) << op << name_of(type);
      EXPECT_TRUE(taken(op, Target::a5, u32, type)) << op << name_of(type);
      if (!narrow) continue;
      EXPECT_TRUE(taken(op, Target::a2a3, u8, type)) << op << name_of(type);
      EXPECT_FALSE(taken(op, Target::a2a3, u32, type)) << op << name_of(type);
    }
  }
  for (const ElementType type : {i16, u16}) {  // only the page of one value has them on A2A3
    EXPECT_FALSE(taken("TCMP", Target::cpu, u8, type));
    EXPECT_TRUE(taken("TCMPS", Target::cpu, u8, type));
  }
}

/// The examples have uint8 of float and name no target.
TEST(Tcmp, IsNotRefusedForTheMaskOfTheExamples) {
  const Constraint& types =
      *std::ranges::find_if(form_of("TCMP", "plain").constraints,
                            [](const Constraint& one) { return one.name == "dst.element"; });
  const auto breaches = [&](ElementType type) {
    std::set<ElementType> seen;
    Counting draw;
    for (int i = 0; i < 400; ++i) {
      Compared made = tcmp(Target::a5, eq, u32, type, {1}, {1});
      types.breach(made.call, draw);
      EXPECT_FALSE(types.holds(made.call));
      seen.insert(made.call.tile("dst").type.element);
    }
    return seen;
  };
  EXPECT_FALSE(breaches(f32).contains(u8));
  EXPECT_TRUE(breaches(i64).contains(u8));
  EXPECT_TRUE(breaches(f32).contains(i8));
  EXPECT_TRUE(types.enforced.contains(Target::a5));
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
