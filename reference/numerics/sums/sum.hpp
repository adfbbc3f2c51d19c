// SPDX-License-Identifier: Apache-2.0
// Exact sums, dot products and matrix products, and everything that they may come out as when the
// order of the additions is not promised. Decision 013 defines what a legal evaluation is and
// proves every bound.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/isa/contents.hpp"
#include "reference/isa/element_type.hpp"
#include "reference/isa/expected.hpp"
#include "reference/numerics/function.hpp"
#include "reference/numerics/real.hpp"

namespace assay::numerics {

/// `count` elements of packed storage, `stride` apart, from number `first` on: a row, a column or
/// all of a tile. What it views must live as long as it is used.
struct Terms {
  ElementType type;
  std::span<const std::byte> bits;
  std::int64_t count = 0;
  std::int64_t first = 0;
  std::int64_t stride = 1;

  std::uint64_t operator[](std::int64_t index) const {
    return load_element(bits, type, first + index * stride);
  }
};

/// A sum without rounding: a fixed-point number of 896 bits, 2^-448 the lowest. Terms are elements
/// of any floating-point type but f64 (std::invalid_argument for others), products of two, or
/// doubles. 2^60 terms fit. NaN, or infinities of both signs, give NaN; one infinity gives itself.
class ExactSum {
 public:
  void add(ElementType type, std::uint64_t bits);
  void add_product(ElementType a_type, std::uint64_t a, ElementType b_type, std::uint64_t b);
  /// A multiple of 2^-448 below 2^320 in magnitude, an infinity or NaN.
  void add(double value);
  void add(const Terms& terms);
  /// a[0] b[0] + a[1] b[1] + ...; as many of one as of the other.
  void add_products(const Terms& a, const Terms& b);
  void merge(const ExactSum& other);

  /// Correctly rounded, to any element type. An exact zero is +0 (-0 in mode `floor`) unless all
  /// terms are zeros of one sign, which it then has; no terms at all give +0 (IEEE 754, 6.3).
  std::uint64_t round(ElementType to, RoundMode mode) const;
  /// Exact where 254 bits hold it, else rounded to odd: good for one later rounding, as
  /// evaluate()'s.
  Real exact() const;
  double to_double() const;  ///< nearest

 private:
  static constexpr int lowest_exponent = -448;

  friend class FloatBins;
  friend class ProductBins;
  void deposit(bool negative, std::uint64_t magnitude, int exponent);
  void note(bool not_minus_zero, bool not_plus_zero) {
    not_minus_zero_ |= not_minus_zero;
    not_plus_zero_ |= not_plus_zero;
  }
  Real rounded_to_odd(RoundMode zero_mode) const;
  struct Short {
    bool negative;
    std::uint64_t bits;
    int exponent;
  };
  std::optional<Short> shortened() const;

  std::array<std::uint64_t, 14> limbs_{};  // two's complement, least significant first
  bool nan_ = false;
  bool plus_infinity_ = false;
  bool minus_infinity_ = false;
  bool not_minus_zero_ = false;  // some term is not -0
  bool not_plus_zero_ = false;   // some term is not +0
};

/// The documented way: additions (or multiplications) in `accumulator` or a wider format, the
/// result stored as `result`. Both are f32, f16 or bf16; std::invalid_argument for others.
struct Accumulation {
  ElementType accumulator;
  ElementType result;
  bool flushes = false;  ///< of products: results below the normal numbers may become zero
};

/// What legal evaluations can give. Every number that one of them gives is within [low, high] in
/// the order of the format, -0 below +0.
struct Enclosure {
  std::uint64_t value =
      0;  ///< the exact result rounded to nearest even; the quiet NaN if it is NaN
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool number = true;  ///< some legal evaluation may give a number; else low and high are `value`
  bool nan = false;    ///< some legal evaluation may give NaN
  bool escalated = false;  ///< double arithmetic was not enough for `value` and `exact`
  double exact = 0;        ///< the exact result as a double, relative error below 2^-35

  bool is_point() const { return low == high && !nan; }
  friend bool operator==(const Enclosure&, const Enclosure&) = default;
};

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
