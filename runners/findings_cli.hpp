// SPDX-License-Identifier: Apache-2.0
// The command line of `assay findings`.
#pragma once

#include <CLI/CLI.hpp>

#include "runners/cli.hpp"

namespace assay::runners {

void add_findings(CLI::App& root, Command& command);

}  // namespace assay::runners
