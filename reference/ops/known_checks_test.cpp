// SPDX-License-Identifier: Apache-2.0
// Samples of errata about calls that no check stops: illegal results of 4-bit elements are overrun.
#include <string>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

Samples of_results_of_four_bits() {
  struct Overrun {
    const char *number, *form, *result, *breaks;
    ElementType type = e2m1;
  };
  const Overrun all[]{
      {"E-TCMPS-010", "scalar", "dst", "dst.element"},
      {"E-TSEL-006", "plain", "dst", "dst.element"},
      {"E-TROWMIN-004", "plain", "dst", "dst.same_element"},
      {"E-TROWMAX-009", "plain", "dst", "dst.same_element"},
      {"E-TROWPROD-007", "plain", "dst", "dst.same_element"},
      {"E-TCOLMIN-007", "plain", "dst", "dst.same_element"},
      {"E-TCOLPROD-006", "plain", "dst", "dst.same_element"},
      {"E-TPAIRREDUCESUM-004", "plain", "dst", "dst.same_element"},
      {"E-TDEINTERLEAVE-002", "one", "dst1", "dst0.same_element", e1m2},
      {"E-TFUSEDMULADDRELU-004", "plain", "dst", "src0.element", e1m2},
      {"E-TMULADDDST-005", "plain", "dst", "src0.element", e1m2},
      {"E-TSUBRELU-004", "plain", "dst", "src0.element", e1m2},
      {"E-TAXPY-008", "plain", "dst", "src.element", e1m2},
  };
  Samples made;
  for (const Overrun& one : all) {
    const auto with = [&](ElementType type) {
      return Sample(one.number, row_of_sample(one.number, one.form, Target::cpu, f32))
          .where(one.result, [=](TileSpec& tile) { tile.type.element = type; })
          .breaks(one.breaks)
          .overruns(one.result, 64, 64);
    };
    made.push_back(with(one.type));
    made.push_back(with(i16).is_another());
  }
  return made;
}

const SamplesOf samples_of_overruns_of_results{of_results_of_four_bits};

}  // namespace
}  // namespace assay::ops
