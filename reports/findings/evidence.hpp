// SPDX-License-Identifier: Apache-2.0
// The evidence of a run: legal cases with compared values, and errata that cases exercised.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reference/judge/records/record.hpp"

namespace assay::reports {

/// Legal cases of an op and form, or of an op.
struct LegalCases {
  std::size_t total = 0;
  std::size_t open = 0;  ///< the manual promises nothing of their results
  /// They conform, fail or deviate as is known, and a value was compared: without refusals,
  /// crashes, and cases with arbitrary results.
  std::size_t compared = 0;

  void add(const Verdict& verdict);
};

class Evidence {
 public:
  void add(const CaseRecord& record);

  LegalCases of_op(const std::string& op) const;

  /// "; TCMPS tile: 0 of 364 legal cases compared a value, TPRINT global: 0 of 96; 2 of 287 errata
  /// in effect were not exercised (E-TLOAD-001, E-TFMOD-002); fixed? E-TREMS-003". Forms are those
  /// with fewer than RunInfo::min_judged, except those of which all cases are open. Errata are left
  /// out if the run is a part or did not come to its end.
  std::string text(const RunInfo& info) const;

 private:
  std::string forms_text(std::size_t least) const;
  std::string errata_text(const std::vector<std::string>& in_effect) const;

  std::map<std::string, bool> errata_;  ///< exercised ones, and whether a case shows each
  std::map<std::pair<std::string, std::string>, LegalCases> forms_;
};

}  // namespace assay::reports
