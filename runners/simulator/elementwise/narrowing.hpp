// SPDX-License-Identifier: Apache-2.0
// Instructions whose results have a narrower type than their sources.
#pragma once

#include <cstdint>

#include "runners/simulator/core/hooks.hpp"

namespace assay::simulator {

/// The sum or difference of words or halves, clamped at zero, before it becomes a byte.
std::int64_t positive_sum(Machine machine, std::uint32_t from, bool minus, Inputs in);

/// The float that the device scales and clamps, before it becomes a half.
float staged_product(std::int32_t sum, float scale);

}  // namespace assay::simulator
