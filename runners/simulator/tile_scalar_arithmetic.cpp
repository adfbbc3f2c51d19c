// SPDX-License-Identifier: Apache-2.0
// Tile with scalar: one sheet per instruction.
#include <algorithm>
#include <cmath>

#include "runners/simulator/tile_scalar.hpp"

namespace assay::simulator {
namespace {

/// The first generation adds the scalar that it negated as a float.
std::uint64_t integer_less_scalar(const Unit& unit, Inputs in) {
  if (unit.machine != Machine::a2a3) return integer_difference(unit, in);
  const std::uint64_t rounded = *convert(unit.element, in[1], ASSAY_F32);
  const std::uint64_t summands[] = {in[0],
                                    *convert(ASSAY_F32, rounded ^ 0x80000000U, unit.element)};
  if (unit.has(Fault::operands_swapped)) return integer_difference(unit, in);
  return integer_sum(unit, summands);
}

std::uint64_t leaky(const Unit& unit, Inputs in) {
  if (!unit.has(Fault::leaky_by_maximum)) return float_sloped(unit, in);
  const std::uint64_t both[] = {in[0], float_product(unit, in)};
  return float_maximum(unit, both);
}

/// The CPU takes powers of integers in double, too, and converts what comes out.
std::uint64_t integer_power_by_scalar(const Unit& unit, Inputs in) {
  if (!unit.on_cpu()) return integer_power(unit, in);
  const double power = std::pow(value_of(unit.element, in[0]), value_of(unit.element, in[1]));
  return convert(ASSAY_F64, encode(*float_format(ASSAY_F64), static_cast<long double>(power)),
                 unit.element)
      .value_or(0);
}

constexpr std::array sheets{
    ScalarSheet{"TADDS", integer_sum, float_sum},
    ScalarSheet{"TSUBS", integer_less_scalar, float_difference},
    ScalarSheet{"TMULS", integer_product, float_product},
    ScalarSheet{"TMINS", integer_minimum, float_minimum},
    ScalarSheet{"TMAXS", integer_maximum, float_maximum},
    ScalarSheet{"TLRELU", integer_sloped, leaky},
    ScalarSheet{"TDIVS", integer_quotient, float_quotient},
    ScalarSheet{"TFMODS", integer_fmod, float_fmod},
    ScalarSheet{"TREMS", integer_modulo, float_modulo},
    ScalarSheet{"TPOWS", integer_power_by_scalar, float_power},
    ScalarSheet{"TADDSC", integer_sum_of_three, float_sum_of_three},
    ScalarSheet{"TSUBSC", integer_difference_and_sum, float_difference_and_sum},
    ScalarSheet{"TSHLS", shifted_left_by_scalar, nullptr},
    ScalarSheet{"TSHRS", shifted_right_by_scalar, nullptr},
    ScalarSheet{"TANDS", logic_and, nullptr, true},
    ScalarSheet{"TORS", logic_or, nullptr, true},
    ScalarSheet{"TXORS", logic_xor, nullptr, true},
};

}  // namespace

const ScalarSheet* scalar_sheet(std::string_view op) {
  const auto* found = std::ranges::find(sheets, op, &ScalarSheet::op);
  return found == sheets.end() ? nullptr : found;
}

}  // namespace assay::simulator
