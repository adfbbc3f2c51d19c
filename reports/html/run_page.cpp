// SPDX-License-Identifier: Apache-2.0
#include "reports/html/run_page.hpp"

#include <sstream>

#include "reference/support/atomic_file.hpp"
#include "reports/html/data.hpp"
#include "reports/html/page.hpp"
#include "reports/html/page_template.hpp"
#include "reports/inputs/inputs.hpp"
#include "reports/text/run_report.hpp"

namespace assay::reports {

std::string as_html(const Records& records, const RunInfo& info, const ReportExtras& extras) {
  const RunCounts counts = counted(records);
  std::ostringstream text;
  print_summary(text, records, counts, info, false, extras);
  print_inputs(text, records, false);
  const std::string data = page_data(records, counts, info, extras);
  return page_of(page_template(), text.str(), data);
}

void write_html(const std::filesystem::path& path, const Records& records, const RunInfo& info,
                const ReportExtras& extras) {
  support::write_atomically("report", path, as_html(records, info, extras));
}

}  // namespace assay::reports
