// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {
namespace {

ProductPage page_of(const char* result) {
  return {.page = "TMATMUL_MX page",
          .c = result,
          .statics = {a5},
          .extents = no_target,
          .scaled = true};
}

Form form(std::string name, std::vector<Operand> operands, Constraints constraints, Result result) {
  std::vector<Scenario> scenarios = scaled_products();
  scenarios.push_back(product_of_one_row());
  return {.name = std::move(name),
          .operands = std::move(operands),
          .lead = "aMatrix",
          .attributes = {accumulation_phase()},
          .targets = {a5, cpu},
          .constraints = std::move(constraints),
          .results = {std::move(result)},
          .scenarios = std::move(scenarios),
          .plans = plans_of_scaled_products(),
          .usual_rows = 2,
          .max_elements = 512};
}

}  // namespace

OpSpec TMATMUL_MX() {
  const ProductPage page = page_of("cMatrix"), accumulating = page_of("cOutMatrix");
  return {
      .mnemonic = "TMATMUL_MX",
      .summary = "Product of two matrices of small floats with a scale for 32 elements of K.",
      .forms =
          {form("plain", {c_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix},
                constraints_of_product(page), product("cMatrix")),
           form("acc",
                {c_out_matrix, c_in_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix},
                joined(constraints_of_product(accumulating), accumulator_like_result(accumulating)),
                product("cOutMatrix", "cInMatrix")),
           form("bias", {c_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix, bias_data},
                joined(constraints_of_product(page), row_of_biases(page, {a5}),
                       layout_of_biases(page, no_target)),
                product("cMatrix", "biasData"))},
      .may_refuse = refusals_of_scaled_products(),
      .decisions = decisions_of_scaled_products(),
      .ambiguities =
          ambiguities_of_scaled_products({what_is_accumulated_onto(), when_biases_are_added()}),
      .notes = notes_of_scaled_products(),
      .errata = errata_of_scaled_product("TMATMUL_MX"),
  };
}

}  // namespace assay::ops
