// SPDX-License-Identifier: Apache-2.0
// What changed between two versions of a library, from the records of a run that executed both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reference/judge/runs/three_way.hpp"

namespace assay::reports {

/// A case in which they differ.
struct VersionChange {
  std::string name;
  std::string op;
  Attribution kind;    ///< build_dependent (other results), outcome_changed or message_changed
  std::string reason;  ///< how, with both folders
  VerdictKind before;
  VerdictKind after;
  bool fails_now() const;
  bool failed_before() const;
};

/// Cases of an op, and how many of them changed in which way.
struct OpChanges {
  std::size_t cases = 0;
  std::size_t results = 0;
  std::size_t outcomes = 0;
  std::size_t messages = 0;
  std::size_t unanswered = 0;  ///< unsupported by both, or lost by either: nothing is known
  std::size_t worse = 0;       ///< fail with the newer version alone
  std::size_t better = 0;      ///< fail with the older version alone

  std::size_t changed() const { return results + outcomes + messages; }
};

struct VersionComparison {
  std::map<std::string, OpChanges> ops;
  std::vector<VersionChange> changes;  ///< in the order of the plan
  /// Known deviations that cases of only one version show, with the number of these cases.
  std::map<std::string, std::size_t> errata_gone;
  std::map<std::string, std::size_t> errata_new;
  std::size_t not_run = 0;  ///< planned cases, of a run that was stopped

  OpChanges total() const;
  /// No answered case changed, and there is one. What was not run may have.
  bool same() const;
};

/// `records` are those of a run on two versions: of each case the older one's, then the newer
/// one's.
VersionComparison compare_versions(const Records& records, const Completion& completion);

/// One sentence: what is the same, or how much changed.
std::string answer_of(const VersionComparison& found);

/// The ops that changed as a table, errata that came and went, and `most` changes of each kind with
/// both sides.
void print_comparison(std::ostream& out, const VersionComparison& found, std::size_t most,
                      bool colour);

/// One JSON object with every change. `older` and `newer` are the folders.
void write_comparison(const std::filesystem::path& path, const VersionComparison& found,
                      const std::string& older, const std::string& newer);

}  // namespace assay::reports
