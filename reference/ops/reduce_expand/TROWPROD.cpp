// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/reduce_expand/shared/fold_errata.hpp"
#include "reference/ops/reduce_expand/shared/reduction.hpp"
#include "reference/ops/reduce_expand/shared/reduction_constraints.hpp"

namespace assay::ops {
namespace {

constexpr const char* trowprod_page = "TROWPROD page";

Constraints scratch_constraints() {
  Constraints list =
      row_scratch(trowprod_page, "tmp has one block of 32 bytes", [](const Call&) -> Room {
        return {1, 32};
      });
  list.back() = std::move(list.back()).implied("no tile is smaller than one block");
  return list;
}

}  // namespace

OpSpec TROWPROD() {
  return {
      .mnemonic = "TROWPROD",
      .summary = "Product of the valid elements of every row.",
      .forms = {{.name = "plain",
                 .operands = {dst, src, tmp},
                 .lead = "src",
                 .constraints = joined(
                     types_of_src_and_dst(
                         trowprod_page, {.a2a3 = {f16, f32, i32, i16}, .a5 = {f16, f32, i32, i16}}),
                     tiles_of_reduction(trowprod_page), results_of_rows(trowprod_page),
                     scratch_constraints()),
                 .results = {products_of_lines(Axis::rows)},
                 .scenarios = {wide_rows(), lines_of_one_column()},
                 .plans = {"factors", "ones", "rare"},
                 .usual_rows = 2}},
      .decisions = {"002-outside-the-valid-region", "030-reductions-in-any-order"},
      .ambiguities =
          {{"the CPU, A2A3 and A5 multiply in three orders and round half at different places",
            "decision 030: every order in the type of the tile or a wider one"},
           {"no document says what an integer product does beyond its type",
            "decision 030: modulo its width"}},
      .notes =
          {"open: no order is promised, and where some product leaves the range others need not",
           "a5, cpu: tmp is accepted and not used", "a5: 64-bit types are refused"},
      .errata = errata_of_row_product("TROWPROD"),
  };
}

}  // namespace assay::ops
