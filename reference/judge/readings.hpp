// SPDX-License-Identifier: Apache-2.0
// The promises of a page by different readings of the manual.
#pragma once

#include <span>
#include <vector>

#include "reference/isa/spec/expected.hpp"
#include "reference/judge/standard.hpp"

namespace assay {

/// One combination of readings, and what it promises for the contents of the first execution.
struct ReadPromise {
  ChosenReadings readings;
  std::vector<Expected> expected;
  bool differs = false;  ///< from what `expected` of readings_of() promises
};

/// The combinations of readings of a call that are not pinned, for choices that these contents
/// concern. `expected` is what expect() gives without them; it is the first one. A choice that
/// makes no difference in addition to earlier ones (Result::choices) is left out, so a choice that
/// decides whether another matters has to come after it.
struct OpenReadings {
  std::vector<Choice> choices;
  std::vector<ReadPromise> promises;
};
OpenReadings open_readings(const Call& call, std::span<const ElementArray> before,
                           std::span<const Expected> expected, const ToleranceLookup& tolerances);

}  // namespace assay
