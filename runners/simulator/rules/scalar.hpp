// SPDX-License-Identifier: Apache-2.0
// Rules of instructions with a scalar.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "runners/simulator/rules/tiles.hpp"

namespace assay::simulator {

/// Checks by a machine's header of a call with a scalar.
enum Checks : std::uint32_t {
  checks_nothing = 0,
  dst_in_vec = 1,
  src_in_vec = 2,
  row_major = 4,
  one_element = 8,
  valid_rows = 16,
  valid_columns = 32,
  not_empty = 64,
  in_vec = dst_in_vec | src_in_vec,
  valid_region = valid_rows | valid_columns,
};

/// The rules of `checks` for a destination and a source.
constexpr void check_tiles(Rules& rules, std::uint32_t checks, const assay_operand& dst,
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

/// Where things are: dst is operand 0, a scratch tile may come last.
struct ScalarArrangement {
  std::size_t sources[2];  ///< the tiles that are read
  std::size_t count;       ///< of them
  std::size_t scalar;
};

/// Nothing for a form that no instruction with a scalar has.
constexpr std::optional<ScalarArrangement> scalar_arrangement(const Request& request) {
  if (request.form == "plain" || request.form == "precise") {
    if (request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR}))
      return ScalarArrangement{{1, 0}, 1, 2};
    if (request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE})) {
      const bool adds = request.row->reads == Reads::two;
      return adds ? ScalarArrangement{{1, 3}, 2, 2} : ScalarArrangement{{1, 0}, 1, 2};
    }
  }
  if (request.form.starts_with("scalar_first") &&
      request.takes({ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE})) {
    return ScalarArrangement{{2, 0}, 1, 1};
  }
  const bool scratch = request.form == "tmp" || request.form == "consuming";
  if (scratch && request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR, ASSAY_TILE})) {
    return ScalarArrangement{{1, 0}, 1, 2};
  }
  return std::nullopt;
}

constexpr bool is_scalar_form(const Request& request) {
  return scalar_arrangement(request).has_value();
}
constexpr bool is_scaled_sum_form(const Request& request) {
  return is_form(request, "plain", {ASSAY_TILE, ASSAY_TILE, ASSAY_SCALAR});
}

/// A division knows which of its arguments is the scalar.
constexpr std::string_view scalar_division_form(const Spelled& spelled) {
  if (spelled.call[1].kind == ASSAY_TILE) return usual_form(spelled);
  return spelled.precise ? "scalar_first_precise" : "scalar_first";
}

constexpr void logic_with_scratch(Rules& rules, const Request& request) {
  rules.tile(request[3]);
  if (request.machine == Machine::a2a3) {
    check_tiles(rules, row_major | one_element | valid_region, request[0], request[3]);
  }
}

constexpr void remainder_row(Rules& rules, const Request& request) {
  rules.tile(request[3]);
  rules.type(request.machine != Machine::a2a3 || request[3].element == request[0].element,
             "tmp must have the element type of dst");
  rules.launch(request.machine != Machine::a2a3 ||
                   (request[3].valid_rows >= 1 && request[3].valid_cols >= request[0].valid_cols),
               "tmp must have a row of the valid columns of dst");
}

constexpr void scalar_power_scratch(Rules& rules, const Request& request) {
  rules.tile(request[3]);
  const bool used = request.machine == Machine::a2a3 && request[0].element == ASSAY_F32;
  rules.launch(!used || (request[3].valid_rows == request[0].valid_rows &&
                         request[3].valid_cols == request[0].valid_cols),
               "tmp must have the valid rows and columns of dst");
  const bool refined = request.machine == Machine::a5 && request.form == "precise";
  rules.type(!refined || !is_integer(request[0].element), "HIGH_PRECISION has floats alone");
  rules.type(refined || request.machine != Machine::a5 || request[0].element != ASSAY_BF16,
             "DEFAULT has no bfloat16");
}

constexpr void scalar_tile_type(Rules& rules, const Request& request) {
  rules.type(is_same_tile_type(request[1], request[0]) && is_same_tile_type(request[3], request[0]),
             "all tiles must have one Tile type");
  rules.type(request[0].location == ASSAY_VEC, "tiles must be in Vec");
  same_region(rules, request[1], request[0]);
  same_region(rules, request[3], request[0]);
}

/// For a form that scalar_arrangement knows.
constexpr void scalar_rules(Rules& rules, const Request& request) {
  const Row& own = *request.row;
  const ScalarArrangement where = *scalar_arrangement(request);
  const auto machine = static_cast<std::size_t>(request.machine);
  for (std::size_t i = 0; i < where.count; ++i) {
    check_tiles(rules, own.checks[machine], request[0], request[where.sources[i]]);
  }
  rules.type(own.has(request.machine, request[0].element), "this element type is not taken");
  own.more(rules, request);
  scalar_becomes(rules, request[where.scalar], request[0].element);
}

/// A scaled tile that is added to the destination.
constexpr bool is_float_type(std::uint32_t element) {
  return one_of(element, {ASSAY_F16, ASSAY_F32});
}

/// half by half, or float by float, or half into float.
constexpr bool is_scaled_pair(std::uint32_t dst, std::uint32_t src) {
  return is_float_type(dst) && is_float_type(src) && (dst == src || dst == ASSAY_F32);
}

constexpr void scaled_tile_rules(Rules& rules, const Request& request) {
  constexpr std::uint32_t checks[] = {in_vec | valid_region | not_empty, in_vec | valid_region,
                                      in_vec | valid_region};
  const assay_operand& dst = request[0];
  const assay_operand& src = request[1];
  check_tiles(rules, checks[static_cast<std::size_t>(request.machine)], dst, src);
  rules.type(is_float_type(src.element), "src must be half or float");
  rules.type(!is_float_type(src.element) || is_scaled_pair(dst.element, src.element),
             "no such pair of element types");
  if (request.on_device()) return;
  rules.covered(dst.element == src.element ? arithmetic_types.has(dst.element)
                                           : is_scaled_pair(dst.element, src.element),
                "this pair of element types is not simulated");
}

constexpr void scaled_sum_rules(Rules& rules, const Request& request) {
  scaled_tile_rules(rules, request);
  scalar_becomes(rules, request[2], request[1].element);
}

}  // namespace assay::simulator
