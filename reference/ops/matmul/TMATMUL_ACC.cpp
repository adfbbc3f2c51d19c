// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {

OpSpec TMATMUL_ACC() {
  const ProductPage apart{.page = "TMATMUL_ACC page", .c = "cOutMatrix"};
  return {
      .mnemonic = "TMATMUL_ACC",
      .summary = "Product of two matrices, added to an accumulator.",
      .forms = also_in_tf32(
          {{.name = "plain",
            .operands = {c_out_matrix, c_in_matrix, a_matrix, b_matrix},
            .lead = "aMatrix",
            .attributes = {accumulation_phase()},
            .constraints = joined(constraints_of_product(apart), accumulator_like_result(apart)),
            .results = {product("cOutMatrix", "cInMatrix")},
            .scenarios = usual_products(),
            .plans = plans_of_accumulation(),
            .usual_rows = 2,
            .max_elements = 512},
           {.name = "in_place",
            .operands = {c_accumulated, a_matrix, b_matrix},
            .lead = "aMatrix",
            .attributes = {accumulation_phase()},
            .constraints = constraints_of_product({.page = "TMATMUL_ACC page"}),
            .results = {product("cMatrix", "cMatrix")},
            .scenarios = usual_products(),
            .plans = plans_of_products(),
            .usual_rows = 2,
            .max_elements = 512}}),
      .may_refuse = refusals_of_products(),
      .decisions = decisions_of_products({"146-products-in-tf32"}),
      .ambiguities = ambiguities_of_products(and_of_tf32({what_is_accumulated_onto()})),
      .notes = notes_of_products(),
      .errata = errata_of_accumulation("TMATMUL_ACC"),
  };
}

}  // namespace assay::ops
