// SPDX-License-Identifier: Apache-2.0
// Arguments that are not finite, zeros, and what is left for arithmetic.
#pragma once

#include <optional>
#include <span>

#include "reference/isa/types/function.hpp"
#include "reference/second_oracle/number.hpp"

namespace assay::second_oracle {

using Numbers = std::span<const Number>;

/// Number of arguments.
std::size_t arity_of(Function function);

/// The result that IEEE 754-2019 (sections 5, 6.3 and 9.2) gives by classes and signs of the
/// arguments alone; nothing if all of them are finite and nonzero, or the sum is of a nonzero term,
/// and arithmetic decides.
std::optional<Value> special(Function function, Numbers x);

/// The class of an integer-valued number.
enum class Parity { fraction, odd, even };
Parity parity(const Number& number);

}  // namespace assay::second_oracle
