// SPDX-License-Identifier: Apache-2.0
// Rows of instructions of tiles, element by element.
#pragma once

#include "runners/simulator/elementwise/calculations.hpp"
#include "runners/simulator/rules/arithmetic.hpp"
#include "runners/simulator/rules/steps.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::table {

/// Arithmetic that is checked and executed as the row says; `row` has the rest.
constexpr Row arithmetic(std::string_view op, Calculation integer, Calculation floating, Row row) {
  row.op = op;
  row.takes = is_arithmetic_form;
  row.rules = arithmetic_rules;
  if (row.run == nullptr) row.run = run_arithmetic;
  row.integer = integer;
  row.floating = floating;
  return row;
}

inline constexpr Elements halves{ASSAY_F16, ASSAY_F32};
inline constexpr Elements vector_types{ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32};
inline constexpr Elements no_bytes{ASSAY_I16, ASSAY_U16, ASSAY_I32,  ASSAY_U32, ASSAY_I64,
                                   ASSAY_U64, ASSAY_F16, ASSAY_BF16, ASSAY_F32};
inline constexpr Elements divided{ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32,
                                  ASSAY_I64, ASSAY_U64, ASSAY_F16, ASSAY_F32};
inline constexpr Elements negated{ASSAY_I16, ASSAY_U16,  ASSAY_I32, ASSAY_U32,
                                  ASSAY_F16, ASSAY_BF16, ASSAY_F32};
inline constexpr Elements short_types{ASSAY_I16, ASSAY_U16, ASSAY_I32,
                                      ASSAY_U32, ASSAY_F16, ASSAY_F32};
inline constexpr Elements with_word{ASSAY_I32, ASSAY_F16, ASSAY_F32};
inline constexpr Elements signed_types{ASSAY_I8, ASSAY_I16, ASSAY_I32, ASSAY_F16, ASSAY_F32};
inline constexpr Elements cpu_floats{ASSAY_F16, ASSAY_BF16, ASSAY_F32};
inline constexpr Elements word_types{ASSAY_I32, ASSAY_F32};
inline constexpr Elements float_alone{ASSAY_F32};
inline constexpr Elements a2a3_powers{ASSAY_I8,  ASSAY_U8,  ASSAY_I16, ASSAY_U16,
                                      ASSAY_I32, ASSAY_U32, ASSAY_F32};
inline constexpr Elements a5_powers{ASSAY_I8,  ASSAY_U8,  ASSAY_I16,  ASSAY_U16, ASSAY_I32,
                                    ASSAY_U32, ASSAY_F16, ASSAY_BF16, ASSAY_F32};

inline constexpr Row elementwise[] = {
    arithmetic("TADD", integer_sum, float_sum,
               {.types = {vector_types, arithmetic_types, arithmetic_types},
                .reads = Reads::two,
                .cpu_regions = false}),
    arithmetic("TSUB", integer_difference, float_difference,
               {.types = {vector_types, arithmetic_types, arithmetic_types},
                .reads = Reads::two,
                .cpu_regions = false}),
    arithmetic("TMUL", integer_product, float_product,
               {.types = {vector_types, no_bytes, arithmetic_types},
                .reads = Reads::two,
                .cpu_regions = false}),
    arithmetic(
        "TDIV", integer_quotient, float_quotient,
        {.types = {halves, divided, arithmetic_types}, .reads = Reads::two, .cpu_regions = false}),
    arithmetic("TMIN", integer_minimum, float_minimum,
               {.types = {vector_types, arithmetic_types, arithmetic_types}, .reads = Reads::two}),
    arithmetic("TMAX", integer_maximum, float_maximum,
               {.types = {vector_types, arithmetic_types, arithmetic_types},
                .reads = Reads::two,
                .cpu_regions = false}),
    arithmetic("TABS", integer_magnitude, float_magnitude,
               {.types = {halves, signed_types, signed_types}, .cpu_regions = false}),
    arithmetic("TNEG", integer_negation, float_negation,
               {.types = {vector_types, negated, arithmetic_types}}),
    arithmetic("TRELU", integer_rectified, float_rectified,
               {.types = {with_word, with_word, arithmetic_types}}),
    arithmetic("TEXP", integer_exponential, float_exponential,
               {.types = {halves, halves, arithmetic_types}}),
    arithmetic("TLOG", integer_logarithm, float_logarithm,
               {.types = {halves, halves, arithmetic_types}}),
    arithmetic("TSQRT", nullptr, float_root,
               {.types = {halves, halves, cpu_floats}, .cpu_regions = false}),
    arithmetic("TRECIP", integer_reciprocal, float_reciprocal,
               {.types = {vector_types, vector_types, arithmetic_types}, .cpu_regions = false}),
    arithmetic("TREM", integer_modulo, float_modulo,
               {.types = {word_types, divided, arithmetic_types},
                .reads = Reads::two,
                .scratch = true,
                .more = remainder_scratch,
                .form = remainder_form}),
    arithmetic("TFMOD", integer_fmod, float_fmod,
               {.types = {float_alone, short_types, arithmetic_types}, .reads = Reads::two}),
    arithmetic("TPOW", integer_power, float_power,
               {.types = {a2a3_powers, a5_powers, arithmetic_types},
                .reads = Reads::two,
                .scratch = true,
                .cpu_in_vec = true,
                .cpu_in_rows = true,
                .more = power_rules}),
    arithmetic("TPRELU", integer_sloped, float_sloped,
               {.types = {halves, halves, arithmetic_types},
                .reads = Reads::two,
                .scratch = true,
                .more = mask_scratch}),
    arithmetic("TADDC", integer_sum_of_three, float_sum_of_three,
               {.types = {{}, {}, arithmetic_types},
                .reads = Reads::three,
                .one_tile_type = true,
                .cpu_regions = false}),
    arithmetic("TSUBC", integer_difference_and_sum, float_difference_and_sum,
               {.types = {{}, {}, arithmetic_types},
                .reads = Reads::three,
                .one_tile_type = true,
                .cpu_regions = false}),
    arithmetic(
        "TMULADDDST", integer_accumulated, float_accumulated,
        {.types = {halves, halves, halves}, .reads = Reads::two_and_old, .cpu_in_rows = true}),
    arithmetic(
        "TFUSEDMULADD", integer_multiplied, float_multiplied,
        {.types = {halves, halves, halves}, .reads = Reads::two_and_old, .cpu_in_rows = true}),
    arithmetic(
        "TFUSEDMULADDRELU", integer_multiplied_rectified, float_multiplied_rectified,
        {.types = {halves, halves, halves}, .reads = Reads::two_and_old, .cpu_in_rows = true}),
    arithmetic("TSUBRELU", integer_difference_rectified, float_difference_rectified,
               {.types = {halves, halves, halves}, .reads = Reads::two, .cpu_in_rows = true}),
    {.op = "TRSQRT",
     .takes = is_root_form,
     .rules = root_rules,
     .run = run_root,
     .form = root_form},
    {.op = "TADDRELUCONV",
     .takes = is_narrowed_form,
     .rules = narrowed_rules,
     .run = run_narrowed_sum},
    {.op = "TSUBRELUCONV",
     .takes = is_narrowed_form,
     .rules = narrowed_rules,
     .run = run_narrowed_difference},
    {.op = "TADDDEQRELU",
     .takes = is_scaled_form,
     .rules = scaled_rules,
     .run = run_scaled_sum,
     .form = scaled_form,
     .float_scalar = true},
};

}  // namespace assay::simulator::table
