// SPDX-License-Identifier: Apache-2.0
// Shifts by the elements of a tile, computed by hand. Decision 021.
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

struct Shifted {
  Accept accept;
  std::uint64_t value;
  std::uint64_t other;

  friend bool operator==(const Shifted&, const Shifted&) = default;
};

Call call_of(std::string_view op, Target target, ElementType element) {
  const TileSpec one = tile(element, 1, 64, 1, 8);
  return {&form_of(op, "plain"), target, {one, one, one}, {}};
}

Shifted shifted(std::string_view op, Target target, ElementType element, std::uint64_t value,
                std::uint64_t amount) {
  const auto expected = expected_tile(
      call_of(op, target, element),
      {filled(element, 64, 0), filled(element, 64, value), filled(element, 64, amount)});
  const Accept accept = accept_at(expected, 0);
  return {accept, expected.value[0], accept == Accept::any_of ? expected.high[0] : 0};
}

Shifted exact(std::uint64_t value) { return {Accept::exact, value, 0}; }

TEST(Shift, LosesTheBitsThatLeaveTheElement) {
  for (const Target target : {a2a3, a5, cpu}) {
    EXPECT_EQ(shifted("TSHL", target, i8, 0x81, 1), exact(0x02));
    EXPECT_EQ(shifted("TSHL", target, u16, 0x8003, 15), exact(0x8000));
    EXPECT_EQ(shifted("TSHL", target, i32, 0x40000001, 1), exact(0x80000002));
    EXPECT_EQ(shifted("TSHR", target, u32, 0xFFFFFFFF, 31), exact(1));
  }
}

TEST(Shift, ToTheRightFillsWithTheSignOfSignedTypes) {
  EXPECT_EQ(shifted("TSHR", a5, i8, 0x80, 3), exact(0xF0));
  EXPECT_EQ(shifted("TSHR", a5, u8, 0x80, 3), exact(0x10));
  EXPECT_EQ(shifted("TSHR", a2a3, i32, 0x80000000, 31), exact(0xFFFFFFFF));
  EXPECT_EQ(shifted("TSHR", cpu, i64, 0x8000000000000000U, 63), exact(~std::uint64_t{0}));
}

TEST(Shift, ByTheWidthOrLessThanZeroIsOpen) {
  for (const Target target : {a2a3, a5, cpu}) {
    EXPECT_EQ(shifted("TSHL", target, i32, 1, 32).accept, Accept::target_defined);
    EXPECT_EQ(shifted("TSHR", target, i16, 1, 0xFFFF).accept, Accept::target_defined);
    EXPECT_EQ(shifted("TSHL", target, u8, 0xFF, 8).accept, Accept::target_defined);
    EXPECT_EQ(shifted("TSHL", target, u8, 0xFF, 7), exact(0x80));
  }
  for (const Target target : {a5, cpu}) {
    EXPECT_EQ(shifted("TSHL", target, u64, 1, 64).accept, Accept::target_defined);
  }
  // The reading of the draft is recorded: the low five bits of -1 are 31.
  EXPECT_EQ(shifted("TSHL", cpu, i32, 1, 0xFFFFFFFF).value, 0x80000000U);
}

TEST(Shift, CarriesFromTheLowWordToTheHighOne) {
  for (const Target target : {a5, cpu}) {
    EXPECT_EQ(shifted("TSHL", target, u64, 0x80000000, 4), exact(0x800000000U));
    EXPECT_EQ(shifted("TSHL", target, i64, 0x40000000, 4), exact(0x400000000U));
  }
}

TEST(Shift, By64BitsIsRefusedOnA2a3) {
  EXPECT_EQ(broken_constraints(call_of("TSHL", a2a3, u64)),
            std::vector<std::string>{"src0.element"});
  EXPECT_TRUE(broken_constraints(call_of("TSHL", a5, u64)).empty());
}

TEST(Shift, OfCasesHasAmountsBelowTheWidth) {
  const Call call = call_of("TSHL", a5, i16);
  std::vector<ElementArray> contents{filled(i16, 64, 0), filled(i16, 64, 1), filled(i16, 64, 0x35)};
  contents[2].set(1, 15);
  call.form->admit(call, contents);
  const std::vector<std::uint64_t> row{5, 15, 5, 5, 5, 5, 5, 5, 0x35};
  for (std::int64_t i = 0; i < std::ssize(row); ++i) {
    EXPECT_EQ(contents[2][i], row[static_cast<std::size_t>(i)]) << i;  // 8 valid columns
  }
  EXPECT_EQ(contents[1][0], 1U);
}

}  // namespace
}  // namespace assay::ops
