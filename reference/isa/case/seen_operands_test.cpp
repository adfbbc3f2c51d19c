// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/case/seen_operands.hpp"

#include <gtest/gtest.h>

#include "reference/isa/spec/op_spec.hpp"

namespace assay {
namespace {

using enum ElementType;

/// Says for every element what all operands hold there.
Expected sum_of_all(const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile("dst");
  ExpectedTile expected(u32, out.rows(), out.cols());
  for (std::int64_t i = 0; i < expected.value.size(); ++i) {
    std::uint64_t sum = 0;
    for (const ElementArray& one : inputs.contents) sum += one[i];
    expected.set_exact(i, sum);
  }
  return expected;
}

class SeeingOnly : public testing::TestWithParam<ElementType> {
 protected:
  /// dst and src of 4 x 8, of which 3 x 5 are valid.
  SeeingOnly() {
    form_.operands = {{"dst", Role::output, OperandKind::tile},
                      {"src", Role::input, OperandKind::tile}};
    call_.form = &form_;
    for (const ElementType element : {u32, GetParam()}) {
      TileSpec tile;
      tile.type.element = element;
      tile.type.rows = 4;
      tile.type.cols = 8;
      tile.valid_rows = 3;
      tile.valid_cols = 5;
      call_.operands.emplace_back(tile);
      contents_.emplace_back(element, 32);
      for (std::int64_t i = 0; i < 32; ++i) contents_.back().set(i, 1);
    }
  }

  void see(Seen seen) {
    form_.results = {
        seeing_only({"src", "tmp"}, seen, {.operand = "dst", .semantics = sum_of_all})};
  }
  std::uint64_t value(std::int64_t index) const {
    const Expected expected = form_.results[0].semantics({call_, contents_, {}});
    return std::get<ExpectedTile>(expected).value[index];
  }
  /// With 2 for an element.
  bool same_with(std::size_t operand, std::int64_t index) const {
    std::vector<ElementArray> other = contents_;
    other[operand].set(index, 2);
    return sees_the_same(call_, contents_, other);
  }

  static constexpr std::int64_t valid = 20, right = 21, below = 24;  // 8 columns
  Form form_;
  Call call_;
  std::vector<ElementArray> contents_;
};

TEST_P(SeeingOnly, HidesWhatOthersHold) {
  see(Seen::whole);
  for (const std::int64_t index : {valid, right, below}) {
    EXPECT_EQ(value(index), 1U);
    EXPECT_TRUE(same_with(0, index));
    EXPECT_FALSE(same_with(1, index));
  }
}

TEST_P(SeeingOnly, HidesWhatLiesOutsideValidRegions) {
  see(Seen::valid);
  EXPECT_EQ(value(valid), 1U);
  EXPECT_EQ(value(right), 0U);
  EXPECT_EQ(value(below), 0U);
  EXPECT_FALSE(same_with(1, valid));
  EXPECT_TRUE(same_with(1, right));
  EXPECT_TRUE(same_with(1, below));
}

TEST_P(SeeingOnly, HidesWhatLiesOutsideTheRegionOfTheCall) {
  const auto region = [](const Call& call, const std::string& operand) {
    return SeenRegion{1, call.tile(operand).valid_cols + 1};
  };
  form_.results = {seeing_only({"src"}, region, {.operand = "dst", .semantics = sum_of_all})};
  constexpr std::int64_t last = 5, behind = 6, next_row = 8;
  EXPECT_EQ(value(last), 1U);
  EXPECT_FALSE(same_with(1, last));
  for (const std::int64_t index : {behind, next_row}) {
    EXPECT_EQ(value(index), 0U);
    EXPECT_TRUE(same_with(1, index));
  }
}

TEST_P(SeeingOnly, IsNotKnownOfOtherResults) {
  form_.results = {{.operand = "dst", .semantics = sum_of_all}};
  EXPECT_EQ(value(valid), 2U);
  EXPECT_FALSE(sees_the_same(call_, contents_, contents_));
}

/// A result that says that it follows from src alone, element by element.
TEST_P(SeeingOnly, ShowsOfResultsInPlaceWhatTheyFollowFromWhereDstIsValid) {
  form_.results = {{.operand = "dst", .semantics = sum_of_all, .flow = {.in_place = {"src"}}}};
  std::get<TileSpec>(call_.operands[0]).valid_cols = 4;
  const auto shown = [&](std::int64_t index) {
    const Expected expected = evaluated(form_.results[0], {call_, contents_, {}});
    return std::get<ExpectedTile>(expected).value[index];
  };
  constexpr std::int64_t seen = 19, beside = 20;
  EXPECT_EQ(shown(seen), 1U);
  EXPECT_FALSE(same_with(1, seen));
  for (const std::int64_t index : {beside, right, below}) {
    EXPECT_EQ(shown(index), 0U);
    EXPECT_TRUE(same_with(1, index));
  }
  EXPECT_TRUE(same_with(0, seen));
}

INSTANTIATE_TEST_SUITE_P(Elements, SeeingOnly, testing::Values(u32, f16, e2m1));

}  // namespace
}  // namespace assay
