// SPDX-License-Identifier: Apache-2.0
// Each erratum is accepted where it is in effect, and a deviation elsewhere.
#include <algorithm>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

struct Given {
  Target target;
  int side;
  std::uint32_t diagonal;
  TileSpec dst = tile(i32, 2, 8, 2, 3);

  Call call() const {
    return {&form_of("TTRI", "plain"), target, {dst, ScalarSpec{i32, diagonal}}, {side}};
  }
};

VerdictKind kind_of(const Call& call, const Trial& trial, const char* errata) {
  Case test_case;
  test_case.call = call;
  if (!broken_constraints(call).empty()) {
    test_case.intent = {Intent::Kind::outside, broken_constraints(call).front(), Edge::smallest};
  }
  const auto exact = [](const ToleranceKey&) { return Tolerance{Tolerance::Kind::exact, 0, {}}; };
  return judge(test_case, std::vector{trial}, Standard{exact, errata_choice_of(errata)}).kind;
}

Trial untouched(const Call& call) {
  const TileType& type = call.tile("dst").type;
  Trial trial;
  trial.before = {filled(type.element, type.elements(), 0x55),
                  elements(i32, {call.scalar("diagonal").bits})};
  trial.after = trial.before;
  return trial;
}

void expect_known(const char* number, const Call& call, const Trial& trial) {
  EXPECT_EQ(kind_of(call, trial, number), VerdictKind::known_deviation) << number;
  EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::deviates) << number;
}

TEST(TtriErrata, KnowsTypesThatDoNotCompile) {
  for (const ElementType element : {u8, i64}) {
    const Call call = Given{Target::cpu, 0, 0, tile(element, 2, 32, 2, 3)}.call();
    Trial refused = untouched(call);
    refused.outcome.status = Outcome::Status::rejected;
    EXPECT_EQ(kind_of(call, refused, "E-TTRI-001"), VerdictKind::known_deviation);
    EXPECT_EQ(kind_of(call, refused, "none"), VerdictKind::rejected_valid);
  }
}

TEST(TtriErrata, KnowsSumsThatWrap) {
  // Row 0 has all columns up to 2^31 - 1, and the sum of row 1 is the least int.
  const Call call = Given{Target::cpu, 0, INT32_MAX - 1}.call();
  Trial trial = untouched(call);
  for (const int place : {0, 1, 2}) trial.after[0].set(place, 1);
  for (const int place : {8, 9, 10}) trial.after[0].set(place, 0);
  expect_known("E-TTRI-002", call, trial);
  for (const int place : {8, 9, 10}) trial.after[0].set(place, 1);
  EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::conforms);
}

TEST(TtriErrata, KnowsAnotherSideThatIsTaken) {
  const Call call = Given{Target::a5, 2, 0}.call();
  EXPECT_EQ(kind_of(call, untouched(call), "E-TTRI-003"), VerdictKind::known_deviation);
  EXPECT_EQ(kind_of(call, untouched(call), "none"), VerdictKind::accepted_invalid);
}

TEST(TtriErrata, KnowsColumnsThatStay) {
  const Call call = Given{Target::a5, 0, 100, tile(u64, 1, 128, 1, 70)}.call();
  Trial trial = untouched(call);
  for (int place = 0; place < 64; ++place) trial.after[0].set(place, 1);
  expect_known("E-TTRI-004", call, trial);
}

}  // namespace
}  // namespace assay::ops
