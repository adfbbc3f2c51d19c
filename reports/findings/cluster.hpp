// SPDX-License-Identifier: Apache-2.0
// Failing cases on their way to findings: learned per op and verdict, then merged.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "reports/findings/rule.hpp"

namespace assay::reports {

/// A record with its features and, where it fails, how it fails (symptoms).
struct StudiedCase {
  const CaseRecord* record = nullptr;
  CaseFeatures features;
  std::map<std::string, std::string> symptoms;
};

/// Cases of one op that failed or conform, and the ones that a verdict can be separated from.
struct StudiedOp {
  std::string op;
  std::vector<StudiedCase> failing;
  std::vector<StudiedCase> passing;
};

using Members = std::vector<const StudiedCase*>;

struct Cluster {
  std::vector<std::string> ops;
  std::string verdict;      ///< verdict_text() of its first members
  std::vector<Rule> rules;  ///< any of them holds; none where nothing separates
  Members failing;
  Members passing;  ///< cases that could have failed so, whether covered or not
  std::size_t covered_passing() const;
  bool covers(const StudiedCase& one) const;
};

/// What is known of a record without its case.
CaseFeatures features_of(const CaseRecord& record);
std::map<std::string, std::string> symptoms_of(const CaseRecord& record,
                                               const CaseFeatures& features);

/// Whether two groups fail alike: one description of their symptoms is shorter than two.
bool fail_alike(const Members& a, const Members& b);

/// The clusters of one op.
std::vector<Cluster> clusters_of(const StudiedOp& op);

/// Joins clusters of different ops that one rule explains. `ops_run` counts the ops with a judged
/// case.
std::vector<Cluster> joined_over_ops(std::vector<Cluster> clusters, std::size_t ops_run);

}  // namespace assay::reports
