// SPDX-License-Identifier: Apache-2.0
// Failing cases on their way to findings: learned per op and verdict, then merged.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "reports/findings/features.hpp"
#include "reports/findings/rule.hpp"

namespace assay::reports {

/// A record of a list with its features and, where it fails, how it fails (symptoms).
struct StudiedCase {
  const Records* records = nullptr;
  std::size_t number = 0;  ///< of the record
  PooledFeatures features;
  PooledFeatures symptoms;  ///< words alone
  CaseRecord record() const { return (*records)[number]; }
  const std::string& pattern() const { return *symptoms.word("pattern"); }
  const std::string& refusal() const { return *symptoms.word("refusal"); }
};

/// Cases of one op that failed or conform, and the ones that a verdict can be separated from.
struct StudiedOp {
  std::string op;
  std::vector<StudiedCase> failing;
  std::vector<StudiedCase> passing;
};

using Members = std::vector<const StudiedCase*>;

struct Cluster {
  std::string id;  ///< of the same finding of an earlier run; empty if there is none yet
  std::vector<std::string> ops;
  std::string kind;         ///< failure_kind() of all members
  std::string verdict;      ///< verdict_text() of its first members
  std::string pattern;      ///< pattern_of() of its first members
  std::vector<Rule> rules;  ///< any of them holds; none if nothing separates
  Members failing;
  Members passing;  ///< cases that could have failed so, whether covered or not
  /// Failing cases of these ops with a different finding in another run: no rule should cover them.
  Members others = {};
  std::size_t covered_passing() const;
  bool covers(const StudiedCase& one) const;
};

/// The properties of a record that are known without its case.
CaseFeatures features_of(const CaseRecord& record);
/// What a library says when it refuses a call, without the sizes of the case; empty of other
/// failures.
std::string refusal_of(const CaseRecord& record);
CaseFeatures symptoms_of(const CaseRecord& record, const CaseFeatures& features);

/// Whether two groups fail alike: one description of their symptoms is shorter than two.
bool fail_alike(const Members& a, const Members& b);

/// Passing cases that could have failed with this verdict: a legal call cannot be accepted wrongly.
Members comparable(const StudiedOp& op, VerdictKind kind);

/// The clusters of failing cases of one op.
std::vector<Cluster> clusters_of(const StudiedOp& op, const Members& failing);

/// Searches the rules of a cluster again, from its members alone: each on the members that earlier
/// ones do not cover, as long as one covers a relevant share. Members may remain without a rule.
void describe(Cluster& cluster);

/// "RULE, or RULE".
std::string rules_text(const std::vector<Rule>& rules);

/// Joins clusters of different ops that one rule explains. `ops_run` counts the ops with a judged
/// case.
std::vector<Cluster> joined_over_ops(std::vector<Cluster> clusters, std::size_t ops_run);

}  // namespace assay::reports
