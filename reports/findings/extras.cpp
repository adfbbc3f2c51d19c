// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/extras.hpp"

#include <algorithm>

namespace assay::reports {

bool has_past(const ReportExtras& extras) { return extras.triage || extras.history.size() > 1; }

bool is_new(const ReportExtras& extras, const Finding& finding) {
  if (extras.triage) {
    const std::vector<std::string>& opened = extras.triage->opened;
    return std::ranges::find(opened, finding.id) != opened.end();
  }
  return extras.history.empty() || finding.first_seen == extras.history.back().night;
}

}  // namespace assay::reports
