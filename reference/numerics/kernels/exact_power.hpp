// SPDX-License-Identifier: Apache-2.0
// Powers with an exact result, which no enclosure decides.
#pragma once

#include <optional>

namespace assay::numerics::kernels {

/// x^y where x is finite and not zero, and the power has at most 52 bits; nothing elsewhere.
/// Arguments with at most 24 significant bits and exponents of f32.
std::optional<double> exact_power(double x, double y);

}  // namespace assay::numerics::kernels
