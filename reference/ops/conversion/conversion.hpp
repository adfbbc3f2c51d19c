// SPDX-License-Identifier: Apache-2.0
// One element converted: exact, rounded once, and what becomes of it beyond the range of the
// destination. Decisions 025 (rounding), 026 (range), 027 (where sources differ).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reference/ops/conversion/matrix.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// Known changes of values by implementations on their way; errata of the page name each.
struct HostDeviations {
  bool source_limits = false;     ///< saturation clamps in the type of the source
  bool by_double = false;         ///< 64-bit integers pass through double, as do their limits
  bool by_f32 = false;            ///< wide integers become 16-bit floats by way of f32
  bool undefined_cast = false;    ///< NaN and infinities are cast to integers as C++ does
  bool zero_for_special = false;  ///< NaN and infinities become 0 without saturation
};

/// The result for a float that does not fit an integer without saturation.
enum class Narrowing : std::uint8_t {
  low_bits,  ///< low bits; the indefinite value for NaN and infinities
  by_int32,  ///< low bits; by way of int32, of which nothing is said for NaN and infinities
  native,    ///< what the unit does by default: low bits or the nearest end
};

/// Of two readings the first, the second or either.
enum class Side : std::uint8_t { first, second, either };

/// A conversion with everything settled that does not depend on the value.
struct Conversion {
  Pair pair;
  Rounding rounding;
  std::vector<Saturation> saturations;  ///< one, or both where nothing says which
  bool as_is = false;  ///< float to float without a rounding policy: nothing is made whole
  Narrowing narrowing = Narrowing::low_bits;
  HostDeviations deviations = {};
  Side hif8_ties = Side::either;          ///< Choice::hif8_ties
  Side directed_overflow = Side::either;  ///< Choice::directed_overflow
};

/// The acceptable results for `bits`.
Acceptable converted(const Conversion& conversion, std::uint64_t bits);
/// By any of the conversions, all between the same types; there is one at least.
Acceptable converted(std::span<const Conversion> conversions, std::uint64_t bits);

}  // namespace assay::ops
