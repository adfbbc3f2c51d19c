// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/runs/three_way.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

using enum ElementType;

/// One row of four elements: promised, promised, for the target to decide, open to anything.
class ThreeWay : public testing::Test {
 protected:
  ThreeWay() {
    form_.op = "TSAMPLE";
    form_.operands = {{"dst", Role::output, OperandKind::tile}};
    form_.results = {{"dst"}};
    test_.call = {&form_, Target::a5, {TileSpec{{.element = u8, .rows = 1, .cols = 4}, 1, 4}}, {}};
    ExpectedTile tile(u8, 1, 4);
    tile.set_exact(0, 1);
    tile.set_exact(1, 2);
    tile.set_accept(2, Accept::target_defined);
    expected_ = {tile};
  }

  Attribution with(VerdictKind one, const std::vector<std::uint64_t>& first, VerdictKind other,
                   const std::vector<std::uint64_t>& second) const {
    Verdict of_one, of_other;
    of_one.kind = one;
    of_other.kind = other;
    const Trial a = trial(first);
    const Trial b = trial(second);
    return attribute(test_, expected_, {of_one, &a}, {of_other, &b});
  }

  static Trial trial(const std::vector<std::uint64_t>& elements) {
    Trial made;
    if (elements.empty()) made.outcome.status = Outcome::Status::crashed;
    ElementArray array(u8, static_cast<std::int64_t>(elements.size()));
    for (std::size_t i = 0; i < elements.size(); ++i) {
      array.set(static_cast<std::int64_t>(i), elements[i]);
    }
    made.after = {array};
    return made;
  }

  static constexpr VerdictKind right = VerdictKind::conforms;
  static constexpr VerdictKind wrong = VerdictKind::deviates;
  Form form_;
  Case test_;
  std::vector<Expected> expected_;
};

TEST_F(ThreeWay, BlamesTheOneThatTheReferenceContradicts) {
  EXPECT_EQ(with(wrong, {9, 2, 3, 4}, right, {1, 2, 3, 4}), Attribution::first_wrong);
  EXPECT_EQ(with(right, {1, 2, 3, 4}, wrong, {9, 2, 3, 4}), Attribution::second_wrong);
  EXPECT_EQ(with(right, {1, 2, 3, 4}, VerdictKind::crashed, {}), Attribution::second_wrong);
}

TEST_F(ThreeWay, TellsTheSameMistakeFromTwo) {
  EXPECT_EQ(with(wrong, {9, 2, 3, 4}, wrong, {9, 2, 3, 4}), Attribution::both_wrong_alike);
  EXPECT_EQ(with(wrong, {9, 2, 3, 4}, wrong, {8, 2, 3, 4}), Attribution::both_wrong_differently);
  EXPECT_EQ(with(wrong, {9, 2, 3, 4}, VerdictKind::crashed, {}),
            Attribution::both_wrong_differently);
  EXPECT_EQ(with(VerdictKind::crashed, {}, VerdictKind::crashed, {}),
            Attribution::both_wrong_alike);
}

TEST_F(ThreeWay, BlamesNobodyForWhatTheTargetDecides) {
  EXPECT_EQ(with(right, {1, 2, 3, 4}, right, {1, 2, 5, 4}), Attribution::target_defined_differs);
  EXPECT_EQ(with(right, {1, 2, 3, 4}, right, {1, 2, 3, 4}), Attribution::agree);
}

TEST_F(ThreeWay, LeavesOutWhatNothingIsSaidAbout) {
  EXPECT_EQ(with(right, {1, 2, 3, 4}, right, {1, 2, 3, 5}), Attribution::agree);
  EXPECT_EQ(with(wrong, {9, 2, 3, 4}, wrong, {9, 2, 3, 5}), Attribution::both_wrong_alike);
}

TEST_F(ThreeWay, DecidesNothingWhereOneHasNoAnswer) {
  for (const VerdictKind none :
       {VerdictKind::unsupported, VerdictKind::distrusted, VerdictKind::infra}) {
    EXPECT_EQ(with(none, {}, wrong, {9, 2, 3, 4}), Attribution::undecided);
    EXPECT_EQ(with(right, {1, 2, 3, 4}, none, {}), Attribution::undecided);
  }
}

TEST_F(ThreeWay, FindsEveryAttributionByItsName) {
  for (int i = 0; i <= static_cast<int>(Attribution::undecided); ++i) {
    const auto one = static_cast<Attribution>(i);
    EXPECT_EQ(attribution_named(name_of(one)), one);
  }
  EXPECT_FALSE(attribution_named("nobody"));
}

}  // namespace
}  // namespace assay
