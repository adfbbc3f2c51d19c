// SPDX-License-Identifier: Apache-2.0
// What the operands of a case hold before each of its executions.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/isa/case.hpp"

namespace assay::runners {

/// Contents for the executions of a case in the order of the judge: first poison, the same again,
/// second poison for a legal call; the first alone for a call that must be refused.
std::vector<std::vector<ElementArray>> contents_of(const Case& test);

/// Bytes that the call may print: the page's limit, or enough for every element.
std::uint64_t text_capacity_of(const Case& test, const std::vector<Expected>& expected);

/// Contents for the executions of a case, as contents_of(test) gives them for a drawn one, where
/// the first is `before`, unless that is empty.
std::vector<std::vector<ElementArray>> contents_of(const Case& test,
                                                   const std::vector<ElementArray>& before);

}  // namespace assay::runners
