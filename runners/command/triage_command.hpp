// SPDX-License-Identifier: Apache-2.0
// `assay triage`: what changed between two runs. `assay trend`: what changed over the nights.
#pragma once

#include <string>

#include "runners/command/findings_command.hpp"
#include "runners/triage/context.hpp"

namespace assay::runners {

struct TriageOptions {
  std::string baseline;  ///< folder or journal
  std::string run;
  ContextOptions context;
  TextFormat format = TextFormat::text;
};

/// 1 where there is something new, or a waiver expired or was not needed.
int triage_command(const TriageOptions& options);

/// Prints the nights of a history folder.
int trend_command(const std::string& folder, TextFormat format);

}  // namespace assay::runners
