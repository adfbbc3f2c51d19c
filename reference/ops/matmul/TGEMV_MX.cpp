// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {
namespace {

ProductPage page_of(const char* result) {
  return {.page = "TGEMV_MX page",
          .c = result,
          .one_row = true,
          .statics = {a5},
          .extents = no_target,
          .lists_shapes = false,
          .scaled = true};
}

Form form(std::string name, std::vector<Operand> operands, Constraints constraints, Result result) {
  return {.name = std::move(name),
          .operands = std::move(operands),
          .lead = "aMatrix",
          .attributes = {accumulation_phase()},
          .targets = {a5, cpu},
          .constraints = std::move(constraints),
          .results = {std::move(result)},
          .scenarios = scaled_products(),
          .plans = plans_of_scaled_products(),
          .max_elements = 1024};
}

}  // namespace

OpSpec TGEMV_MX() {
  const ProductPage page = page_of("cMatrix"), accumulating = page_of("cOutMatrix");
  return {
      .mnemonic = "TGEMV_MX",
      .summary =
          "Product of a row vector and a matrix of small floats with a scale for 32 elements of K.",
      .forms =
          {form("plain", {c_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix},
                constraints_of_product(page), product("cMatrix")),
           form("acc",
                {c_out_matrix, c_in_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix},
                joined(constraints_of_product(accumulating), accumulator_like_result(accumulating)),
                product("cOutMatrix", "cInMatrix")),
           form("bias", {c_matrix, a_matrix, a_scale_matrix, b_matrix, b_scale_matrix, bias_data},
                joined(constraints_of_product(page), row_of_biases(page, no_target),
                       layout_of_biases(page, no_target)),
                product("cMatrix", "biasData"))},
      .may_refuse = refusals_of_scaled_products(),
      .decisions = decisions_of_scaled_products(),
      .ambiguities = ambiguities_of_scaled_products(
          {rows_of_vectors(), what_is_accumulated_onto(), when_biases_are_added()}),
      .notes = notes_of_scaled_products(),
      .errata = errata_of_scaled_vector_product("TGEMV_MX"),
  };
}

}  // namespace assay::ops
