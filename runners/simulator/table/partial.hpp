// SPDX-License-Identifier: Apache-2.0
// Rows of instructions that combine two tiles where both have an element.
#pragma once

#include "runners/simulator/elementwise/calculations.hpp"
#include "runners/simulator/partial/partial.hpp"
#include "runners/simulator/rules/partial.hpp"
#include "runners/simulator/table/elementwise.hpp"

namespace assay::simulator::table {

/// `row` has the rest.
constexpr Row part_of(std::string_view op, Calculation integer, Calculation floating, Row row) {
  row.op = op;
  row.takes = is_partial_form;
  row.rules = partial_rules;
  row.run = run_partial;
  row.integer = integer;
  row.floating = floating;
  return row;
}

/// Values that carry an index.
constexpr Row carrying(std::string_view op, bool smallest) {
  Row row{.op = op, .smallest = smallest};
  row.takes = is_partial_search_form;
  row.rules = partial_search_rules;
  row.run = run_partial_search;
  return row;
}

inline constexpr Elements byte_products{ASSAY_I8,  ASSAY_U8,  ASSAY_I16,  ASSAY_U16, ASSAY_I32,
                                        ASSAY_U32, ASSAY_F16, ASSAY_BF16, ASSAY_F32};

inline constexpr Row partial[] = {
    part_of("TPARTADD", integer_sum, float_sum,
            {.types = {vector_types, arithmetic_types, arithmetic_types}}),
    part_of("TPARTMUL", integer_product, float_product,
            {.types = {vector_types, byte_products, arithmetic_types}}),
    part_of("TPARTMAX", integer_maximum, float_maximum,
            {.types = {vector_types, arithmetic_types, arithmetic_types}}),
    part_of("TPARTMIN", integer_minimum, float_minimum,
            {.types = {vector_types, arithmetic_types, arithmetic_types}}),
    carrying("TPARTARGMAX", false),
    carrying("TPARTARGMIN", true),
};

}  // namespace assay::simulator::table
