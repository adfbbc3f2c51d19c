// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/narrowing.hpp"

#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using numerics::Real;
using numerics::RoundMode;
using numerics::Wide;

ElementType narrower(ElementType from) { return from == f32 ? f16 : i8; }

std::uint64_t nearest(ElementType type, const Real& x) {
  return numerics::encode(type, x, RoundMode::nearest_even);
}

/// The 16-bit sum may wrap before it is clamped.
Acceptable from_integers(const ElementContext& cell, Sum sum) {
  const Wide a = numerics::integer_value(i16, cell.arguments[0].bits);
  const Wide b = numerics::integer_value(i16, cell.arguments[1].bits);
  const Wide exact = sum == Sum::plus ? a + b : a - b;
  const Wide cut = numerics::integer_value(i16, numerics::wrapped(i16, exact));
  const auto clamped = [&](Wide value) {
    return numerics::saturated(cell.to, value < 0 ? 0 : value);
  };
  const bool wraps = cell.readings.of(Choice::narrowed_sums) == sum_in_its_type;
  return exactly(clamped(wraps ? cut : exact));
}

/// A clamped value in the narrower type.
std::uint64_t clamped(ElementType to, const Real& sum) {
  return sum.is_zero() || sum.is_negative() ? 0 : nearest(to, sum);
}

enum class Beyond : std::uint8_t { largest, infinity };

Acceptable from_floats(const ElementContext& cell, Sum sum, Beyond beyond) {
  const ElementType from = cell.arguments[0].type;
  const Real a = cell.arguments[0].real(), b = cell.arguments[1].real();
  const Real exact = sum == Sum::plus ? a + b : a - b;
  if (exact.is_nan()) return left_to_target(0);
  const Real first = numerics::decode(from, nearest(from, exact));
  const auto reading = [&](const Real& value) {
    const std::uint64_t bits = clamped(cell.to, value);
    const bool saturates =
        beyond == Beyond::largest && is_float(cell.to) && numerics::is_infinite(cell.to, bits);
    return saturates ? numerics::largest_finite(cell.to, false) : bits;
  };
  const bool rounds = cell.readings.of(Choice::narrowed_sums) == sum_in_its_type;
  return exactly(reading(rounds ? first : exact));
}

}  // namespace

Constraint narrower_dst(const std::string& page) {
  return constraint(
             "dst.narrower", "dst is half for float, and int8 for half and for int16",
             [](const Call& call) {
               return call.tile("dst").type.element == narrower(call.tile("src0").type.element);
             },
             [](Call& call, Draw&) {
               TileType& type = call.tile("dst").type;
               type.element = narrower(call.tile("src0").type.element);
               make_well_formed(type);
             },
             [](Call& call, Draw& draw) {
               TileType& type = call.tile("dst").type;
               ElementType other{};
               const ElementType right = narrower(call.tile("src0").type.element);
               if (draw_other_element(draw, {right}, {}, other)) type.element = other;
               make_well_formed(type);
             })
      .from(page, "pairs of types");
}

Acceptable narrowed(const ElementContext& cell, Sum sum) {
  return is_integer(cell.arguments[0].type) ? from_integers(cell, sum)
                                            : from_floats(cell, sum, Beyond::largest);
}

Acceptable narrowed_to_infinity(const ElementContext& cell, Sum sum) {
  return from_floats(cell, sum, Beyond::infinity);
}

Result narrowed_sum(Sum sum) {
  return depending_on({Choice::narrowed_sums},
                      per_element({{"src0"}, {"src1"}}, [sum](const ElementContext& cell) {
                        return narrowed(cell, sum);
                      }));
}

std::vector<Ambiguity> narrowing_ambiguities() {
  return {
      {"half to int8: golden data add in float and round once; a device that rounds the sum to "
       "half "
       "first may differ at ties",
       "decision 018: either"},
      {"float to half seems to rely on control bits that the instruction does not set, so that an "
       "overflow is 65504 or infinity; golden data clip for A5 and not for A2A3",
       "decision 018: the page says saturating, 65504; infinity is an erratum"},
  };
}

}  // namespace assay::ops
