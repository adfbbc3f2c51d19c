// SPDX-License-Identifier: Apache-2.0
// Rounding to HiFloat8 and e8m0, whose codes do not count quanta: by search among their values.
#pragma once

#include <cstdint>

#include "reference/isa/types/element_type.hpp"
#include "reference/numerics/function.hpp"

namespace assay::numerics::kernels {

/// As encode() of real.hpp, for e8m0 and hif8.
std::uint32_t encode_tapered(ElementType type, double value, RoundMode mode);

}  // namespace assay::numerics::kernels
