// SPDX-License-Identifier: Apache-2.0
// Expected tile x output -> Verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// Verdict on one expected tile against one candidate, without the surroundings of a case.
Verdict compare(const ExpectedTile& expected, const ElementArray& before, const ElementArray& got);

/// Whether compare() finds nothing wrong, without counting or measuring anything.
bool all_acceptable(const ExpectedTile& expected, const ElementArray& before,
                    const ElementArray& got);

/// One flag per element of the tile: compared, and not acceptable.
std::vector<bool> wrong_elements(const ExpectedTile& expected, const ElementArray& before,
                                 const ElementArray& got);

/// Whether `bits` are acceptable at a place that held `before`.
bool is_acceptable(const ExpectedTile& expected, std::int64_t index, std::uint64_t before,
                   std::uint64_t bits);

/// all_acceptable() of elements that are requested one by one, in order, until one is wrong: fast
/// if one of the first elements is wrong.
using GotElement = std::function<std::uint64_t(std::int64_t index)>;
bool all_acceptable(const ExpectedTile& expected, const ElementArray& before,
                    const GotElement& got);

}  // namespace assay
