// SPDX-License-Identifier: Apache-2.0
// What the tests of agreement share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "reference/second_oracle/agreement/agreement.hpp"
#include "reference/second_oracle/agreement/samples.hpp"

namespace assay::agreement {

inline constexpr int threads = 2;

/// How many of the samples the default tests take; the exhaustive tier takes all of them. Powers of
/// two. They are bounded by the speed of the slower oracle.
inline constexpr std::int64_t f32_samples = 1 << 24;
inline constexpr std::int64_t f32_stride = 1 << 4;
inline constexpr std::int64_t pairs = 1 << 18;
inline constexpr std::int64_t wide_conversions = 1 << 14;

inline testing::AssertionResult agree(const Question& question, std::int64_t count,
                                      const Draw& draw) {
  const auto found = compare(question, {0, count}, draw, threads);
  if (!found) return testing::AssertionSuccess();
  return testing::AssertionFailure() << describe(question, *found);
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
