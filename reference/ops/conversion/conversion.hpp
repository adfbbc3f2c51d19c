// SPDX-License-Identifier: Apache-2.0
// One element converted: exact, rounded once, and what becomes of it beyond the range of the
// destination. Decisions 025 (rounding), 026 (range), 027 (where sources differ).
#pragma once

#include <cstdint>
#include <vector>

#include "reference/ops/conversion/matrix.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// What implementations are known to do to values on their way; errata of the page name each.
struct Detours {
  bool source_limits = false;  ///< saturation clamps in the type of the source
  bool double_clamp = false;   ///< saturation passes 64-bit integers through double
  bool by_f32 = false;         ///< wide integers become 16-bit floats by way of f32
};

/// A conversion with everything settled that does not depend on the value. The promised reading
/// comes first in both lists; neither is empty.
struct Conversion {
  Pair pair;
  std::vector<Rounding> roundings;
  std::vector<Saturation> saturations;
  bool as_is = false;  ///< float to float without a rounding policy: nothing is made whole
  Detours detours = {};
};

/// What `bits` may become.
Acceptable converted(const Conversion& conversion, std::uint64_t bits);

}  // namespace assay::ops
