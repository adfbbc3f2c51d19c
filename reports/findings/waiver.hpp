// SPDX-License-Identifier: Apache-2.0
// Waivers: known failures that must not fail a run, each with an owner and a last day.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/finding.hpp"

namespace assay::reports {

/// Scope and reason of one waiver. An empty word of the scope means every one.
struct Waiver {
  std::string op;       ///< a mnemonic or a shell pattern
  std::string finding;  ///< identifier of a finding: then of its cases alone
  std::string form;
  std::string dtype;  ///< element type of the lead operand
  std::string target;
  std::string rule;     ///< name of the page's rule that the case is about
  std::string verdict;  ///< "deviates", "crashed", ...
  std::string reason;
  std::string link;
  std::string owner;
  std::string expires;  ///< last day it holds, "2026-12-31"
  std::string where;    ///< "waivers.toml:12"

  /// Whether the case is in its scope, whatever its verdict and finding.
  bool covers(const CaseRecord& record) const;
};

struct WaiverUse {
  enum class State : std::uint8_t {
    used,      ///< failures are waived
    unneeded,  ///< cases of its scope were judged and none of them failed
    expired,   ///< its last day has passed: waives nothing
    idle,      ///< no case of its scope was judged, or there is no such finding
  };
  Waiver waiver;
  State state = State::idle;
  std::size_t waived = 0;  ///< cases
};

/// The effects of the waivers of a run with these findings on a day ("2026-11-30"). A finding that
/// the run does not have is `unneeded` only if the waiver names its op as well: otherwise nothing
/// says whether the run could have had it.
struct Waived {
  std::vector<WaiverUse> uses;  ///< in the order of the file
  std::vector<bool> waived;     ///< one per record: a failure that a waiver covers

  /// An expired or unneeded waiver.
  bool fails() const;
};
Waived apply_waivers(std::span<const Waiver> waivers, const Records& records,
                     std::span<const Finding> findings, const std::string& today);

/// One line per waiver, those that fail the run first.
void print_waivers(std::ostream& out, const Waived& waived, bool colour);

}  // namespace assay::reports
