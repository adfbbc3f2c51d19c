// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {

OpSpec TMATMUL_BIAS() {
  const ProductPage page{.page = "TMATMUL_BIAS page"};
  return {
      .mnemonic = "TMATMUL_BIAS",
      .summary = "Product of two matrices plus a row of biases.",
      .forms = also_in_tf32(
          {{.name = "plain",
            .operands = {c_matrix, a_matrix, b_matrix, bias_data},
            .lead = "aMatrix",
            .attributes = {accumulation_phase()},
            .constraints = joined(constraints_of_product(page), row_of_biases(page, devices),
                                  layout_of_biases(page, {a5})),
            .results = {product("cMatrix", "biasData")},
            .scenarios = usual_products(),
            .plans = plans_of_accumulation(),
            .usual_rows = 2,
            .max_elements = 512}}),
      .may_refuse = refusals_of_products(),
      .decisions = decisions_of_products({"146-products-in-tf32"}),
      .ambiguities = ambiguities_of_products(and_of_tf32(
          {when_biases_are_added(),
           {"the page calls the spreading of biases implementation-defined and has Bias(0, j)",
            "the formula: one bias for a column, in every row"}})),
      .notes = notes_of_products(),
      .errata = errata_of_biased_product("TMATMUL_BIAS"),
  };
}

}  // namespace assay::ops
