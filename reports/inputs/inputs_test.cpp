// SPDX-License-Identifier: Apache-2.0
#include "reports/inputs/inputs.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "reports/inputs/json.hpp"

namespace assay::reports {
namespace {

/// A tile of inputs between 1 and 2, of which the second is wrong by 3 ulp.
CaseRecord tile(std::uint32_t number, std::uint64_t wrong) {
  CaseRecord record;
  record.name = "TRSQRT/plain/a5/f16,f16/all@" + std::to_string(number);
  record.op = "TRSQRT";
  record.backend = "simulator";
  record.key = number;
  InputErrors errors;
  errors.arguments = {"src"};
  errors.result = "dst";
  errors.from = errors.to = ElementType::f16;
  errors.inputs = 4;
  errors.compared = errors.measured = 3;
  errors.target_defined = 1;
  errors.wrong = wrong;
  errors.ulp_sum = wrong > 0 ? 3.25 : 0.75;
  const double largest = wrong > 0 ? 3 : 0.5;
  errors.columns = {{{ColumnKind::finite, 1, number}, wrong, largest, {1, 1, 0, 0, 0, 1}}};
  errors.classes = {{0, PatternClass{2}, PatternClass{2}, 3, 1}};
  errors.worst = {{.arguments = {0x3c01},
                   .wrong = wrong,
                   .accept = Accept::interval,
                   .expected = 0x3c00,
                   .low = 0x3bff,
                   .high = 0x3c00,
                   .got = 0x3c03,
                   .ulp = largest}};
  record.inputs = errors;
  return record;
}

TEST(Inputs, OfAFunctionAreAddedUp) {
  CaseRecord lost = tile(2, 0);
  lost.inputs.reset();
  CaseRecord other = tile(0, 0);
  other.name = "TADD/plain/a5/f16,f16,f16/8x8/v8x8/uniform@00000001";
  other.inputs.reset();
  const auto functions = functions_in({tile(0, 0), tile(1, 1), lost, other});
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(functions[0].name, "TRSQRT/plain/a5/f16,f16/all");
  EXPECT_EQ(counts_text(functions[0]),
            "8 of 65,536 inputs: 6 compared, 2 target-defined, 1 wrong; 1 of 3 calls did not come "
            "back");
  EXPECT_EQ(functions[0].found.columns.size(), 2U);
  EXPECT_EQ(functions[0].found.worst.front().wrong, 1U);
  EXPECT_DOUBLE_EQ(functions[0].found.mean_ulp(), 4.0 / 6);
}

TEST(Inputs, ThatAreOutOfRangeAreNotShown) {
  CaseRecord columns = tile(1, 0), classes = tile(2, 0), worst = tile(3, 0), none = tile(4, 0);
  columns.inputs->columns[0].counts.resize(ulp_bins + 1);
  classes.inputs->classes[0].argument = 1;
  worst.inputs->worst[0].arguments.clear();
  none.inputs->arguments.clear();
  const auto functions = functions_in({tile(0, 0), columns, classes, worst, none});
  ASSERT_EQ(functions.size(), 1U);
  EXPECT_EQ(functions[0].found.inputs, 4U);
  EXPECT_EQ(functions[0].tiles_lost, 4U);
}

TEST(Inputs, OfOtherRecordsAreNone) {
  CaseRecord other = tile(0, 0);
  other.inputs.reset();
  std::ostringstream out;
  print_inputs(out, {other}, false);
  EXPECT_EQ(out.str(), "");
  EXPECT_TRUE(json_of_inputs({other}).empty());
}

TEST(Inputs, ArePrintedWithTheWrongOnesAndByExponent) {
  std::ostringstream out;
  print_inputs(out, {tile(0, 0), tile(1, 1)}, false);
  const std::string text = out.str();
  EXPECT_NE(text.find("error    max 3 ulp, mean 0.6667 ulp\n"), std::string::npos) << text;
  EXPECT_NE(text.find("wrong    src=0x3c01 (1.00098): expected 0x3c00 (1), got 0x3c03 "
                      "(1.00293), 3 ulp\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  +2^1       3      1        3  33.33%  33.33%  33.33%\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  +normal         6               2           8\n"), std::string::npos)
      << text;
}

TEST(Inputs, AsJsonHaveEveryColumn) {
  const auto json = json_of_inputs({tile(0, 0), tile(1, 1)});
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["columns"][1]["column"], "+2^1");
  EXPECT_EQ(json[0]["columns"][1]["inputs"],
            nlohmann::ordered_json({{"0", 1}, {"<=0.5", 1}, {"<=4", 1}}));
  EXPECT_EQ(json[0]["worst"][0]["arguments"]["src"], "0x3c01");
  EXPECT_EQ(json[0]["worst"][0]["wrong"], true);
  EXPECT_EQ(json[0]["planned"], 65536);
}

}  // namespace
}  // namespace assay::reports
