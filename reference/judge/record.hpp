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
  Verdict verdict;
  double seconds = 0;  ///< execution and judging; kept out of everything that is hashed
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
};

}  // namespace assay
