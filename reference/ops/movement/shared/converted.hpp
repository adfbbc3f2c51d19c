// SPDX-License-Identifier: Apache-2.0
// Copies that headers make of numbers where their pages promise bits.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "reference/isa/erratum.hpp"
#include "reference/isa/op_spec.hpp"

namespace assay::ops {

/// Whether an element of the result is converted.
using IsConverted = std::function<bool(const Call& call, std::int64_t row, std::int64_t col)>;

/// Two element types of which one at least is a float: a number has other bits in each.
bool are_of_two_kinds(ElementType to, ElementType from);

/// Floats of one byte.
bool is_small_float(ElementType type);

/// The number that `bits` of `from` are, as the CPU headers convert it to `to`; nothing where
/// anything may come out.
std::optional<std::uint64_t> number_as(ElementType to, ElementType from, std::uint64_t bits);

/// `promise`, whose elements are bits as they stand, but with the number that those bits are in
/// elements of `from`, an operand or a type, as the CPU headers convert it to the type of the
/// result: C++ cuts floats to integers and takes the nearest float of two bytes or more; floats of
/// one byte have casts of their own, as those of E-TCVT-020 to 024. Anything where C++ leaves it
/// open, infinities and NaN, numbers that the type cannot hold, and for e8m0 and floats of 4 bits.
/// `which` is empty where all elements that the promise compares are converted.
Result with_numbers_converted(Result promise, std::string from, IsConverted which = nullptr);
Result with_numbers_converted(Result promise, ElementType from, IsConverted which);

}  // namespace assay::ops
