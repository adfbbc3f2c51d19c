// SPDX-License-Identifier: Apache-2.0
// Scalars that leave every element as it is (decision 182).
#pragma once

#include <string_view>

#include "reference/ops/page.hpp"

namespace assay::ops {

/// Name of the scenario, for Form::copies_in.
inline constexpr std::string_view neutral_name = "neutral scalar";

/// What x op scalar is x for: zero, but the negative zero where floats are added, since -0 + 0 is
/// 0; one; all bits.
enum class Neutral : std::uint8_t { zero, negative_zero, one, all_bits };

/// A scalar without effect, of the element type of src. Half of the tiles have many elements, half
/// of the others one valid row: what such a call alone can show may be wrong there alone.
Scenario neutral_scalar(Neutral which);

}  // namespace assay::ops
