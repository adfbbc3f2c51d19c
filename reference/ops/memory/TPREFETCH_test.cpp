// SPDX-License-Identifier: Apache-2.0
// TPREFETCH: that nothing else changes.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// Two lines of three elements, one that is between them, and a base of one.
Case sample() {
  GlobalSpec view;
  view.element = u32;
  view.shape = {1, 1, 1, 2, 3};
  view.stride = {8, 8, 8, 4, 1};
  view.base = 1;
  view.dynamic_shape = {false, false, false, true, true};
  Case test;
  test.call = {&form_of("TPREFETCH", "plain"), Target::a5, {tile(u32, 2, 8, 2, 3), view}, {}};
  return test;
}

VerdictKind kind_after(std::int64_t changed) {
  const Case test = sample();
  std::vector<Trial> trials(3);
  for (Trial& trial : trials) {
    trial.before = {filled(u32, 16, 1), elements(u32, {9, 1, 2, 3, 8, 4, 5, 6})};
    trial.after = {filled(u32, 16, 7), trial.before[1]};
    if (changed >= 0) trial.after[1].set(changed, 0);
    trial.outcome.status = Outcome::Status::done;
  }
  return judge(test, trials, Standard{rounded, errata_choice_of("none")}).kind;
}

TEST(Prefetch, MayDoAnythingToItsBuffer) {
  EXPECT_EQ(broken_constraints(sample().call), std::vector<std::string>{});
  EXPECT_EQ(kind_after(-1), VerdictKind::conforms);
}

TEST(Prefetch, ChangesNoMemoryInOrBetweenTheLines) {
  EXPECT_EQ(kind_after(0), VerdictKind::deviates);
  EXPECT_EQ(kind_after(2), VerdictKind::deviates);
  EXPECT_EQ(kind_after(4), VerdictKind::deviates);
}

TEST(PrefetchErrata, AreReadsBeyondTheViewOnTheCpu) {
  const auto of = [](Target target, std::int64_t pitch, const std::string& errata) {
    Case test = sample();
    test.call.target = target;
    test.call.global("src").stride[3] = pitch;
    std::vector<Trial> trials(3);
    for (Trial& trial : trials) {
      trial.before = trial.after = {filled(u32, 16, 1), filled(u32, 4 + pitch, 2)};
      trial.outcome.status = Outcome::Status::crashed;
    }
    return judge(test, trials, Standard{rounded, errata_choice_of(errata)}).kind;
  };
  EXPECT_EQ(of(Target::cpu, 4, "none"), VerdictKind::crashed);
  EXPECT_EQ(of(Target::cpu, 4, "E-TPREFETCH-001"), VerdictKind::known_deviation);
  EXPECT_EQ(of(Target::cpu, 8, "all"), VerdictKind::crashed);
  EXPECT_EQ(of(Target::a5, 4, "all"), VerdictKind::crashed);
}

}  // namespace
}  // namespace assay::ops
