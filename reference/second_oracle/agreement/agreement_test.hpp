// SPDX-License-Identifier: Apache-2.0
// Code that the tests of agreement share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "reference/second_oracle/agreement/agreement.hpp"
#include "reference/second_oracle/agreement/samples.hpp"

namespace assay::agreement {

inline testing::AssertionResult agree(const Question& question, std::int64_t count,
                                      const Draw& draw, const Manner& manner = {}) {
  const auto found = compare(question, {0, count}, draw, manner);
  if (!found) return testing::AssertionSuccess();
  return testing::AssertionFailure() << describe(question, *found);
}

/// The types that the first oracle rounds to with its definitions alone, which are slow.
inline bool is_slow(ElementType to) { return bits_of(to) == 64; }

inline std::vector<ElementType> every_type() {
  std::vector<ElementType> types;
  for (const ElementFormat& format : all_formats()) types.push_back(format.type);
  return types;
}

inline std::vector<Function> functions_of(int count) {
  std::vector<Function> functions;
  for (int i = 0; i < function_count; ++i) {
    if (arity(Function(i)) == count) functions.push_back(Function(i));
  }
  return functions;
}

/// Names of test instances: "f16", "reciprocal_square_root_f16".
inline std::string instance_name(const testing::TestParamInfo<ElementType>& instance) {
  return std::string(name_of(instance.param));
}
inline std::string instance_name(const testing::TestParamInfo<Function>& instance) {
  return std::string(name_of(instance.param));
}

using Subject = std::tuple<Function, ElementType>;
inline std::string subject_name(const testing::TestParamInfo<Subject>& instance) {
  const auto [function, type] = instance.param;
  return std::string(name_of(function)) + "_" + std::string(name_of(type));
}

}  // namespace assay::agreement
