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
  if (unit.machine != Machine::a2a3) return integer_difference(unit, in);
  const std::uint64_t summands[] = {in[0], negated_as_float(unit.element, in[1])};
  return integer_sum(unit, summands);
}

std::uint64_t integer_power_by_scalar(const Unit& unit, Inputs in) {
  if (!unit.on_cpu()) return integer_power(unit, in);
  const double power = std::pow(value_of(unit.element, in[0]), value_of(unit.element, in[1]));
  return convert(ASSAY_F64, encode(*float_format(ASSAY_F64), static_cast<long double>(power)),
                 unit.element)
      .value_or(0);
}

}  // namespace assay::simulator
