// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/runs/build_dependence.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

using enum ElementType;

constexpr std::uint64_t one = 0x3f800000;
constexpr std::uint64_t above_one = 0x3f800001;
constexpr std::uint64_t nan = 0x7fc00000;
constexpr std::uint64_t other_nan = 0xffc00000;

/// One row of four: within an interval, any NaN, for the target to decide, open to anything.
class BuildDependence : public testing::Test {
 protected:
  BuildDependence() {
    form_.op = "TSAMPLE";
    form_.operands = {{"dst", Role::output, OperandKind::tile}};
    form_.results = {{"dst"}};
    test_.call = {
        &form_, Target::cpu, {TileSpec{{.element = f32, .rows = 1, .cols = 4}, 1, 4}}, {}};
    ExpectedTile tile(f32, 1, 4);
    tile.set_accept(0, Accept::interval);
    tile.set_accept(1, Accept::any_nan);
    tile.set_accept(2, Accept::target_defined);
    expected_ = {tile};
  }

  static Trial trial(const std::vector<std::uint64_t>& elements) {
    Trial made;
    ElementArray array(f32, 4);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      array.set(static_cast<std::int64_t>(i), elements[i]);
    }
    made.after = {array};
    return made;
  }

  std::optional<Verdict> of(const Trial& a, const Trial& b,
                            VerdictKind kind = VerdictKind::conforms,
                            VerdictKind of_first = VerdictKind::conforms) const {
    Verdict first, second;
    first.kind = of_first;
    second.kind = kind;
    return build_dependence(test_, expected_, {"-O0", first, &a}, {"-O2", second, &b});
  }
  std::optional<Verdict> of(const std::vector<std::uint64_t>& a,
                            const std::vector<std::uint64_t>& b) const {
    return of(trial(a), trial(b));
  }

  Form form_;
  Case test_;
  std::vector<Expected> expected_;
};

TEST_F(BuildDependence, OfVersionsCountsOutcomesWordsAndVerdictsToo) {
  const auto change = [this](const Trial& a, const Trial& b,
                             VerdictKind after = VerdictKind::conforms) {
    Verdict older, newer;
    newer.kind = after;
    newer.reason = after == VerdictKind::conforms ? "" : "wrote 4 bytes behind dst";
    return library_change(test_, expected_, {"the older", older, &a}, {"the newer", newer, &b});
  };
  const Trial same = trial({one, nan, 0, 0});
  EXPECT_FALSE(change(same, trial({one, other_nan, 0, 0})));
  EXPECT_EQ(change(same, trial({above_one, nan, 0, 0}))->kind, Attribution::build_dependent);
  const auto outside = change(same, same, VerdictKind::deviates);
  EXPECT_EQ(outside->kind, Attribution::build_dependent);
  EXPECT_EQ(outside->reason,
            "the same results; with the older conforms, with the newer deviates: wrote 4 bytes "
            "behind dst");
  Trial refused = same, otherwise = same, lost = same;
  refused.outcome = {Outcome::Status::rejected, "no addition"};
  otherwise.outcome = {Outcome::Status::rejected, "no sum"};
  lost.outcome = {Outcome::Status::infra, "the disk is full"};
  EXPECT_EQ(change(same, refused)->kind, Attribution::outcome_changed);
  EXPECT_EQ(change(refused, otherwise)->kind, Attribution::message_changed);
  EXPECT_FALSE(change(refused, refused));
  EXPECT_FALSE(change(same, lost));
}

TEST_F(BuildDependence, NamesBothFlagsAndBothBits) {
  const auto found = of({one, nan, 3, 4}, {above_one, nan, 3, 4});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, VerdictKind::deviates);
  EXPECT_EQ(found->deviation, Deviation::build_dependent);
  EXPECT_EQ(found->reason,
            "the result depends on the build: dst at (0, 0) is 0x3f800000 with -O0 and 0x3f800001 "
            "with -O2");
  EXPECT_EQ(found->wrong, 1);
  ASSERT_TRUE(found->worst);
  EXPECT_EQ(found->worst->expected, one);
  EXPECT_EQ(found->worst->got, above_one);
}

TEST_F(BuildDependence, CountsWhatTheTargetDecides) {
  const auto found = of({one, nan, 3, 4}, {above_one, nan, 5, 4});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->wrong, 2);
  EXPECT_TRUE(of({one, nan, 3, 4}, {one, nan, 5, 4}));
}

TEST_F(BuildDependence, LeavesOutWhatThePageLeavesOpen) {
  EXPECT_FALSE(of({one, nan, 3, 4}, {one, nan, 3, 5}));
}

TEST_F(BuildDependence, TakesOneNanForAnotherWhereAnyWillDo) {
  EXPECT_FALSE(of({one, nan, 3, 4}, {one, other_nan, 3, 4}));
  EXPECT_TRUE(of({one, nan, 3, 4}, {one, one, 3, 4}));
  EXPECT_TRUE(of({nan, nan, 3, 4}, {other_nan, nan, 3, 4}));
}

TEST_F(BuildDependence, SeesABuildThatDiesAlone) {
  Trial dead;
  dead.outcome = {Outcome::Status::crashed, "SIGFPE"};
  const auto found = of(trial({one, nan, 3, 4}), dead, VerdictKind::crashed);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->reason,
            "the result depends on the build: with -O0 the call returns, with -O2 the call ends as "
            "crashed: SIGFPE");
  EXPECT_FALSE(of(dead, dead, VerdictKind::crashed));
}

TEST_F(BuildDependence, SaysNothingOfABuildWithoutAnAnswer) {
  for (const VerdictKind none : {VerdictKind::unsupported, VerdictKind::infra}) {
    EXPECT_FALSE(of(trial({one}), trial({above_one}), none));
  }
  EXPECT_TRUE(of(trial({one}), trial({above_one}), VerdictKind::distrusted));
}

TEST_F(BuildDependence, AsksNothingOfAnIllegalCallThatBothBuildsMayTreatAsTheyDo) {
  Trial refused;
  refused.outcome = {Outcome::Status::rejected, "an assertion"};
  test_.intent = {.kind = Intent::Kind::outside, .constraint = "dst.valid"};
  EXPECT_FALSE(of(trial({one, nan, 3, 4}), refused, VerdictKind::target_defined,
                  VerdictKind::target_defined));
  EXPECT_TRUE(
      of(trial({one, nan, 3, 4}), refused, VerdictKind::conforms, VerdictKind::accepted_invalid));
  test_.intent = {.kind = Intent::Kind::boundary, .constraint = "dst.valid", .edge = Edge::largest};
  EXPECT_TRUE(of(trial({one, nan, 3, 4}), refused, VerdictKind::target_defined));
}

TEST_F(BuildDependence, LeavesOutWhatErrataExplainInOneOfTheBuilds) {
  const Trial a = trial({one, nan, 3, 4}), b = trial({above_one, nan, 3, 4});
  EXPECT_FALSE(of(a, b, VerdictKind::known_deviation));
  EXPECT_FALSE(of(b, a, VerdictKind::conforms, VerdictKind::known_deviation));
  EXPECT_TRUE(of(a, b, VerdictKind::deviates, VerdictKind::known_deviation));
}

TEST_F(BuildDependence, LeavesOutACrashThatErrataKnow) {
  Trial dead;
  dead.outcome = {Outcome::Status::crashed, "SIGFPE"};
  EXPECT_FALSE(of(trial({one, nan, 3, 4}), dead, VerdictKind::known_deviation));
  EXPECT_FALSE(
      of(dead, trial({one, nan, 3, 4}), VerdictKind::conforms, VerdictKind::known_deviation));
}

TEST_F(BuildDependence, ComparesTheBitsThatCount) {
  auto& tile = std::get<ExpectedTile>(expected_[0]);
  tile.set_some_bits(0, 0x5, 0xf);
  EXPECT_FALSE(of({0x15, nan, 3, 4}, {0x25, nan, 3, 4}));
  EXPECT_TRUE(of({0x15, nan, 3, 4}, {0x14, nan, 3, 4}));
}

TEST_F(BuildDependence, SeesAnotherText) {
  expected_ = {ExpectedText{}};
  Trial a, b;
  a.text = "1";
  b.text = "2";
  EXPECT_TRUE(of(a, b));
  EXPECT_FALSE(of(a, a));
}

}  // namespace
}  // namespace assay
