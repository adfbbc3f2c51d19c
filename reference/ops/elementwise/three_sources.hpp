// SPDX-License-Identifier: Apache-2.0
// The two instructions that combine three tiles in two steps and differ in the first step alone.
#pragma once

#include <functional>
#include <string>

#include "reference/ops/elementwise/fused.hpp"

namespace assay::ops {

/// Readings of both steps for the elements of src0, src1 and src2.
using TwoSteps =
    std::function<Readings(const ElementContext&, const Value&, const Value&, const Value&)>;

/// Their page: `steps` from left to right, on the CPU alone.
OpSpec three_sources(const std::string& mnemonic, const std::string& summary, TwoSteps steps);

}  // namespace assay::ops
