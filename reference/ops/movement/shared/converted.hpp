// SPDX-License-Identifier: Apache-2.0
// Copies that headers make of numbers where their pages promise bits.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "reference/isa/spec/erratum.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// Whether an element of the result is converted.
using IsConverted = std::function<bool(const Call& call, std::int64_t row, std::int64_t col)>;

/// Two element types of which one at least is a float: a number has other bits in each.
bool are_of_two_kinds(ElementType to, ElementType from);

/// Floats of one byte.
bool is_small_float(ElementType type);

/// The number that `bits` of `from` represent, as the CPU headers convert it to `to`; nothing if
/// any result is possible.
std::optional<std::uint64_t> number_as(ElementType to, ElementType from, std::uint64_t bits);

/// `promise`, whose elements are unchanged bits, but with the number that those bits represent in
/// elements of `from`, an operand or a type, converted to the type of the result as the CPU headers
/// do: C++ truncates floats to integers and takes the nearest float of two bytes or more; floats of
/// one byte have their own casts, as those of E-TCVT-020 to 024. Anything is accepted where C++
/// leaves it open, for infinities, NaN, numbers that the type cannot hold, e8m0 and floats of 4
/// bits. `which` is empty if all elements that the promise compares are converted.
Result with_numbers_converted(Result promise, std::string from, IsConverted which = nullptr);
Result with_numbers_converted(Result promise, ElementType from, IsConverted which);

}  // namespace assay::ops
