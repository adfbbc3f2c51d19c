// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {

OpSpec TGEMV_ACC() {
  const ProductPage page{.page = "TGEMV_ACC page",
                         .c = "cOutMatrix",
                         .one_row = true,
                         .statics = every_target,
                         .extents = {a2a3, cpu}};
  return {
      .mnemonic = "TGEMV_ACC",
      .summary = "Product of a row vector and a matrix, added to an accumulator.",
      .forms = also_in_tf32(
          {{.name = "plain",
            .operands = {c_out_matrix, c_in_matrix, a_matrix, b_matrix},
            .lead = "aMatrix",
            .attributes = {accumulation_phase()},
            .constraints = joined(constraints_of_product(page), accumulator_like_result(page)),
            .results = {product("cOutMatrix", "cInMatrix")},
            .scenarios = usual_vector_products(),
            .plans = plans_of_accumulation(),
            .max_elements = 1024}}),
      .may_refuse = refusals_of_products(),
      .decisions = decisions_of_products({"146-products-in-tf32"}),
      .ambiguities = ambiguities_of_products(
          and_of_tf32({rows_of_vectors(), checks_of_a5_vectors(), what_is_accumulated_onto()})),
      .notes = notes_of_products(),
      .errata = errata_of_vector_accumulation("TGEMV_ACC"),
  };
}

}  // namespace assay::ops
