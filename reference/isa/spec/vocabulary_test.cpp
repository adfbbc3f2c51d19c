// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/spec/vocabulary.hpp"

#include <gtest/gtest.h>

namespace assay::vocabulary {
namespace {

using enum ElementType;

/// Choices from a fixed sequence: good enough for tests of single constraints.
class Sequence : public Draw {
 public:
  explicit Sequence(std::uint64_t start) : state_(start) {}
  std::int64_t integer(std::int64_t low, std::int64_t high) override {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return low +
           static_cast<std::int64_t>((state_ >> 33U) % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::uint64_t state_;
};

class Constraints : public testing::Test {
 protected:
  Constraints() {
    form_.op = "T";
    form_.lead = "src";
    form_.operands = {{"dst", Role::output, OperandKind::tile},
                      {"src", Role::input, OperandKind::tile}};
    TileSpec src;
    src.type.rows = 16;
    src.type.cols = 32;
    src.valid_rows = 9;
    src.valid_cols = 31;
    TileSpec dst = src;
    call_ = {&form_, Target::a5, {dst, src}, {}};
  }

  /// `breach` breaks, `impose` repairs, for many choices.
  void check(const Constraint& constraint) {
    ASSERT_TRUE(constraint.holds(call_)) << constraint.text;
    for (std::uint64_t start = 0; start < 200; ++start) {
      Sequence draw(start);
      Call call = call_;
      constraint.breach(call, draw);
      ASSERT_FALSE(constraint.holds(call)) << constraint.name << " survives its breach " << start;
      constraint.impose(call, draw);
      ASSERT_TRUE(constraint.holds(call)) << constraint.name << " is not repaired " << start;
    }
  }

  Form form_;
  Call call_;
};

TEST_F(Constraints, BreakWhenBreachedAndHoldWhenImposed) {
  check(element_is("src", {f32, i32}));
  check(same_element("dst", "src"));
  check(same_width("dst", "src"));
  check(located_in("src", {Location::vec}));
  check(row_major("src"));
  check(unboxed("src"));
  check(nd_layout("src"));
  check(same_valid_region("dst", "src"));
  check(same_valid_columns("dst", "src"));
  check(same_valid_mode("dst", "src"));
  check(non_empty("src"));
}

TEST_F(Constraints, BoundTheValidRegionFromBothSides) {
  for (std::uint64_t start = 0; start < 200; ++start) {
    Sequence draw(start);
    Call call = call_;
    const Constraint constraint = valid_within_shape("src");
    constraint.breach(call, draw);
    EXPECT_FALSE(constraint.holds(call)) << start;
    EXPECT_FALSE(call.tile("src").type.dynamic_valid_rows);
  }
}

TEST_F(Constraints, LeaveSizesThatAreKnownAtLaunchToTheLaunch) {
  const Constraint constraint = valid_within_shape("src");
  TileSpec& tile = call_.tile("src");
  tile.valid_cols = tile.cols() + 1;
  tile.type.dynamic_valid_cols = true;
  EXPECT_TRUE(constraint.holds(call_));
  tile.type.dynamic_valid_cols = false;
  EXPECT_FALSE(constraint.holds(call_));
  tile.valid_cols = 0;
  EXPECT_FALSE(constraint.holds(call_)) << "a static size is positive";
}

TEST_F(Constraints, NeverBreakWithAnUndrawnElement) {
  const Constraint constraint = element_is("src", {f32}, {bf16, i64, u64});
  for (std::uint64_t start = 0; start < 500; ++start) {
    Sequence draw(start);
    Call call = call_;
    constraint.breach(call, draw);
    const ElementType drawn = call.tile("src").type.element;
    EXPECT_TRUE(drawn != bf16 && drawn != i64 && drawn != u64 && drawn != f32) << name_of(drawn);
  }
}

TEST_F(Constraints, MoveTheFirstOperandAndLeaveTheSecond) {
  const TileSpec before = call_.tile("src");
  Sequence draw(1);
  call_.tile("dst").valid_rows = 3;
  same_valid_region("dst", "src").impose(call_, draw);
  EXPECT_EQ(call_.tile("src"), before);
  EXPECT_EQ(call_.tile("dst").valid_rows, 9);
}

TEST_F(Constraints, KeepTilesWellFormedWhenTheElementChanges) {
  for (std::uint64_t start = 0; start < 200; ++start) {
    Sequence draw(start);
    Call call = call_;
    element_is("src", {f32}).breach(call, draw);
    EXPECT_FALSE(malformed(call.tile("src").type)) << start;
  }
}

TEST_F(Constraints, ReachTheSmallestLegalScratch) {
  Sequence draw(1);
  const Constraint constraint = at_least_bytes("dst", 64);
  ASSERT_TRUE(constraint.edge(call_, draw, Edge::smallest));
  EXPECT_EQ(call_.tile("dst").type.bytes(), 64);
  EXPECT_FALSE(constraint.edge(call_, draw, Edge::largest));
}

TEST(ConstraintBuilders, RestrictTargetsAndPromises) {
  const Constraint constraint =
      element_is("src", {f32}).on({Target::a5, Target::cpu}).unchecked_on({Target::cpu});
  EXPECT_FALSE(constraint.targets.contains(Target::a2a3));
  EXPECT_TRUE(constraint.enforced.contains(Target::a5));
  EXPECT_FALSE(constraint.enforced.contains(Target::cpu));
  EXPECT_FALSE(invariant(constraint).breakable());
}

// Floats of 8 bits are no types of A2A3, whatever their width.
TEST_F(Constraints, OfWidthsHaveTheTypesOfTheTarget) {
  const Constraint width = same_width("dst", "src");
  const auto holds = [&](Target target, ElementType element) {
    Call call = call_;
    call.target = target;
    call.tile("src").type.element = i8;
    call.tile("dst").type.element = element;
    return width.holds(call);
  };
  EXPECT_TRUE(holds(Target::a5, e4m3));
  EXPECT_FALSE(holds(Target::a2a3, e4m3));
  EXPECT_FALSE(holds(Target::a2a3, hif8));
  EXPECT_TRUE(holds(Target::a2a3, u8));
}

}  // namespace
}  // namespace assay::vocabulary
