// SPDX-License-Identifier: Apache-2.0
// Errata of matrix products, each seen where it is in effect and failing where it is not.
#include <string>
#include <tuple>
#include <utility>

#include "reference/ops/page_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// A call of 16 x 16 elements each, all valid, or of one row.
Case made(const std::string& op, const char* form, Target target, ElementType type) {
  Case test_case;
  const Form& page = form_of(op, form);
  test_case.call = {&page, target, {}, std::vector<int>(page.attributes.size(), 0)};
  for (const Operand& operand : page.operands) {
    const bool input = operand.name == "aMatrix" || operand.name == "bMatrix";
    test_case.call.operands.emplace_back(
        tile(input ? type : f32, 16, 16, op.starts_with("TGEMV") ? 1 : 16, 16));
  }
  return test_case;
}

Trial trial_of(const Case& test_case) {
  Trial trial;
  for (const OperandValue& value : test_case.call.operands) {
    trial.before.push_back(filled(element_of(value), 256, 0));
  }
  trial.after = trial.before;
  return trial;
}

VerdictKind judged(const Case& test_case, const Trial& trial, const std::string& errata) {
  return judge(test_case, std::vector{trial}, Standard{correctly_rounded, errata_choice_of(errata)})
      .kind;
}

VerdictKind refused(const Case& test_case, const char* says, const std::string& errata) {
  Trial trial = trial_of(test_case);
  trial.outcome = {Outcome::Status::rejected, says};
  return judged(test_case, trial, errata);
}

/// A table of the manual has no products of int8 and of floats of 8 bits on the CPU, nor any with
/// scales. On A5 the pages leave it to the target which pairs of floats of 8 bits there are.
TEST(Products, MayBeRefusedWhereTheManualDeniesThemOrLeavesThemToTheTarget) {
  const auto of = [](const std::string& op, Target target, ElementType type) {
    return refused(made(op, "plain", target, type), "why not", "none");
  };
  for (const std::string op :
       {"TMATMUL", "TMATMUL_ACC", "TMATMUL_BIAS", "TGEMV", "TGEMV_ACC", "TGEMV_BIAS"}) {
    for (const ElementType type : {i8, e4m3, e5m2, hif8}) {
      EXPECT_EQ(of(op, cpu, type), VerdictKind::target_defined) << op << name_of(type);
      EXPECT_EQ(of(op, a5, type),
                type == hif8 ? VerdictKind::target_defined : VerdictKind::rejected_valid)
          << op << name_of(type);
    }
    Case mixed = made(op, "plain", a5, e4m3);
    mixed.call.tile("bMatrix").type.element = e5m2;
    EXPECT_EQ(refused(mixed, "why not", "none"), VerdictKind::target_defined) << op;
    for (const ElementType type : {f16, bf16, f32}) {
      EXPECT_EQ(of(op, cpu, type), VerdictKind::rejected_valid) << op << name_of(type);
    }
  }
  for (const std::string op : {"TMATMUL_MX", "TGEMV_MX"}) {
    EXPECT_EQ(of(op, cpu, e4m3), VerdictKind::target_defined) << op;
    EXPECT_EQ(of(op, a5, e4m3), VerdictKind::rejected_valid) << op;
  }
}

TEST(ProductErrata, OfMissingOverloadsKnowTheirRefusal) {
  const char* const says = "error: no matching function for call to 'X_IMPL'";
  for (const auto& [op, number] : {std::pair{"TMATMUL_ACC", "E-TMATMUL_ACC-007"},
                                   std::pair{"TMATMUL_BIAS", "E-TMATMUL_BIAS-004"}}) {
    Case test_case = made(op, "plain", cpu, f16);
    EXPECT_EQ(refused(test_case, says, number), VerdictKind::rejected_valid) << number;
    test_case.call.attributes = {2};
    EXPECT_EQ(refused(test_case, says, number), VerdictKind::known_deviation) << number;
    EXPECT_EQ(refused(test_case, says, "none"), VerdictKind::rejected_valid) << number;
  }
  const char* const number = "E-TMATMUL_ACC-006";
  EXPECT_EQ(refused(made("TMATMUL_ACC", "in_place", cpu, f16), says, number),
            VerdictKind::known_deviation);
  EXPECT_EQ(refused(made("TMATMUL_ACC", "in_place", cpu, f16), says, "none"),
            VerdictKind::rejected_valid);
  EXPECT_EQ(refused(made("TMATMUL_ACC", "plain", cpu, f16), says, number),
            VerdictKind::rejected_valid);
  EXPECT_EQ(refused(made("TMATMUL_ACC", "tf32_in_place", cpu, f32), says, number),
            VerdictKind::known_deviation);
}

// Their first attribute is no phase.
TEST(ProductErrata, OfMissingPhasesAreNotThoseOfTf32) {
  const char* const says = "error: no matching function for call to 'X_IMPL'";
  for (const auto& [op, number] : {std::pair{"TMATMUL_ACC", "E-TMATMUL_ACC-007"},
                                   std::pair{"TMATMUL_BIAS", "E-TMATMUL_BIAS-004"}}) {
    Case test_case = made(op, "tf32", cpu, f32);
    test_case.call.attributes = {1, 0};
    EXPECT_EQ(refused(test_case, says, number), VerdictKind::rejected_valid) << number;
  }
}

/// Sixteen ones onto an accumulator of twos, where the result held ones.
VerdictKind accumulated(const std::string& op, Target target, std::uint64_t result,
                        const std::string& errata, const char* form = "plain") {
  const Case test_case = made(op, form, target, f32);
  Trial trial = trial_of(test_case);
  trial.before[0] = filled(f32, 256, 0x3F800000);
  trial.before[1] = filled(f32, 256, 0x40000000);
  trial.before[2] = trial.before[3] = filled(f32, 256, 0x3F800000);
  trial.after = trial.before;
  trial.after[0] = filled(f32, 256, result);
  return judged(test_case, trial, errata);
}

TEST(ProductErrata, OfAccumulatorsKnowThoseOfTheResult) {
  // 17, 18 and 19
  constexpr std::uint64_t one = 0x41880000, two = 0x41900000, three = 0x41980000;
  const std::tuple<const char*, Target, const char*> known[]{
      {"TMATMUL_ACC", a2a3, "E-TMATMUL_ACC-004"},
      {"TMATMUL_ACC", a5, "E-TMATMUL_ACC-005"},
      {"TGEMV_ACC", a2a3, "E-TGEMV_ACC-008"},
      {"TGEMV_ACC", a5, "E-TGEMV_ACC-009"}};
  for (const auto& [op, target, number] : known) {
    EXPECT_EQ(accumulated(op, target, two, "none"), VerdictKind::conforms) << number;
    EXPECT_EQ(accumulated(op, target, one, "none"), VerdictKind::deviates) << number;
    EXPECT_EQ(accumulated(op, target, one, number), VerdictKind::known_deviation) << number;
    EXPECT_EQ(accumulated(op, target, three, number), VerdictKind::deviates) << number;
    EXPECT_EQ(accumulated(op, cpu, one, number), VerdictKind::deviates) << number;
    EXPECT_EQ(accumulated(op, target, one, number, "tf32"), VerdictKind::known_deviation) << number;
    EXPECT_EQ(accumulated(op, target, two, "none", "tf32"), VerdictKind::conforms) << number;
  }
}

}  // namespace
}  // namespace assay::ops
