// SPDX-License-Identifier: Apache-2.0
// The two instructions that combine three tiles in two steps and differ in the first step alone.
#pragma once

#include <functional>
#include <string>

#include "reference/ops/elementwise/fused.hpp"

namespace assay::ops {

/// Readings of both steps for the elements of src0, src1 and src2.
using TwoSteps =
    std::function<PossibleBits(const ElementContext&, const Value&, const Value&, const Value&)>;

inline const Operand src2{"src2", Role::input, OperandKind::tile};

/// dst = `steps`(src0, src1, src2) in any reading (decision 018).
Result from_left_to_right(TwoSteps steps);

/// The ambiguities that both pages have in common.
std::vector<Ambiguity> ambiguities_of_three_sources();
std::vector<std::string> notes_of_three_sources();

}  // namespace assay::ops
