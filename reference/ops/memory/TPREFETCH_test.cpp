// SPDX-License-Identifier: Apache-2.0
// TPREFETCH: what the CPU loads, and that nothing else changes.
#include "reference/judge/judge.hpp"
#include "reference/ops/errata_samples_test.hpp"

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
  Case test_case;
  test_case.call = {&form_of("TPREFETCH", "plain"), Target::a5, {tile(u32, 2, 8, 2, 3), view}, {}};
  return test_case;
}

/// After a call on `target` that loaded `loaded` and changed one element of memory, if any.
VerdictKind kind_after(Target target, const std::vector<std::uint64_t>& loaded,
                       std::int64_t changed = -1) {
  Case test_case = sample();
  test_case.call.target = target;
  std::vector<Trial> trials(3);
  for (Trial& trial : trials) {
    trial.before = {filled(u32, 16, 99), elements(u32, {9, 1, 2, 3, 8, 4, 5, 6})};
    trial.after = trial.before;
    for (std::int64_t i = 0; i < std::ssize(loaded); ++i) {
      trial.after[0].set(i / 3 * 8 + i % 3, loaded[static_cast<std::size_t>(i)]);
    }
    if (changed >= 0) trial.after[1].set(changed, 0);
    trial.outcome.status = Outcome::Status::done;
  }
  return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of("none")}).kind;
}

TEST(Prefetch, MayDoAnythingToItsBufferOnDevices) {
  EXPECT_EQ(broken_constraints(sample().call), std::vector<std::string>{});
  for (const Target target : {Target::a2a3, Target::a5}) {
    EXPECT_EQ(kind_after(target, {7, 7, 7}), VerdictKind::conforms);
    EXPECT_EQ(kind_after(target, {}), VerdictKind::conforms);
  }
}

// "the prefetch performs a blocking copy from GM into the tile buffer"
TEST(Prefetch, LoadsOnTheCpu) {
  EXPECT_EQ(kind_after(Target::cpu, {1, 2, 3, 4, 5, 6}), VerdictKind::conforms);
  EXPECT_EQ(kind_after(Target::cpu, {1, 2, 3, 4, 5, 7}), VerdictKind::deviates);
  EXPECT_EQ(kind_after(Target::cpu, {1, 2, 3}), VerdictKind::deviates);
  EXPECT_EQ(kind_after(Target::cpu, {}), VerdictKind::deviates);
}

TEST(Prefetch, ChangesNoMemoryInOrBetweenTheLines) {
  for (const std::int64_t place : {0, 2, 4}) {
    EXPECT_EQ(kind_after(Target::a5, {}, place), VerdictKind::deviates);
    EXPECT_EQ(kind_after(Target::cpu, {1, 2, 3, 4, 5, 6}, place), VerdictKind::deviates);
  }
}

Samples of_prefetches() {
  const auto of_pitch = [](const char* number, Target target, std::int64_t pitch) {
    Call call = sample().call;
    call.target = target;
    call.global("src").stride[3] = pitch;
    return Sample(number, call);
  };
  // Lines of three elements, eight apart in dst and four in memory, of which the second is that at
  // 8 in memory.
  Sample steps = of_pitch("E-TPREFETCH-002", Target::cpu, 4);
  for (std::int64_t i = 0; i < 8; ++i) {
    steps.holds_at("src", i, 100 + static_cast<std::uint64_t>(i));
  }
  return {of_pitch("E-TPREFETCH-001", Target::cpu, 4).crashes(),
          of_pitch("E-TPREFETCH-001", Target::cpu, 8).crashes().is_unknown(),
          of_pitch("E-TPREFETCH-001", Target::a5, 4).crashes().is_unknown(), steps};
}

const SamplesOf samples_of_prefetches{of_prefetches};

// Lines of three elements, eight apart in dst and four in memory.
TEST(PrefetchErrata, AreStepsOfTheBufferOnTheCpu) {
  const auto of = [](Target target, std::int64_t pitch, std::uint64_t second,
                     const std::string& errata) {
    Case test_case = sample();
    test_case.call.target = target;
    test_case.call.global("src").stride[3] = pitch;
    std::vector<Trial> trials(3);
    for (Trial& trial : trials) {
      trial.before = {filled(u32, 16, 99), filled(u32, 20, 0)};
      for (std::int64_t i = 0; i < 20; ++i) {
        trial.before[1].set(i, 100 + static_cast<std::uint64_t>(i));
      }
      trial.after = trial.before;
      for (std::int64_t col = 0; col < 3; ++col) {
        trial.after[0].set(col, 101 + static_cast<std::uint64_t>(col));
        trial.after[0].set(8 + col, second + static_cast<std::uint64_t>(col));
      }
    }
    return judge(test_case, trials, Standard{correctly_rounded, errata_choice_of(errata)});
  };
  const Verdict conforms = of(Target::cpu, 4, 105, "all");
  EXPECT_EQ(conforms.kind, VerdictKind::conforms);
  EXPECT_EQ(conforms.errata.size(), 2U);
  EXPECT_EQ(of(Target::cpu, 4, 109, "none").kind, VerdictKind::deviates);
  const Verdict known = of(Target::cpu, 4, 109, "all");
  EXPECT_EQ(known.kind, VerdictKind::known_deviation);
  ASSERT_EQ(known.errata.size(), 1U) << "what lies beyond the view was mapped";
  EXPECT_EQ(known.errata[0].number, "E-TPREFETCH-002");
  EXPECT_EQ(of(Target::cpu, 4, 106, "all").kind, VerdictKind::deviates);
  EXPECT_EQ(of(Target::cpu, 8, 110, "all").kind, VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
