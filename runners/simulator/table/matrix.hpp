// SPDX-License-Identifier: Apache-2.0
// Rows of matrix products.
#pragma once

#include "runners/simulator/rules/product.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::table {

/// `row` has the rest.
constexpr Row multiplied(std::string_view op, Row row) {
  row.op = op;
  row.takes = is_product_form;
  row.rules = product_rules;
  row.run = run_product;
  if (row.accumulates) row.form = accumulation_form;
  return row;
}

inline constexpr Row matrix[] = {
    multiplied("TMATMUL", {}),
    multiplied("TMATMUL_ACC", {.accumulates = true}),
    multiplied("TMATMUL_BIAS", {.adds_bias = true}),
    multiplied("TGEMV", {.one_row = true}),
    multiplied("TGEMV_ACC", {.accumulates = true, .one_row = true}),
    multiplied("TGEMV_BIAS", {.adds_bias = true, .one_row = true}),
};

}  // namespace assay::simulator::table
