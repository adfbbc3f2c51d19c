// SPDX-License-Identifier: Apache-2.0
// Points that the manual leaves open or states in two ways: choices, each made once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/types/element_type.hpp"
#include "reference/isa/types/target.hpp"

namespace assay {

/// Choices by number. Names and readings are in choice.cpp; files have names alone.
enum class Choice : std::uint8_t {
  subnormals,            ///< of arithmetic
  subnormals_elsewhere,  ///< of instructions that select, change a sign or convert
  nan_in_extremes,
  zeros_in_extremes,
  zeros_in_searches,
  integer_overflow,
  narrowed_sums,
  scaled_sums,
  scale_address,
  unsigned_text,
  default_saturation,
  directed_overflow,
  hif8_ties,
  zero_divisors,
  accumulator_pitch,
  random_order,
  parameter_columns,
  pad_patterns,
  e4m3_minimum,
  remainder_zeros,        ///< of floored ones
  remainder_by_infinity,  ///< of another sign
  accumulator_overflow,
  accumulator_relu,
  accumulator_ties,  ///< to HiFloat8
  e4m3_zeros,
  count_units,
  quantiser_scale,
  quantiser_steps,
  nan_in_sorts,
  product_and_sum,
  sums_of_three,
  signalling_nans,
};
inline constexpr std::size_t choice_count = 32;

/// One way to read the manual.
struct ReadingText {
  std::string_view name;    ///< "flushed"
  std::string_view text;    ///< what is computed, in one sentence
  std::string_view source;  ///< where the manual or the formal draft says so
};

/// In which calls one implementation must read the manual in one way.
enum class ChoiceScope : std::uint8_t {
  target_and_element,     ///< all calls of a target whose lead operand has one element type
  op_target_and_element,  ///< the same of one op: no source covers several ops
  target,                 ///< all calls of a target
  op_target_and_types,    ///< of one op, between the same element types
};

struct ChoiceText {
  Choice choice;
  std::string_view name;      ///< "subnormals"
  std::string_view question;  ///< "subnormal operands and results of arithmetic"
  ChoiceScope scope;
  std::span<const ReadingText> readings;  ///< two or three; golden data have the first
};

/// All choices, in the order of their numbers.
std::span<const ChoiceText> all_choices();
const ChoiceText& text_of(Choice choice);
std::optional<Choice> choice_named(std::string_view name);
/// Number of a reading of the choice, by name.
std::optional<std::uint8_t> reading_named(Choice choice, std::string_view name);

/// One reading for each choice, the first one unless another was taken.
class ChosenReadings {
 public:
  std::uint8_t of(Choice choice) const { return taken_[static_cast<std::size_t>(choice)]; }
  void take(Choice choice, std::uint8_t reading) {
    taken_[static_cast<std::size_t>(choice)] = reading;
  }
  friend bool operator==(const ChosenReadings&, const ChosenReadings&) = default;

 private:
  std::array<std::uint8_t, choice_count> taken_{};
};

// Readings by number, as choice.cpp lists them.
inline constexpr std::uint8_t subnormals_kept = 0, subnormals_flushed = 1, results_flushed = 2;
inline constexpr std::uint8_t number_preferred = 0, nan_propagated = 1;
inline constexpr std::uint8_t zeros_ordered = 0, first_zero = 1, last_zero = 2;
inline constexpr std::uint8_t equal_zeros = 0, zeros_apart = 1;
inline constexpr std::uint8_t overflow_wraps = 0, overflow_saturates = 1;
inline constexpr std::uint8_t sum_exact = 0, sum_in_its_type = 1;
inline constexpr std::uint8_t scaled_in_stages = 0, scaled_at_once = 1;
inline constexpr std::uint8_t shift_of_four = 0, shift_of_two = 1;
inline constexpr std::uint8_t text_as_signed = 0, text_as_unsigned = 1;
inline constexpr std::uint8_t default_cuts = 0, default_clamps = 1;
inline constexpr std::uint8_t overflow_by_direction = 0, overflow_to_infinity = 1;
inline constexpr std::uint8_t ties_to_even_code = 0, ties_to_larger = 1;
inline constexpr std::uint8_t zeros_computed = 0, zeros_asserted = 1;
inline constexpr std::uint8_t pitch_of_rows = 0, pitch_of_valid_rows = 1;
inline constexpr std::uint8_t random_by_rows = 0, random_by_registers = 1, random_by_words = 2;
inline constexpr std::uint8_t parameters_of_columns = 0, parameters_of_the_first = 1;
inline constexpr std::uint8_t pad_of_the_type = 0, pad_of_the_table = 1;
inline constexpr std::uint8_t minimum_is_lowest = 0, minimum_is_smallest = 1;
inline constexpr std::uint8_t zero_of_dividend = 0, zero_of_divisor = 1, zero_is_positive = 2;
inline constexpr std::uint8_t remainder_is_divisor = 0, remainder_is_nan = 1;
inline constexpr std::uint8_t accumulator_saturates = 0, accumulator_cuts = 1,
                              accumulator_cuts_rounded = 2;
inline constexpr std::uint8_t relu_is_maximum = 0, relu_keeps_zeros = 1, relu_comes_before = 2;
inline constexpr std::uint8_t accumulator_even = 0, accumulator_even_or_larger = 1,
                              accumulator_larger = 2;
inline constexpr std::uint8_t e4m3_zeros_signed = 0, e4m3_zeros_positive = 1;
inline constexpr std::uint8_t units_of_index = 0, units_of_element = 1;
inline constexpr std::uint8_t scale_is_divisor = 0, scale_is_factor = 1;
inline constexpr std::uint8_t quantised_exactly = 0, quantised_in_float = 1;
inline constexpr std::uint8_t nan_comes_last = 0, nan_comes_by_sign = 1;
inline constexpr std::uint8_t rounded_once = 0, each_step_rounded = 1, both_steps_in_float = 2;
inline constexpr std::uint8_t summed_in_type = 0, summed_in_float = 1;
inline constexpr std::uint8_t signalling_kept = 0, signalling_quieted = 1;

/// Whether subnormal results of arithmetic become zeros, intermediate ones, too.
inline bool flushes_results(const ChosenReadings& readings) {
  return readings.of(Choice::subnormals) != subnormals_kept;
}

/// Which readings of a call some outputs allow. `choices` are those on which the outputs depend;
/// each entry of `allowed` has one reading for each of them.
struct AllowedReadings {
  std::string op = {};
  Target target = Target::cpu;
  ElementType element = ElementType::f32;  ///< of the lead operand
  std::string types = {};                  ///< of all operands, "f32,i16", the lead first
  std::vector<Choice> choices = {};
  std::vector<std::vector<std::uint8_t>> allowed = {};
  friend bool operator==(const AllowedReadings&, const AllowedReadings&) = default;
};

/// A reading that a user demands, for calls that it selects; what is not given selects all.
struct ReadingPin {
  Choice choice = Choice::subnormals;
  std::uint8_t reading = 0;
  std::optional<Target> target = {};
  std::string types = {};  ///< of the lead operand, "f32", or of all, "f32,i16"
  std::string op = {};
};

}  // namespace assay
