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
  row.form = row.accumulates ? accumulation_form : product_form;
  return row;
}

constexpr Row scaled(std::string_view op, bool one_row) {
  Row row = multiplied(op, {.one_row = one_row, .scaled = true});
  row.takes = is_form_with_scales;
  row.rules = scaled_product_rules;
  row.form = form_with_scales;
  return row;
}

inline constexpr Row matrix[] = {
    multiplied("TMATMUL", {}),
    multiplied("TMATMUL_ACC", {.accumulates = true}),
    multiplied("TMATMUL_BIAS", {.adds_bias = true}),
    multiplied("TGEMV", {.one_row = true}),
    multiplied("TGEMV_ACC", {.accumulates = true, .one_row = true}),
    multiplied("TGEMV_BIAS", {.adds_bias = true, .one_row = true}),
    scaled("TMATMUL_MX", false),
    scaled("TGEMV_MX", true),
};

}  // namespace assay::simulator::table
