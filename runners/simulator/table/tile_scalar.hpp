// SPDX-License-Identifier: Apache-2.0
// Rows of instructions with a scalar, and of bitwise logic.
#pragma once

#include "runners/simulator/rules/fill.hpp"
#include "runners/simulator/rules/logic.hpp"
#include "runners/simulator/rules/scalar.hpp"
#include "runners/simulator/table/elementwise.hpp"

namespace assay::simulator::table {

/// A tile with a scalar; `row` has the rest.
constexpr Row with_scalar(std::string_view op, Calculation integer, Calculation floating, Row row) {
  row.op = op;
  row.takes = is_scalar_form;
  row.rules = scalar_rules;
  row.run = run_with_scalar;
  row.integer = integer;
  row.floating = floating;
  return row;
}

/// Bitwise logic of tiles.
constexpr Row logic(std::string_view op, Calculation integer, Row row) {
  row.op = op;
  row.run = run_logic;
  row.integer = integer;
  return row;
}

inline constexpr Elements integers_to_32{ASSAY_I8,  ASSAY_U8,  ASSAY_I16,
                                         ASSAY_U16, ASSAY_I32, ASSAY_U32};
inline constexpr Elements integers{ASSAY_I8,  ASSAY_U8,  ASSAY_I16, ASSAY_U16,
                                   ASSAY_I32, ASSAY_U32, ASSAY_I64, ASSAY_U64};
inline constexpr Elements shifted_on_a2a3{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32};

inline constexpr std::uint32_t usual_a2a3 = in_vec | one_element | valid_region | not_empty;
inline constexpr std::uint32_t usual_a5 = in_vec | valid_region;
inline constexpr std::uint32_t usual_cpu = in_vec | one_element;
inline constexpr std::uint32_t logic_checks = row_major | one_element | valid_region;
inline constexpr std::uint32_t vector_logic_checks = in_vec | logic_checks;

inline constexpr Row tile_scalar[] = {
    with_scalar("TADDS", integer_sum, float_sum,
                {.types = {vector_types, arithmetic_types, arithmetic_types},
                 .checks = {usual_a2a3 | row_major, usual_a5 | row_major, usual_cpu | row_major}}),
    with_scalar("TSUBS", integer_less_scalar, float_difference,
                {.types = {vector_types, arithmetic_types, arithmetic_types},
                 .checks = {usual_a2a3, usual_a5 | one_element, usual_cpu}}),
    with_scalar("TMULS", integer_product, float_product,
                {.types = {vector_types, no_bytes, arithmetic_types},
                 .checks = {usual_a2a3 | row_major, in_vec | row_major | valid_columns,
                            usual_cpu | row_major}}),
    with_scalar("TMINS", integer_minimum, float_minimum,
                {.types = {vector_types, arithmetic_types, arithmetic_types},
                 .checks = {usual_a2a3, in_vec | one_element | valid_columns, usual_cpu}}),
    with_scalar("TMAXS", integer_maximum, float_maximum,
                {.types = {vector_types, arithmetic_types, arithmetic_types},
                 .checks = {usual_a2a3 | row_major, usual_a5 | row_major,
                            usual_cpu | row_major | valid_region}}),
    with_scalar("TLRELU", integer_sloped, float_sloped,
                {.types = {halves, halves, arithmetic_types},
                 .checks = {usual_a2a3 | row_major, usual_a5 | row_major,
                            usual_cpu | row_major | valid_region}}),
    with_scalar("TDIVS", integer_quotient, float_quotient,
                {.types = {vector_types, divided, arithmetic_types},
                 .checks = {usual_a2a3 | row_major, usual_a5 | row_major, usual_cpu | row_major},
                 .form = scalar_division_form}),
    with_scalar("TFMODS", integer_fmod, float_fmod,
                {.types = {float_alone, short_types, arithmetic_types},
                 .checks = {usual_a2a3 | row_major, usual_a5 | one_element, usual_cpu}}),
    with_scalar("TREMS", integer_modulo, float_modulo,
                {.types = {word_types, divided, arithmetic_types},
                 .checks = {usual_a2a3 | row_major, usual_a5 | one_element, usual_cpu},
                 .more = remainder_row,
                 .form = remainder_form}),
    with_scalar("TPOWS", integer_power_by_scalar, float_power,
                {.types = {a2a3_powers, a5_powers, arithmetic_types},
                 .checks = {in_vec | row_major | one_element | valid_region,
                            in_vec | row_major | one_element | valid_region,
                            in_vec | row_major | one_element | valid_region},
                 .more = scalar_power_scratch}),
    with_scalar(
        "TADDSC", integer_sum_of_three, float_sum_of_three,
        {.types = {{}, {}, arithmetic_types}, .reads = Reads::two, .more = scalar_tile_type}),
    with_scalar(
        "TSUBSC", integer_difference_and_sum, float_difference_and_sum,
        {.types = {{}, {}, arithmetic_types}, .reads = Reads::two, .more = scalar_tile_type}),
    with_scalar("TSHLS", shifted_left_by_scalar, nullptr,
                {.types = {shifted_on_a2a3, integers, integers},
                 .checks = {usual_a2a3, usual_a5 | one_element, usual_cpu}}),
    with_scalar("TSHRS", shifted_right_by_scalar, nullptr,
                {.types = {shifted_on_a2a3, integers, integers},
                 .checks = {usual_a2a3, usual_a5 | one_element, usual_cpu}}),
    with_scalar("TANDS", logic_and, nullptr,
                {.types = {integers_to_32, integers_to_32, integers},
                 .byte_pairs = true,
                 .checks = {vector_logic_checks, vector_logic_checks, usual_cpu}}),
    with_scalar("TORS", logic_or, nullptr,
                {.types = {integers_to_32, integers_to_32, integers},
                 .byte_pairs = true,
                 .checks = {vector_logic_checks, vector_logic_checks, usual_cpu}}),
    with_scalar("TXORS", logic_xor, nullptr,
                {.types = {integers_to_32, integers_to_32, integers},
                 .byte_pairs = true,
                 .checks = {logic_checks | dst_in_vec, logic_checks, one_element},
                 .more = logic_with_scratch,
                 .form = scratch_form}),
    {.op = "TAXPY",
     .takes = is_scaled_sum_form,
     .rules = scaled_sum_rules,
     .run = run_scaled_addition},
    {.op = "TEXPANDS",
     .takes = is_fill_form,
     .rules = fill_rules,
     .run = run_fill,
     .form = fill_form},
    logic("TAND", logic_and,
          {.takes = is_pair_form, .rules = pair_logic_rules, .reads = Reads::two}),
    logic("TOR", logic_or, {.takes = is_pair_form, .rules = pair_logic_rules, .reads = Reads::two}),
    logic("TXOR", logic_xor,
          {.takes = is_exclusive_form,
           .rules = exclusive_rules,
           .reads = Reads::two,
           .form = scratch_form}),
    logic("TNOT", logic_not, {.takes = is_complement_form, .rules = complement_rules}),
    {.op = "TSHL",
     .takes = is_pair_form,
     .rules = shift_rules,
     .run = run_shift,
     .integer = shifted_left},
    {.op = "TSHR",
     .takes = is_pair_form,
     .rules = shift_rules,
     .run = run_shift,
     .integer = shifted_right},
};

}  // namespace assay::simulator::table
