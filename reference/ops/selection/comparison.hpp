// SPDX-License-Identifier: Apache-2.0
// Relations between elements, as the compare instructions name them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

enum class CmpMode : std::uint8_t { eq, ne, lt, le, gt, ge };

/// The attribute, with its values in the order of CmpMode.
Attribute cmp_mode_attribute();
CmpMode cmp_mode_of(const Call& call);

/// Every mode, and a mask that is valid throughout; `of_a2a3` as in mask_of_comparison().
std::vector<Scenario> scenarios_of_comparisons(const std::vector<ElementType>& of_a2a3);

/// Contents in which one lane of src0 in eight equals what it is compared with: random values
/// hardly ever do, and masks of zeros show no errors. With a tile on the right these lanes of it
/// equal its first element as well if `first` is set.
std::function<void(const Call&, std::vector<ElementArray>&)> with_equal_lanes(bool first);

/// a MODE b. Zeros are equal whatever their sign; with a NaN only `ne` is true.
bool related(CmpMode mode, ElementType type, std::uint64_t a, std::uint64_t b);

}  // namespace assay::ops
