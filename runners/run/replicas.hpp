// SPDX-License-Identifier: Apache-2.0
// Cases that two shards execute, so that boards can be compared: --replicate.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runners/run/case_work.hpp"
#include "runners/run/journal_file.hpp"

namespace assay::runners {

/// What one shard saw of a replicated case.
struct Replica {
  std::uint64_t index = 0;  ///< of the case in the whole plan
  std::string backend;
  std::string board;
  std::string kind;  ///< of the board: only boards of one kind are compared
  bool own = false;  ///< the case is one of the shard's own
  Verdict verdict;   ///< kind, deviation and reason alone
  std::string bits;  ///< promised_bits(); empty without an outcome
};

/// See promised_bits().
std::string promised_bits_of(const CaseResult& result);

/// The file of a shard, next to its journal: a line for each replicated case of its own, in the
/// order of execution, and then for those of the shard before it. A run that is resumed adds lines;
/// of several lines about one case the last counts.
class ReplicaFile {
 public:
  static constexpr const char* name = "replicas.jsonl";

  /// `kind` is that of the board. Throws as JournalFile.
  ReplicaFile(const std::filesystem::path& folder, bool resume, std::string kind);
  void add(std::uint64_t index, bool own, const CaseRecord& record, const std::string& bits);

 private:
  JournalFile file_;
  std::string kind_;
};

/// The lines of the file in the folder of a shard; none if there is no file. Throws UsageError for
/// a damaged line.
std::vector<Replica> replicas_in(const std::filesystem::path& folder);

}  // namespace assay::runners
