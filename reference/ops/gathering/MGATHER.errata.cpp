// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of MGATHER.
#include "reference/ops/gathering/tables.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {

std::vector<Erratum> mgather_errata() {
  Erratum wrapped = among(giving(of_headers(Target::cpu, "E-MGATHER-001", "MGather.hpp",
                                            "a negative index is wrapped as one of 64 bits"),
                                 from_table(IndexWidth::as_64_bits)),
                          "signed indices that wrap in a table whose size is no power of two",
                          [](const Call& call) { return wraps_in_64_bits(call, "GatherOOB"); });
  return {wrapped, overrunning("E-MGATHER-002", "MGather.hpp")};
}

}  // namespace assay::ops
