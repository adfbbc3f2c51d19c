// SPDX-License-Identifier: Apache-2.0
// The command that makes a report of a run again, in any format, from its journal.
#pragma once

#include <string>

#include "runners/triage/context.hpp"

namespace assay::runners {

enum class ReportFormat { html, junit, json, markdown, csv };

/// Throws UsageError for an unknown name.
ReportFormat report_format_named(const std::string& name);

struct ReportOptions {
  std::string run;  ///< folder of a run
  ReportFormat format = ReportFormat::markdown;
  std::string out;         ///< file; empty: standard output, or RUN/report.html
  ContextOptions context;  ///< of HTML and Markdown
};

/// Returns the exit code: 0 whatever the verdicts are.
int report_command(const ReportOptions& options);

}  // namespace assay::runners
