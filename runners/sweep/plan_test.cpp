// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generators/draw/solve_constraints.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

using testing::HasSubstr;

SweepOptions options(const std::string& op, const std::string& dtype) {
  SweepOptions some;
  some.op = op;
  some.dtype = dtype;
  return some;
}

std::string refusal(const SweepOptions& wanted) {
  try {
    plan_sweep(wanted);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(SweepPlan, CallsTheOpLegallyWithTilesThatAreValidAsAWhole) {
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    for (const char* dtype : {"f16", "f32"}) {
      SweepOptions wanted = options("TRSQRT", dtype);
      wanted.target = target;
      const SweepPlan plan = plan_sweep(wanted);
      EXPECT_TRUE(generators::fulfils(plan.test.call, nullptr));
      EXPECT_EQ(name_of(plan.test.call.target), target);
      for (const char* operand : {"src", "dst"}) {
        const TileSpec& tile = plan.test.call.tile(operand);
        EXPECT_EQ(tile.type.layout(), TileLayout::ND);
        EXPECT_EQ(tile.valid_rows, tile.type.rows);
        EXPECT_EQ(tile.valid_cols, tile.type.cols);
        EXPECT_EQ(name_of(tile.type.element), dtype);
        EXPECT_GE(plan.tile_inputs(), 1U << 14U);
      }
    }
  }
}

TEST(SweepPlan, TakesTheFunctionAndTheToleranceFromPageAndProfile) {
  SweepOptions wanted = options("TRSQRT", "f32");
  const SweepPlan cpu = plan_sweep(wanted);
  EXPECT_EQ(cpu.result.function, Function::reciprocal_square_root);
  EXPECT_EQ(cpu.test.call.target, Target::cpu);
  EXPECT_EQ(cpu.tolerance.kind, Tolerance::Kind::ulp);
  EXPECT_EQ(cpu.tolerance.bound, 2);
  EXPECT_EQ(plan_sweep(options("TSQRT", "f32")).tolerance.kind, Tolerance::Kind::correctly_rounded);
}

TEST(SweepPlan, DrivesAllNarrowInputsAndASampleOfWideOnes) {
  EXPECT_EQ(plan_sweep(options("TRSQRT", "f16")).inputs.size(), 65536U);
  SweepOptions wide = options("TRSQRT", "f32");
  EXPECT_GT(plan_sweep(wide).inputs.size(), 16'000'000U);
  wide.sample = 20;
  EXPECT_LE(plan_sweep(wide).inputs.size(), 1U << 20U);
  wide.sample.reset();
  wide.exhaustive = true;
  EXPECT_EQ(plan_sweep(wide).inputs.size(), std::uint64_t{1} << 32U);
}

TEST(SweepPlan, TakesTheTypeOfTheResultAndAttributesOfAConversion) {
  SweepOptions wanted = options("TCVT", "f16");
  wanted.target = "a5";
  EXPECT_THAT(refusal(wanted),
              testing::AllOf(HasSubstr("TCVT cannot be swept: it makes "), HasSubstr("i8")));
  wanted.to = "i8";
  wanted.attributes = {"RoundMode=CAST_CEIL", "SaturationMode=OFF"};
  const SweepPlan plan = plan_sweep(wanted);
  EXPECT_EQ(plan.test.form().name, "saturation");
  EXPECT_EQ(plan.to, ElementType::i8);
  EXPECT_EQ(plan.test.call.attribute("RoundMode"), "CAST_CEIL");
  EXPECT_EQ(plan.test.call.attribute("SaturationMode"), "OFF");
  EXPECT_TRUE(generators::fulfils(plan.test.call, nullptr));
  wanted.attributes = {"RoundMode=CAST_UP"};
  EXPECT_THAT(refusal(wanted), HasSubstr("has no value 'CAST_UP'"));
  wanted.attributes = {"RoundMod=CAST_CEIL"};
  EXPECT_THAT(refusal(wanted), HasSubstr("did you mean RoundMode?"));
  wanted.attributes = {"SaturationMode=OF"};
  EXPECT_THAT(refusal(wanted), HasSubstr("SaturationMode of TCVT has no value 'OF'"));
  wanted.form = "plain";
  wanted.attributes = {"SaturationMode=OFF"};
  EXPECT_THAT(refusal(wanted), HasSubstr("has all these attributes"));
  wanted.form.reset();
  wanted.attributes = {"RoundMode"};
  EXPECT_THAT(refusal(wanted), HasSubstr("has no value; give NAME=VALUE"));
  wanted.attributes = {};
  wanted.to = "i64";
  EXPECT_THAT(refusal(wanted), HasSubstr("makes no i64 of f16; it makes "));
}

TEST(SweepPlan, RefusesWhatCannotBeSwept) {
  EXPECT_THAT(refusal(options("TRSQT", "f16")), HasSubstr("did you mean TRSQRT?"));
  EXPECT_THAT(refusal(options("TRSQRT", "f15")), HasSubstr("unknown dtype 'f15'"));
  EXPECT_THAT(refusal(options("TRSQRT", "i8")),
              HasSubstr("TRSQRT does not take i8; it takes f32, f16"));
  EXPECT_THAT(refusal(options("TLOAD", "f16")),
              HasSubstr("TLOAD cannot be swept: its page does not"));
  SweepOptions wanted = options("TRSQRT", "f16");
  wanted.form = "tnp";
  EXPECT_THAT(refusal(wanted), HasSubstr("no form 'tnp'; did you mean tmp?"));
  wanted = options("TRSQRT", "f16");
  wanted.target = "a6";
  EXPECT_THAT(refusal(wanted), HasSubstr("unknown target 'a6'"));
  wanted = options("TRSQRT", "f16");
  wanted.sample = 20;
  EXPECT_THAT(refusal(wanted), HasSubstr("leave --sample out"));
}

TEST(SweepPlan, TakesElementByElementPagesThatNameNoFunction) {
  const SweepPlan plan = plan_sweep(options("TMAX", "u8"));
  EXPECT_EQ(plan.inputs.size(), 65536U);
  EXPECT_THAT(plan.result.arguments, testing::ElementsAre("src0", "src1"));
  EXPECT_EQ(plan.tolerance.kind, Tolerance::Kind::exact);
}

/// Every element by element page can be swept, or one sentence says why it cannot.
TEST(SweepPlan, TakesEveryElementwisePageOrSaysWhyNot) {
  std::size_t taken = 0;
  for (const OpSpec& op : all_ops()) {
    const std::string refused = refusal(options(op.mnemonic, "f16"));
    if (refused == "none") {
      ++taken;
      continue;
    }
    EXPECT_THAT(refused,
                testing::AnyOf(HasSubstr("cannot be swept: "), HasSubstr("does not take f16")))
        << op.mnemonic;
    EXPECT_TRUE(op.family != "elementwise" || refused.find("its page does not say") == refused.npos)
        << op.mnemonic << ": " << refused;
  }
  EXPECT_GT(taken, 10U);
}

}  // namespace
}  // namespace assay::runners
