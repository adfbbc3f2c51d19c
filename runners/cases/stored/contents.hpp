// SPDX-License-Identifier: Apache-2.0
// The contents of the operands of a case before each of its executions.
#pragma once

#include <cstdint>
#include <vector>

#include "generators/draw/discriminating_power.hpp"
#include "reference/isa/case/case.hpp"

namespace assay::runners {

/// Bytes that the call may print: the page's limit, or enough for every element.
std::uint64_t text_capacity_of(const Case& test_case, const std::vector<Expected>& expected);

/// Contents for the executions of a case in the order of the judge: first poison, the same again,
/// second poison for a legal call; the first alone for a call that must be refused. The first is
/// `before`; where that is empty, what the case draws, of which `looked` may have some already.
std::vector<std::vector<ElementArray>> contents_of(
    const Case& test_case, const std::vector<ElementArray>& before = {},
    const generators::PrecomputedOracle* oracle = nullptr);

}  // namespace assay::runners
