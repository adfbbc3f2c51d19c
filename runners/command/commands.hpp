// SPDX-License-Identifier: Apache-2.0
// The subcommands: each function adds one, with its options; once the command line is parsed,
// `command` does what it asks for. `line` is the whole command line, for reports. Exit codes: 0 all
// conform, 1 deviations, 2 bad input, 3 infrastructure.
#pragma once

#include <string>

#include "runners/command/command.hpp"
#include "runners/command/parser.hpp"

namespace assay::runners {

void add_run(const Parser& root, Command& command, const std::string& line);
void add_compare(const Parser& root, Command& command, const std::string& line);
void add_golden(const Parser& root, Command& command);
void add_export(const Parser& root, Command& command);
void add_emit(const Parser& root, Command& command);
void add_judge(const Parser& root, Command& command, const std::string& line);
void add_record(const Parser& root, Command& command);
void add_verify(const Parser& root, Command& command);
void add_replay(const Parser& root, Command& command);
void add_show(const Parser& root, Command& command);
void add_errata(const Parser& root, Command& command);
void add_accuracy(const Parser& root, Command& command);
void add_choices(const Parser& root, Command& command);
void add_explain(const Parser& root, Command& command);
void add_coverage(const Parser& root, Command& command);
void add_sweep(const Parser& root, Command& command);
void add_probe(const Parser& root, Command& command);
void add_shrink(const Parser& root, Command& command);
void add_diff(const Parser& root, Command& command);
void add_report(const Parser& root, Command& command);
void add_health(const Parser& root, Command& command);
void add_cluster(const Parser& root, Command& command, const std::string& line);
void add_merge(const Parser& root, Command& command);
void add_findings(const Parser& root, Command& command);
void add_triage(const Parser& root, Command& command);
void add_trend(const Parser& root, Command& command);
void add_history(const Parser& root, Command& command);
void add_site(const Parser& root, Command& command);
void add_list(const Parser& root, Command& command);
void add_backends(const Parser& root, Command& command);
void add_vectors(const Parser& root, Command& command);
void add_lint(const Parser& root, Command& command);

}  // namespace assay::runners
