// SPDX-License-Identifier: Apache-2.0
// Contents of operands before a call.
#pragma once

#include <array>
#include <vector>

#include "generators/draw/poison.hpp"
#include "reference/isa/case/case.hpp"

namespace assay::generators {

/// Contents of every operand before the call, in logical order. Inputs follow the value plan;
/// element i of operand k depends on (key, k, i) alone.
std::vector<ElementArray> fill(const Case& test_case, Poison poison);

/// fill() if not all operands are needed: the others may be empty.
std::vector<ElementArray> fill_wanted(const Case& test_case, Poison poison,
                                      const std::vector<bool>& wanted);
/// fill() with the second poison; `first` is what it gives with the first.
std::vector<ElementArray> fill_again(const Case& test_case, const std::vector<ElementArray>& first);
/// The same with the first poison and with the second; what is no poison is made once.
std::array<std::vector<ElementArray>, 2> fill_both(const Case& test_case,
                                                   const std::vector<bool>& wanted);

}  // namespace assay::generators
