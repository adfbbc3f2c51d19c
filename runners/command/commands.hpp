// SPDX-License-Identifier: Apache-2.0
// The subcommands: each function adds one, with its options; once the command line is parsed,
// `command` does what it asks for. `line` is the whole command line, for reports. Exit codes: 0 all
// conform, 1 deviations, 2 bad input, 3 infrastructure.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "runners/command/cli.hpp"

namespace assay::runners {

void add_run(CLI::App& root, Command& command, const std::string& line);
void add_golden(CLI::App& root, Command& command);
void add_export(CLI::App& root, Command& command);
void add_judge(CLI::App& root, Command& command, const std::string& line);
void add_verify(CLI::App& root, Command& command);
void add_replay(CLI::App& root, Command& command);
void add_show(CLI::App& root, Command& command);
void add_errata(CLI::App& root, Command& command);
void add_choices(CLI::App& root, Command& command);
void add_explain(CLI::App& root, Command& command);
void add_coverage(CLI::App& root, Command& command);
void add_sweep(CLI::App& root, Command& command);
void add_probe(CLI::App& root, Command& command);
void add_shrink(CLI::App& root, Command& command);
void add_diff(CLI::App& root, Command& command);
void add_report(CLI::App& root, Command& command);
void add_merge(CLI::App& root, Command& command);
void add_findings(CLI::App& root, Command& command);
void add_triage(CLI::App& root, Command& command);
void add_trend(CLI::App& root, Command& command);
void add_list(CLI::App& root, Command& command);
void add_backends(CLI::App& root, Command& command);
void add_vectors(CLI::App& root, Command& command);
void add_lint(CLI::App& root, Command& command);

}  // namespace assay::runners
