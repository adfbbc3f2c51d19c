// SPDX-License-Identifier: Apache-2.0
// The command that executes one case by its name and draws it.
#include <unistd.h>

#include <array>
#include <iostream>

#include "reports/report.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/cases/stored_case.hpp"
#include "runners/command/commands.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/exit_code.hpp"

namespace assay::runners {

int replay_command(const ReplayOptions& options) {
  const ToleranceLookup tolerances = load_accuracy(options.accuracy).lookup();
  StoredCase stored = case_of(options.name);
  Executor executor = executor_for(options.on);
  const CaseResult result =
      execute_and_judge(std::move(stored), executor, tolerances, options.on.backend);
  reports::print_replay(std::cout, result.test, result.trials, result.expected,
                        result.record.verdict, isatty(STDOUT_FILENO) != 0);
  return exit_code_of(std::array{result.record});
}

}  // namespace assay::runners
