// SPDX-License-Identifier: Apache-2.0
// Legal cases of which it is known before anything is executed that no value will be compared.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reference/isa/erratum.hpp"
#include "reference/judge/judge.hpp"
#include "runners/cases/run_options.hpp"
#include "runners/cases/stored_case.hpp"

namespace assay::runners {

/// What all backends of a run refuse, by errata in effect or as pages let them, or lack.
class Refusals {
 public:
  Refusals() = default;
  Refusals(const RunOptions& options, sdk::Lacking lacking);

  /// Whether nothing is known.
  bool none() const { return errata_.empty() && lacking_.elements.empty() && !lacking_.tf32; }
  bool lacks(ElementType element) const;
  /// Whether a reason is what a page lets the target refuse and the profile of a backend declines.
  bool is_declined(const std::string& reason) const;

  /// Why no value of the case will be compared: the number of an erratum in effect that says so,
  /// what a page lets the target refuse and the backend does, or what is lacking: the name of an
  /// element type, or "TF32".
  std::optional<std::string> reason_for(const StoredCase& drawn) const;

  /// The same of a call whatever its contents.
  std::optional<std::string> reason_for(const Call& call) const;

  /// What the case may exercise of them, each as "erratum NUMBER".
  std::set<std::string> errata_of(const StoredCase& drawn) const;

  /// Everything that decides; empty where nothing is known.
  std::string text() const;

 private:
  std::optional<std::string> reason_for(const Case& test, const Contents& contents) const;

  std::vector<ErrataChoice> errata_;  ///< of each backend; none where one of them has none
  std::vector<std::vector<std::string>> declined_;  ///< of each of these
  sdk::Lacking lacking_;
};

}  // namespace assay::runners
