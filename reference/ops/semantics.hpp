// SPDX-License-Identifier: Apache-2.0
// How pages turn mathematics over exact numbers into acceptable results.
#pragma once

#include <functional>
#include <string>

#include "reference/isa/op_spec.hpp"
#include "reference/numerics/real.hpp"

namespace assay::ops {

/// A function of one real variable with the part of its domain that the page promises.
struct RealFunction {
  std::function<numerics::Real(const numerics::Real&)> value;
  std::function<bool(const numerics::Real&)> promised;  ///< elsewhere the result is target-defined
};

/// dst[i,j] = f(src[i,j]) over the valid region of dst, rounded within the tolerance. Elements
/// outside the valid region are unspecified.
std::function<Expected(const Evaluation&)> per_element(RealFunction function,
                                                       std::string source = "src",
                                                       std::string destination = "dst");

/// Calls `visit(index, row, col)` for every element of the valid region.
void for_each_valid(const TileSpec& tile,
                    const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& visit);

/// The pattern that PadValue stands for in an element type. Source: MODEL section 1.3.
std::uint64_t pad_bits(const Pad& pad, ElementType element);

}  // namespace assay::ops
