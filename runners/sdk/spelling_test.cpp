// SPDX-License-Identifier: Apache-2.0
// What stands between the angle brackets of calls that take accumulators.
#include "runners/sdk/spelling.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::runners::sdk {
namespace {

/// A call with operands `dst` and `src`, and more behind them.
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

TEST(Spelling, OfOneDescriptorHasItAmongTheArguments) {
  const assay_operand one = operand("preQuantScalar", ASSAY_SCALAR);
  EXPECT_EQ(
      spelled("TFOO", ASSAY_GLOBAL, {one}, {{"AtomicType", "AtomicAdd"}}),
      "TFOO<" + std::string(types_of_store) + "AtomicType::AtomicAdd>(dst, src, preQuantScalar);");
  EXPECT_EQ(spelled("TFOO", ASSAY_TILE, {one}, {{"ReluPreMode", "NoRelu"}}),
            "TFOO<std::remove_reference_t<decltype(dst)>, std::remove_reference_t<decltype(src)>, "
            "ReluPreMode::NoRelu>(dst, src, preQuantScalar);");
}

}  // namespace
}  // namespace assay::runners::sdk
