// SPDX-License-Identifier: Apache-2.0
// Samples of the errata of matrix products.
#include <string>
#include <tuple>
#include <utility>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// A call of 16 x 16 elements each, all valid, or of one row.
Sample product(const std::string& number, const char* form, Target target, ElementType type) {
  Call call = sample_call(number, form, target, {});
  for (const Operand& operand : call.form->operands) {
    const bool input = operand.name == "aMatrix" || operand.name == "bMatrix";
    call.operands.emplace_back(
        tile(input ? type : f32, 16, 16, number.starts_with("E-TGEMV") ? 1 : 16, 16));
  }
  return {number, call};
}

Samples of_missing_overloads() {
  const auto missing = [](const char* number, const char* form, ElementType type) {
    return product(number, form, cpu, type)
        .is_refused("error: no matching function for call to 'X_IMPL'");
  };
  Samples made{missing("E-TMATMUL_ACC-006", "in_place", f16),
               missing("E-TMATMUL_ACC-006", "plain", f16).is_another(),
               missing("E-TMATMUL_ACC-006", "tf32_in_place", f32)};
  for (const char* number : {"E-TMATMUL_ACC-007", "E-TMATMUL_BIAS-004"}) {
    made.push_back(missing(number, "plain", f16).is_another());
    made.push_back(missing(number, "plain", f16).with({2}));
    made.push_back(missing(number, "tf32", f32).with({1, 0}).is_another());  // no phase
  }
  return made;
}

/// Sixteen ones are added to what the result held, ones, and not to the accumulator of twos.
Samples of_accumulators() {
  constexpr std::uint64_t one = 0x3F800000, two = 0x40000000;
  const auto summed = [](const char* number, const char* form, Target target,
                         std::uint64_t erroneous) {
    Sample made = product(number, form, target, f32);
    const std::vector<Operand>& operands = made.call().form->operands;
    for (std::size_t i = 0; i < 4; ++i) made.holds(operands[i].name, i == 1 ? two : one);
    return made.gives_all(0x41900000, erroneous);  // 18
  };
  constexpr std::uint64_t seventeen = 0x41880000, nineteen = 0x41980000;
  Samples made;
  for (const auto& [number, target] : {std::pair{"E-TMATMUL_ACC-004", a2a3},
                                       {"E-TMATMUL_ACC-005", a5},
                                       {"E-TGEMV_ACC-008", a2a3},
                                       {"E-TGEMV_ACC-009", a5}}) {
    made.push_back(summed(number, "plain", target, seventeen));
    made.push_back(summed(number, "tf32", target, seventeen));
    made.push_back(summed(number, "plain", target, nineteen).is_another());
    made.push_back(summed(number, "plain", cpu, seventeen).is_another());
  }
  return made;
}

const SamplesOf samples_of_products{of_missing_overloads, of_accumulators};

/// A table of the manual has no products of int8 and of floats of 8 bits on the CPU, nor any with
/// scales. On A5 the pages leave it to the target which pairs of floats of 8 bits there are.
TEST(Products, MayBeRefusedWhereTheManualDeniesThemOrLeavesThemToTheTarget) {
  const auto of = [](const std::string& op, Target target, ElementType a, ElementType b) {
    Sample made = product("E-" + op + "-000", "plain", target, a);
    made.where("bMatrix", [=](TileSpec& tile) { tile.type.element = b; });
    return made.is_refused("why not").verdict("none").kind;
  };
  for (const std::string op :
       {"TMATMUL", "TMATMUL_ACC", "TMATMUL_BIAS", "TGEMV", "TGEMV_ACC", "TGEMV_BIAS"}) {
    for (const ElementType type : {i8, e4m3, e5m2, hif8}) {
      EXPECT_EQ(of(op, cpu, type, type), VerdictKind::target_defined) << op << name_of(type);
      EXPECT_EQ(of(op, a5, type, type),
                type == hif8 ? VerdictKind::target_defined : VerdictKind::rejected_valid)
          << op << name_of(type);
    }
    EXPECT_EQ(of(op, a5, e4m3, e5m2), VerdictKind::target_defined) << op;
    for (const ElementType type : {f16, bf16, f32}) {
      EXPECT_EQ(of(op, cpu, type, type), VerdictKind::rejected_valid) << op << name_of(type);
    }
  }
  for (const std::string op : {"TMATMUL_MX", "TGEMV_MX"}) {
    EXPECT_EQ(of(op, cpu, e4m3, e4m3), VerdictKind::target_defined) << op;
    EXPECT_EQ(of(op, a5, e4m3, e4m3), VerdictKind::rejected_valid) << op;
  }
}

}  // namespace
}  // namespace assay::ops
