// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {
OpSpec TMATMUL() {
  std::vector<Form> forms =
      also_in_tf32({{.name = "plain",
                     .operands = {c_matrix, a_matrix, b_matrix},
                     .lead = "aMatrix",
                     .attributes = {accumulation_phase()},
                     .constraints = constraints_of_product({.page = "TMATMUL page"}),
                     .results = {product("cMatrix")},
                     .scenarios = usual_products(),
                     .plans = plans_of_products(),
                     .usual_rows = 2,
                     .max_elements = 512}});
  forms.front().scenarios.push_back(product_of_one_row());
  return {
      .mnemonic = "TMATMUL",
      .summary = "Product of two matrices.",
      .forms = std::move(forms),
      .may_refuse = refusals_of_products(),
      .decisions = decisions_of_products({"146-products-in-tf32"}),
      .ambiguities = ambiguities_of_products(and_of_tf32()),
      .notes = notes_of_products({"a2a3: with one valid row, 16 are computed"}),
      .errata = errata_of_product("TMATMUL"),
  };
}

}  // namespace assay::ops
