// SPDX-License-Identifier: Apache-2.0
// Rows of reductions, of searches, and of values that are spread over a tile.
#pragma once

#include "runners/simulator/rules/expansion.hpp"
#include "runners/simulator/rules/reduction.hpp"
#include "runners/simulator/rules/search.hpp"
#include "runners/simulator/table/elementwise.hpp"

namespace assay::simulator::table {

/// A fold of rows or columns; `row` has the rest.
constexpr Row fold(std::string_view op, Calculation integer, Calculation floating, Row row) {
  row.op = op;
  row.takes = is_fold_form;
  row.rules = fold_rules;
  row.run = run_fold;
  row.integer = integer;
  row.floating = floating;
  return row;
}

/// One value of a row, or one row, combined with a tile; `types` in the order of Machine.
constexpr Row spread_rows(std::string_view op, Calculation integer, Calculation floating,
                          const Elements (&types)[3]) {
  return {.op = op,
          .takes = is_row_spread_form,
          .rules = row_spread_rules,
          .run = run_row_spread,
          .types = {types[0], types[1], types[2]},
          .integer = integer,
          .floating = floating,
          .form = row_spread_form};
}
constexpr Row spread_columns(std::string_view op, Calculation integer, Calculation floating,
                             const Elements (&types)[3]) {
  return {.op = op,
          .takes = is_column_spread_form,
          .rules = column_spread_rules,
          .run = run_column_spread,
          .types = {types[0], types[1], types[2]},
          .integer = integer,
          .floating = floating,
          .form = column_spread_form};
}

inline constexpr Elements row_sums{ASSAY_F16, ASSAY_F32, ASSAY_I32,
                                   ASSAY_I16, ASSAY_I64, ASSAY_U64};
inline constexpr Elements row_extremes{ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16,
                                       ASSAY_I8,  ASSAY_U8,  ASSAY_I64, ASSAY_U64};
inline constexpr Elements wide_a5 = arithmetic_types;
inline constexpr Elements column_products{ASSAY_F16, ASSAY_F32, ASSAY_BF16, ASSAY_I16,
                                          ASSAY_U16, ASSAY_I32, ASSAY_U32};

inline constexpr Elements spread_a5{ASSAY_I8,  ASSAY_U8,  ASSAY_I16,  ASSAY_U16, ASSAY_I32,
                                    ASSAY_U32, ASSAY_F16, ASSAY_BF16, ASSAY_F32};
inline constexpr Elements spread_types[3] = {vector_types, spread_a5, spread_a5};
inline constexpr Elements spread_quotients[3] = {halves, spread_a5, spread_a5};
inline constexpr Elements spread_floats[3] = {halves, halves, halves};

inline constexpr Row reduce_expand[] = {
    fold("TROWSUM", integer_sum, float_sum,
         {.types = {vector_types, row_sums, arithmetic_types}, .along_rows = true}),
    fold("TROWMAX", integer_maximum, greatest_number,
         {.types = {vector_types, row_extremes, arithmetic_types}, .along_rows = true}),
    fold("TROWMIN", integer_minimum, smallest_number,
         {.types = {vector_types, row_extremes, arithmetic_types}, .along_rows = true}),
    fold("TROWPROD", integer_product, float_product,
         {.types = {vector_types, vector_types, arithmetic_types}, .along_rows = true}),
    fold("TCOLSUM", integer_sum, float_sum,
         {.types = {vector_types, wide_a5, arithmetic_types},
          .in_pairs = true,
          .form = column_sum_form}),
    fold("TCOLMAX", integer_maximum, greatest_number,
         {.types = {vector_types, wide_a5, arithmetic_types}}),
    fold("TCOLMIN", integer_minimum, smallest_number,
         {.types = {vector_types, wide_a5, arithmetic_types}}),
    fold("TCOLPROD", integer_product, float_product,
         {.types = {vector_types, column_products, arithmetic_types}}),
    {.op = "TPAIRREDUCESUM",
     .takes = is_pair_sum_form,
     .rules = pair_sum_rules,
     .run = run_pair_sums,
     .floating = float_sum},
    {.op = "TROWARGMAX",
     .takes = is_search_form,
     .rules = row_search_rules,
     .run = run_row_search,
     .form = search_form},
    {.op = "TROWARGMIN",
     .takes = is_search_form,
     .rules = row_search_rules,
     .run = run_row_search,
     .smallest = true,
     .form = search_form},
    {.op = "TCOLARGMAX",
     .takes = is_search_form,
     .rules = column_search_rules,
     .run = run_column_search,
     .form = search_form},
    {.op = "TCOLARGMIN",
     .takes = is_search_form,
     .rules = column_search_rules,
     .run = run_column_search,
     .smallest = true,
     .form = search_form},
    {.op = "TROWEXPAND", .takes = is_copy_form, .rules = row_copy_rules, .run = run_row_copy},
    {.op = "TCOLEXPAND", .takes = is_copy_form, .rules = column_copy_rules, .run = run_column_copy},
    spread_rows("TROWEXPANDADD", integer_sum, float_sum, spread_types),
    spread_rows("TROWEXPANDSUB", integer_difference, float_difference, spread_types),
    spread_rows("TROWEXPANDMUL", integer_product, float_product, spread_types),
    spread_rows("TROWEXPANDDIV", integer_quotient, float_quotient, spread_quotients),
    spread_rows("TROWEXPANDMAX", integer_maximum, float_maximum, spread_types),
    spread_rows("TROWEXPANDMIN", integer_minimum, float_minimum, spread_types),
    spread_rows("TROWEXPANDEXPDIF", nullptr, exponential_of_difference, spread_floats),
    spread_columns("TCOLEXPANDADD", integer_sum, float_sum, spread_types),
    spread_columns("TCOLEXPANDSUB", integer_difference, float_difference, spread_types),
    spread_columns("TCOLEXPANDMUL", integer_product, float_product, spread_types),
    spread_columns("TCOLEXPANDDIV", integer_quotient, float_quotient, spread_quotients),
    spread_columns("TCOLEXPANDMAX", integer_maximum, float_maximum, spread_types),
    spread_columns("TCOLEXPANDMIN", integer_minimum, float_minimum, spread_types),
    spread_columns("TCOLEXPANDEXPDIF", nullptr, exponential_of_difference, spread_floats),
};

}  // namespace assay::simulator::table
