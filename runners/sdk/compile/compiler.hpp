// SPDX-License-Identifier: Apache-2.0
// The user's compiler as a program that is run.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "runners/sdk/source/headers.hpp"
#include "runners/sdk/source/profile.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/subprocess.hpp"

namespace assay::runners::sdk {

/// Whether the compiler could not use its precompiled header or lacked a file, so that the output
/// is not about the source.
bool is_about_files(const std::string& output);

/// The library's headers themselves do not compile, which is a defect of the library alone.
class BrokenHeaders : public UsageError {
 public:
  BrokenHeaders(const std::string& sentence, std::string first)
      : UsageError(sentence), error(std::move(first)) {}
  std::string error;  ///< the compiler's first error with its place
};

/// Compiles units of one profile in one folder, after a prelude that is compiled once.
class Compiler {
 public:
  /// Throws UsageError where there is no such compiler.
  Compiler(const Profile& profile, std::vector<std::string> includes);

  /// First line of what the compiler says of itself.
  const std::string& version() const { return version_; }

  /// Every argument but the names of files: what objects depend on besides their sources.
  std::vector<std::string> settings() const;

  /// Files that `prelude` in `folder` includes, directly or not, but those of `folder` itself.
  /// Throws UsageError with the first error where one of them is missing.
  Headers headers_of(const std::filesystem::path& folder, const std::string& prelude) const;

  /// Writes and compiles the prelude in `folder`, which has everything it includes besides the SDK,
  /// unless that was done when the files of the prelude had their present stamps. It begins
  /// with the profile's quick_prelude, unless the headers do not compile after it. Says on standard
  /// error that it compiles, unless `quiet`: that takes many seconds. Throws
  /// BrokenHeaders if it does not compile, or UsageError if the headers are not the cause: a file
  /// is missing, the compiler is too old, or an empty file is not linked with the profile's flags.
  /// Throws InfraError if the machine is the cause.
  void prepare(const std::filesystem::path& folder, const std::string& prelude,
               const std::string& stamps, bool quiet);

  /// Compiles the prelude again, stale or not.
  void renew() const;

  /// Makes the shared object `object` of `source`.
  ProcessResult build(const std::filesystem::path& source, const std::filesystem::path& object,
                      const std::stop_token& stop) const;

  /// For a failure that names none of what was compiled: throws InfraError where a file system is
  /// full, or if an empty call after the same prelude does not compile either.
  void require_control(const std::stop_token& stop) const;

  /// Checks `source` after the profile's check_prelude, without making anything.
  ProcessResult check(const std::filesystem::path& source, const std::stop_token& stop) const;

 private:
  std::vector<std::string> command() const;
  std::vector<std::string> unit_command(const std::filesystem::path& compiled) const;
  ProcessResult compiled_header(const std::filesystem::path& compiled) const;
  /// The advice for a compiler that is too old, in addition to its error; empty for others.
  std::string advice() const;
  ProcessResult linked_empty(const std::filesystem::path& folder, bool complete) const;
  bool resolves_symbols(const std::filesystem::path& folder) const;

  Profile profile_;
  std::vector<std::string> includes_;
  std::string version_;
  bool clang_ = false;
  std::filesystem::path prelude_;
  std::string plain_;                    ///< the prelude without what quick units begin with
  std::filesystem::path check_prelude_;  ///< empty: checks have that of units
  bool complete_ = false;                ///< a unit may be asked to leave no symbol undefined
};

}  // namespace assay::runners::sdk
