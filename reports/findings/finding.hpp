// SPDX-License-Identifier: Apache-2.0
// Findings: failing cases grouped by the parameter that they share and that passing cases lack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"

namespace assay::reports {

/// The properties of a case before it runs: words ("target" -> "a5") and numbers ("valid_cols" ->
/// 17). Cases of one op have the same keys as far as they have the same operands.
struct CaseFeatures {
  std::map<std::string, std::string> words;
  std::map<std::string, std::int64_t> numbers;
};

/// Features of a record's case; called for the ops that have failures, by several threads at once.
/// Nothing where the name no longer gives the case: the finding then rests on what the record says.
using FeatureSource = std::function<std::optional<CaseFeatures>(const CaseRecord&)>;

/// Cases that the run did not have, drawn for a rule, on the backend that fails: how many failed in
/// the way of the finding where the rule covers them, and elsewhere.
struct FreshCases {
  std::size_t covered = 0;
  std::size_t covered_failing = 0;
  std::size_t others = 0;
  std::size_t others_failing = 0;
};

/// A length of the smallest failing case: with one less it passes.
struct Boundary {
  enum class Kind : std::uint8_t {
    above,     ///< longer cases fail as well
    multiple,  ///< one more passes, and a multiple fails
  };
  std::string key;  ///< of CaseFeatures
  std::int64_t fails = 0;
  Kind kind = Kind::above;
  friend bool operator==(const Boundary&, const Boundary&) = default;
};

/// What shrinking proved.
struct Proof {
  std::vector<Boundary> boundaries = {};
  std::string input = {};  ///< "an input has NaN": the one kind of input that cannot be simpler
  std::string only = {};   ///< "src(0, 64)": the one input that matters
  friend bool operator==(const Proof&, const Proof&) = default;
};

/// A group of failing cases with one cause, as far as the cases show.
struct Finding {
  /// Eight hexadecimal digits: of the earlier finding that it is, or else of op, verdict and
  /// pattern; the same from run to run, even if the rule changes.
  std::string id;
  std::string title;    ///< "TSEL a5 f32: wrong value where valid_cols % 8 != 0"
  std::string op;       ///< one op, or several separated by commas
  std::string verdict;  ///< verdict_text() of most of its cases
  std::string pattern;  ///< pattern_of() of most of its cases
  std::string rule;     ///< "target = a5 and valid_cols % 8 != 0"; empty if all cases of op fail
  std::size_t failing = 0;  ///< its cases
  std::size_t passing = 0;  ///< cases that the rule covers as well and that pass
  /// Failing cases of the same ops and verdicts that are in other findings.
  std::size_t elsewhere = 0;
  std::size_t failures_outside_rule =
      0;                       ///< of its cases, those that fail in the same way outside the rule
  std::size_t waived = 0;      ///< of its cases
  std::size_t comparable = 0;  ///< passing cases that could have failed so, wherever they are
  std::optional<FreshCases> fresh;  ///< what became of the rule; see fresh.hpp
  std::string contradicted;         ///< the rule, if fresh cases contradict it and it was dropped
  std::string title_head;           ///< title without rule; empty of findings that were read
  std::string title_without_rule;
  Proof proof;  ///< see proof.hpp
  /// Whether the rule covers a case; empty if there is none, and of findings that were read.
  std::function<bool(const CaseFeatures&)> covers;
  std::string constraint;      ///< that the cases are about; empty for none
  std::string representative;  ///< name of the smallest failing case
  std::string replay;          ///< command line
  std::string shrunk;          ///< smaller case made of one of its cases; empty if there is none
  std::string shrunk_replay;   ///< command line
  /// What the smaller case shows, a line each; or one line why there is none.
  std::vector<std::string> explanation;
  std::string reason;  ///< sentence of the representative's verdict
  std::optional<double> worst_ulp;
  std::string worst_difference;  ///< of that element: difference_text()
  /// The one board, of several that the run had, which executed all its cases, where that is no
  /// chance; see the journal's `board`.
  std::string board;
  std::size_t other_boards = 0;  ///< that executed such cases without a failure, if `board` is set
  std::string first_seen;        ///< run; empty without a history
  std::vector<std::string> cases;  ///< names, in the order of the records
};

struct PreviousRun;

/// Largest first. Every failing case is in exactly one finding; one that failed before in the same
/// kind of way is in the finding that had it, which keeps its id, and one that did not is never in
/// a finding of `past` that has such. A function of the records, their features and the past alone,
/// whatever the order of equal names.
std::vector<Finding> findings_of(const Records& records, const FeatureSource& features,
                                 const PreviousRun& previous);
std::vector<Finding> findings_of(const Records& records, const FeatureSource& features);

/// "11 of 13 such cases fail, worst 3 ulp".
std::string coverage_text(const Finding& finding);

/// A few lines per finding, at most `limit` findings.
void print_findings(std::ostream& out, std::span<const Finding> findings, bool colour,
                    std::size_t limit = 10);
/// With the members of completion_json() where it is known how much of its plan the run did.
std::string findings_as_json(std::span<const Finding> findings,
                             const std::optional<Completion>& completion = {});
/// Reads findings_as_json(), without smaller cases and waivers. Throws std::runtime_error.
std::vector<Finding> findings_from_json(const std::string& text);
std::string findings_as_markdown(std::span<const Finding> findings);

}  // namespace assay::reports
