// SPDX-License-Identifier: Apache-2.0
// The changes that mutants make to a result.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/faults/fault_hook.hpp"

namespace assay::simulator::mutation {

/// A result on its way to memory.
struct Result {
  const Written& written;
  std::uint32_t element;   ///< type of the destination
  std::uint64_t bits;      ///< the result of a healthy simulator
  std::uint64_t previous;  ///< that of the result before it in this call, or the same

  int width() const { return width_of(element); }
  std::uint64_t top() const { return std::uint64_t{1} << (width() - 1); }
  std::uint64_t all() const { return top() | (top() - 1); }
};

struct Change {
  std::string_view name;
  std::string_view summary;
  std::uint64_t (*of)(const Result& result);  ///< the pattern instead; bits above the width are cut
};

/// `changed` of a float's format; the same where the destination has another kind of element.
template <typename Changed>
std::uint64_t of_float(const Result& one, Changed changed) {
  const auto format = float_format(one.element);
  return format ? changed(*format, one.bits) : one.bits;
}

constexpr std::array changes{
    Change{"lowest_bit", "its lowest bit is flipped",
           [](const Result& one) { return one.bits ^ 1; }},
    Change{"middle_bit", "the bit in its middle is flipped",
           [](const Result& one) { return one.bits ^ std::uint64_t{1} << one.width() / 2; }},
    Change{"highest_bit", "its highest bit is flipped",
           [](const Result& one) { return one.bits ^ one.top(); }},
    Change{"one_more", "its pattern is one more", [](const Result& one) { return one.bits + 1; }},
    Change{"one_less", "its pattern is one less", [](const Result& one) { return one.bits - 1; }},
    Change{"zero", "it is zero", [](const Result&) { return std::uint64_t{0}; }},
    Change{"all_ones", "all its bits are set", [](const Result& one) { return one.all(); }},
    Change{"complement", "all its bits are flipped", [](const Result& one) { return ~one.bits; }},
    Change{"upper_half_lost", "the upper half of its bits is zero",
           [](const Result& one) { return one.bits & (one.all() >> one.width() / 2); }},
    Change{"lower_half_lost", "the lower half of its bits is zero",
           [](const Result& one) { return one.bits & ~(one.all() >> one.width() / 2); }},
    Change{"low_bits_lost", "its three lowest bits are zero",
           [](const Result& one) { return one.bits & ~std::uint64_t{7}; }},
    Change{"shifted_left", "its bits are one place higher",
           [](const Result& one) { return one.bits << 1; }},
    Change{"shifted_right", "its bits are one place lower",
           [](const Result& one) { return one.bits >> 1; }},
    Change{"previous", "it is the result before it",
           [](const Result& one) { return one.previous; }},
    Change{"first_input", "it is the first input",
           [](const Result& one) {
             return one.written.inputs.empty() ? one.bits : one.written.inputs[0];
           }},
    Change{"second_input", "it is the second input",
           [](const Result& one) {
             return one.written.inputs.size() < 2 ? one.bits : one.written.inputs[1];
           }},
    Change{"largest_missed", "the largest integer is one less",
           [](const Result& one) {
             const std::uint64_t most = is_signed_integer(one.element) ? one.top() - 1 : one.all();
             return is_integer(one.element) && one.bits == most ? most - 1 : one.bits;
           }},
    Change{"least_missed", "the least integer is one more",
           [](const Result& one) {
             const std::uint64_t least = is_signed_integer(one.element) ? one.top() : 0;
             return is_integer(one.element) && one.bits == least ? least + 1 : one.bits;
           }},
    Change{"nan_lost", "a NaN is zero",
           [](const Result& one) {
             return of_float(one, [](FloatFormat format, std::uint64_t bits) {
               return is_nan(format, bits) ? 0 : bits;
             });
           }},
    Change{"infinity_lost", "an infinity is the largest number",
           [](const Result& one) {
             return of_float(one, [](FloatFormat format, std::uint64_t bits) {
               return is_infinite(format, bits) ? bits - 1 : bits;
             });
           }},
    Change{"overflow_early", "the largest number is an infinity",
           [](const Result& one) {
             return of_float(one, [](FloatFormat format, std::uint64_t bits) {
               return magnitude(format, bits) + 1 == infinity(format) ? bits + 1 : bits;
             });
           }},
    Change{"zero_sign_lost", "a negative zero is positive",
           [](const Result& one) {
             return of_float(one, [](FloatFormat format, std::uint64_t bits) {
               return magnitude(format, bits) == 0 ? 0 : bits;
             });
           }},
    Change{"subnormal_lost", "a subnormal number is zero",
           [](const Result& one) {
             return of_float(one, [](FloatFormat format, std::uint64_t bits) {
               return is_subnormal(format, bits) ? 0 : bits;
             });
           }},
    Change{"sign_lost", "a negative number is positive",
           [](const Result& one) {
             return of_float(one, [](FloatFormat format, std::uint64_t bits) {
               return is_nan(format, bits) ? bits : magnitude(format, bits);
             });
           }},
    Change{"doubled", "a finite number is twice as large",
           [](const Result& one) {
             return of_float(one, [](FloatFormat format, std::uint64_t bits) {
               const std::uint64_t step = std::uint64_t{1} << format.fraction_bits;
               return magnitude(format, bits) + step < infinity(format) ? bits + step : bits;
             });
           }},
    Change{"fraction_halved", "the lower half of its fraction is zero",
           [](const Result& one) {
             return of_float(one, [](FloatFormat format, std::uint64_t bits) {
               const std::uint64_t low = (std::uint64_t{1} << format.fraction_bits / 2) - 1;
               return is_nan(format, bits) ? bits : bits & ~low;
             });
           }},
};

}  // namespace assay::simulator::mutation
