// SPDX-License-Identifier: Apache-2.0
// The signatures of a plan as a folder of tests for an assembler or a compiler.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runners/cases/plan/plan.hpp"
#include "runners/command/emitted_case.hpp"
#include "runners/support/new_folder.hpp"

namespace assay::runners {

/// One file: the signature of the case.
struct EmittedFile {
  std::string file;  ///< "a5/TADD/plain_0001.pto"
  std::string op, form, target, name;
  bool refused = false;
  std::string constraint;  ///< the broken one; empty for a legal case
  std::string text;
};

/// Signatures without a file that have one reason.
struct Unwritten {
  std::size_t signatures = 0;
  std::set<std::string> ops;
};

struct EmittedSuite {
  Language language = Language::pto;
  std::uint64_t seed = 1;
  std::string selection;
  std::vector<EmittedFile> files;
  std::map<std::string, Unwritten> unwritten;  ///< by reason

  std::size_t refused() const;
};

/// Draws all cases of the plan, on all processors. Says on standard error how far it is. Throws
/// UsageError for a plan of programs, InfraError at an interrupt.
EmittedSuite emitted_suite_of(const RunPlan& plan, Language language);

/// The index of the folder as JSON (emit-1.schema.json).
std::string index_of(const EmittedSuite& suite);

/// Writes the files, what lit needs to run them, and at the end the index.
void write_suite(const EmittedSuite& suite, NewFolder& folder);

}  // namespace assay::runners
