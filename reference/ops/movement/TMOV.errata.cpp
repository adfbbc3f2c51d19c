// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TMOV.
#include "reference/numerics/classify.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/shared/converted.hpp"
#include "reference/ops/movement/shared/tile_moves.hpp"

namespace assay::ops {
namespace {

/// As if there were no descriptor.
Acceptable unscaled(const ElementContext& cell) {
  const Value& from = cell.arguments[0];
  const auto number = number_as(cell.to, from.type, from.bits);
  if (!number) return left_to_target(0);
  const bool negative = numerics::is_negative(cell.to, *number);
  const bool rectified = rectifies(cell.call) && negative && !numerics::is_zero(cell.to, *number);
  return exactly(rectified ? 0 : *number);
}

}  // namespace

std::vector<Erratum> tmov_errata() {
  std::vector<Erratum> all{among(unchecked(Target::a2a3, "E-TMOV-001", "TMov.hpp", "src.element"),
                                 "biases of other types than the three",
                                 [](const Call& call) { return call.form->name == "bias"; }),
                           among(of_headers(Target::a5, "E-TMOV-002", "TMov.hpp",
                                            "a bfloat16_t is copied into a bias, not converted"),
                                 "biases of bfloat16_t",
                                 [](const Call& call) {
                                   return call.form->name == "bias" &&
                                          element_of(call, "src") == ElementType::bf16;
                                 }),
                           among(giving(of_headers(Target::cpu, "E-TMOV-003", "TMov.hpp",
                                                   "preQuantScalar is not read: elements are "
                                                   "converted"),
                                        per_element({{"src"}}, unscaled)),
                                 "a descriptor for all columns",
                                 [](const Call& call) { return call.form->name == "scalar"; })};
  all[1].effect = ErratumEffect::anything;
  return all;
}

}  // namespace assay::ops
