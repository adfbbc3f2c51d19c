// SPDX-License-Identifier: Apache-2.0
// The data flow between the calls of the programs of a run.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

#include "reference/judge/records/records.hpp"

namespace assay::runners {

/// How many programs call each form ("TLOAD/tile") legally, and show each hook
/// (generators::ProgramHooks).
struct ProgramCoverage {
  std::size_t programs = 0;
  std::size_t calls = 0;
  std::map<std::string, std::size_t> forms;
  std::map<std::string, std::size_t> pairs;
  std::map<std::string, std::size_t> memories;
  std::map<std::string, std::size_t> layouts;
};

/// Of the programs among the records, each once, drawn from their names. None of them: 0 programs.
/// Throws generators::BadName for the name of a program that cannot be drawn.
ProgramCoverage program_coverage(const Records& records);

/// Some lines; with `all` every form and pair, else the most frequent ones.
std::string coverage_text(const ProgramCoverage& coverage, bool all);
std::string coverage_json(const ProgramCoverage& coverage);

}  // namespace assay::runners
