// SPDX-License-Identifier: Apache-2.0
// The second oracle: correctly rounded bits by FLINT and the tables of IEEE 754, so that the first
// one (reference/numerics) has something to be compared with. The two share names and conventions
// (function.hpp; overflow, saturation and NaN as real.hpp says) and no line of this project.
// Only tests and the program that compares include it. Decision 012.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/function.hpp"

namespace assay::second_oracle {

/// The bits of function(arguments) rounded once. Bits of arguments above the width of `from` are
/// ignored. Throws std::invalid_argument unless there are as many arguments as the function has.
std::uint64_t rounded(Function function, std::span<const std::uint64_t> argument_bits,
                      ElementType from, ElementType to, RoundMode mode);

/// The same for all modes at once, in the order of RoundMode.
std::array<std::uint64_t, 6> rounded_in_every_mode(Function function,
                                                   std::span<const std::uint64_t> argument_bits,
                                                   ElementType from, ElementType to);

}  // namespace assay::second_oracle
