// SPDX-License-Identifier: Apache-2.0
// The cases of a run that are given by name instead of by a suite.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "golden/golden.hpp"
#include "runners/cases/stored/case_facts.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Names as a user spells them, NAME or FILE.h5:NAME, each once, in the order given. In a run a
/// case of a file keeps the whole spelling as its name, so that every line about it replays it.
/// Copies share their files. Any number of threads.
class NamedCases {
 public:
  /// `kept` as of CaseFiles.
  explicit NamedCases(const std::string& kept = {});

  /// Throws UsageError or generators::BadName for a name that is none.
  void add(const std::string& spelled);
  /// A name a line. Throws UsageError with file and line, and where there is none at all.
  void add_lines(const std::string& file, const std::vector<std::string>& lines);
  /// The cases of a golden file, in its order: by NAME alone where that draws the very same case
  /// and contents, else as FILE.h5:NAME. Throws UsageError where the file cannot be read, has no
  /// case, or has one that needs its file and no name that ends in .h5.
  static NamedCases stored_in(const std::string& golden);
  /// The cases that write() stored in these two files. Throws UsageError.
  static NamedCases kept_in(const std::filesystem::path& names, const std::filesystem::path& cases);

  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  /// True where a name cannot draw the case, or where there are several.
  bool needs_files() const { return size() > 1 || any_stored_; }
  /// True where one of the names is that of a program.
  bool has_programs() const;
  /// A digest of all that determines the cases: names, and contents of those in files.
  std::string digest() const;
  StoredCase draw(std::size_t index) const;
  /// The mnemonic in the name.
  std::string op_of(std::size_t index) const;
  static CaseFacts facts_of(std::uint64_t /*index*/) { return {.sampled = true}; }

  /// Writes the names, one a line, and a golden file without expected values with the cases that
  /// no name draws, where there are some.
  void write(const std::filesystem::path& names, const std::filesystem::path& cases,
             golden::Provenance provenance) const;

 private:
  std::shared_ptr<CaseFiles> files_;
  std::vector<std::string> names_;
  std::set<std::string> seen_;
  bool any_stored_ = false;
};

/// The names in a file, one a line; blank lines and what follows a # are left out. The rows of a
/// result file where `file` is "replay:FILE.h5".
NamedCases cases_named_in(const std::string& file);

}  // namespace assay::runners
