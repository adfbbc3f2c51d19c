// SPDX-License-Identifier: Apache-2.0
// The element of a record that is farthest from its promise, with what led to it.
#pragma once

#include <optional>
#include <string>

#include "reference/judge/records/record.hpp"
#include "reference/judge/standard.hpp"

namespace assay::runners {

struct WorstDetails {
  std::string inputs;           ///< "src 1.001", "src row 3: 65 elements in [1 .. 3.5]"; or empty
  std::optional<double> exact;  ///< the exact result
  std::string allowed;          ///< "-1.5 to 2": the accepted range; empty if there is none
  /// How far it is on the way from the exact value to the end of the accepted range: 1 is at the
  /// end. Nothing where the ends are one value.
  std::optional<double> share;
};

/// Draws the case of a record again by its name. Nothing of a program and of a shrunk case, which
/// their names do not draw; inputs alone where the record was judged by other readings than the
/// first ones, so that its promise is another.
WorstDetails details_of_worst(const CaseRecord& record, const ToleranceLookup& tolerances);

}  // namespace assay::runners
