// SPDX-License-Identifier: Apache-2.0
// Each erratum of TPRINT, seen where it is in effect and failing where it is not.
#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

/// Of a call that printed a text, or that was refused without one.
Verdict verdict(const Call& call, std::vector<ElementArray> before, const char* text,
                const char* errata) {
  Case test_case;
  test_case.call = call;
  Trial trial;
  trial.after = trial.before = std::move(before);
  if (text == nullptr) trial.outcome.status = Outcome::Status::rejected;
  if (text != nullptr) trial.text = text;
  return judge(test_case, std::vector{trial},
               Standard{correctly_rounded, errata_choice_of(errata)});
}

TEST(TprintErrata, TheValidPartAloneIsKnown) {
  const Call call{&form_of("TPRINT", "tile"), Target::cpu, {tile(i32, 2, 8, 1, 2)}, {0}};
  const std::vector<ElementArray> before{
      elements(i32, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})};
  const char* const whole =
      "a title\n"
      "       1        2|        3        4        5        6        7        8\n"
      "|\n"
      "       9       10|       11       12       13       14       15       16\n";
  EXPECT_EQ(verdict(call, before, whole, "none").kind, VerdictKind::conforms);
  EXPECT_EQ(verdict(call, before, whole, "pto-cpu").kind, VerdictKind::conforms);
  const char* const part = "TPRINT 1x2\n       1        2\n";
  EXPECT_EQ(verdict(call, before, part, "none").kind, VerdictKind::deviates);
  EXPECT_EQ(verdict(call, before, part, "E-TPRINT-003").kind, VerdictKind::known_deviation);
  const char* const wrong = "TPRINT 1x2\n       1        3\n";
  EXPECT_EQ(verdict(call, before, wrong, "E-TPRINT-003").kind, VerdictKind::deviates);
}

TEST(TprintErrata, RefusalsOfTheCpuHeadersAreKnown) {
  constexpr const char* refused = nullptr;
  GlobalSpec view;
  view.element = i32;
  view.shape = {1, 1, 1, 1, 2};
  view.stride = {2, 2, 2, 2, 1};
  const Call halves{&form_of("TPRINT", "tile"), Target::cpu, {tile(f16, 1, 16, 1, 16)}, {0}};
  const Call global{&form_of("TPRINT", "global"), Target::cpu, {view}, {0}};
  const std::vector<ElementArray> half{filled(f16, 16, 0x3C00)}, two{filled(i32, 2, 7)};
  EXPECT_EQ(verdict(halves, half, refused, "none").kind, VerdictKind::rejected_valid);
  EXPECT_EQ(verdict(halves, half, refused, "E-TPRINT-001").kind, VerdictKind::known_deviation);
  EXPECT_EQ(verdict(halves, half, refused, "E-TPRINT-002").kind, VerdictKind::rejected_valid);
  EXPECT_EQ(verdict(global, two, refused, "none").kind, VerdictKind::rejected_valid);
  EXPECT_EQ(verdict(global, two, refused, "pto-cpu").kind, VerdictKind::known_deviation);
}

}  // namespace
}  // namespace assay::ops
