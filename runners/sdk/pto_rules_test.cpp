// SPDX-License-Identifier: Apache-2.0
// The rules that a compiler applies through the simulator's own PTO headers are those of the pages:
// every breach of instantiation is refused by types alone, and nothing else is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

#include "generators/generate.hpp"
#include "generators/law_test.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/call/describe_operand.hpp"
#include "runners/simulator/table/table.hpp"

namespace assay::runners {
namespace {

/// The type of an operand: numbers that are known at run time only are replaced as in the headers.
assay_operand type_of(assay_operand operand) {
  if ((operand.flags & ASSAY_DYNAMIC_VALID_ROWS) != 0) operand.valid_rows = operand.rows;
  if ((operand.flags & ASSAY_DYNAMIC_VALID_COLS) != 0) operand.valid_cols = operand.cols;
  for (unsigned dim = 0; dim < 5; ++dim) {
    if ((operand.flags & ASSAY_DYNAMIC_SHAPE(dim)) != 0) operand.shape[dim] = 1;
    if ((operand.flags & ASSAY_DYNAMIC_STRIDE) != 0) operand.stride[dim] = 1;
  }
  operand.byte_size = 0;
  return operand;
}

/// The rule that the types of a call break, or nothing.
std::string broken_rule(const Case& test_case) {
  std::vector<assay_operand> operands;
  for (std::size_t i = 0; i < test_case.call.operands.size(); ++i) {
    operands.push_back(
        type_of(describe_operand(test_case.form().operands[i], test_case.call.operands[i])));
  }
  simulator::Request request;
  request.machine = simulator::machine_named(name_of(test_case.call.target));
  request.op = test_case.form().op;
  request.form = test_case.form().name;
  for (const assay_operand& operand : operands) request.operands.push_back(&operand);
  // A number, a byte or a mode between the brackets belongs to the types.
  constexpr std::array in_brackets{"Addr",       "isUpperOrLower",  "byte",
                                   "Rounds",     "cmpMode",         "Coalesce",
                                   "GatherExec", "ScatterAtomicOp", "ScatterConflict"};
  std::vector<assay_attribute> numbers;
  for (std::size_t i = 0; i < test_case.call.attributes.size(); ++i) {
    const Attribute& one = test_case.form().attributes[i];
    const auto value = static_cast<std::size_t>(test_case.call.attributes[i]);
    const bool is_type = std::ranges::find(in_brackets, one.name) != in_brackets.end();
    if (is_type) numbers.push_back({one.name.c_str(), one.values.at(value).c_str()});
  }
  assay_call call{};
  call.attributes = numbers.data();
  call.attribute_count = static_cast<std::uint32_t>(numbers.size());
  request.call = &call;
  simulator::Rules rules(request);
  simulator::apply_rules(rules, request);
  return std::string(rules.text());
}

/// The call with every number that comes at run time replaced by one that breaks nothing.
Call type_of(Call call) {
  for (OperandValue& value : call.operands) {
    auto* tile = std::get_if<TileSpec>(&value);
    if (tile == nullptr) continue;
    if (tile->type.dynamic_valid_rows) tile->valid_rows = tile->type.rows;
    if (tile->type.dynamic_valid_cols) tile->valid_cols = tile->type.cols;
  }
  return call;
}

/// A rule of static sizes can be broken by a dynamic one, which no compiler sees.
bool must_not_compile(const Case& test_case) {
  const Constraint* broken = test_case.broken();
  return broken != nullptr && broken->stage == Stage::instantiation &&
         broken->enforced.contains(test_case.call.target) &&
         !broken->holds(type_of(test_case.call));
}

/// A static valid size of 0 has no accessor: no such unit is asked to compile.
bool is_statically_empty(const Case& test_case) {
  return std::ranges::any_of(test_case.call.operands, [](const OperandValue& value) {
    const auto* tile = std::get_if<TileSpec>(&value);
    return tile != nullptr && ((!tile->type.dynamic_valid_rows && tile->valid_rows == 0) ||
                               (!tile->type.dynamic_valid_cols && tile->valid_cols == 0));
  });
}

bool must_compile(const Case& test_case) {
  const Constraint* broken = test_case.broken();
  return (broken == nullptr || broken->stage == Stage::launch) && !is_statically_empty(test_case);
}

struct Count {
  int refused = 0;
  int compiled = 0;
};

class TypesAlone : public testing::TestWithParam<std::string> {};

TEST_P(TypesAlone, AreRefusedWhereThePageRefusesThemAndNowhereElse) {
  Count count;
  const std::vector<generators::Recipe> recipes = generators::recipes(*find_op(GetParam()));
  generators::expect_law_of_each(recipes, 2, [&](const Case& test_case) {
    const std::string rule = broken_rule(test_case);
    if (must_not_compile(test_case)) {
      ++count.refused;
      RC_ASSERT(rule != "");
    } else if (must_compile(test_case)) {
      ++count.compiled;
      RC_ASSERT(rule == "");
    }
  });
  EXPECT_GT(count.compiled, 0);
  EXPECT_GT(count.refused, 0);
}

std::vector<std::string> mnemonics() {
  std::vector<std::string> names;
  for (const OpName& op : op_names()) names.emplace_back(op.mnemonic);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Pto, TypesAlone, testing::ValuesIn(mnemonics()),
                         [](const auto& test_case) { return test_case.param; });

}  // namespace
}  // namespace assay::runners
