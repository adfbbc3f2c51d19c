// SPDX-License-Identifier: Apache-2.0
// Calls whose C++ an assembler makes.
#include "runners/sdk/source/assembled.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <string_view>
#include <vector>

#include "runners/assembly/spelling.hpp"
#include "runners/sdk/source/unit.hpp"

namespace assay::runners::sdk {
namespace {

using assembly::LaunchArgument;

std::string space_of(std::size_t number) { return fmt::format("assay_assembled_{}", number); }

/// What the entry has of an argument of the function.
std::string value_of(const LaunchArgument& argument, const assay_operand& operand) {
  using enum LaunchArgument::Kind;
  switch (argument.kind) {
    case address:
      return fmt::format("operands[{}].address", argument.operand);
    case valid_rows:
      return fmt::format("operands[{}].valid_rows", argument.operand);
    case valid_cols:
      return fmt::format("operands[{}].valid_cols", argument.operand);
    case shape:
      return fmt::format("operands[{}].shape[{}]", argument.operand, argument.dim);
    case stride:
      return fmt::format("operands[{}].stride[{}]", argument.operand, argument.dim);
    case data:
      return fmt::format("{}.data()", operand.name);
    default:
      return operand.name;
  }
}

/// What an entry cannot give the function, or cannot take from it.
std::string unreachable_part(const assay_call& call, const assembly::Spelling& spelling) {
  if (spelling.binds) return "way to see where a function binds its result";
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& operand = call.operands[i];
    if ((operand.flags & ASSAY_SET_BEFORE) != 0) return fmt::format("operand {}", operand.name);
  }
  for (const LaunchArgument& argument : spelling.arguments) {
    if (argument.kind == LaunchArgument::Kind::counts) {
      return fmt::format("memory for operand {}", call.operands[argument.operand].name);
    }
  }
  return {};
}

}  // namespace

AssembledCall assembled_call_of(const assay_call& call, const Profile& profile,
                                std::size_t number) {
  const assembly::Spelling spelling = assembly::module_of(call);
  if (!spelling.lacks.empty()) return {{}, {}, spelling.lacks};
  if (std::string part = unreachable_part(call, spelling); !part.empty()) {
    return {{}, {}, std::move(part)};
  }
  std::vector<std::string> values;
  for (const LaunchArgument& argument : spelling.arguments) {
    values.push_back(value_of(argument, call.operands[argument.operand]));
  }
  const std::string operation =
      fmt::format("{}::{}({});", space_of(number), spelling.function, fmt::join(values, ", "));
  return {spelling.text, entry_around(call, profile, number, operation), {}};
}

std::string enclosed(const std::string& cpp, std::size_t number) {
  std::string includes;
  std::string rest;
  std::istringstream lines(cpp);
  for (std::string line; std::getline(lines, line);) {
    (line.starts_with("#include") ? includes : rest) += line + "\n";
  }
  return fmt::format("{0}#line 1 \"{1}\"\nnamespace {2} {{\n{3}}}  // namespace {2}\n", includes,
                     label_of(number), space_of(number), rest);
}

}  // namespace assay::runners::sdk
