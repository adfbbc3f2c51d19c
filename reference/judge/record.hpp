// SPDX-License-Identifier: Apache-2.0
// One line of a run: the case, flattened for journals, tables and reports, and its verdict.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "reference/judge/verdict.hpp"

namespace assay {

struct CaseRecord {
  std::string name;
  std::string op;
  std::string form;
  std::string target;
  std::string dtypes;  ///< "f16,u32"
  std::string dtype;   ///< element asked of the lead; under a breach the call may have another
  std::string intent;  ///< to_string(Intent)
  std::string plan;
  std::string scenario;
  std::string backend;
  std::uint32_t key = 0;
  std::uint64_t index = 0;  ///< place in the plan of the whole run, whatever its shard or order
  Verdict verdict;          ///< of the first execution that failed, or else of the first
  std::uint64_t executions = 1;         ///< how often the case was executed and judged
  std::uint64_t failed_executions = 0;  ///< of them; under `flaky` neither none nor all
  std::string attribution;  ///< of a run on two backends: who is wrong; empty for one backend
  double seconds = 0;       ///< execution and judging; kept out of everything that is hashed
};

CaseRecord record_of(const Case& test, const Verdict& verdict);

/// What produced the records; printed at the end of every report.
struct RunInfo {
  std::string suite;
  std::string suite_version;
  std::string backend;
  std::uint64_t seed = 0;
  std::string command;
  std::string started;  ///< ISO 8601, UTC
  double seconds = 0;
  std::string host;
  std::size_t planned = {};  ///< cases that this run, or its shard, was to execute
  std::size_t not_run = {};  ///< of them, because it stopped early
  std::string stopped = {};  ///< why it stopped early; empty: it did not
};

}  // namespace assay
