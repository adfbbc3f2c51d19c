// SPDX-License-Identifier: Apache-2.0
// Everything that sums, dot products and matrix products may come out as when the order of the
// additions is not promised. Decision 013 defines what a legal evaluation is and proves every
// bound.
#pragma once

#include <cstdint>

#include "reference/isa/spec/expected.hpp"
#include "reference/numerics/sums/exact.hpp"
#include "reference/numerics/sums/terms.hpp"

namespace assay::numerics {

/// Whether a legal evaluation may give these bits.
bool accepts(const Enclosure& enclosure, ElementType type, std::uint64_t bits);

/// Writes an element's expectation: an interval, any NaN, or target-defined where numbers and NaN
/// are both legal.
void expect(ExpectedTile& tile, std::int64_t index, const Enclosure& enclosure);

/// Sum of the terms in any order; with no terms it is +0. `value` and `exact` come from sums in
/// double with a proved bound, and from ExactSum where that leaves the rounding undecided or the
/// relative error of `exact` above 2^-36; `low` and `high` always from the bound.
Enclosure sum_in_any_order(const Terms& terms, const Accumulation& how);

/// a[0] b[0] + a[1] b[1] + ... in any order, fused or not, plus the terms in `also` (a bias, the
/// previous accumulator). As many of `a` as of `b`.
Enclosure dot_in_any_order(const Terms& a, const Terms& b, const Accumulation& how,
                           const Terms& also = {ElementType::f32, {}});

/// Product of all factors in any order; with no factors it is 1.
Enclosure product_in_any_order(const Terms& factors, const Accumulation& how);

/// Sums and products of integers modulo 2^width: the same in every order. `result` is an integer
/// type; terms of narrower types are extended by their sign.
std::uint64_t wrapped_sum(const Terms& terms, ElementType result);
std::uint64_t wrapped_dot(const Terms& a, const Terms& b, ElementType result);
std::uint64_t wrapped_product(const Terms& factors, ElementType result);

/// The value plan that makes a reduction checkable: integers times one power of two, so small that
/// every order is exact and the enclosure one point. Gives the largest magnitude of such integers
/// for terms of a type when at most `same_sign` terms (products) have the same sign; 0 if there is
/// none. Any term from 1 to that magnitude will do; a lost, doubled or zeroed one is then always
/// seen.
std::int64_t largest_exact_term(ElementType term, ElementType accumulator, std::int64_t same_sign);
/// The same for both factors of a dot product.
std::int64_t largest_exact_factor(ElementType a, ElementType b, ElementType accumulator,
                                  std::int64_t same_sign);

}  // namespace assay::numerics
