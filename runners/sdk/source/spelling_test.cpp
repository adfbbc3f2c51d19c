// SPDX-License-Identifier: Apache-2.0
// The template arguments of calls that take accumulators.
#include "runners/sdk/source/spelling.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::runners::sdk {
namespace {

/// A call with operands `dst` and `src`, and more after them.
std::string spelled(const char* op, std::uint32_t kind_of_dst,
                    const std::vector<assay_operand>& more,
                    const std::vector<assay_attribute>& attributes) {
  std::vector<assay_operand> operands(2);
  operands[0].name = "dst";
  operands[0].kind = kind_of_dst;
  operands[1].name = "src";
  operands[1].kind = ASSAY_TILE;
  operands.insert(operands.end(), more.begin(), more.end());
  assay_call call{};
  call.op = op;
  call.operands = operands.data();
  call.operand_count = static_cast<std::uint32_t>(operands.size());
  call.attributes = attributes.data();
  call.attribute_count = static_cast<std::uint32_t>(attributes.size());
  return statement_of(call);
}

assay_operand operand(const char* name, std::uint32_t kind) {
  assay_operand made{};
  made.name = name;
  made.kind = kind;
  return made;
}

constexpr const char* types_of_store =
    "std::remove_reference_t<decltype(src)>, std::remove_reference_t<decltype(dst)>, ";

TEST(Spelling, OfSumsHasTheirTypeBeforeRelu) {
  const assay_operand fp = operand("fp", ASSAY_TILE);
  const std::string types = types_of_store + std::string("std::remove_reference_t<decltype(fp)>, ");
  EXPECT_EQ(spelled("TFOO", ASSAY_GLOBAL, {fp},
                    {{"AtomicType", "AtomicAdd"}, {"ReluPreMode", "NormalRelu"}}),
            "TFOO<" + types + "AtomicType::AtomicAdd, ReluPreMode::NormalRelu>(dst, src, fp);");
  EXPECT_EQ(spelled("TFOO", ASSAY_GLOBAL, {fp}, {{"ReluPreMode", "NoRelu"}}),
            "TFOO<" + types + "AtomicType::AtomicNone, ReluPreMode::NoRelu>(dst, src, fp);");
}

TEST(Spelling, OfSplitsHasTheirModeAlone) {
  EXPECT_EQ(spelled("TFOO", ASSAY_TILE, {}, {{"TInsertMode", "SPLIT4"}}),
            "TFOO<TInsertMode::SPLIT4>(dst, src);");
}

TEST(Spelling, OfOneDescriptorHasItAmongTheArguments) {
  const assay_operand one = operand("preQuantScalar", ASSAY_SCALAR);
  EXPECT_EQ(
      spelled("TFOO", ASSAY_GLOBAL, {one}, {{"AtomicType", "AtomicAdd"}}),
      "TFOO<" + std::string(types_of_store) + "AtomicType::AtomicAdd>(dst, src, preQuantScalar);");
  EXPECT_EQ(spelled("TFOO", ASSAY_TILE, {one}, {{"ReluPreMode", "NoRelu"}}),
            "TFOO<std::remove_reference_t<decltype(dst)>, std::remove_reference_t<decltype(src)>, "
            "ReluPreMode::NoRelu>(dst, src, preQuantScalar);");
}

/// The text before and after a call with these operands.
std::string around(std::vector<assay_operand> operands,
                   const std::vector<assay_attribute>& attributes) {
  assay_call call{};
  call.op = "TFOO";
  call.operands = operands.data();
  call.operand_count = static_cast<std::uint32_t>(operands.size());
  call.attributes = attributes.data();
  call.attribute_count = static_cast<std::uint32_t>(attributes.size());
  return preparation_of(call) + statement_of(call) + aftermath_of(call);
}

assay_operand set_before(const char* name) {
  assay_operand made = operand(name, ASSAY_SCALAR);
  made.flags = ASSAY_SET_BEFORE;
  return made;
}

assay_operand image_of(std::int64_t height, std::int64_t width) {
  assay_operand made = operand("src", ASSAY_TILE);
  made.flags = ASSAY_CONV_TILE;
  made.rank = 5;
  made.shape[2] = height;
  made.shape[3] = width;
  return made;
}

TEST(Spelling, OfWhatIsSetBeforeACallIsThatOfItsSetters) {
  const std::string tile = "std::remove_reference_t<decltype(src)>";
  const std::vector<assay_operand> operands{operand("dst", ASSAY_TILE), image_of(7, 9),
                                            operand("posM", ASSAY_SCALAR), set_before("filterH"),
                                            set_before("padTop")};
  const std::string settings =
      "src.SetFmapH(7);\n  src.SetFmapW(9);\n  src.SetFilterH(filterH);\n  ";
  const std::string pads = "src.SetPadList(2, padTop);\n  ";
  const std::string rows =
      "assay_sdk::set_rows(src, std::remove_reference_t<decltype(dst)>::Rows / 16);\n  ";
  const std::string types = "TFOO<std::remove_reference_t<decltype(dst)>, " + tile + ", ";
  EXPECT_EQ(around(operands, {{"FmatrixMode", "FMATRIX_B_AUTO"}}),
            settings + pads + rows + types + "SetFmatrixMode::FMATRIX_B_AUTO>(dst, src, posM);");
  EXPECT_EQ(around(operands, {{"FmatrixMode", "FMATRIX_A_MANUAL"}}),
            settings + rows + "if (!settings_left) {\n  " + pads + "SETFMATRIX<" + tile +
                ", SetFmatrixMode::FMATRIX_A_MANUAL>(src);\n  SET_IMG2COL_PADDING<" + tile +
                ", SetFmatrixMode::FMATRIX_A_MANUAL>(src);\n  }\n  SET_IMG2COL_RPT<" + tile +
                ", SetFmatrixMode::FMATRIX_A_MANUAL>(src);\n  " + types +
                "SetFmatrixMode::FMATRIX_A_MANUAL>(dst, src, posM);");
}

TEST(Spelling, OfWhatFillsRegistersHasSettingsOfItsTile) {
  const std::vector<assay_operand> operands{image_of(7, 9), set_before("padTop")};
  EXPECT_EQ(around(operands, {{"FmatrixMode", "FMATRIX_B_MANUAL"}}),
            "src.SetFmapH(7);\n  src.SetFmapW(9);\n  src.SetPadList(2, padTop);\n  "
            "TFOO<std::remove_reference_t<decltype(src)>, SetFmatrixMode::FMATRIX_B_MANUAL>(src);");
}

TEST(Spelling, OfSettingsInRegistersIsKnownWhenACallRuns) {
  std::vector<assay_operand> operands{operand("dst", ASSAY_TILE), image_of(7, 9),
                                      set_before("filterH"), set_before("padTop")};
  const std::vector<assay_attribute> attributes{{"FmatrixMode", "FMATRIX_A_MANUAL"}};
  assay_call call{};
  call.operands = operands.data();
  call.operand_count = 4;
  call.attributes = attributes.data();
  call.attribute_count = 1;
  EXPECT_EQ(settings_left_of(call, false), "const bool settings_left = operands[3].left != 0;\n  ");
  EXPECT_EQ(settings_left_of(call, true), "const bool settings_left = false;\n  ");
  call.operand_count = 3;
  EXPECT_EQ(settings_left_of(call, false), "");
}

TEST(Spelling, OfAPatternAndItsAxisIsInBrackets) {
  EXPECT_EQ(around({operand("dst", ASSAY_TILE), operand("src", ASSAY_TILE)},
                   {{"MaskPattern", "P0101"}, {"ScatterAxis", "SCATTER_COL"}}),
            "TFOO<MaskPattern::P0101, ScatterAxis::SCATTER_COL>(dst, src);");
}

TEST(Spelling, OfCountsIsAStructureBesideTheCall) {
  const std::string text = around({operand("dst", ASSAY_TILE), operand("executed", ASSAY_GLOBAL)},
                                  {{"exhausted", "true"}});
  EXPECT_NE(text.find("executedNumList.mrgSortList3 = executed.data()[3];\n  "
                      "TFOO<std::remove_reference_t<decltype(dst)>, true>(dst, executedNumList);\n"
                      "  executed.data()[0] = executedNumList.mrgSortList0;"),
            std::string::npos)
      << text;
}

TEST(Spelling, OfWhatAFormatOfCodesTakesByItsAddressHasAnAmpersand) {
  const std::vector<assay_operand> operands{operand("dst", ASSAY_TILE), operand("exp", ASSAY_TILE),
                                            operand("scale", ASSAY_TILE)};
  EXPECT_EQ(
      around(operands, {{"grp_axis", "0"}, {"mx_alg", "OcpMxFp8E4M3"}, {"interleave", "true"}}),
      "TFOO<0, MxQuantAlg::OcpMxFp8E4M3, true>(dst, &exp, scale);");
  EXPECT_EQ(around(operands, {{"quant_type", "MXFP8"}}),
            "TFOO<QuantType::MXFP8>(dst, &exp, scale);");
  EXPECT_EQ(around(operands, {}), "TFOO(dst, exp, scale);");
}

TEST(Spelling, OfAModeIsTakenBackBehindTheCall) {
  EXPECT_EQ(around({operand("dst", ASSAY_TILE), operand("src", ASSAY_TILE)},
                   {{"isEnable", "true"}, {"tf32TransMode", "CAST_ROUND"}}),
            "SETTF32MODE<true, RoundMode::CAST_ROUND>();\n  TFOO(dst, src);\n  "
            "SETTF32MODE<false>();");
}

TEST(Spelling, OfWhatTheMachineSetsBeforeACallDoesNotExist) {
  const auto demand = [](std::vector<assay_operand> operands) {
    assay_call call{};
    call.operands = operands.data();
    call.operand_count = static_cast<std::uint32_t>(operands.size());
    return set_by_machine(call);
  };
  EXPECT_EQ(demand({operand("dst", ASSAY_TILE), operand("src", ASSAY_TILE), set_before("where")}),
            "static_assert(sizeof(int) == 0, \"assay: where is set by the machine alone, in auto "
            "mode\");\n");
  EXPECT_EQ(demand({operand("dst", ASSAY_TILE), image_of(7, 9), set_before("filterH")}), "");
  EXPECT_EQ(demand({operand("dst", ASSAY_TILE), operand("scalar", ASSAY_SCALAR)}), "");
}

}  // namespace
}  // namespace assay::runners::sdk
