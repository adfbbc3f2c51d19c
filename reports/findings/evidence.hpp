// SPDX-License-Identifier: Apache-2.0
// Legal cases whose values were compared.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "reference/judge/record.hpp"

namespace assay::reports {

/// Legal cases of an op and form, or of an op.
struct LegalCases {
  std::size_t total = 0;
  std::size_t open = 0;  ///< the manual promises nothing of their results
  /// They conform, fail or deviate as is known, and a value was compared: without what was refused,
  /// died, or may be anything whatever.
  std::size_t compared = 0;

  void add(const Verdict& verdict);
};

class Evidence {
 public:
  void add(const CaseRecord& record);

  LegalCases of_op(const std::string& op) const;

  /// "; TCMPS tile: 0 of 364 legal cases compared a value, TPRINT global: 0 of 96": forms with
  /// fewer than `least`, but for those of which all cases are open. Empty where there are none.
  std::string text(std::size_t least) const;

 private:
  std::map<std::pair<std::string, std::string>, LegalCases> forms_;
};

}  // namespace assay::reports
