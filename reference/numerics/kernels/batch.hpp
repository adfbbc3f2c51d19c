// SPDX-License-Identifier: Apache-2.0
// Whole arrays at a time: vectorised double arithmetic with a proved error bound, and for the few
// elements that it cannot decide the definitions of evaluate.hpp. An optimisation and nothing else:
// every result is the one that the definitions give. Decision 011 says where each bound comes from.
#pragma once

#include <cstdint>
#include <span>

#include "reference/isa/spec/expected.hpp"
#include "reference/numerics/kernels/operation.hpp"

namespace assay::numerics {

/// values[i] = the correctly rounded bits of function(arguments[0][i], ...), for `count` elements.
/// Every span holds at least bytes_for(type, count) bytes; nothing overlaps. Any pair of types; the
/// pairs and functions without a kernel go element by element through the definitions.
BatchCounts round(const Operation& operation, std::span<const Bits> arguments, std::int64_t count,
                  MutableBits values);

/// The result of accepted() of real.hpp for each exact result.
BatchCounts accept(const Operation& operation, std::span<const Bits> arguments, std::int64_t count,
                   const Tolerance& tolerance, const AcceptedArrays& results);

/// |got - exact| in ulp(exact) as real.hpp defines them, each within 1e-3 ulp of the true distance
/// or within 1e-6 of it relative, whichever is more. 0 where both are NaN, infinity where one is.
BatchCounts distances(const Operation& operation, std::span<const Bits> arguments,
                      std::int64_t count, Bits got, std::span<double> ulp);

/// round() and distances() at once, for little more than the time of one of them: every result is
/// computed once and gives both.
BatchCounts round_and_distances(const Operation& operation, std::span<const Bits> arguments,
                                std::int64_t count, MutableBits values, Bits got,
                                std::span<double> ulp);

}  // namespace assay::numerics
