// SPDX-License-Identifier: Apache-2.0
// What implementations are known to do instead of what TMOV promises.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/movement/shared/tile_moves.hpp"

namespace assay::ops {

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
                           among(of_headers(Target::cpu, "E-TMOV-003", "TMov.hpp",
                                            "preQuantScalar is not read: elements are converted"),
                                 "a descriptor for all columns",
                                 [](const Call& call) { return call.form->name == "scalar"; })};
  for (const std::size_t wrong : {1, 2}) all[wrong].effect = ErratumEffect::anything;
  return all;
}

}  // namespace assay::ops
