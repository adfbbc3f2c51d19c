// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {

OpSpec TGEMV() {
  const ProductPage page{
      .page = "TGEMV page", .one_row = true, .statics = every_target, .extents = every_target};
  return {
      .mnemonic = "TGEMV",
      .summary = "Product of a row vector and a matrix.",
      .forms = also_in_tf32({{.name = "plain",
                              .operands = {c_matrix, a_matrix, b_matrix},
                              .lead = "aMatrix",
                              .attributes = {accumulation_phase()},
                              .constraints = constraints_of_product(page),
                              .results = {product("cMatrix")},
                              .scenarios = usual_vector_products(),
                              .plans = plans_of_products(),
                              .max_elements = 1024}}),
      .may_refuse = refusals_of_products(),
      .decisions = decisions_of_products({"146-products-in-tf32"}),
      .ambiguities = ambiguities_of_products(and_of_tf32({rows_of_vectors()})),
      .notes = notes_of_products(),
      .errata = errata_of_vector_product("TGEMV"),
  };
}

}  // namespace assay::ops
