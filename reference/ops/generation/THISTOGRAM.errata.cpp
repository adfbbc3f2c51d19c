// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of THISTOGRAM.
#include "reference/ops/generation/histogram.hpp"
#include "reference/ops/header_errata.hpp"

namespace assay::ops {

std::vector<Erratum> thistogram_errata() {
  const char* const title = "a count is of the byte and of all smaller ones";
  return {giving(of_headers(cpu, "E-THISTOGRAM-001", "THistogram.hpp", title), cumulative_counts()),
          giving(of_headers(a5, "E-THISTOGRAM-002", "THistogram.hpp", title), cumulative_counts())};
}

}  // namespace assay::ops
