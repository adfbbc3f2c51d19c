// SPDX-License-Identifier: Apache-2.0
// One lane of instructions whose arithmetic with a scalar is not that of two tiles.
#include <cmath>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/tile_scalar/tile_scalar.hpp"

namespace assay::simulator {

std::uint64_t negated_as_float(std::uint32_t element, std::uint64_t scalar) {
  const std::uint64_t rounded = *convert(element, scalar, ASSAY_F32);
  return *convert(ASSAY_F32, rounded ^ 0x80000000U, element);
}

std::uint64_t integer_less_scalar(const Unit& unit, Inputs in) {
  return integer_difference(unit, in);
}

std::uint64_t power_as_double(std::uint32_t element, Inputs in) {
  const double power = std::pow(value_of(element, in[0]), value_of(element, in[1]));
  return convert(ASSAY_F64, encode(*float_format(ASSAY_F64), static_cast<long double>(power)),
                 element)
      .value_or(0);
}

std::uint64_t integer_power_by_scalar(const Unit& unit, Inputs in) {
  return integer_power(unit, in);
}

}  // namespace assay::simulator
