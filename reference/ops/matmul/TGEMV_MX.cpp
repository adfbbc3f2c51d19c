// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {

OpSpec TGEMV_MX() {
  const ProductPage page{.page = "TGEMV_MX page",
                         .one_row = true,
                         .statics = {a5},
                         .extents = no_target,
                         .lists_shapes = false,
                         .scaled = true};
  const ProductPage accumulating{.page = page.page,
                                 .c = "cOutMatrix",
                                 .one_row = true,
                                 .statics = page.statics,
                                 .extents = page.extents,
                                 .lists_shapes = false,
                                 .scaled = true};
  return {
      .mnemonic = "TGEMV_MX",
      .summary =
          "Product of a row vector and a matrix of small floats with a scale for 32 "
          "elements of K.",
      .forms = {{.name = "plain",
                 .operands = {c_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix},
                 .lead = "aMatrix",
                 .attributes = {accumulation_phase()},
                 .targets = {a5, cpu},
                 .constraints = constraints_of_product(page),
                 .results = {product("cMatrix")},
                 .scenarios = scaled_products(),
                 .plans = plans_of_scaled_products(),
                 .max_elements = 1024},
                {.name = "acc",
                 .operands = {c_out_matrix, c_in_matrix, a_matrix, a_scale_matrix, b_matrix,
                              b_scale_matrix},
                 .lead = "aMatrix",
                 .attributes = {accumulation_phase()},
                 .targets = {a5, cpu},
                 .constraints = joined(constraints_of_product(accumulating),
                                       accumulator_like_result(accumulating)),
                 .results = {product("cOutMatrix", "cInMatrix")},
                 .scenarios = scaled_products(),
                 .plans = plans_of_scaled_products(),
                 .max_elements = 1024},
                {.name = "bias",
                 .operands = {c_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix,
                              bias_data},
                 .lead = "aMatrix",
                 .attributes = {accumulation_phase()},
                 .targets = {a5, cpu},
                 .constraints = joined(constraints_of_product(page), row_of_biases(page, no_target),
                                       layout_of_biases(page, no_target)),
                 .results = {product("cMatrix", "biasData")},
                 .scenarios = scaled_products(),
                 .plans = plans_of_scaled_products(),
                 .max_elements = 1024}},
      .decisions = decisions_of_scaled_products(),
      .ambiguities = ambiguities_of_scaled_products(
          {rows_of_vectors(), what_is_accumulated_onto(), when_biases_are_added()}),
      .notes = notes_of_scaled_products(),
      .errata = errata_of_scaled_vector_product("TGEMV_MX"),
  };
}

}  // namespace assay::ops
