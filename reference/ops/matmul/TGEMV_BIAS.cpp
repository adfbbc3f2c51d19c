// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {

OpSpec TGEMV_BIAS() {
  const ProductPage page{
      .page = "TGEMV_BIAS page", .one_row = true, .statics = every_target, .extents = {a2a3, cpu}};
  return {
      .mnemonic = "TGEMV_BIAS",
      .summary = "Product of a row vector and a matrix plus a row of biases.",
      .forms = also_in_tf32(
          {{.name = "plain",
            .operands = {c_matrix, a_matrix, b_matrix, bias_data},
            .lead = "aMatrix",
            .attributes = {accumulation_phase()},
            .constraints = joined(constraints_of_product(page), row_of_biases(page, every_target),
                                  layout_of_biases(page, no_target)),
            .results = {product("cMatrix", "biasData")},
            .scenarios = usual_vector_products(),
            .plans = plans_of_accumulation(),
            .max_elements = 1024}}),
      .may_refuse = refusals_of_products(),
      .decisions = decisions_of_products({"146-products-in-tf32"}),
      .ambiguities = ambiguities_of_products(
          and_of_tf32({rows_of_vectors(), checks_of_a5_vectors(), when_biases_are_added()})),
      .notes = notes_of_products(),
      .errata = errata_of_biased_vector_product("TGEMV_BIAS"),
  };
}

}  // namespace assay::ops
