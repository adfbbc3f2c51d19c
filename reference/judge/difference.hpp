// SPDX-License-Identifier: Apache-2.0
// Where what an erratum has is not what was promised, and where two executions differ.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/isa/spec/expected.hpp"

namespace assay {

/// Per element, or one entry for a text: whether `other` accepts anything else than the promise.
/// False if nothing is promised, or if `other` says nothing about it. An element that is left as it
/// was differs from every promised value; if `before` is given, only from those it did not hold.
std::vector<bool> difference(const Expected& promise, const Expected& other,
                             const ElementArray* before = nullptr);

/// Whether nothing that either accepts differs from the other so.
bool are_alike(const Expected& one, const Expected& other);

/// Whether two executions agree on an element: in the bits that are promised, where nothing is in
/// any. Payloads of NaN are not promised, so two NaN agree where any would do.
bool agrees(const ExpectedTile& expected, std::int64_t index, std::uint64_t a, std::uint64_t b);

}  // namespace assay
