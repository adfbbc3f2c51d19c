// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {

OpSpec TMATMUL_MX() {
  const ProductPage page{
      .page = "TMATMUL_MX page", .statics = {a5}, .extents = no_target, .scaled = true};
  const ProductPage accumulating{.page = page.page,
                                 .c = "cOutMatrix",
                                 .statics = page.statics,
                                 .extents = page.extents,
                                 .scaled = true};
  std::vector<Scenario> scenarios = scaled_products();
  scenarios.push_back(product_of_one_row());
  return {
      .mnemonic = "TMATMUL_MX",
      .summary = "Product of two matrices of small floats with a scale for 32 elements of K.",
      .forms = {{.name = "plain",
                 .operands = {c_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix},
                 .lead = "aMatrix",
                 .attributes = {accumulation_phase()},
                 .targets = {a5, cpu},
                 .constraints = constraints_of_product(page),
                 .results = {product("cMatrix")},
                 .scenarios = scenarios,
                 .plans = plans_of_scaled_products(),
                 .usual_rows = 2,
                 .max_elements = 512},
                {.name = "acc",
                 .operands = {c_out_matrix, c_in_matrix, a_matrix, a_scale_matrix, b_matrix,
                              b_scale_matrix},
                 .lead = "aMatrix",
                 .attributes = {accumulation_phase()},
                 .targets = {a5, cpu},
                 .constraints = joined(constraints_of_product(accumulating),
                                       accumulator_like_result(accumulating)),
                 .results = {product("cOutMatrix", "cInMatrix")},
                 .scenarios = scenarios,
                 .plans = plans_of_scaled_products(),
                 .usual_rows = 2,
                 .max_elements = 512},
                {.name = "bias",
                 .operands = {c_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix,
                              bias_data},
                 .lead = "aMatrix",
                 .attributes = {accumulation_phase()},
                 .targets = {a5, cpu},
                 .constraints = joined(constraints_of_product(page), row_of_biases(page, {a5}),
                                       layout_of_biases(page, no_target)),
                 .results = {product("cMatrix", "biasData")},
                 .scenarios = scenarios,
                 .plans = plans_of_scaled_products(),
                 .usual_rows = 2,
                 .max_elements = 512}},
      .decisions = decisions_of_scaled_products(),
      .ambiguities =
          ambiguities_of_scaled_products({what_is_accumulated_onto(), when_biases_are_added()}),
      .notes = notes_of_scaled_products(),
      .errata = errata_of_scaled_product("TMATMUL_MX"),
  };
}

}  // namespace assay::ops
