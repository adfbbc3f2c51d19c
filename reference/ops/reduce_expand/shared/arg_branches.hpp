// SPDX-License-Identifier: Apache-2.0
// Where the extreme of a line is, and what it is, where its elements are known within bounds
// (decision 209).
#pragma once

#include "reference/isa/spec/result.hpp"
#include "reference/ops/reduce_expand/shared/search.hpp"

namespace assay::ops {

/// The possible values of dst: the places that hold the extreme for some numbers within the bounds,
/// by either order of zeros. One place is exact, two are either, more are the range that they span.
Branches places_within(const Search& search);

/// The possible values of dst_val: the element of the only such place, or all values between the
/// least and the greatest extreme. Open if the line may have no number, and if nothing is known of
/// an element that may be the extreme.
Branches extremes_within(const Search& search);

}  // namespace assay::ops
