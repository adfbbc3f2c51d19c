// SPDX-License-Identifier: Apache-2.0
// Instructions whose results have a narrower type than their sources.
#pragma once

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"

namespace assay::simulator {

/// max(src0 + src1, 0) and max(src0 - src1, 0), narrowed and saturated: "plain".
Answer run_narrowed_sum(const Request& request, Device& device);
Answer run_narrowed_difference(const Request& request, Device& device);

/// max((src0 + src1) * scale, 0) as half: "plain", on A2A3 "consuming".
Answer run_scaled_sum(const Request& request, Device& device);

}  // namespace assay::simulator
