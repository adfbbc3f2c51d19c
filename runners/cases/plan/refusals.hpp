// SPDX-License-Identifier: Apache-2.0
// Legal cases of which it is known before anything is executed that no value will be compared.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"
#include "reference/judge/judge.hpp"
#include "runners/cases/plan/plan_options.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Cases that all backends of a run refuse or lack, by errata in effect or as pages permit.
class Refusals {
 public:
  Refusals() = default;
  Refusals(const TestedBackends& tested, sdk::Lacking lacking);

  /// Whether nothing is known.
  bool none() const {
    return errata_.empty() && lacking_.elements.empty() && !lacking_.tf32 &&
           lacking_.capacity.empty();
  }
  bool lacks(ElementType element) const;
  /// Whether a reason is a refusal that a page permits and the profile of a backend makes.
  bool is_declined(const std::string& reason) const;

  /// The reason why no value of the case is compared: the number of an erratum in effect, a
  /// refusal that the page permits and the backend makes, or a lacking feature: an element type,
  /// "TF32", or room in a buffer, such as "room in ScaleLeft".
  std::optional<std::string> reason_for(const StoredCase& drawn) const;

  /// The same for a call with any contents.
  std::optional<std::string> reason_for(const Call& call) const;

  /// The errata that the case may exercise, each as "erratum NUMBER".
  std::set<std::string> errata_of(const StoredCase& drawn) const;

  /// All facts that determine the result, as text; empty if nothing is known.
  std::string text() const;

 private:
  std::optional<std::string> reason_for(const Case& test_case, const Contents& contents) const;

  std::vector<ErrataChoice> errata_;  ///< of each backend; none where one of them has none
  std::vector<std::vector<std::string>> declined_;  ///< of each of these
  sdk::Lacking lacking_;
};

}  // namespace assay::runners
