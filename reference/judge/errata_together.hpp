// SPDX-License-Identifier: Apache-2.0
// Errata of one implementation that apply together: which of them defines an element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/judge/judge_parts.hpp"

namespace assay {

/// The expectation for one trial: the promise, and the results of errata instead.
struct Reading {
  const Trial* trial;
  std::vector<Expected> promise;
  std::vector<Alternative> alternatives;  ///< in the order of the page
};

/// Numbers of alternatives, ascending.
using Together = std::vector<std::size_t>;

/// The alternative that defines an element of a result: the first of the page that owns it. Nothing
/// if the promise applies.
const Alternative* owner(const Reading& reading, const Together& chosen, std::size_t result,
                         std::size_t place);

/// The promise with what the chosen have instead.
std::vector<Expected> composed_of(const Reading& reading, const Together& chosen);

/// The smallest set of errata of one implementation that explains all; empty if none does.
Together explaining(const Case& test_case, const std::vector<Reading>& all);

/// The elements that break the promise if the implementation has erratum `k`, where those of
/// `chosen` explain what came out. Elements that an earlier erratum may own do not count.
std::int64_t exercised_of(const Reading& reading, const Together& chosen, std::size_t k);

}  // namespace assay
