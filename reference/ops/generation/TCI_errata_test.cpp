// SPDX-License-Identifier: Apache-2.0
// Each erratum is accepted where it is in effect, and a deviation elsewhere.
#include <algorithm>

#include "reference/judge/judge.hpp"
#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Call sequence(const char* form, Target target, ElementType element, std::uint64_t start, int down,
              ElementType scratch = f32) {
  Call call{&form_of("TCI", form),
            target,
            {tile(element, 1, 512, 1, 300), ScalarSpec{element, start}},
            {down}};
  if (call.form->has("tmp")) call.operands.emplace_back(tile(scratch, 1, 512, 1, 512));
  return call;
}

Trial untouched(const Call& call) {
  Trial trial;
  for (const OperandValue& value : call.operands) {
    if (const auto* scalar = std::get_if<ScalarSpec>(&value)) {
      trial.before.push_back(elements(scalar->element, {scalar->bits}));
    } else {
      const TileType& type = std::get<TileSpec>(value).type;
      trial.before.push_back(filled(type.element, type.elements(), 0x55));
    }
  }
  trial.after = trial.before;
  return trial;
}

VerdictKind kind_of(const Call& call, const Trial& trial, const char* errata) {
  Case test_case;
  test_case.call = call;
  return judge(test_case, std::vector{trial},
               Standard{of_first_readings(correctly_rounded), errata_choice_of(errata)})
      .kind;
}

TEST(TciErrata, KnowsWhatDoesNotCompile) {
  const auto expect_refused = [](const char* number, const Call& call) {
    Trial refused = untouched(call);
    refused.outcome.status = Outcome::Status::rejected;
    EXPECT_EQ(kind_of(call, refused, number), VerdictKind::known_deviation) << number;
    EXPECT_EQ(kind_of(call, refused, "none"), VerdictKind::rejected_valid) << number;
  };
  expect_refused("E-TCI-001", sequence("tmp", Target::a2a3, i32, 0, 0, u32));
  expect_refused("E-TCI-002", sequence("tmp", Target::a2a3, u16, 0, 0));
}

TEST(TciErrata, KnowsAnythingInPlaceOfFloats) {
  const Call call = sequence("tmp", Target::a2a3, f16, 0x3C00, 0);
  EXPECT_EQ(kind_of(call, untouched(call), "E-TCI-003"), VerdictKind::known_deviation);
  EXPECT_EQ(kind_of(call, untouched(call), "none"), VerdictKind::deviates);
}

TEST(TciErrata, KnowsANegatedSequence) {
  const Call call = sequence("tmp", Target::a2a3, i32, 5, 1);
  Trial trial = untouched(call);
  for (int col = 0; col < 300; ++col) trial.after[0].set(col, static_cast<std::uint32_t>(-5 - col));
  EXPECT_EQ(kind_of(call, trial, "E-TCI-004"), VerdictKind::known_deviation);
  EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::deviates);
}

TEST(TciErrata, KnowsColumnsThatAreRounded) {
  // 0.0078125 and 257, which is rounded to 256, instead of 258; other columns are as promised.
  const Call call = sequence("plain", Target::cpu, bf16, 0x3C00, 0);
  Trial trial = untouched(call);
  const auto& erratum = *std::ranges::find(call.form->errata, std::string("E-TCI-005"),
                                           [](const Erratum* one) { return one->number; });
  const auto made =
      std::get<ExpectedTile>(erratum->results.front().semantics({call, trial.before, Tolerance{}}));
  for (int col = 0; col < 300; ++col) trial.after[0].set(col, made.value[col]);
  EXPECT_EQ(trial.after[0][257], 0x4380U);
  EXPECT_EQ(kind_of(call, trial, "E-TCI-005"), VerdictKind::known_deviation);
  EXPECT_EQ(kind_of(call, trial, "none"), VerdictKind::deviates);
}

}  // namespace
}  // namespace assay::ops
