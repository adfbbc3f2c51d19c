// SPDX-License-Identifier: Apache-2.0
#include "runners/command/findings_command.hpp"

#include <unistd.h>

#include <iostream>
#include <limits>

#include "runners/run/journal_reader.hpp"
#include "runners/support/errors.hpp"
#include "runners/triage/run_findings.hpp"
#include "runners/triage/shrunk_findings.hpp"

namespace assay::runners {

int findings_command(const FindingsOptions& options) {
  const auto records = read_records(options.run);
  auto findings = findings_of(records, options.run);
  attach_shrunk(findings, read_shrunk(options.run));
  // What stands in the folder speaks of it; what is printed is read elsewhere.
  const bool inside = options.format == TextFormat::json;
  locate_shrunk(findings, records, inside ? "" : options.run);
  switch (options.format) {
    case TextFormat::json:
      std::cout << reports::findings_as_json(findings) << '\n';
      break;
    case TextFormat::markdown:
      std::cout << reports::findings_as_markdown(findings);
      break;
    case TextFormat::text:
      reports::print_findings(std::cout, findings, isatty(STDOUT_FILENO) != 0,
                              std::numeric_limits<std::size_t>::max());
      if (findings.empty()) std::cout << "no failure, no finding\n";
  }
  return findings.empty() ? exit_conforms : exit_deviates;
}

}  // namespace assay::runners
