// SPDX-License-Identifier: Apache-2.0
// The inputs of a case that has consecutive ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generators/values/input_space.hpp"
#include "reference/isa/case/case.hpp"

namespace assay::generators {

/// Element i of each argument is input i; where the tile is larger, the last input is repeated.
struct ConsecutiveInputs {
  std::vector<std::size_t> operands;                 ///< that are read
  std::vector<std::vector<std::uint32_t>> patterns;  ///< of each, for the whole tile
  std::size_t count = 0;                             ///< without repeats
};

/// Those of the tile whose number is the key of the case, before its page changes them. The
/// operands that it reads are tiles of one type and size.
ConsecutiveInputs consecutive_inputs(const Case& test_case, const InputPlan& plan);

}  // namespace assay::generators
