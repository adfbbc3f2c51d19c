// SPDX-License-Identifier: Apache-2.0
// Results of a backend that are not in the journal: outcomes, outputs, texts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runners/call/arena.hpp"
#include "runners/run/case_work.hpp"

namespace assay::runners {

/// The first execution of a case as the result file needs it.
struct StoredTrial {
  std::string name;         ///< of the case
  bool stored = false;      ///< false where there is no trial or it is not kept
  bool left_out = false;    ///< by the budget of tiles, for good
  std::uint64_t bytes = 0;  ///< what it takes of that budget
  /// Outcome, text, and `after` of the operands that a call writes; of a program the memories after
  /// its last call, if it got that far.
  Trial trial;
};

/// The part of a case that the spool keeps.
struct KeptParts {
  bool trial = true;
  bool left_out = false;    ///< as of StoredTrial
  std::uint64_t bytes = 0;  ///< as of StoredTrial
};

/// A file of records with length and checksum, in the order of the journal. A record is in the file
/// when append() returns, before the journal's line is. One process at a time.
class TrialStore {
 public:
  /// Opens the file or makes it, and finds the records that are whole. Throws InfraError.
  explicit TrialStore(std::filesystem::path path);

  std::size_t size() const { return ends_.size(); }
  /// Forgets all records but the first `count`, and what follows them.
  void keep(std::size_t count);
  void append(const CaseResult& result, const KeptParts& keeps);
  /// Throws InfraError where the file cannot be read or has changed.
  StoredTrial read(std::size_t number) const;

 private:
  off_t begin_of(std::size_t number) const { return number == 0 ? 0 : ends_[number - 1]; }
  std::string payload_at(off_t begin) const;

  std::filesystem::path path_;
  FileDescriptor file_;
  std::vector<off_t> ends_;
};

}  // namespace assay::runners
