// SPDX-License-Identifier: Apache-2.0
// Checks and executes an instruction with a scalar by its sheet.
#include <algorithm>

#include "runners/simulator/tile_scalar.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

/// Where things are: dst is operand 0, a scratch tile may come last.
struct Arrangement {
  std::vector<std::size_t> sources;  ///< the tiles that are read
  std::size_t scalar;
};

std::optional<Arrangement> arrangement_of(const Request& request) {
  if (request.form == "plain" || request.form == "precise") {
    if (request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR})) return Arrangement{{1}, 2};
    if (request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE})) {
      const bool adds = request.op == "TADDSC" || request.op == "TSUBSC";
      return adds ? Arrangement{{1, 3}, 2} : Arrangement{{1}, 2};
    }
  }
  if (request.form.starts_with("scalar_first") &&
      request.takes({ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE})) {
    return Arrangement{{2}, 1};
  }
  const bool scratch = request.form == "tmp" || request.form == "consuming";
  if (scratch && request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE})) {
    return Arrangement{{1}, 2};
  }
  return std::nullopt;
}

/// A unit that takes the scalar as it came works on floats, and rounds the result alone.
bool works_on_floats(const Unit& unit, const assay_operand& scalar) {
  return unit.has(Fault::scalar_unrounded) && scalar.element != unit.element &&
         float_format(unit.element) && float_format(scalar.element);
}

/// One call of the instruction, ready to compute lanes.
struct Computation {
  const ScalarSheet& sheet;
  const Request& request;
  Arrangement where;
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

Answer run_tiles(const Request& request, Device& device, const Arrangement& where,
                 const Lane& lane) {
  if (where.sources.size() == 2) {
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

std::size_t place_of(Machine machine) { return static_cast<std::size_t>(machine); }

}  // namespace

void check_tiles(Rules& rules, std::uint32_t checks, const assay_operand& dst,
                 const assay_operand& src) {
  const auto asked = [checks](Checks one) { return (checks & one) != 0; };
  rules.tile(dst);
  rules.tile(src);
  rules.type(!asked(dst_in_vec) || dst.location == ASSAY_VEC, "dst must be in Vec");
  rules.type(!asked(src_in_vec) || src.location == ASSAY_VEC, "src must be in Vec");
  const bool in_rows = dst.block_layout == ASSAY_ROW_MAJOR && src.block_layout == ASSAY_ROW_MAJOR;
  rules.type(!asked(row_major) || in_rows, "tiles must be row-major");
  rules.type(!asked(one_element) || dst.element == src.element, "one element type for all tiles");
  rules.launch(!asked(valid_rows) || dst.valid_rows == src.valid_rows, "valid rows must be equal");
  rules.launch(!asked(valid_columns) || dst.valid_cols == src.valid_cols,
               "valid columns must be equal");
  rules.launch(!asked(not_empty) || (dst.valid_rows > 0 && dst.valid_cols > 0),
               "valid rows and columns must not be zero");
}

std::optional<std::uint64_t> passed(const Device& device, const assay_operand& scalar,
                                    std::uint32_t element) {
  const bool cuts = device.has(Fault::scalar_truncated);
  const auto pattern = convert(scalar.element, scalar.scalar_bits, element,
                               cuts ? Rounding::toward_zero : Rounding::nearest_even);
  return pattern ? std::optional(device.moved(element, *pattern)) : pattern;
}

Answer run_scalar_sheet(const ScalarSheet& sheet, const Request& request, Device& device) {
  const auto where = arrangement_of(request);
  if (!where) return no_such_form(request);
  const std::uint32_t element = request[0].element;
  Rules rules(request, device);
  for (const std::size_t source : where->sources) {
    check_tiles(rules, sheet.checks[place_of(request.machine)], request[0], request[source]);
  }
  rules.type(sheet.elements[place_of(request.machine)].has(element),
             "this element type is not taken");
  if (sheet.more != nullptr) sheet.more(rules, request);
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
