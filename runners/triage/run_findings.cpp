// SPDX-License-Identifier: Apache-2.0
#include "runners/triage/run_findings.hpp"

#include "runners/triage/case_features.hpp"

namespace assay::runners {

std::vector<reports::Finding> findings_of(const std::vector<CaseRecord>& records,
                                          const std::filesystem::path& run) {
  return reports::findings_of(records, features_of_records(run));
}

}  // namespace assay::runners
