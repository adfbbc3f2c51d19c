// SPDX-License-Identifier: Apache-2.0
// Checks and executes an instruction with a scalar by its sheet.
#include <algorithm>

#include "runners/simulator/tile_scalar.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

/// A unit that takes the scalar as it came works on floats, and rounds the result alone.
bool works_on_floats(const Unit& unit, const assay_operand& scalar) {
  return unit.has(Fault::scalar_unrounded) && scalar.element != unit.element &&
         float_format(unit.element) && float_format(scalar.element);
}

/// One call of the instruction, ready to compute lanes.
struct Computation {
  const ScalarSheet& sheet;
  const Request& request;
  ScalarArrangement where;
  Unit unit;
  std::uint32_t from;  ///< element type of the tiles
  std::uint64_t scalar;

  std::uint64_t operator()(std::span<const std::uint64_t> tiles) const {
    std::vector<std::uint64_t> in;
    for (const std::uint64_t bits : tiles) {
      in.push_back(from == unit.element ? bits : *convert(from, bits, unit.element));
    }
    in.insert(in.begin() + static_cast<std::ptrdiff_t>(where.scalar) - 1, scalar);
    if (unit.has(Fault::division_reversed)) std::swap(in[0], in[1]);
    const Calculation calculate = is_integer(unit.element) ? sheet.integer : sheet.floating;
    const std::uint64_t result = calculate(unit, in);
    return from == unit.element ? result : *convert(unit.element, result, from);
  }
};

Answer run_tiles(const Request& request, Device& device, const ScalarArrangement& where,
                 const Lane& lane) {
  if (where.count == 2) {
    return run_lanes(request, device, 0, {where.sources[0], where.sources[1]}, lane);
  }
  return run_lanes(request, device, 0, {where.sources[0]}, lane);
}

Answer execute(const Computation& computation, Device& device) {
  const Request& request = computation.request;
  if (computation.sheet.byte_pairs) return run_patterns(request, device, {1}, computation);
  // A narrower destination stands for what the register reaches.
  assay_operand reached = request[0];
  Request within = request;
  within.operands[0] = &reached;
  if (request.machine == Machine::a5 && width_of(reached.element) == 64) {
    reached.valid_cols = std::min(reached.valid_cols, register_columns);
  }
  return run_tiles(within, device, computation.where, computation);
}

}  // namespace

std::optional<std::uint64_t> passed(const Device& device, const assay_operand& scalar,
                                    std::uint32_t element) {
  const bool is_long = is_integer(element) && width_of(element) == 64;
  if (device.has(Fault::scalar_through_double) && is_long) {
    const auto number = convert(scalar.element, scalar.scalar_bits, ASSAY_F64);
    return number ? convert(ASSAY_F64, *number, element) : number;
  }
  const bool cuts = device.has(Fault::scalar_truncated);
  const auto pattern = convert(scalar.element, scalar.scalar_bits, element,
                               cuts ? Rounding::toward_zero : Rounding::nearest_even);
  return pattern ? std::optional(device.moved(element, *pattern)) : pattern;
}

Answer run_scalar_sheet(const ScalarSheet& sheet, const Request& request, Device& device) {
  const auto where = scalar_arrangement(request);
  if (!where) return no_such_form(request);
  const std::uint32_t element = request[0].element;
  Rules rules(request, device);
  scalar_rules(rules, request);
  Unit unit{.machine = request.machine,
            .element = element,
            .refined = request.machine == Machine::a5 && request.form.ends_with("precise"),
            .device = &device};
  if (works_on_floats(unit, request[where->scalar])) unit.element = ASSAY_F32;
  const auto scalar = passed(device, request[where->scalar], unit.element);
  rules.covered(scalar.has_value(), "this conversion of the scalar is not simulated");
  if (const auto answer = rules.stop()) return *answer;
  // An instruction that accepts more was told to: the scalar does not matter then.
  return execute({sheet, request, *where, unit, element, scalar.value_or(0)}, device);
}

}  // namespace assay::simulator
