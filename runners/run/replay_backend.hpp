// SPDX-License-Identifier: Apache-2.0
// A result file in the place of a backend: what somebody computed before, judged anew.
#pragma once

#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "reference/judge/record.hpp"
#include "runners/cases/stored_results.hpp"
#include "runners/worker/executor.hpp"

namespace assay::runners {

/// Executors that answer every case with its row, one execution of it. A case without a row is
/// `unsupported`, one whose row does not fit it is `infra`; both say so. Throws as StoredResults
/// does, and UsageError where the rows are of another suite version.
std::vector<std::unique_ptr<Executor>> replay_executors(const std::string& backend,
                                                        std::size_t count);

/// Names cases for which the file of a run has no row, the first of them.
void print_unserved(std::ostream& out, const std::string& backend,
                    std::span<const CaseRecord> records);

}  // namespace assay::runners
