// SPDX-License-Identifier: Apache-2.0
// Cases as commands name them: NAME is drawn, FILE.h5:NAME is read from a golden file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "generators/filled_case.hpp"
#include "golden/golden.hpp"
#include "reference/isa/case/case.hpp"

namespace assay::runners {

/// A case with contents of its own, as a golden file stores one.
using StoredCase = generators::FilledCase;

/// FILE.h5:NAME taken apart.
struct StoredName {
  std::string file;
  std::string name;
};
StoredName stored_name(const std::string& spelled);

/// The case or program of that name in the reader of its file. Throws UsageError with the nearest
/// name where there is none.
StoredCase read_from(const golden::GoldenReader& reader, const StoredName& wanted);

/// Whether two calls, or programs, are the same but for their names and contents.
bool same_call(const Call& ours, const Call& theirs);
bool same_program(const Program& a, const Program& b);

/// A program of a golden file, as a case.
StoredCase program_of(golden::GoldenProgram golden);

/// The file with the cases that the run in a folder was told as FILE.h5:NAME, each under its whole
/// spelling; `run` may be a file in that folder. Empty where there is none.
std::string kept_cases(const std::filesystem::path& run);

/// Golden files, opened once each. Any number of threads.
class CaseFiles {
 public:
  /// Where `kept` is not empty it is asked in place of every file that a spelling names.
  explicit CaseFiles(std::string kept = {}) : kept_(std::move(kept)) {}

  /// The case or program of FILE.h5:NAME, named as it is spelled. Throws UsageError.
  StoredCase read(const std::string& spelled);

 private:
  std::mutex lock_;
  std::string kept_;
  std::map<std::string, std::unique_ptr<golden::GoldenReader>> readers_;
};

/// The case and its contents; one of a file from `kept` instead, unless that is empty. Throws
/// generators::BadName, and UsageError where the file is none or has no such case.
StoredCase case_of(const std::string& spelled, const std::string& kept = {});

/// The suite version of the file in FILE.h5:NAME; empty for a name alone. Throws UsageError.
std::string suite_version_of(const std::string& spelled);

/// "FILE.h5:NAME" rather than a name.
bool names_a_file(const std::string& spelled);

}  // namespace assay::runners
