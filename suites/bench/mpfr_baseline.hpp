// SPDX-License-Identifier: Apache-2.0
// Direct code with MPFR: the baseline that the reference is measured against.
#pragma once

#include <span>
#include <string>

#include "reference/isa/types/function.hpp"

namespace assay::bench::mpfr {

std::string version();

/// Every element through MPFR at 24 bits to nearest even. Subnormal results are not rounded again,
/// which spares MPFR a little. `b` is for functions of two arguments.
void apply(Function function, std::span<const float> a, std::span<const float> b,
           std::span<float> results);

/// Additions at 700 bits, which hold every sum of f32 and of their products.
float sum(std::span<const float> terms);
float dot(std::span<const float> a, std::span<const float> b);

/// Factor by factor, at as many bits as hold the product of all.
float product(std::span<const float> factors);

/// Row-major a * b of order x order, and the sums of the absolute products, at 128 bits, which hold
/// every sum of products of f16.
void matmul(std::span<const float> a, std::span<const float> b, std::size_t order,
            std::span<float> product, std::span<double> magnitude);

}  // namespace assay::bench::mpfr
